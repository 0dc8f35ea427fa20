// What a module requires from outside and others give (SEC-10): `requires` of components, and `bindings` of the platform,
// of a release's author and of the other instances of a bundle.
import type { Value } from "../../cue/index.ts";
import { hasErrors, hasReason, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, Place } from "../../source/index.ts";
import {
  effective,
  leavesOf,
  nearestName,
  nodeAt,
  placeOf,
  resolveTags,
  sameValue,
  sealSecrets,
  secretPathTest,
  secretSlots,
  viewOf,
} from "../../values/index.ts";
import type { Path, TagTarget, ValueNode } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import type { CueAccess } from "../cue-access.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { secretNames, withSecretNames } from "./binding-names.ts";
import { tellLiterals } from "./release-values.ts";
import type { ValueInputs } from "./release-values.ts";
import { strayTexts } from "./slots-of-values.ts";

/** A requirement that no binding fulfils. */
interface OpenRequirement {
  readonly component: string;
  readonly alias: string;
  /** FQN; empty if it is none of the catalog's. */
  readonly fqn: string;
  readonly place?: Place;
  /** Components of the module that provide the interface. */
  readonly providers: readonly { readonly name: string; readonly place?: Place }[];
}

export interface ReleaseBindings {
  /** <component>.requires.<alias>, secrets opaque; CUE unifies them. */
  readonly trees: readonly ValueNode[];
  readonly open: readonly OpenRequirement[];
}

/** Who gives what: <component>.requires.<alias>. */
export interface Binding {
  readonly by: string;
  readonly tree: ValueNode;
}

export interface Requirement {
  readonly component: string;
  readonly alias: string;
  /** The interface; empty if it is none that has a name. */
  readonly fqn: string;
  readonly place?: Place;
  readonly value: Value;
}

export async function releaseBindings(
  cue: CueAccess,
  module: Module,
  given: readonly Binding[],
  inputs: Pick<ValueInputs, "tags" | "opaque">,
  target?: TagTarget,
): Promise<Outcome<ReleaseBindings>> {
  const required = interfacesOf(cue, module, "requires");
  if (required.length === 0 && given.length === 0) return { value: { trees: [], open: [] }, diagnostics: [] };
  const diagnostics = given.flatMap((binding) => unknownBindings(binding, required));
  if (hasErrors(diagnostics)) return { diagnostics };
  const provided = interfacesOf(cue, module, "provides");
  const open = required
    .filter((requirement) => !given.some(({ tree }) => isBound(tree, requirement)))
    .map(({ component, alias, fqn, place, value }): OpenRequirement => ({
      component,
      alias,
      fqn,
      ...(place && { place }),
      providers: isOpen(cue, value)
        ? provided
            .filter((p) => fqn !== "" && p.fqn === fqn)
            .map((p) => ({ name: `${p.component}.provides.${p.alias}`, ...(p.place && { place: p.place }) }))
        : [],
    }));
  const secrets = required.flatMap(({ component, alias, value }): Path[] => {
    const view = viewOf(value);
    const slots = secretSlots(view);
    tellLiterals(slots, inputs);
    for (const { tree } of given) {
      const node = nodeAt(tree, [component, "requires", alias]);
      for (const { text, path, place } of node === undefined ? [] : strayTexts(node, view))
        inputs.opaque?.(text, path, place);
    }
    return slots.map(({ path }) => [component, "requires", alias, ...path]);
  });
  for (const { value } of provided) tellLiterals(secretSlots(viewOf(value)), inputs);
  const isSecret = secretPathTest(secrets.map((path) => ({ path, secretName: "", dataKey: "", doc: "" })));
  const trees: ValueNode[] = [];
  const names = secretNames(required);
  for (const { tree } of given) {
    let sealed = inputs.opaque === undefined ? tree : sealSecrets(tree, secrets, inputs.opaque);
    if (inputs.tags !== undefined) {
      const resolved = await resolveTags(sealed, inputs.tags, isSecret, target);
      diagnostics.push(...resolved.diagnostics);
      sealed = resolved.value?.tree ?? sealed;
    }
    trees.push(withSecretNames(sealed, secrets, names));
  }
  diagnostics.push(...contradictions(given.map(({ by }, i) => ({ by, tree: trees[i]! }))));
  return hasErrors(diagnostics) ? { diagnostics } : { value: { trees, open }, diagnostics };
}

/** What two of them bind in different ways: CUE would only say that nothing is left. */
function contradictions(given: readonly Binding[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const [i, first] of given.entries())
    for (const second of given.slice(i + 1))
      for (const { path, node } of leavesOf(first.tree)) {
        const other = nodeAt(second.tree, path);
        if (other === undefined || sameValue(effective(node), effective(other))) continue;
        const [component, , alias, ...rest] = path;
        found.push({
          ...tell(
            PIPELINE_CODE.ambiguousInterface,
            "{first} and {second} bind {field} of {component}.requires.{alias} to different values",
            {
              first: first.by,
              second: second.by,
              field: rest.join("."),
              component: String(component),
              alias: String(alias),
            },
          ),
          severity: "error",
          path: `components.${path.join(".")}`,
          places: [placeOf(node.origin, `bound by ${first.by}`), placeOf(other.origin, `bound by ${second.by}`)],
          hint: advise(PIPELINE_CODE.ambiguousInterface, "leave the binding to one of them"),
        });
      }
  return found;
}

export function isBound(tree: ValueNode, { component, alias }: Pick<Requirement, "component" | "alias">): boolean {
  return nodeAt(tree, [component, "requires", alias]) !== undefined;
}

