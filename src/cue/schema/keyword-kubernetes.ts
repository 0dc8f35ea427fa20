// Keywords of Kubernetes.
import { makeEllipsis, makeEmbedDecl, makeField, makeIdent, makeStruct } from "../syntax/index.ts";
import { hidden } from "./cue-path.ts";
import { Kind, NUMBER } from "./json-node.ts";
import type { JsonNode } from "./json-node.ts";
import { listOf } from "./keyword-combine.ts";
import type { SchemaState } from "./schema-state.ts";

/** Unknown fields are not pruned, here and further in up to the next properties. */
export function preserveUnknownFields(s: SchemaState, node: JsonNode): void {
  if (node.bool === true) s.keepsUnknown = true;
  else s.fail(node, "x-kubernetes-preserve-unknown-fields value may not be false");
}

/** All that are embedded share one definition. */
export function embedResource(s: SchemaState, node: JsonNode): void {
  const path = [hidden("embeddedResource")];
  const struct = s.object(node);
  s.whole.tree.put(
    path,
    makeStruct([
      makeField(makeIdent("apiVersion"), makeIdent("string"), "!"),
      makeField(makeIdent("kind"), makeIdent("string"), "!"),
      makeField(makeIdent("metadata"), makeStruct([makeEllipsis()]), "?"),
    ]),
    null,
  );
  struct.elts.push(makeEmbedDecl(s.whole.tree.reference(path)));
  s.allowed &= Kind.struct;
}

export function groupVersionKind(s: SchemaState, node: JsonNode, key: string): void {
  const items = listOf(s, node, key);
  const [only] = items;
  if (items.length !== 1 || only === undefined) return;
  const said = new Map<string, string>();
  for (const [name, value] of only.fields()) {
    if (name.startsWith("x-")) continue;
    if (value.text === undefined) s.fail(value, "invalid string");
    else if (!["group", "kind", "version"].includes(name))
      s.fail(value, `unknown field ${JSON.stringify(name)} in x-kubernetes-group-version-kind item`);
    else said.set(name, value.text);
  }
  const { group = "", kind = "", version = "" } = Object.fromEntries(said);
  if (kind === "" || version === "")
    return s.fail(node, "x-kubernetes-group-version-kind needs both kind and version fields");
  s.resource = { kind, apiVersion: group === "" ? version : `${group}/${version}` };
}

export function intOrString(s: SchemaState, node: JsonNode): void {
  s.add(NUMBER, node, makeIdent("int"));
  s.allowed &= Kind.string | Kind.int;
}
