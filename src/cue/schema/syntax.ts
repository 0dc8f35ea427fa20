// Short words for the nodes that schemas become.
import {
  labelNeedsQuotes,
  makeBasicLit,
  makeCall,
  makeField,
  makeIdent,
  makeImportSpec,
  makeList,
  makeNull,
  makeStruct,
  makeEllipsis,
  makeUnary,
  quoteString,
  Rel,
} from "../syntax/index.ts";
import type { BasicLit, Expr, Field, Ident, Label, StructLit, UnaryOp } from "../syntax/index.ts";
import { setPlace } from "../export/index.ts";
import { Kind, NUMBER } from "./json-node.ts";
import type { JsonNode } from "./json-node.ts";

export const string = (text: string): BasicLit => makeBasicLit("STRING", quoteString(text));
export const int = (value: number | bigint): BasicLit => makeBasicLit("INT", String(value));
export const unary = (op: UnaryOp, x: Expr): Expr => makeUnary(op, x);
export const top = (): Ident => makeIdent("_");
export const isTop = (x: Expr): boolean => x.kind === "Ident" && x.name === "_";
/** What nothing is. */
export const disallowed = (): Expr => makeCall(makeIdent("error"), [string("disallowed")]);
export const isDisallowed = (x: Expr): boolean =>
  x.kind === "CallExpr" && x.fun.kind === "Ident" && x.fun.name === "error";
export const matchN = (count: Expr, all: Expr[]): Expr => makeCall(makeIdent("matchN"), [count, makeList(all)]);

/** The type of a kind. Where structs are closed unless they say otherwise, an empty one says nothing. */
export function typeOf(kind: number, isOpenOnlyIfSaid: boolean): Expr {
  switch (kind) {
    case Kind.null:
      return makeNull();
    case Kind.bool:
      return makeIdent("bool");
    case NUMBER:
      return makeIdent("number");
    case Kind.string:
      return makeIdent("string");
    case Kind.list:
      return makeList([makeEllipsis()]);
    default:
      return makeStruct(isOpenOnlyIfSaid ? [] : [makeEllipsis()]);
  }
}

/** A package's name, bound to its import. */
export function imported(links: Map<Ident, object>, path: string, name: string): Ident {
  const ident = makeIdent(name);
  links.set(ident, makeImportSpec(null, string(path)));
  return ident;
}

/** `{[pattern]: value}` on a line of its own. */
export function patternStruct(pattern: Expr, value: Expr): StructLit {
  const label = makeList([pattern]);
  label.rel = Rel.noSpace;
  const struct = makeStruct([makeField(label, value)]);
  struct.rel = Rel.newline;
  struct.rbraceRel = Rel.noSpace;
  return struct;
}

/** As if it stood where the source says it; how it is laid out is decided anew. */
export function placed<X extends Expr>(x: X, node: JsonNode, rel: number = Rel.none): X {
  setPlace(x, Math.max(0, node.offset), rel);
  return x;
}

/** The same, laid out as in the source. */
export const laidOut = <X extends Expr>(x: X, node: JsonNode): X => placed(x, node, node.rel);

/** A number or a string as the document writes it. */
export function literal(x: Expr): Expr {
  if (x.kind === "UnaryExpr") return makeUnary(x.op, literal(x.x));
  return x.kind === "BasicLit" ? makeBasicLit(x.token, x.text) : x;
}

/** The name of a label that is one. */
export function labelText(label: Label, read: (text: string) => string | undefined): string | undefined {
  const plain = label.kind === "Alias" ? label.expr : label;
  if (plain.kind === "Ident") return plain.name;
  return plain.kind === "BasicLit" ? read(plain.text) : undefined;
}

export const required = (name: string, value: Expr): Field => makeField(string(name), value, "!");

/** A value of the document as CUE. */
export function data(node: JsonNode): Expr {
  if (node.kind === Kind.list) return makeList(node.items().map(data));
  if (node.kind !== Kind.struct) return literal(node.expr);
  return makeStruct([...node.fields()].map(([name, value]) => makeField(nameLabel(name), data(value))));
}

export const nameLabel = (name: string): Ident | BasicLit => (labelNeedsQuotes(name) ? string(name) : makeIdent(name));
