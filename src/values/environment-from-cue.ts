// `environments` of an evaluated package (`#EnvironmentMap`) as definitions, and one with all that it inherits.
import { tell, advise } from "../source/index.ts";
import type { Diagnostic, Outcome, Place, Told } from "../source/index.ts";
import type { CueView } from "./cue-view.ts";
import { lineage } from "./environment.ts";
import type { EnvironmentValues } from "./environment.ts";
import { valuesFromCue } from "./from-cue.ts";
import { mergeAll } from "./merge.ts";
import { withQueries } from "./runtime-queries.ts";
import type { Origin, ValueNode } from "./value-tree.ts";
import { VALUES_CODE } from "./values-code.ts";

export interface EnvironmentDefinition extends EnvironmentValues {
  /** Only there to be extended. */
  readonly abstract: boolean;
  readonly namespace?: string;
  readonly namespacePlace?: Place;
  readonly cluster?: { readonly kubeContext: string; readonly kubeConfig?: string };
  readonly labels: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, string>;
  /** Where each of them is written. */
  readonly placesOf?: Readonly<Record<"labels" | "annotations", ReadonlyMap<string, Place>>>;
  readonly group?: string;
  readonly rollout: {
    readonly order?: number;
    readonly approval?: boolean;
    readonly soak?: string;
    readonly check?: string;
  };
  /** The platform's settings for this environment. */
  readonly platform?: ValueNode;
  /** What it has for single modules, by their name or path. */
  readonly modules?: ReadonlyMap<string, ModulePart>;
  /** What it gives for the interfaces that the module requires, once it is known which module. */
  readonly bindings?: ValueNode;
  /** What keeps releases from it. */
  readonly problems?: readonly Diagnostic[];
}

interface ModulePart {
  readonly place: Place;
  /** The version that is released there, and where that is written. */
  readonly version?: string;
  readonly versionPlace?: Place;
  readonly values?: ValueNode;
  readonly bindings?: ValueNode;
}

/** `shared`: they were written for many modules. */
export function environmentsFromCue(
  map: CueView,
  place: Place,
  shared?: Origin["shared"],
): Map<string, EnvironmentDefinition> {
  const found = new Map<string, EnvironmentDefinition>();
  for (const { name: key, presence, value } of map.fields()) {
    if (presence !== "field") continue;
    const at = value.places[0] ?? place;
    const text = (...path: string[]): string | undefined => {
      let view: CueView | undefined = value;
      for (const step of path) view = view?.field(step);
      return view !== undefined && view.kind !== "struct" && view.kind !== "other" ? view.text : undefined;
    };
    const name = text("metadata", "name") ?? key;
    const parents = value.field("extends");
    const values = value.field("values");
    const kubeContext = text("cluster", "kubeContext");
    const kubeConfig = text("cluster", "kubeConfig");
    const order = text("rollout", "order");
    const approval = text("rollout", "approval");
    const soak = text("rollout", "soak");
    const check = text("rollout", "check");
    const settings = value.field("platform");
    const namespace = text("namespace");
    const group = text("group");
    const known = withQueries(
      values?.kind === "struct"
        ? valuesFromCue(values, { tier: "environment", source: name, place: at, ...(shared && { shared }) })
        : undefined,
      value.field("queries"),
      { tier: "environment", source: name, file: at.file, span: at.span, ...(shared && { shared }) },
    );
    const problems = problemsOf(key, value, at, found.get(name)?.place);
    found.set(name, {
      name,
      ...(problems.length > 0 && { problems }),
      extends:
        parents?.kind === "list"
          ? parents.items().map((item) => item.text)
          : parents?.kind === "string"
            ? [parents.text]
            : [],
      ...(known !== undefined && { values: known }),
      ...modulesOf(value.field("modules"), name, at),
      place: at,
      abstract: text("abstract") === "true",
      ...(namespace !== undefined && { namespace, namespacePlace: value.field("namespace")?.places[0] ?? at }),
      ...(kubeContext !== undefined && { cluster: { kubeContext, ...(kubeConfig !== undefined && { kubeConfig }) } }),
      labels: texts(value.field("metadata")?.field("labels")),
      annotations: texts(value.field("metadata")?.field("annotations")),
      placesOf: {
        labels: placesIn(value.field("metadata")?.field("labels")),
        annotations: placesIn(value.field("metadata")?.field("annotations")),
      },
      ...(group !== undefined && { group }),
      rollout: {
        ...(order !== undefined && { order: Number(order) }),
        ...(approval !== undefined && { approval: approval === "true" }),
        ...(soak !== undefined && { soak }),
        ...(check !== undefined && { check }),
      },
      ...(settings?.kind === "struct" && {
        platform: valuesFromCue(settings, { tier: "platform", source: name, place: at }),
      }),
    });
  }
  return found;
}

