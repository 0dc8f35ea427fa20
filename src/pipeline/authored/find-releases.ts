// Releases that somebody wrote as values: `core.#ModuleRelease`, and those of a `core.#BundleRelease`.
import type { Instance } from "../../cue/load/index.ts";
import type { TreeField, Value } from "../../cue/index.ts";
import { hasErrors, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, Place } from "../../source/index.ts";
import {
  environmentsFor,
  environmentsFromCue,
  isSecretView,
  resolveEnvironment,
  valuesFromCue,
  viewAt,
  viewOf,
} from "../../values/index.ts";
import type { CueView, EnvironmentDefinition, ValueNode } from "../../values/index.ts";
import { findPackage, readMetadata } from "../2-module/load-module.ts";
import type { Module } from "../2-module/module.ts";
import type { CueAccess } from "../cue-access.ts";
import { CueHandle } from "../cue-handle.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { field, structOf } from "../3-release/release-tree.ts";
import { bundleErrors } from "./bundle-errors.ts";
import { givenValues } from "./given-values.ts";
import { memberErrors, unknownMembers } from "./member-errors.ts";
import { noRelease } from "./no-release.ts";
import type { StatedNamespace } from "./namespace-conflict.ts";

const CORE = "opmodel.dev/core@v0";

export interface AuthoredRelease {
  /** The field, or `bundle.instance`. */
  readonly field: string;
  readonly name: string;
  /** Absent: the environment gives it. */
  readonly namespace?: string;
  /** Where its author wrote that. */
  readonly namespacePlace?: Place;
  readonly module: Module;
  readonly values?: ValueNode;
  /** What it gives for required interfaces: <component>.requires.<alias>. */
  readonly bindings?: ValueNode;
  /** What else its author says: labels, annotations, policies. */
  readonly more: readonly TreeField[];
  readonly environment?: EnvironmentDefinition;
  /** Where it stands in a release of a bundle. */
  readonly bundle?: BundlePart;
}

interface BundlePart {
  /** The field of the bundle's release. */
  readonly release: string;
  readonly instance: string;
  /** Instances that come before it. */
  readonly after: readonly string[];
  /** Who provides what it requires, where several could: component.alias to instance or instance.component.alias. */
  readonly providers: ReadonlyMap<string, string>;
  /** The instance names its own environment, which wins over the bundle's. */
  readonly ownEnvironment: boolean;
  /** The namespace that the instance itself states. */
  readonly namespace?: StatedNamespace;
}

/** A package with releases, or what was made of one. */
export interface ReleasePackage {
  readonly instance: Instance;
  readonly root: Value;
  /** The package, where `root` was made of a part of it. */
  readonly whole?: Value;
}

interface FindReleases {
  /** Fields; none means all. */
  readonly names?: readonly string[];
  /** Paths in a `#config` that `@opm(secret, …)` made secrets. */
  readonly decorated?: readonly (readonly string[])[];
  /** What the environment of a release may extend: the platform's, the module's and the package's. */
  environmentsOf(module: Module): ReadonlyMap<string, EnvironmentDefinition>;
}

/** The releases of a package, all or those named, in the order of the package. */
export function findReleases(
  cue: CueAccess,
  { instance, root }: ReleasePackage,
  { names = [], decorated = [], environmentsOf }: FindReleases,
): Outcome<readonly AuthoredRelease[]> {
  const diagnostics: Diagnostic[] = [];
  const value: AuthoredRelease[] = [];
  const seen: string[] = [];
  const finder = new Finder(cue, instance, environmentsOf, decorated);
  for (const { name, value: item } of root.entries()) {
    const kind = item.text("kind");
    if (kind !== "ModuleRelease" && kind !== "BundleRelease") continue;
    seen.push(name);
    if (names.length > 0 && !names.includes(name)) continue;
    const found = kind === "ModuleRelease" ? [finder.release(name, item)] : finder.bundle(name, item);
    for (const outcome of found) {
      diagnostics.push(...outcome.diagnostics);
      if (outcome.value !== undefined) value.push(outcome.value);
    }
  }
  for (const name of names)
    if (!seen.includes(name))
      diagnostics.push(
        noRelease(name, seen, tell(PIPELINE_CODE.noRelease, "the package has no release {name}", { name })),
      );
  const bundle = root.entries().some(({ value: item }) => item.text("kind") === "Bundle");
  if (seen.length === 0 && names.length === 0)
    diagnostics.push({
      ...tell(PIPELINE_CODE.noRelease, "the package in {dir} declares no release", { dir: instance.dir, bundle }),
      severity: "error",
      hint: bundle
        ? advise(
            PIPELINE_CODE.noRelease,
            "opm bundle build renders a bundle; a core.#BundleRelease beside it is a release",
          )
        : advise(
            PIPELINE_CODE.noRelease,
            "write a field that is a core.#ModuleRelease; opm mod build renders a module itself",
          ),
    });
  return { value, diagnostics };
}

