// Keywords about schemas as such, and about values of every kind.
import { joinBinary, makeBareStruct, makeCall, makeIdent, makeList } from "../syntax/index.ts";
import type { Expr } from "../syntax/index.ts";
import { Kind, NUMBER, kindName } from "./json-node.ts";
import type { JsonNode } from "./json-node.ts";
import { listOf } from "./keyword-combine.ts";
import type { SchemaState } from "./schema-state.ts";
import { laidOut, literal, required } from "./syntax.ts";
import { OPENAPI_LIKE, Version, draftOf, from, versionName } from "./versions.ts";

export function schemaVersion(s: SchemaState, node: JsonNode): void {
  if (!s.isRoot && !s.is(from(Version.draft2019)))
    return s.fail(node, `$schema can only appear at the root in JSON Schema version ${versionName(s.version)}`);
  if (node.text === undefined) return s.fail(node, "invalid string");
  const version = draftOf(node.text);
  if (version === undefined)
    return s.fail(node, `invalid $schema URL ${JSON.stringify(node.text)}: $schema URI not recognized`);
  s.hasVersion = true;
  s.version = version;
}

export function id(s: SchemaState, node: JsonNode): void {
  const uri = s.whole.definitions.resolve(s, node);
  if (uri === undefined) return;
  if (uri.fragment === "") s.id = uri;
  else if (s.whole.options.strictFeatures) s.fail(node, "$id URI may not contain a fragment");
}

export function ref(s: SchemaState, node: JsonNode): void {
  const uri = s.whole.definitions.resolve(s, node);
  const target = uri && s.whole.definitions.refer(s, node, uri);
  if (target !== undefined) s.addToAll(node, target);
}

export function addDefinitions(s: SchemaState, node: JsonNode, key: string): void {
  if (node.kind !== Kind.struct)
    return s.fail(node, `${JSON.stringify(key)} expected an object, found ${kindName(node.kind)}`);
  for (const schema of node.fields().values()) {
    s.whole.definitions.ensure(schema);
    s.whole.sub(s, schema);
  }
}

export function constant(s: SchemaState, node: JsonNode): void {
  s.addToAll(node, constantValue(node));
  s.allowed &= node.kind;
  s.known &= node.kind;
}

export function enumeration(s: SchemaState, node: JsonNode, key: string): void {
  // What the type does not allow is never meant.
  const values = listOf(s, node, key, true).filter((x) => (s.allowed & x.kind) !== 0);
  const kinds = values.reduce((all, x) => all | x.kind, 0);
  s.known &= kinds;
  s.allowed &= kinds;
  if (values.length > 0) s.addToAll(node, joinBinary("|", values.map(constantValue)));
}

/** A value and nothing else: objects are closed, with all their fields. */
function constantValue(node: JsonNode): Expr {
  if (node.kind === Kind.list) return laidOut(makeList(node.items().map(constantValue)), node);
  if (node.kind !== Kind.struct) return literal(node.expr);
  const fields = [...node.fields()].map(([name, value]) => required(name, constantValue(value)));
  return laidOut(makeCall(makeIdent("close"), [makeBareStruct(fields)]), node);
}

export function examples(s: SchemaState, node: JsonNode): void {
  if (node.kind !== Kind.list) s.fail(node, `value of "examples" must be an array, found ${kindName(node.kind)}`);
}

const TYPES: ReadonlyMap<string, number> = new Map([
  ["null", Kind.null],
  ["boolean", Kind.bool],
  ["string", Kind.string],
  ["number", NUMBER],
  ["integer", Kind.int],
  ["array", Kind.list],
  ["object", Kind.struct],
]);

export function type(s: SchemaState, node: JsonNode): void {
  if (node.kind !== Kind.string && node.kind !== Kind.list)
    return s.fail(node, 'value of "type" must be a string or list of strings');
  if (node.kind === Kind.list && s.is(OPENAPI_LIKE))
    return s.fail(node, `value of "type" must be a string in ${versionName(s.version)}`);
  let kinds = 0;
  for (const name of node.kind === Kind.string ? [node] : node.items()) {
    const kind = TYPES.get(name.text ?? "");
    if (kind === undefined) {
      s.fail(
        name,
        name.text === undefined ? "type value should be a string" : `unknown type ${JSON.stringify(name.text)}`,
      );
      continue;
    }
    kinds |= kind;
    if (kind === Kind.int) s.add(NUMBER, name, makeIdent("int"));
    if (kind === Kind.list) s.isArray = true;
  }
  s.allowed &= kinds;
}
