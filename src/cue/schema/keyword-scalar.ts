// Keywords of numbers and strings.
import { makeCall, makeIdent, makeSelector } from "../syntax/index.ts";
import { compileRegexp, RegexpError } from "../regexp/index.ts";
import { Kind, NUMBER } from "./json-node.ts";
import type { JsonNode } from "./json-node.ts";
import type { SchemaState } from "./schema-state.ts";
import { imported, int, laidOut, literal, unary } from "./syntax.ts";

export function exclusive(s: SchemaState, node: JsonNode, key: string): void {
  const isLeast = key === "exclusiveMinimum";
  // The older form says how the bound is meant.
  if (node.kind === Kind.bool) s[isLeast ? "exclusiveMinimum" : "exclusiveMaximum"] = true;
  else s.add(NUMBER, node, unary(isLeast ? ">" : "<", literal(node.expr)));
}

export function bound(s: SchemaState, node: JsonNode, key: string): void {
  const [strict, plain] = key === "minimum" ? ([">", ">="] as const) : (["<", "<="] as const);
  const isStrict = key === "minimum" ? s.exclusiveMinimum : s.exclusiveMaximum;
  s.add(NUMBER, node, unary(isStrict ? strict : plain, literal(node.expr)));
}

export function multipleOf(s: SchemaState, node: JsonNode): void {
  const isPositive =
    node.expr.kind === "BasicLit" && (node.kind & NUMBER) !== 0 && !/^[0.]*(?:e.*)?$/i.test(node.expr.text);
  if (!isPositive) s.fail(node, `"multipleOf" value must be > 0`);
  s.add(NUMBER, node, makeCall(member(s, "math", "MultipleOf"), [literal(node.expr)]));
}

export function length(s: SchemaState, node: JsonNode, key: string): void {
  const count = wholeNumber(s, node);
  s.add(Kind.string, node, makeCall(member(s, "strings", key === "minLength" ? "MinRunes" : "MaxRunes"), [count]));
}

export function pattern(s: SchemaState, node: JsonNode): void {
  if (node.text === undefined) return s.fail(node, "invalid string");
  if (isPattern(s, node, node.text)) s.add(Kind.string, node, unary("=~", literal(node.expr)));
}

/** What other engines know and CUE's does not is left out; what none can read is a mistake. */
export function isPattern(s: SchemaState, node: JsonNode, text: string): boolean {
  const compiled = compileRegexp(text);
  if (!(compiled instanceof RegexpError)) return true;
  const isFeature = /^invalid (?:or unsupported Perl syntax|character class range)/.test(compiled.message);
  if (!isFeature || s.whole.options.strictFeatures)
    s.fail(node, `${isFeature ? "unsupported" : "invalid"} regexp ${JSON.stringify(text)}: ${compiled.message}`);
  return false;
}

/** A member of a package, which is imported. */
export function member(s: SchemaState, path: string, name: string): ReturnType<typeof makeSelector> {
  return makeSelector(imported(s.whole.links, path, path), makeIdent(name));
}

export function wholeNumber(s: SchemaState, node: JsonNode): ReturnType<typeof int> {
  if (node.whole === undefined) s.fail(node, "invalid uint");
  return laidOut(int(node.whole ?? 0n), node);
}
