// The lowest tier of values: the defaults of `#config`, as they are once the tiers above have their say. A default may
// be made of other values ("\(name).example.com"), stand under a condition on one, or belong to an entry of a map.
import { walk } from "../../cue/syntax/index.ts";
import type { Node } from "../../cue/syntax/index.ts";
import type { Value } from "../../cue/index.ts";
import { textAt } from "../../source/index.ts";
import type { Place } from "../../source/index.ts";
import { isSecretView, layerValues, schemaDefaults, structNode } from "../../values/index.ts";
import type { CueView, Layers, ValueNode } from "../../values/index.ts";
import type { CueAccess } from "../cue-access.ts";
import type { Module } from "../2-module/module.ts";
import { configWith } from "./config-with.ts";

/** `own` are the defaults of the schema alone, `layers` the tiers above them. */
export function defaultsFor(
  cue: CueAccess,
  module: Module,
  { config, own, layers, place }: { config: Value; own: ValueNode | undefined; layers: Layers; place: Place },
): ValueNode | undefined {
  if (!hasDependentDefaults(config)) return own;
  const given = layerValues(layers).value!;
  const view = configWith(module, withoutSecrets(given) ?? given);
  return view === undefined ? own : settled(own, view, given, place);
}

const TYPES = new Set(["string", "int", "number", "float", "bool", "bytes", "null", "uint", "_", "_|_"]);
const CONSTANT = new Set<Node["kind"]>(
  "BasicLit StructLit ListLit UnaryExpr BinaryExpr ParenExpr Ellipsis Attribute EmbedDecl CommentGroup Comment".split(
    " ",
  ) as Node["kind"][],
);

/** Whether a default of the schema can depend on anything: not if it has only constants, types and bounds. */
function hasDependentDefaults(config: Value): boolean {
  const labels = new Set<Node>();
  let found = false;
  const look = (node: Node): boolean => {
    if (labels.has(node) || found) return false;
    if (node.kind === "Field") {
      // An entry of a map, or a struct that may be missing: what it holds shows only when it is there.
      found = node.label.kind === "ListLit" || (node.constraint === "?" && node.value.kind === "StructLit");
      labels.add(node.label);
    } else found = node.kind === "Ident" ? !TYPES.has(node.name) : !CONSTANT.has(node.kind);
    return !found;
  };
  for (const declaration of config.declarations()) {
    // The catalog says `_`, and its tree would have to be parsed to say it.
    if (declaration.place !== undefined && TYPES.has(textAt(declaration.place))) continue;
    const { field } = declaration;
    if (field === undefined) return true;
    walk(field.value, look);
    if (found) return true;
  }
  return false;
}

/** What is given keeps the default that it shadows; a default that is gone with a condition is left out. */
function settled(
  own: ValueNode | undefined,
  view: CueView,
  given: ValueNode | undefined,
  place: Place,
): ValueNode | undefined {
  // A secret is one value, whatever its struct holds.
  if ((given !== undefined && given.kind !== "struct") || isSecretView(view)) return own;
  if (given === undefined && view.kind !== "struct")
    return schemaDefaults(view, place) ?? (view.kind === "other" ? own : undefined);
  const below = own?.kind === "struct" ? own.fields : NONE;
  const stated = given?.fields ?? NONE;
  const found = new Map<string, CueView>();
  for (const { name, presence, value } of view.fields()) if (presence === "field") found.set(name, value);
  const fields = new Map<string, ValueNode>();
  // The schema's order, and behind it entries of maps as they are given.
  for (const name of new Set([...below.keys(), ...difference(found, stated), ...stated.keys()])) {
    const inner = found.get(name);
    const shadowed = below.get(name);
    const node = inner === undefined ? stated.has(name) && shadowed : settled(shadowed, inner, stated.get(name), place);
    if (node) fields.set(name, node);
  }
  if (fields.size === 0 && own === undefined && given === undefined) return undefined;
  return structNode(fields, (own ?? given)?.origin ?? { tier: "default", file: place.file, span: place.span });
}

const NONE: ReadonlyMap<string, ValueNode> = new Map();

function difference(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): string[] {
  return [...a.keys()].filter((name) => !b.has(name));
}

/** Secrets and tags are left out: nothing that is not secret may depend on them, and their text is not known yet. */
function withoutSecrets(node: ValueNode): ValueNode | undefined {
  if (node.kind === "secret" || node.kind === "tag") return undefined;
  if (node.kind !== "struct") return node;
  const fields = new Map<string, ValueNode>();
  for (const [name, inner] of node.fields) {
    const kept = withoutSecrets(inner);
    if (kept !== undefined) fields.set(name, kept);
  }
  return { ...node, fields };
}