function modulesOf(map: CueView | undefined, source: string, place: Place): Pick<EnvironmentDefinition, "modules"> {
  if (map?.kind !== "struct") return {};
  const modules = new Map<string, ModulePart>();
  for (const { name, presence, value } of map.fields()) {
    if (presence !== "field") continue;
    const tree = (field: string): ValueNode | undefined => {
      const view = value.field(field);
      return view?.kind === "struct" ? valuesFromCue(view, { tier: "environment", source, place }) : undefined;
    };
    const values = tree("values");
    const bindings = tree("bindings");
    const version = value.field("version");
    modules.set(name, {
      place: value.places[0] ?? place,
      ...(values && { values }),
      ...(bindings && { bindings }),
      ...(version?.kind === "string" && { version: version.text, versionPlace: version.places[0] ?? place }),
    });
  }
  return modules.size === 0 ? {} : { modules };
}

/** `other` is where an environment of the same name is. */
function problemsOf(key: string, value: CueView, place: Place, other: Place | undefined): Diagnostic[] {
  const found: Diagnostic[] = [];
  const wrong = (told: Told, places: readonly Place[], hint: string): void => {
    found.push({ ...told, severity: "error", args: { key }, places, hint });
  };
  const name = value.field("metadata")?.field("name", true);
  const stated = name?.kind === "string" ? name.text : undefined;
  if (name !== undefined && stated === undefined)
    wrong(
      tell(VALUES_CODE.badEnvironment, "the environment {key} has no name", { key }),
      [name.places[0] ?? place],
      advise(VALUES_CODE.badEnvironment, "write metadata: name: {key}", { key: JSON.stringify(key) }),
    );
  if (other !== undefined)
    wrong(
      tell(VALUES_CODE.badEnvironment, "two environments are named {stated}", { stated: stated ?? key }),
      [place, { ...other, label: "the other one" }],
      advise(VALUES_CODE.badEnvironment, "give one of them another metadata.name"),
    );
  const namespace = value.field("namespace", true);
  if (namespace !== undefined && namespace.kind === "other" && value.field("namespace") !== undefined)
    wrong(
      tell(VALUES_CODE.badEnvironment, "the namespace of the environment {key} is not known", { key }),
      [namespace.places[0] ?? place],
      advise(VALUES_CODE.badEnvironment, "write a name"),
    );
  return found;
}

/** The environment with what it inherits: its own settings win, labels add up, values go through the one merge. */
export function resolveEnvironment(
  name: string,
  known: ReadonlyMap<string, EnvironmentDefinition>,
  from?: Place,
): Outcome<EnvironmentDefinition> {
  const chain = lineage(name, known, from);
  if (chain.value === undefined) return { diagnostics: chain.diagnostics };
  const all = chain.value as readonly EnvironmentDefinition[];
  const own = known.get(name)!;
  const last = <T>(pick: (environment: EnvironmentDefinition) => T | undefined): T | undefined =>
    all.map(pick).findLast((value) => value !== undefined);
  const values = mergeAll(all.map((environment) => environment.values));
  const namespace = last((e) => e.namespace);
  const namespacePlace = last((e) => e.namespacePlace);
  const cluster = last((e) => e.cluster);
  const group = last((e) => e.group);
  const settings = mergeAll(all.map((environment) => environment.platform));
  const bindings = mergeAll(all.map((environment) => environment.bindings));
  return {
    value: {
      ...own,
      ...(values !== undefined && { values }),
      ...(namespace !== undefined && { namespace }),
      ...(namespacePlace !== undefined && { namespacePlace }),
      ...(cluster !== undefined && { cluster }),
      ...(group !== undefined && { group }),
      ...(settings !== undefined && { platform: settings }),
      ...(bindings !== undefined && { bindings }),
      labels: new Map(all.flatMap((e) => [...e.labels])),
      annotations: new Map(all.flatMap((e) => [...e.annotations])),
      placesOf: {
        labels: new Map(all.flatMap((e) => [...(e.placesOf?.labels ?? [])])),
        annotations: new Map(all.flatMap((e) => [...(e.placesOf?.annotations ?? [])])),
      },
      rollout: Object.assign({}, ...all.map((e) => e.rollout)) as EnvironmentDefinition["rollout"],
    },
    diagnostics: [],
  };
}

function texts(view: CueView | undefined): ReadonlyMap<string, string> {
  const out = new Map<string, string>();
  if (view?.kind === "struct")
    for (const { name, presence, value } of view.fields()) if (presence === "field") out.set(name, value.text);
  return out;
}

function placesIn(view: CueView | undefined): ReadonlyMap<string, Place> {
  const fields = view?.kind === "struct" ? view.fields() : [];
  return new Map(fields.flatMap(({ name, value }) => (value.places[0] ? [[name, value.places[0]] as const] : [])));
}
