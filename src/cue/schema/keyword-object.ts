// Keywords of objects.
import {
  decodeString,
  isValidIdent,
  joinBinary,
  makeAlias,
  makeAttribute,
  makeBareStruct,
  makeBinary,
  makeBottom,
  makeCall,
  makeComprehension,
  makeEmbedDecl,
  makeField,
  makeIdent,
  makeIfClause,
  makeList,
  makeStruct,
  Rel,
} from "../syntax/index.ts";
import type { Decl, Expr, Field, Ident, StructLit } from "../syntax/index.ts";
import { quoteMeta } from "../regexp/index.ts";
import { setRel } from "../export/index.ts";
import { Kind, kindName } from "./json-node.ts";
import type { JsonNode } from "./json-node.ts";
import { listOf } from "./keyword-combine.ts";
import { isPattern, member, wholeNumber } from "./keyword-scalar.ts";
import type { SchemaState } from "./schema-state.ts";
import { isTop, labelText, patternStruct, required, string, top, unary } from "./syntax.ts";
import { Version } from "./versions.ts";

const decoded = (text: string): string | undefined => {
  const out = decodeString(text);
  return out.ok ? out.value : undefined;
};

export function properties(s: SchemaState, node: JsonNode): void {
  const struct = s.object(node);
  if (node.kind !== Kind.struct) s.fail(node, `"properties" expected an object, found ${kindName(node.kind)}`);
  const fixed = new Map<string, string>(Object.entries(s.resource ?? {}));
  for (const [name, schema] of node.fields()) {
    const property = s.whole.read(s, schema, { keepsUnknown: false });
    const is = fixed.get(name);
    fixed.delete(name);
    const made = is === undefined ? makeField(string(name), property.expr, "?") : makeField(string(name), string(is));
    const doc = property.comment();
    if (doc !== null) {
      made.comments = [doc];
      if (struct.elts.length > 0 && doc.list[0] !== undefined) doc.list[0].rel = Rel.newSection;
    }
    if (property.isDeprecated) {
      const tag = makeAttribute("@deprecated()");
      if (property.expr.kind === "StructLit")
        struct.elts.push(Object.assign(makeField(string(name), top()), { attrs: [tag] }));
      else made.attrs = [tag];
    }
    struct.elts.push(made);
  }
  for (const name of ["apiVersion", "kind"])
    if (fixed.has(name)) struct.elts.push(makeField(string(name), string(fixed.get(name)!)));
  s.hasProperties = true;
}

export function requiredFields(s: SchemaState, node: JsonNode, key: string): void {
  if (node.kind !== Kind.list)
    return s.fail(node, `value of "required" must be list of strings, found ${kindName(node.kind)}`);
  const struct = s.object(node);
  const fields = new Map<string, Field>();
  for (const d of struct.elts) {
    const name = d.kind === "Field" ? labelText(d.label, decoded) : undefined;
    if (name !== undefined) fields.set(name, d as Field);
  }
  for (const item of listOf(s, node, key, true)) {
    const name = item.text;
    if (name === undefined) {
      s.fail(item, "invalid string");
      continue;
    }
    const known = fields.get(name);
    if (known === undefined) {
      const made = required(name, top());
      fields.set(name, made);
      struct.elts.push(made);
    } else if (known.constraint === "!") s.fail(item, `duplicate required field ${JSON.stringify(name)}`);
    else known.constraint = "!";
  }
}

export function patternProperties(s: SchemaState, node: JsonNode): void {
  if (node.kind !== Kind.struct)
    s.fail(node, `value of "patternProperties" must be an object, found ${kindName(node.kind)}`);
  const struct = s.object(node);
  for (const [pattern, schema] of node.fields()) {
    if (!isPattern(s, schema, pattern)) continue;
    s.patterns.push(unary("!~", string(pattern)));
    const embedded = makeEmbedDecl(patternStruct(unary("=~", string(pattern)), s.whole.sub(s, schema)));
    setRel(embedded, Rel.newSection);
    struct.elts.push(embedded);
  }
}

