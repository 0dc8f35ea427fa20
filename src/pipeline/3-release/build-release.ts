import type { Instance } from "../../cue/load/index.ts";
import type { TreeField, Value } from "../../cue/index.ts";
import { hasErrors, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import { toPlain, validateValues, viewOf } from "../../values/index.ts";
import type { EnvironmentDefinition, Opaque, ValueNode } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import type { CueAccess } from "../cue-access.ts";
import { CueHandle } from "../cue-handle.ts";
import { metadataErrors } from "../metadata-errors.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import type { PlainStruct } from "../plain-value.ts";
import type { PlatformPolicies } from "../platform/govern.ts";
import { givenPlaces } from "../sealed-value.ts";
import { checkValues } from "./check-values.ts";
import { metadataLeaks } from "./metadata-leaks.ts";
import { missingValues } from "./missing-values.ts";
import { unfulfilled } from "./bindings.ts";
import type { ReleaseBindings } from "./bindings.ts";
import { readComponents } from "./read-components.ts";
import { readReleaseMetadata } from "./read-metadata.ts";
import { readPolicies } from "./read-policies.ts";
import { definition, field, releaseTree, structOf, textOf } from "./release-tree.ts";
import type { ReleaseValues } from "./release-values.ts";
import { secretRules } from "./secret-rules.ts";
import type { Component, Release } from "./release.ts";
import { releaseErrors } from "./release-errors.ts";
import { authorsPath } from "./authors-path.ts";

interface ReleaseRequest {
  readonly name: string;
  /** Absent: the environment's. */
  readonly namespace?: string;
  readonly environment?: EnvironmentDefinition;
  /** Names of all environments that are known. */
  readonly environments?: readonly string[];
  readonly platform?: PlainStruct;
  readonly bindings?: ReleaseBindings;
  /** Policies of the platform, beside the module's own. */
  readonly policies?: PlatformPolicies;
  /** More of the release: what its author wrote beside module and values. */
  readonly more?: readonly TreeField[];
  readonly reveal?: (secret: Opaque) => string;
}

/**
 * Phase 3: the release as CUE computes it. The tree is unified with `core.#ModuleRelease`; CUE validates the values, puts
 * them into `#config`, makes components concrete and computes identity and labels. What is done here is to read.
 */
export function buildRelease(
  cue: CueAccess,
  module: Module,
  values: ReleaseValues,
  request: ReleaseRequest,
): Outcome<Release> {
  const { value, diagnostics } = build(cue, module, values, request);
  const told = releaseErrors(diagnostics, values.schema);
  return { ...(value && { value }), diagnostics: told.filter((d) => !isUnfilled(d, values)) };
}

/** That a value is missing follows from what its tag could not give. */
function isUnfilled({ code, args }: Diagnostic, { unfilled = [] }: ReleaseValues): boolean {
  return code === PIPELINE_CODE.missingValue && unfilled.includes(String(args?.["path"]));
}

/** What the platform sets for a release, and its environment over that. */
export function settingsOf({ platform, environment }: Pick<ReleaseRequest, "platform" | "environment">) {
  return mergeSettings(platform, environment?.platform && (toPlain(environment.platform) as PlainStruct));
}

function build(cue: CueAccess, module: Module, values: ReleaseValues, request: ReleaseRequest): Outcome<Release> {
  const {
    bindings,
    more = [],
    policies: ruled,
    environments: _,
    ...given
  } = withEnvironment(request, values.environment);
  const { core, root: own } = module.cue.get();
  const settings = settingsOf(request);
  const naming = namingOf(own, settings);
  const { tree, secrets } = releaseTree({
    module,
    values: values.tree,
    ...given,
    more: [
      // Objects carry it, whoever gives it.
      field("metadata", structOf([field("namespace", cue.root(core).field("#NameType")!)])),
      ...more,
      ...policiesOf(cue, ruled),
      ...(naming.given === undefined
        ? []
        : [
            definition(
              "#module",
              structOf([field("metadata", structOf([field("objectNames", textOf(naming.given))]))]),
            ),
          ]),
      // A module without #config has nothing to set: `_` would take anything, and cannot be closed.
      ...(values.schema?.source === "_"
        ? [definition("#module", structOf([definition("#config", structOf([]))]))]
        : []),
    ],
    ...(bindings && { bindings: bindings.trees }),
  });
  const root = cue.root(core).field("#ModuleRelease")!.meet(tree);
  const evaluated = root.field("values");
  const wrong = secretRules(values, valueErrors(evaluated, values), request.environment);
  const told = new Set(wrong.map((d) => d.path));
  const diagnostics = [
    ...wrong,
    ...environmentErrors(cue, root, core, () =>
      values.environment === undefined
        ? []
        : checkValues(
            module,
            { ...values, tree: values.environment },
            { complete: false, ...(request.reveal && { reveal: request.reveal }) },
          ),
    ).filter((d) => !told.has(d.path)),
  ];
  const metadata = root.field("metadata");
  if (metadata !== undefined)
    diagnostics.push(
      ...metadataErrors(cue.errors(metadata, { concrete: true, final: true }, { called: authorsPath }), []),
    );
  // What is wrong with the values is wrong with the components too, in more words.
  const readable = metadata !== undefined && !hasErrors(diagnostics);
  const components = readable ? readComponents(cue, root) : { diagnostics: [] };
  diagnostics.push(...unfulfilled(components.diagnostics, bindings?.open ?? []));
  if (!readable || components.value === undefined || hasErrors(diagnostics)) return { diagnostics };
  const policies = readPolicies(cue, root, components.value, {
    environment: request.environment,
    known: request.environments ?? [],
  });
  diagnostics.push(...policies.diagnostics);
  if (policies.value === undefined) return { diagnostics };
  const places = givenPlaces(secrets);
  if (places.size > 0) diagnostics.push(...metadataLeaks(metadata, components.value, policies.value, places));
  if (hasErrors(diagnostics)) return { diagnostics };
  const { environment } = request;
  const tooLong = components.value.flatMap((component) => longName(component));
  if (tooLong.length > 0) return { diagnostics: [...diagnostics, ...tooLong] };
  return {
    value: {
      metadata: readReleaseMetadata(cue, root, metadata),
      ...(environment && {
        environment: {
          name: environment.name,
          labels: Object.fromEntries(environment.labels),
          annotations: Object.fromEntries(environment.annotations),
        },
      }),
      ...(settings && { platform: settings }),
      ...(naming.isRelease && { namesObjects: true }),
      components: components.value,
      policies: policies.value,
      cue: new CueHandle({ root, secrets, values: values.tree, evaluated }),
    },
    diagnostics,
  };
}

/** Whether objects carry the release's name: the module says it, else the platform, which then is given to the module. */
function namingOf(module: Value, settings: PlainStruct | undefined): { isRelease: boolean; given?: string } {
  const stated = module.text("metadata", "objectNames");
  if (stated !== undefined) return { isRelease: stated === "release" };
  const given = settings?.["objectNames"];
  return typeof given === "string" ? { isRelease: given === "release", given } : { isRelease: false };
}

/** What names of objects may have. */
const LONGEST = 63;

function longName({ id, objectName = "", cue }: Component): Diagnostic[] {
  if (objectName.length <= LONGEST) return [];
  const [place] = viewOf(cue.get()).places.filter(({ file }) => !file.name.startsWith("opmodel.dev/"));
  return [
    {
      ...tell(
        PIPELINE_CODE.longName,
        "objects of component {id} would be named {objectName}: {count} characters, {longest} are allowed",
        { id, objectName, count: objectName.length, longest: LONGEST, component: id, name: objectName },
      ),
      severity: "error",
      ...(place && { places: [place] }),
      hint: advise(PIPELINE_CODE.longName, "give the release a shorter name (--release-name), or the component"),
    },
  ];
}

/** The environment with its values as they were made ready: secrets opaque. */
function withEnvironment({ environment, ...request }: ReleaseRequest, values: ValueNode | undefined): ReleaseRequest {
  if (environment === undefined) return request;
  return { ...request, environment: values === undefined ? environment : { ...environment, values } };
}

/** Policies of the platform, as they stand in its package. */
function policiesOf(cue: CueAccess, policies: PlatformPolicies | undefined): TreeField[] {
  if (policies === undefined) return [];
  const root = cue.root(policies.instance);
  // One by one, so that they come in this order: the catalog's, then the entry's.
  const entries = policies.paths.flatMap((path) => root.lookupPath(path).entries());
  return [field("policies", structOf(entries.map(({ name, value }) => field(name, value))))];
}

function valueErrors(value: Value | undefined, { tree, schema, secrets }: ReleaseValues): Diagnostic[] {
  if (value === undefined) return [];
  const wrong = validateValues(value, { tree, ...(schema && { schema }), complete: true, secrets });
  // CUE does not look for what is missing where something is wrong.
  return [...wrong, ...missingValues(viewOf(value), secrets, wrong)];
}

// ENV-4: the environment's own values against the schema, whatever wins over them. CUE finds out that something is
// wrong; `explain` looks at the values alone, without what CUE says about the type of environments.
function environmentErrors(cue: CueAccess, root: Value, core: Instance, explain: () => Diagnostic[]): Diagnostic[] {
  const check = root.field("_envValuesTypeCheck", { of: core });
  const errors = check === undefined ? [] : cue.errors(check, {}, { called: authorsPath });
  if (errors.length === 0) return [];
  const explained = explain();
  if (explained.length > 0) return explained;
  return errors.map((d) => ({
    ...d,
    ...(d.path && { path: d.path.replace(/^_envValuesTypeCheck/, "values") }),
  }));
}

function mergeSettings(below: PlainStruct | undefined, above: PlainStruct | undefined): PlainStruct | undefined {
  if (below === undefined || above === undefined) return above ?? below;
  const out: Record<string, PlainStruct[string]> = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const old = out[name];
    const both = isPlainStruct(old) && isPlainStruct(value);
    out[name] = both ? mergeSettings(old, value)! : value;
  }
  return out;
}

const isPlainStruct = (x: PlainStruct[string] | undefined): x is PlainStruct =>
  typeof x === "object" && x !== null && !Array.isArray(x);
