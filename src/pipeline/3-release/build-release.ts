import type { Instance } from "../../cue/load/index.ts";
import type { Value } from "../../cue/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import { relocate, toPlain, validateValues, viewOf } from "../../values/index.ts";
import type { CueText, EnvironmentDefinition, Opaque, ValueNode } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import type { CueAccess } from "../cue-access.ts";
import { CueHandle } from "../cue-handle.ts";
import { metadataErrors } from "../metadata-errors.ts";
import type { PlainStruct } from "../plain-value.ts";
import type { PlatformPolicies } from "../platform/govern.ts";
import { givenPlaces, literalMarks } from "../sealed-value.ts";
import { checkValues } from "./check-values.ts";
import { metadataLeaks } from "./metadata-leaks.ts";
import { missingValues } from "./missing-values.ts";
import { unfulfilled } from "./bindings.ts";
import type { ReleaseBindings } from "./bindings.ts";
import { readComponents } from "./read-components.ts";
import { readReleaseMetadata } from "./read-metadata.ts";
import { readPolicies } from "./read-policies.ts";
import {
  PLATFORM_IMPORT,
  RELEASE_FIELD,
  RELEASE_PACKAGE,
  moduleImport,
  overlayPath,
  releaseOverlay,
} from "./release-overlay.ts";
import type { ReleaseValues } from "./release-values.ts";
import { secretRules } from "./secret-rules.ts";
import type { Release } from "./release.ts";
import { tellPlainly } from "./tell-plainly.ts";

export interface ReleaseRequest {
  readonly name: string;
  /** Absent: the environment's. */
  readonly namespace?: string;
  readonly environment?: EnvironmentDefinition;
  readonly platform?: PlainStruct;
  readonly bindings?: ReleaseBindings;
  /** Policies of the platform, beside the module's own. */
  readonly policies?: PlatformPolicies;
  /** More of the release, as CUE in which `module` is the module's package. */
  readonly lines?: readonly string[];
  readonly reveal?: (secret: Opaque) => string;
}

/**
 * Phase 3: the release as CUE computes it. The overlay file builds `core.#ModuleRelease`; CUE validates the values, puts
 * them into `#config`, makes components concrete and computes identity and labels. What is done here is to read.
 */
export function buildRelease(
  cue: CueAccess,
  module: Module,
  values: ReleaseValues,
  request: ReleaseRequest,
): Outcome<Release> {
  const { value, diagnostics } = build(cue, module, values, request);
  return { ...(value && { value }), diagnostics: tellPlainly(diagnostics, values.schema) };
}