class Finder {
  readonly #cue: CueAccess;
  readonly #instance: Instance;
  readonly #environmentsOf: FindReleases["environmentsOf"];
  readonly #decorated: readonly (readonly string[])[];

  constructor(
    cue: CueAccess,
    instance: Instance,
    environmentsOf: FindReleases["environmentsOf"],
    decorated: readonly (readonly string[])[],
  ) {
    this.#decorated = decorated;
    this.#cue = cue;
    this.#instance = instance;
    this.#environmentsOf = environmentsOf;
  }

  bundle(name: string, item: Value): Outcome<AuthoredRelease>[] {
    const map = item.field("releases");
    const core = findPackage(this.#instance, CORE);
    const wrong = [
      ...(core ? unknownMembers(this.#cue, item, { core, definition: "#BundleRelease", path: name }) : []),
      ...(map === undefined ? this.#cue.errors(item, {}) : bundleErrors(this.#cue, name, item, map)),
    ];
    if (map === undefined || wrong.length > 0) return [{ diagnostics: wrong }];
    const instances = item.at("#bundle", "#instances");
    return map.entries().map((inner) => {
      const { value, diagnostics } = this.release(`${name}.${inner.name}`, inner.value);
      if (value === undefined) return { diagnostics };
      const instance = instances?.field(inner.name);
      const after = instance?.field("after");
      const list = after && this.#view(after);
      const bundle: BundlePart = {
        release: name,
        instance: inner.name,
        after: list?.kind === "list" ? list.items().map((item) => item.text) : [],
        providers: this.#providers(instance),
        ownEnvironment: instance !== undefined && instance.field("environment") !== undefined,
        ...this.#stated(instance?.field("namespace")),
      };
      return { value: { ...value, bundle }, diagnostics };
    });
  }

  release(field: string, item: Value): Outcome<AuthoredRelease> {
    const cue = this.#cue;
    const moduleVertex = item.field("#module");
    const core = findPackage(this.#instance, CORE);
    const metadataVertex = moduleVertex?.field("metadata");
    const metadata = metadataVertex && readMetadata(cue, metadataVertex);
    const name = item.text("metadata", "name");
    if (moduleVertex === undefined || core === undefined || metadata === undefined || name === undefined) {
      const wrong = cue.errors(item, { concrete: true, final: true });
      return { diagnostics: wrong };
    }
    const values = this.#values(item, field);
    const wrong = [
      ...unknownMembers(cue, item, { core, definition: "#ModuleRelease", path: field }),
      ...memberErrors(cue, item, ["_#module", "#module", "components", "policies", "values"]),
      ...values.diagnostics,
    ];
    if (hasErrors(wrong)) return { diagnostics: wrong };
    const module: Module = {
      path: this.#instance.dir,
      importPath: this.#instance.importPath,
      packageName: this.#instance.packageName,
      metadata,
      components: [],
      environments: [],
      ...this.#decoratedIn(moduleVertex),
      cue: new CueHandle({ instance: this.#instance, root: moduleVertex, core }),
    };
    const environment = this.#environment(item, module);
    const namespace = item.text("metadata", "namespace");
    return {
      value: {
        field,
        name,
        ...(namespace !== undefined &&
          environment.value?.namespace === undefined && { namespace, ...this.#namespacePlace(item) }),
        module,
        ...(values.value && { values: values.value }),
        ...this.#bindings(item),
        more: authoredMore(item),
        ...(environment.value && { environment: environment.value }),
      },
      diagnostics: environment.diagnostics,
    };
  }

  // As values, and not by reference: the secrets among them must be known.
  #bindings(item: Value): Pick<AuthoredRelease, "bindings"> {
    const bindings = item.field("#bindings");
    if (bindings === undefined) return {};
    const place = this.#place();
    return { bindings: valuesFromCue(this.#view(bindings), { tier: "user", source: "bindings", place }) };
  }

  // Paths of all modules of the package are known together: this one's are those that are secrets in it.
  #decoratedIn(module: Value): Pick<Module, "decorated"> {
    const config = this.#decorated.length === 0 ? undefined : module.field("#config");
    if (config === undefined) return {};
    const view = this.#view(config);
    const own = this.#decorated.filter((path) => {
      const at = viewAt(view, path);
      return at !== undefined && isSecretView(at);
    });
    return own.length === 0 ? {} : { decorated: own };
  }

  #providers(instance: Value | undefined): ReadonlyMap<string, string> {
    const out = new Map<string, string>();
    const map = instance?.field("providers");
    for (const { name, value: item } of map === undefined ? [] : map.entries())
      for (const alias of item.entries()) {
        const view = this.#view(alias.value);
        if (view.kind === "string") out.set(`${name}.${alias.name}`, view.text);
      }
    return out;
  }

  #stated(namespace: Value | undefined): Pick<BundlePart, "namespace"> {
    const view = namespace && this.#view(namespace);
    if (view?.kind !== "string") return {};
    const [place] = view.places;
    return { namespace: { text: view.text, ...(place && { place }) } };
  }

  #namespacePlace(release: Value): Pick<AuthoredRelease, "namespacePlace"> {
    const item = release.at("metadata", "namespace");
    const [place] = item === undefined ? [] : this.#view(item).places;
    return place === undefined ? {} : { namespacePlace: place };
  }

  #place(): Place {
    return { file: this.#instance.files[0]!.source, span: { start: 0, end: 0 } };
  }

  #view(v: Value): CueView {
    return viewOf(v);
  }

  #values(release: Value, field: string): Outcome<ValueNode | undefined> {
    const values = release.field("values");
    if (values === undefined) return { value: undefined, diagnostics: [] };
    return givenValues(this.#cue, values, field, this.#place());
  }

  #environment(release: Value, module: Module): Outcome<EnvironmentDefinition> {
    const item = release.field("#environment");
    if (item === undefined) return { diagnostics: [] };
    const own = environmentOf(this.#view(item), this.#place());
    const [name] = own.keys();
    return name === undefined
      ? { diagnostics: [] }
      : resolveEnvironment(name, new Map([...this.#environmentsOf(module), ...environmentsFor(own, module.metadata)]));
  }
}

/** Labels of the release itself depend on its namespace and environment: they are computed anew. */
function authoredMore(item: Value): TreeField[] {
  const own = (name: string): TreeField[] => {
    const entries = item.at("metadata", name)?.entries() ?? [];
    const fields = entries.filter((entry) => !entry.name.startsWith("module-release.opmodel.dev/"));
    return fields.length === 0 ? [] : [field(name, structOf(fields.map((entry) => field(entry.name, entry.value))))];
  };
  const metadata = [...own("labels"), ...own("annotations")];
  const policies = item.field("policies");
  return [
    ...(metadata.length === 0 ? [] : [field("metadata", structOf(metadata))]),
    ...(policies === undefined ? [] : [field("policies", policies)]),
  ];
}

/** Every environment that the package declares: what others extend. */
export function packageEnvironments(root: Value, instance: Instance): Map<string, EnvironmentDefinition> {
  const place: Place = { file: instance.files[0]!.source, span: { start: 0, end: 0 } };
  const out = new Map<string, EnvironmentDefinition>();
  for (const { name, value: item } of root.entries()) {
    const found =
      item.text("kind") === "Environment"
        ? environmentOf(viewOf(item), place)
        : name === "environments"
          ? environmentsFromCue(viewOf(item), place, "package")
          : [];
    for (const [key, environment] of found) out.set(key, environment);
  }
  return out;
}

/** One `#Environment` by its name. */
export function environmentOf(view: CueView, place: Place): Map<string, EnvironmentDefinition> {
  const only = { fields: () => [{ name: "", presence: "field", value: view }] } as unknown as CueView;
  return environmentsFromCue(only, place, "package");
}