export function additionalProperties(s: SchemaState, node: JsonNode): void {
  if (node.kind === Kind.bool) {
    if (node.bool === false && s.version === Version.kubernetesCrd)
      return s.fail(node, "additionalProperties may not be set to false in a CRD schema");
    s.openness = node.bool === true ? "open" : "closed";
    s.object(node);
    s.hasAdditionalProperties = true;
    return;
  }
  if (node.kind !== Kind.struct) return s.fail(node, 'value of "additionalProperties" must be an object or boolean');
  const struct = s.object(node);
  if (struct.elts.length === 0) {
    struct.elts.push(makeField(makeList([makeIdent("string")]), s.whole.sub(s, node)));
    s.openness = "covered";
    return;
  }
  const others = joinBinary("&", [...s.patterns, ...nameless(struct.elts)]);
  const value = s.whole.sub(s, node, { keepsUnknown: false });
  struct.elts.push(makeEmbedDecl(patternStruct(others, value)));
  s.openness = "covered";
  s.hasAdditionalProperties = true;
}

/** What no field of these is called. */
function nameless(decls: readonly Decl[]): Expr[] {
  const names = decls.flatMap((d) => {
    const name = d.kind === "Field" ? labelText(d.label, decoded) : undefined;
    return name === undefined || name === "" ? [] : [quoteMeta(name)];
  });
  return [unary("!~", string(`^(${names.join("|")})$`))];
}

export function propertyNames(s: SchemaState, node: JsonNode): void {
  const names = s.whole.sub(s, node, { allowed: Kind.string });
  if (!isTop(names)) s.add(Kind.struct, node, makeStruct([makeField(makeList([names]), top())]));
}

const fieldCount = (name: string) =>
  function count(s: SchemaState, node: JsonNode): void {
    s.add(Kind.struct, node, makeCall(member(s, "struct", name), [wholeNumber(s, node)]));
  };
export const minProperties = fieldCount("MinFields");
export const maxProperties = fieldCount("MaxFields");

/** `a?: _`, and what holds if it is there. */
export function dependencies(s: SchemaState, node: JsonNode, key: string): void {
  if (node.kind !== Kind.struct)
    return s.fail(node, `${JSON.stringify(key)} expected an object, found ${kindName(node.kind)}`);
  const struct = s.object(node);
  let aliases = 0;
  for (const [name, needs] of node.fields()) {
    const isPlain = isValidIdent(name);
    const ident: Ident = makeIdent(isPlain ? name : `_t${aliases++}`);
    struct.elts.push(makeField(isPlain ? ident : makeAlias(ident, string(name)), top(), "?"));
    const consequence = consequenceOf(s, needs, key);
    if (consequence === undefined) continue;
    const isThere = makeBinary("!=", makeIdent(ident.name), makeBottom());
    struct.elts.push(makeComprehension([makeIfClause(isThere)], consequence));
  }
  // Without it the comprehensions alone would make no struct.
  struct.elts.push(makeEmbedDecl(makeBareStruct([])));
}

function consequenceOf(s: SchemaState, node: JsonNode, key: string): StructLit | undefined {
  if (node.kind === Kind.list && key !== "dependentSchemas") {
    const fields: Field[] = [];
    for (const item of node.items()) {
      if (item.text === undefined) s.fail(item, "invalid string");
      else fields.push(required(item.text, top()));
    }
    return makeBareStruct(fields);
  }
  const isSchema = node.kind === Kind.struct || node.kind === Kind.bool;
  if (!isSchema || key === "dependentRequired") {
    const what =
      node.kind === Kind.list || isSchema
        ? "expected schema but got"
        : "dependency value must be array or schema. found";
    s.fail(node, `${what} ${kindName(node.kind)}`);
    return undefined;
  }
  const x = s.whole.sub(s, node);
  return x.kind === "StructLit" ? x : makeBareStruct([makeEmbedDecl(x)]);
}
