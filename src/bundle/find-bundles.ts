// The bundles that a package declares, and what values need to know of one.
import type { Instance } from "../cue/load/index.ts";
import type { Value } from "../cue/index.ts";
import { CueHandle, findPackage, givenValues } from "../pipeline/index.ts";
import type { CueAccess, Module } from "../pipeline/index.ts";
import { tell, advise } from "../source/index.ts";
import type { Diagnostic, Outcome, Place, Told } from "../source/index.ts";
import { nearestName } from "../values/index.ts";
import type { ValueNode } from "../values/index.ts";
import { BUNDLE_CODE } from "./bundle-code.ts";

/** A bundle, or the release of one. */
export interface FoundBundle {
  readonly field: string;
  readonly bundle: Value;
  readonly release?: Value;
}

/** Those named; without names all releases of bundles, or all bundles if there are no releases. */
export function findBundles(
  cue: CueAccess,
  instance: Instance,
  names: readonly string[],
): Outcome<readonly FoundBundle[]> {
  const all = cue
    .root(instance)
    .entries()
    .flatMap(({ name, value: item }): FoundBundle[] => {
      const kind = item.text("kind");
      if (kind === "Bundle") return [{ field: name, bundle: item }];
      const bundle = kind === "BundleRelease" ? item.field("#bundle") : undefined;
      return bundle === undefined ? [] : [{ field: name, bundle, release: item }];
    });
  const diagnostics: Diagnostic[] = [];
  const problem = (told: Told, hint: string): void => void diagnostics.push({ ...told, severity: "error", hint });
  for (const name of names)
    if (!all.some(({ field }) => field === name)) {
      const near = nearestName(
        name,
        all.map(({ field }) => field),
      );
      problem(
        tell(BUNDLE_CODE.noBundle, "the package has no bundle {name}", { name }),
        near === null
          ? advise(BUNDLE_CODE.noBundle, "bundles: {all}", { all: all.map(({ field }) => field).join(", ") || "none" })
          : advise(BUNDLE_CODE.noBundle, "did you mean {near}?", { near }),
      );
    }
  if (all.length === 0)
    problem(
      tell(BUNDLE_CODE.noBundle, "the package in {dir} declares no bundle", { dir: instance.dir }),
      advise(BUNDLE_CODE.noBundle, "write a field that is a core.#Bundle; opm bundle init NAME makes one"),
    );
  if (names.length > 0) return { value: all.filter(({ field }) => names.includes(field)), diagnostics };
  const releases = all.filter(({ release }) => release !== undefined);
  return { value: releases.length > 0 ? releases : all, diagnostics };
}

/** A bundle has what values need of a module: `#config`, `values`, a name. */
export function asModule(cue: CueAccess, instance: Instance, { bundle }: FoundBundle, path: string): Module {
  const text = (name: string): string => bundle.text("metadata", name) ?? "";
  return {
    path,
    importPath: instance.importPath,
    packageName: instance.packageName,
    metadata: {
      apiVersion: text("apiVersion"),
      name: text("name"),
      version: text("version"),
      fqn: text("fqn"),
      uuid: "",
      labels: {},
    },
    components: [],
    environments: [],
    cue: new CueHandle({
      instance,
      root: bundle,
      core: findPackage(instance, "opmodel.dev/core@v0") ?? instance,
    }),
  };
}

/** The values that a bundle's release gives. */
export function releaseTree(
  cue: CueAccess,
  { release, field }: FoundBundle,
  path: string,
): Outcome<ValueNode | undefined> {
  const place: Place = { file: { name: path, text: "" }, span: { start: -1, end: -1 } };
  const values = release?.field("values");
  if (values === undefined) return { value: undefined, diagnostics: [] };
  return givenValues(cue, values, field, place);
}
