// Releases that somebody wrote as values: `core.#ModuleRelease`, and those of a `core.#BundleRelease`.
import type { Instance } from "../../cue/load/index.ts";
import type { Vertex } from "../../cue/value/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic, Outcome, Place } from "../../source/index.ts";
import {
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
  /** What else its author says (labels, annotations, policies), as CUE in which `module` is the package. */
  readonly lines: readonly string[];
  readonly environment?: EnvironmentDefinition;
  /** Where it stands in a release of a bundle. */
  readonly bundle?: BundlePart;
}

export interface BundlePart {
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

/** The releases of a package, all or those named, in the order of the package. */
export function findReleases(
  cue: CueAccess,
  instance: Instance,
  names: readonly string[],
  decorated: readonly (readonly string[])[] = [],
): Outcome<readonly AuthoredRelease[]> {
  const root = cue.root(instance);
  const diagnostics: Diagnostic[] = [];
  const value: AuthoredRelease[] = [];
  const seen: string[] = [];
  const finder = new Finder(cue, instance, packageEnvironments(cue, root, instance), decorated);
  for (const { name, vertex } of cue.fields(root)) {
    const kind = cue.text(vertex, "kind");
    if (kind !== "ModuleRelease" && kind !== "BundleRelease") continue;
    seen.push(name);
    if (names.length > 0 && !names.includes(name)) continue;
    const found =
      kind === "ModuleRelease" ? [finder.release(name, `.${quote(name)}`, vertex)] : finder.bundle(name, vertex);
    for (const outcome of found) {
      diagnostics.push(...outcome.diagnostics);
      if (outcome.value !== undefined) value.push(outcome.value);
    }
  }
  for (const name of names)
    if (!seen.includes(name)) diagnostics.push(noRelease(name, seen, `the package has no release ${name}`));
  if (seen.length === 0 && names.length === 0)
    diagnostics.push({
      code: PIPELINE_CODE.noRelease,
      severity: "error",
      message: `the package in ${instance.dir} declares no release`,
      hint: cue.fields(root).some(({ vertex }) => cue.text(vertex, "kind") === "Bundle")
        ? "opm bundle build renders a bundle; a core.#BundleRelease beside it is a release"
        : "write a field that is a core.#ModuleRelease; opm mod build renders a module itself",
    });
  return { value, diagnostics };
}

class Finder {
  readonly #cue: CueAccess;
  readonly #instance: Instance;
  readonly #environments: ReadonlyMap<string, EnvironmentDefinition>;
  readonly #decorated: readonly (readonly string[])[];

  constructor(
    cue: CueAccess,
    instance: Instance,
    environments: ReadonlyMap<string, EnvironmentDefinition>,
    decorated: readonly (readonly string[])[],
  ) {
    this.#decorated = decorated;
    this.#cue = cue;
    this.#instance = instance;
    this.#environments = environments;
  }