/** Whether something that the interface demands is still to be given: a direct reference gives it. */
export function isOpen(cue: CueAccess, requirement: Value): boolean {
  return viewOf(requirement)
    .fields()
    .some(({ presence }) => presence === "required");
}

/** Errors of components with those about requirements told once, in terms of the interface. */
export function unfulfilled(errors: readonly Diagnostic[], open: readonly OpenRequirement[]): Diagnostic[] {
  return lacking(openOnes(errors, open));
}

const REQUIRED = /^components\.([^.]+)\.requires\.([^.]+)\.(.+)$/;

/** What is bound without a field that the interface demands; everything that reads the field fails with it. */
function lacking(errors: readonly Diagnostic[]): Diagnostic[] {
  const named = errors.map((d) => ({ d, path: (d.path ?? "").replace(/^_#module\.#(?=components\.)/, "") }));
  const causes = new Map(
    named.flatMap(({ d, path }) => {
      const found = hasReason(d, "missing") ? REQUIRED.exec(path) : null;
      return found === null ? [] : [[path, { d, found }] as const];
    }),
  );
  if (causes.size === 0) return [...errors];
  const components = [...causes.values()].map(({ found }) => `components.${found[1]}.`);
  const within = named.filter(({ path }) => components.some((prefix) => path.startsWith(prefix)));
  const fails = within.filter(({ d }) => hasReason(d, "incomplete", "nonConcrete", "missing", "undefined"));
  const readers = new Set(fails.map(({ path }) => path));
  const told = [...causes].map(([path, { d, found }]): Diagnostic => {
    const [, component = "", alias = "", field = ""] = found;
    return {
      ...d,
      ...tell(PIPELINE_CODE.unfulfilledInterface, "what is bound as {component}.requires.{alias} lacks {field}", {
        component,
        alias,
        field,
      }),
      path,
      hint: advise(
        PIPELINE_CODE.unfulfilledInterface,
        "the interface demands {field}: give it where {alias} is bound",
        { field, alias },
      ),
    };
  });
  return [...named.filter((one) => !within.includes(one) || !readers.has(one.path)).map(({ d }) => d), ...told];
}

function openOnes(errors: readonly Diagnostic[], open: readonly OpenRequirement[]): Diagnostic[] {
  const at = ({ component, alias }: OpenRequirement): string => `components.${component}.requires.${alias}`;
  const isAt = (d: Diagnostic, path: string): boolean => d.path === path || d.path?.startsWith(`${path}.`) === true;
  const told = open.filter((r) => errors.some((d) => isAt(d, at(r))));
  if (told.length === 0) return [...errors];
  // What refers to them fails with them.
  const components = new Set(told.map(({ component }) => `components.${component}.`));
  const follows = (d: Diagnostic): boolean =>
    [...components].some((prefix) => d.path?.startsWith(prefix) === true) &&
    hasReason(d, "incomplete", "nonConcrete", "missing", "undefined");
  return [...errors.filter((d) => !told.some((r) => isAt(d, at(r))) && !follows(d)), ...told.map(openDiagnostic)];
}

function openDiagnostic({ component, alias, fqn, place, providers }: OpenRequirement): Diagnostic {
  const args = { component, alias, fqn, what: fqn === "" ? "an interface" : fqn };
  return {
    ...(providers.length > 1
      ? tell(
          PIPELINE_CODE.ambiguousInterface,
          "component {component} requires {what} as {alias}, and several components provide it",
          args,
        )
      : tell(
          PIPELINE_CODE.unfulfilledInterface,
          "component {component} requires {what} as {alias}, and nothing fulfils it",
          args,
        )),
    severity: "error",
    path: `components.${component}.requires.${alias}`,
    places: [
      ...(place ? [{ ...place, label: "required here" }] : []),
      ...providers.flatMap((p) => (p.place ? [{ ...p.place, label: `${p.name} provides it` }] : [])),
    ],
    hint:
      providers.length > 0
        ? advise(
            PIPELINE_CODE.ambiguousInterface,
            "refer to one directly (requires: {alias}: #components.{provider}), or let the platform bind it: bindings: <module>: {component}: requires: {alias}: {…}",
            { alias, provider: providers[0]!.name, component },
          )
        : advise(
            PIPELINE_CODE.unfulfilledInterface,
            "let the platform bind it: bindings: <module>: {component}: requires: {alias}: {…}",
            { component, alias },
          ),
  };
}

/** Bindings for what the module does not require: a misspelt name would otherwise do nothing. */
function unknownBindings({ by, tree: given }: Binding, required: readonly Requirement[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  const refuse = (node: ValueNode, what: string, name: string, known: readonly string[]): void => {
    const near = nearestName(name, known);
    found.push({
      ...tell(PIPELINE_CODE.unknownBinding, "{by} binds {what}, which the module does not require", { by, what }),
      severity: "error",
      places: [placeOf(node.origin)],
      notes: [`required: ${known.join(", ") || "nothing"}`],
      ...(near !== null && { hint: advise(PIPELINE_CODE.unknownBinding, "did you mean {near}?", { near }) }),
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

export function interfacesOf(cue: CueAccess, module: Module, side: "requires" | "provides"): Requirement[] {
  const components = module.cue.get().root.field("#components");
  if (components === undefined) return [];
  return components.entries().flatMap(({ name: component, value }) => {
    const map = value.field(side);
    if (map === undefined) return [];
    return map.entries().map(({ name: alias, value: inner }): Requirement => ({
      component,
      alias,
      fqn: inner.text("#interface") ?? "",
      ...placed(inner),
      value: inner,
    }));
  });
}

function placed(value: Value): { place?: Place } {
  const place = value.declarations().find((declaration) => declaration.place !== undefined)?.place;
  return place === undefined ? {} : { place };
}