function build(cue: CueAccess, module: Module, values: ReleaseValues, request: ReleaseRequest): Outcome<Release> {
  const { bindings, lines = [], ...given } = withEnvironment(request, values.environment);
  // A module without #config has nothing to set: `_` would take anything, and cannot be closed.
  const nothing = values.schema?.source === "_" ? ["#module: #config: {}"] : [];
  const text = releaseOverlay({
    module,
    values: values.tree,
    ...given,
    lines: [...lines, ...nothing],
    ...(bindings && { bindings: bindings.trees }),
  });
  const { instance: moduleInstance, core } = module.cue.get();
  const path = overlayPath(module);
  const instance = cue.program.synthetic({
    path,
    text: text.text,
    packageName: RELEASE_PACKAGE,
    marks: literalMarks(text),
    imports: new Map([
      ["opmodel.dev/core@v0", core],
      [moduleImport(module), moduleInstance],
      ...(request.policies === undefined ? [] : [[PLATFORM_IMPORT, request.policies.instance] as const]),
    ]),
  });
  const root = cue.root(instance).field(RELEASE_FIELD, { of: instance });
  if (root === undefined) throw new Error("the overlay has no release");
  const valuesVertex = root.field("values");
  const wrong = secretRules(values, valueErrors(cue, valuesVertex, { text, values, path }), request.environment);
  const told = new Set(wrong.map((d) => d.path));
  const diagnostics = [
    ...wrong,
    ...environmentErrors(cue, root, core, { text, path }, () =>
      values.environment === undefined
        ? []
        : checkValues(
            cue,
            module,
            { ...values, tree: values.environment },
            { complete: false, ...(request.reveal && { reveal: request.reveal }) },
          ),
    ).filter((d) => !told.has(d.path)),
  ];
  const metadata = root.field("metadata");
  if (metadata !== undefined)
    diagnostics.push(...metadataErrors(located(cue.errors(metadata, { concrete: true, final: true }), text, path), []));
  // What is wrong with the values is wrong with the components too, in more words.
  const readable = metadata !== undefined && !hasErrors(diagnostics);
  const components = readable ? readComponents(cue, root) : { diagnostics: [] };
  diagnostics.push(...unfulfilled(located(components.diagnostics, text, path), bindings?.open ?? []));
  if (!readable || components.value === undefined || hasErrors(diagnostics)) return { diagnostics };
  const policies = readPolicies(cue, root, components.value);
  diagnostics.push(...located(policies.diagnostics, text, path));
  if (policies.value === undefined) return { diagnostics };
  const places = givenPlaces(text);
  if (places.size > 0) diagnostics.push(...metadataLeaks(metadata, components.value, policies.value, places));
  if (hasErrors(diagnostics)) return { diagnostics };
  const { environment } = request;
  const platform = mergeSettings(
    request.platform,
    environment?.platform && (toPlain(environment.platform) as PlainStruct),
  );
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
      ...(platform && { platform }),
      components: components.value,
      policies: policies.value,
      overlay: path,
      cue: new CueHandle({ instance, root, text, values: values.tree, valuesVertex }),
    },
    diagnostics,
  };
}

/** The environment with its values as they were made ready: secrets opaque. */
function withEnvironment({ environment, ...request }: ReleaseRequest, values: ValueNode | undefined): ReleaseRequest {
  if (environment === undefined) return request;
  return { ...request, environment: values === undefined ? environment : { ...environment, values } };
}

interface Written {
  readonly text: CueText;
  readonly path: string;
}

function valueErrors(
  cue: CueAccess,
  item: Value | undefined,
  { text, values, path }: Written & { values: ReleaseValues },
): Diagnostic[] {
  if (item === undefined) return [];
  const wrong = validateValues(item, {
    cue: text,
    name: path,
    tree: values.tree,
    ...(values.schema && { schema: values.schema }),
    complete: true,
    secrets: values.secrets,
    under: RELEASE_FIELD,
  });
  // CUE does not look for what is missing where something is wrong.
  return [...wrong, ...missingValues(viewOf(item), values.secrets, wrong)];
}

// ENV-4: the environment's own values against the schema, whatever wins over them. CUE finds out that something is
// wrong; `explain` looks at the values alone, without what CUE says about the type of environments.
function environmentErrors(
  cue: CueAccess,
  root: Value,
  core: Instance,
  { text, path }: Written,
  explain: () => Diagnostic[],
): Diagnostic[] {
  const check = root.field("_envValuesTypeCheck", { of: core });
  const errors = check === undefined ? [] : cue.errors(check, {});
  if (errors.length === 0) return [];
  const explained = explain();
  if (explained.length > 0) return explained;
  return located(errors, text, path).map((d) => ({
    ...d,
    ...(d.path && { path: d.path.replace(/^_envValuesTypeCheck/, "values") }),
  }));
}

/** Errors about the overlay as errors about what users wrote. */
function located(diagnostics: readonly Diagnostic[], text: CueText, path: string): Diagnostic[] {
  return diagnostics.map((d) => {
    const moved = relocate(d, text, path);
    return moved.path === undefined ? moved : { ...moved, path: moved.path.replace(/^_opmRelease\./, "") };
  });
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
