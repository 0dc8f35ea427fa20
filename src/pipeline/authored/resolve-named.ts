// The module that a text in a release names, in the version that an environment pins, or the newest that is allowed.
import { makeModuleVersion, splitVersion } from "../../cue/module/index.ts";
import type { Instance } from "../../cue/load/index.ts";
import { allowsVersion, chooseVersion, versionsText } from "../../governance/index.ts";
import type { CatalogEntry } from "../../governance/index.ts";
import { deliveryCode, governanceCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, Place, Told } from "../../source/index.ts";
import { nearestName } from "../../values/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";
import type { NamedModule } from "../2-module/named-modules.ts";
import type { Workspace } from "../session.ts";

/** Loaded modules by path and version: releases and environments share them. */
export type NamedModules = Map<string, Promise<Outcome<Instance>>>;

export async function resolveNamed(
  workspace: Workspace,
  { text, place }: NamedModule,
  environment: EnvironmentDefinition | undefined,
  known: NamedModules,
): Promise<Outcome<Instance>> {
  const { program } = workspace.config.cue.get().context;
  const wrong = (told: Told, hint?: string, places: readonly Place[] = []): Outcome<never> => ({
    diagnostics: [
      {
        ...told,
        severity: "error",
        args: { module: text },
        places: [place, ...places],
        ...(hint !== undefined && { hint }),
      },
    ],
  });
  const at = text.indexOf("@");
  const name = at < 0 ? text : text.slice(0, at);
  const wanted = at < 0 ? undefined : text.slice(at + 1);
  let entry: CatalogEntry | undefined;
  if (!name.includes(".")) {
    const catalog = workspace.platform?.catalog;
    entry = catalog?.entries.find((one) => one.name === name);
    if (entry === undefined) return { diagnostics: [noEntry(workspace, name, place)] };
  }
  const { path, version: major } = entry === undefined ? { path: name, version: "" } : splitVersion(entry.module);
  const pin = environment?.modules?.get(name) ?? (entry && environment?.modules?.get(entry.module));
  let version = pin?.version === undefined ? undefined : `v${pin.version.replace(/^v/, "")}`;
  if (version !== undefined && wanted !== undefined && chooseVersion([version], exact(wanted)) === undefined)
    return wrong(
      tell(deliveryCode.reference, "{environment} pins {name} to {version}, and the release wants {wanted}", {
        environment: environment!.name,
        name,
        version,
        wanted,
      }),
      advise(deliveryCode.reference, "change one of them; opm promote moves pins"),
      pin?.versionPlace ? [{ ...pin.versionPlace, label: "the pin" }] : [],
    );
  if (version === undefined) {
    if (entry === undefined && wanted === undefined)
      return wrong(
        tell(deliveryCode.reference, "{text} says no version", { text }),
        advise(deliveryCode.reference, "write {text}@v1.2.0, or a range such as {text}@^1.2", { text }),
      );
    const published = await program.registry.versions(major === "" ? path : `${path}@${major}`);
    if (!published.ok) return wrong(tell(deliveryCode.reference, "{problem}", { problem: published.fault.message }));
    const allowed = published.value.filter((one) => entry === undefined || allowsVersion(entry, one));
    version = chooseVersion(allowed, wanted === undefined ? "latest" : exact(wanted));
    if (version === undefined) {
      const asked = wanted ?? (entry === undefined ? "" : versionsText(entry));
      const there = published.value.length === 0 ? "it has none" : `there are ${published.value.slice(-8).join(", ")}`;
      return wrong(
        tell(deliveryCode.reference, "no published version of {path} is {asked}{more}", {
          path,
          asked,
          more: entry && wanted ? ` and in the catalog` : "",
        }),
        there,
      );
    }
  }
  const m = makeModuleVersion(path, version);
  if (typeof m === "string") return wrong(tell(deliveryCode.reference, "{problem}", { problem: m }));
  const key = `${path}@${version}`;
  let loading = known.get(key);
  if (loading === undefined) {
    loading = (async () => {
      const source = await program.registry.fetch(m);
      if (!source.ok)
        return wrong(
          tell(deliveryCode.reference, "{problem}", { problem: source.fault.message }),
          advise(deliveryCode.reference, "opm mod versions {path} lists what there is", { path }),
        );
      return program.load({ args: ["."], cwd: source.value.root, files: source.value.files });
    })();
    known.set(key, loading);
  }
  return loading;
}

/** A full version is that one alone. */
const exact = (wanted: string): string => (/^v\d+\.\d+\.\d+/.test(wanted) ? `=${wanted.slice(1)}` : wanted);

function noEntry({ platform }: Workspace, name: string, place: Place): Diagnostic {
  const entries = platform?.catalog?.entries ?? [];
  const near = nearestName(
    name,
    entries.map((entry) => entry.name),
  );
  return {
    ...(platform?.catalog === undefined
      ? tell(
          governanceCode.notInCatalog,
          "the release names the entry {name} of a catalog, and there is no platform with one",
          { name, entry: name },
        )
      : tell(governanceCode.notInCatalog, "the catalog {catalog} has no entry {name}", {
          catalog: platform.catalog.name,
          name,
          entry: name,
        })),
    severity: "error",
    places: [place],
    ...(entries.length > 0 && {
      notes: ["entries of the catalog:", ...entries.map((e) => `${e.name}: ${e.module} ${versionsText(e)}`)],
    }),
    hint:
      near === null
        ? platform === undefined
          ? advise(governanceCode.notInCatalog, "--platform FOLDER; or name a published module: example.com/web@v1.2.0")
          : advise(governanceCode.notInCatalog, "name an entry, or a published module: example.com/web@v1.2.0")
        : advise(governanceCode.notInCatalog, "did you mean {near}?", { near }),
  };
}