  bundle(name: string, vertex: Vertex): Outcome<AuthoredRelease>[] {
    const map = this.#cue.field(vertex, "releases");
    const core = findPackage(this.#instance, CORE);
    const wrong = [
      ...(core ? unknownMembers(this.#cue, vertex, { core, definition: "#BundleRelease", path: name }) : []),
      ...(map === undefined ? this.#cue.errors(vertex, {}) : bundleErrors(this.#cue, name, vertex, map)),
    ];
    if (map === undefined || wrong.length > 0) return [{ diagnostics: wrong }];
    const instances = this.#cue.at(vertex, "#bundle", "#instances");
    return this.#cue.fields(map).map((inner) => {
      const path = `.${quote(name)}.releases[${JSON.stringify(inner.name)}]`;
      const { value, diagnostics } = this.release(`${name}.${inner.name}`, path, inner.vertex);
      if (value === undefined) return { diagnostics };
      const instance = instances && this.#cue.field(instances, inner.name);
      const after = instance && this.#cue.field(instance, "after");
      const list = after && this.#view(after);
      const bundle: BundlePart = {
        release: name,
        instance: inner.name,
        after: list?.kind === "list" ? list.items().map((item) => item.text) : [],
        providers: this.#providers(instance),
        ownEnvironment: instance !== undefined && this.#cue.field(instance, "environment") !== undefined,
        ...this.#stated(instance && this.#cue.field(instance, "namespace")),
      };
      return { value: { ...value, bundle }, diagnostics };
    });
  }

  release(field: string, expression: string, vertex: Vertex): Outcome<AuthoredRelease> {
    const cue = this.#cue;
    const moduleVertex = cue.field(vertex, "#module");
    const core = findPackage(this.#instance, CORE);
    const metadataVertex = moduleVertex && cue.field(moduleVertex, "metadata");
    const metadata = metadataVertex && readMetadata(cue, cue.finalize(metadataVertex));
    const name = cue.text(vertex, "metadata", "name");
    if (moduleVertex === undefined || core === undefined || metadata === undefined || name === undefined) {
      const wrong = cue.errors(vertex, { concrete: true, final: true });
      return { diagnostics: wrong };
    }
    const values = this.#values(vertex, field);
    const wrong = [
      ...unknownMembers(cue, vertex, { core, definition: "#ModuleRelease", path: field }),
      ...memberErrors(cue, vertex, ["_#module", "#module", "components", "policies", "values"]),
      ...values.diagnostics,
    ];
    if (hasErrors(wrong)) return { diagnostics: wrong };
    const environment = this.#environment(vertex);
    const namespace = cue.text(vertex, "metadata", "namespace");
    return {
      value: {
        field,
        name,
        ...(namespace !== undefined &&
          environment.value?.namespace === undefined && { namespace, ...this.#namespacePlace(vertex) }),
        module: {
          path: this.#instance.dir,
          importPath: this.#instance.importPath,
          packageName: this.#instance.packageName,
          metadata,
          components: [],
          environments: [],
          ...this.#decoratedIn(moduleVertex),
          cue: new CueHandle({
            instance: this.#instance,
            expression: `${expression}.#module`,
            root: moduleVertex,
            core,
          }),
        },
        ...(values.value && { values: values.value }),
        ...this.#bindings(vertex),
        lines: this.#lines(expression, vertex),
        ...(environment.value && { environment: environment.value }),
      },
      diagnostics: environment.diagnostics,
    };
  }

  // Labels of the release itself depend on its namespace and environment: they are computed anew.
  #lines(expression: string, vertex: Vertex): string[] {
    const from = `module${expression}`;
    const own = (name: string): string[] =>
      this.#cue.at(vertex, "metadata", name) === undefined
        ? []
        : [
            `metadata: ${name}: {for k, v in ${from}.metadata.${name} if k !~ "^module-release\\\\.opmodel\\\\.dev/" {(k): v}}`,
          ];
    const whole = (name: string): string[] =>
      this.#cue.field(vertex, name) === undefined ? [] : [`${name}: ${from}.${name}`];
    return [...own("labels"), ...own("annotations"), ...whole("policies")];
  }

  // As values, and not by reference: the secrets among them must be known.
  #bindings(vertex: Vertex): Pick<AuthoredRelease, "bindings"> {
    const bindings = this.#cue.field(vertex, "#bindings");
    if (bindings === undefined) return {};
    const place = this.#place();
    return { bindings: valuesFromCue(this.#view(bindings), { tier: "user", source: "bindings", place }) };
  }

  // Paths of all modules of the package are known together: this one's are those that are secrets in it.
  #decoratedIn(module: Vertex): Pick<Module, "decorated"> {
    const config = this.#decorated.length === 0 ? undefined : this.#cue.field(module, "#config");
    if (config === undefined) return {};
    const view = this.#view(config);
    const own = this.#decorated.filter((path) => {
      const at = viewAt(view, path);
      return at !== undefined && isSecretView(at);
    });
    return own.length === 0 ? {} : { decorated: own };
  }

  #providers(instance: Vertex | undefined): ReadonlyMap<string, string> {
    const out = new Map<string, string>();
    const map = instance && this.#cue.field(instance, "providers");
    for (const { name, vertex } of map === undefined ? [] : this.#cue.fields(map))
      for (const alias of this.#cue.fields(vertex)) {
        const view = this.#view(alias.vertex);
        if (view.kind === "string") out.set(`${name}.${alias.name}`, view.text);
      }
    return out;
  }

  #stated(namespace: Vertex | undefined): Pick<BundlePart, "namespace"> {
    const view = namespace && this.#view(namespace);
    if (view?.kind !== "string") return {};
    const [place] = view.places;
    return { namespace: { text: view.text, ...(place && { place }) } };
  }

  #namespacePlace(release: Vertex): Pick<AuthoredRelease, "namespacePlace"> {
    const vertex = this.#cue.at(release, "metadata", "namespace");
    const [place] = vertex === undefined ? [] : this.#view(vertex).places;
    return place === undefined ? {} : { namespacePlace: place };
  }

  #place(): Place {
    return { file: this.#instance.files[0]!.source, span: { start: 0, end: 0 } };
  }

  #view(v: Vertex): CueView {
    return viewOf(v, { engine: this.#cue.engine, labels: this.#cue.labels });
  }

  #values(release: Vertex, field: string): Outcome<ValueNode | undefined> {
    const values = this.#cue.field(release, "values");
    if (values === undefined) return { value: undefined, diagnostics: [] };
    return givenValues(this.#cue, values, field, this.#place());
  }

  #environment(release: Vertex): Outcome<EnvironmentDefinition> {
    const vertex = this.#cue.field(release, "#environment");
    if (vertex === undefined) return { diagnostics: [] };
    const own = environmentOf(this.#view(vertex), this.#place());
    const [name] = own.keys();
    return name === undefined
      ? { diagnostics: [] }
      : resolveEnvironment(name, new Map([...this.#environments, ...own]));
  }
}

/** Every environment that the package declares: what others extend. */
export function packageEnvironments(
  cue: CueAccess,
  root: Vertex,
  instance: Instance,
): Map<string, EnvironmentDefinition> {
  const place: Place = { file: instance.files[0]!.source, span: { start: 0, end: 0 } };
  const context = { engine: cue.engine, labels: cue.labels };
  const out = new Map<string, EnvironmentDefinition>();
  for (const { name, vertex } of cue.fields(root)) {
    const found =
      cue.text(vertex, "kind") === "Environment"
        ? environmentOf(viewOf(vertex, context), place)
        : name === "environments"
          ? environmentsFromCue(viewOf(vertex, context), place)
          : [];
    for (const [key, environment] of found) out.set(key, environment);
  }
  return out;
}

/** One `#Environment` by its name. */
export function environmentOf(view: CueView, place: Place): Map<string, EnvironmentDefinition> {
  const only = { fields: () => [{ name: "", presence: "field", value: view }] } as unknown as CueView;
  return environmentsFromCue(only, place);
}

const quote = (name: string): string => (/^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? name : JSON.stringify(name));
