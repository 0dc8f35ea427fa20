// What a module requires from outside and the platform gives (SEC-10): `requires` of components and `bindings`.
import type { Vertex } from "../../cue/value/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic, Outcome, Place } from "../../source/index.ts";
import {
  nearestName,
  nodeAt,
  placeOf,
  resolveTags,
  sealSecrets,
  secretPathTest,
  secretSlots,
  viewOf,
} from "../../values/index.ts";
import type { Path, ValueNode } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import type { CueAccess } from "../cue-access.ts";
import { placeOfSrc } from "../cue-diagnostics.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import type { ValueInputs } from "./release-values.ts";

/** A requirement that no binding fulfils. */
export interface OpenRequirement {
  readonly component: string;
  readonly alias: string;
  /** FQN; empty if it is none of the catalog's. */
  readonly fqn: string;
  readonly place?: Place;
  /** Components of the module that provide the interface. */
  readonly providers: readonly { readonly name: string; readonly place?: Place }[];
}

export interface ReleaseBindings {
  /** <component>.requires.<alias>, secrets opaque. */
  readonly tree?: ValueNode;
  readonly open: readonly OpenRequirement[];
}

interface Requirement {
  readonly component: string;
  readonly alias: string;
  readonly vertex: Vertex;
}

export async function releaseBindings(
  cue: CueAccess,
  module: Module,
  platform: ValueNode | undefined,
  inputs: Pick<ValueInputs, "tags" | "opaque">,
): Promise<Outcome<ReleaseBindings>> {
  const required = interfacesOf(cue, module, "requires");
  const given = platform && nodeAt(platform, [module.metadata.name]);
  if (required.length === 0 && given === undefined) return { value: { open: [] }, diagnostics: [] };
  const unknown = given === undefined ? [] : unknownBindings(given, required);
  const provided = interfacesOf(cue, module, "provides");
  const open = required
    .filter(
      ({ component, alias }) => given === undefined || nodeAt(given, [component, "requires", alias]) === undefined,
    )
    .map(({ component, alias, vertex }): OpenRequirement => {
      const fqn = cue.text(vertex, "#interface") ?? "";
      return {
        component,
        alias,
        fqn,
        ...placed(vertex),
        providers: provided
          .filter((p) => fqn !== "" && cue.text(p.vertex, "#interface") === fqn)
          .map((p) => ({ name: `${p.component}.provides.${p.alias}`, ...placed(p.vertex) })),
      };
    });
  if (given === undefined || hasErrors(unknown))
    return hasErrors(unknown) ? { diagnostics: unknown } : { value: { open }, diagnostics: [] };
  const secrets = required.flatMap(({ component, alias, vertex }): Path[] => {
    const slots = secretSlots(viewOf(vertex, { engine: cue.engine, labels: cue.labels }));
    return slots.map(({ path }) => [component, "requires", alias, ...path]);
  });
  const isSecret = secretPathTest(secrets.map((path) => ({ path, secretName: "", dataKey: "", doc: "" })));
  let tree = inputs.opaque === undefined ? given : sealSecrets(given, secrets, inputs.opaque);
  if (inputs.tags !== undefined) {
    const resolved = await resolveTags(tree, inputs.tags, isSecret);
    if (resolved.value === undefined) return { diagnostics: resolved.diagnostics };
    ({ tree } = resolved.value);
  }
  return { value: { tree, open }, diagnostics: unknown };
}

/** Errors of components with those about open requirements told once, in terms of the interface. */
export function unfulfilled(errors: readonly Diagnostic[], open: readonly OpenRequirement[]): Diagnostic[] {
  const at = ({ component, alias }: OpenRequirement): string => `components.${component}.requires.${alias}`;
  const isAt = (d: Diagnostic, path: string): boolean => d.path === path || d.path?.startsWith(`${path}.`) === true;
  const told = open.filter((r) => errors.some((d) => isAt(d, at(r))));
  if (told.length === 0) return [...errors];
  // What refers to them fails with them.
  const components = new Set(told.map(({ component }) => `components.${component}.`));
  const follows = (d: Diagnostic): boolean =>
    [...components].some((prefix) => d.path?.startsWith(prefix) === true) &&
    /non-concrete|incomplete|required but not present|undefined field/.test(d.message);
  return [...errors.filter((d) => !told.some((r) => isAt(d, at(r))) && !follows(d)), ...told.map(openDiagnostic)];
}

function openDiagnostic({ component, alias, fqn, place, providers }: OpenRequirement): Diagnostic {
  const what = fqn === "" ? "an interface" : fqn;
  const ambiguous = providers.length > 1;
  return {
    code: ambiguous ? PIPELINE_CODE.ambiguousInterface : PIPELINE_CODE.unfulfilledInterface,
    severity: "error",
    message: ambiguous
      ? `component ${component} requires ${what} as ${alias}, and several components provide it`
      : `component ${component} requires ${what} as ${alias}, and nothing fulfils it`,
    args: { component, alias, fqn },
    path: `components.${component}.requires.${alias}`,
    places: [
      ...(place ? [{ ...place, label: "required here" }] : []),
      ...providers.flatMap((p) => (p.place ? [{ ...p.place, label: `${p.name} provides it` }] : [])),
    ],
    hint:
      providers.length > 0
        ? `refer to one directly (requires: ${alias}: #components.${providers[0]!.name}), or let the platform bind it: bindings: <module>: ${component}: requires: ${alias}: {…}`
        : `let the platform bind it: bindings: <module>: ${component}: requires: ${alias}: {…}`,
  };
}

/** Bindings for what the module does not require: a misspelt name would otherwise do nothing. */
function unknownBindings(given: ValueNode, required: readonly Requirement[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  const refuse = (node: ValueNode, what: string, name: string, known: readonly string[]): void => {
    const near = nearestName(name, known);
    found.push({
      code: PIPELINE_CODE.unknownBinding,
      severity: "error",
      message: `the platform binds ${what}, which the module does not require`,
      places: [placeOf(node.origin)],
      notes: [`required: ${known.join(", ") || "nothing"}`],
      ...(near !== null && { hint: `did you mean ${near}?` }),
    });
  };
  if (given.kind !== "struct") return [];
  for (const [component, inner] of given.fields) {
    const aliases = required.filter((r) => r.component === component).map(({ alias }) => alias);
    if (aliases.length === 0) {
      refuse(inner, `component ${component}`, component, [...new Set(required.map((r) => r.component))]);
      continue;
    }
    const requires = inner.kind === "struct" ? inner.fields.get("requires") : undefined;
    if (requires?.kind !== "struct") continue;
    for (const [alias, node] of requires.fields)
      if (!aliases.includes(alias)) refuse(node, `${component}.requires.${alias}`, alias, aliases);
  }
  return found;
}

function interfacesOf(cue: CueAccess, module: Module, side: "requires" | "provides"): Requirement[] {
  const components = cue.field(module.cue.get().root, "#components");
  if (components === undefined) return [];
  return cue.fields(components).flatMap(({ name, vertex }) => {
    const map = cue.field(vertex, side);
    return map === undefined
      ? []
      : cue.fields(map).map((field) => ({ component: name, alias: field.name, vertex: field.vertex }));
  });
}

function placed(vertex: Vertex): { place?: Place } {
  for (const { x } of vertex.conjuncts) if (x.src !== null) return { place: placeOfSrc(x.src) };
  return {};
}
