// Keywords of arrays.
import { joinBinary, makeCall, makeEllipsis, makeList, Rel } from "../syntax/index.ts";
import type { Ellipsis, Expr } from "../syntax/index.ts";
import { setRel } from "../export/index.ts";
import { Kind } from "./json-node.ts";
import type { JsonNode } from "./json-node.ts";
import { member, wholeNumber } from "./keyword-scalar.ts";
import type { SchemaState } from "./schema-state.ts";
import { disallowed, int, isDisallowed, isTop, placed, top, unary } from "./syntax.ts";
import { KUBERNETES, Version, until, versionName } from "./versions.ts";

/** Elements that a schema may ask for one by one. */
const MOST_ITEMS = 10_000n;

export function additionalItems(s: SchemaState, node: JsonNode): void {
  let element: Expr;
  if (node.kind === Kind.bool) element = node.bool === true ? top() : disallowed();
  else if (node.kind === Kind.struct) element = s.whole.sub(s, node);
  else return s.fail(node, 'value of "additionalItems" must be an object or boolean');
  // They are additional to a list of items alone.
  if (s.list !== undefined && s.isListOfItems) setRest(s, element);
}

/** What elements behind those that are given one by one are. */
function setRest({ list }: SchemaState, element: Expr): void {
  if (isDisallowed(element)) list!.elts.pop();
  else if (!isTop(element)) (list!.elts.at(-1) as Ellipsis).type = element;
}

const count = (name: "minContains" | "maxContains") =>
  function containsCount(s: SchemaState, node: JsonNode): void {
    if (node.whole === undefined) s.fail(node, `value of "${name}" must be a non-negative integer value`);
    else s[name] = node.whole;
  };
export const minContains = count("minContains");
export const maxContains = count("maxContains");

export function contains(s: SchemaState, node: JsonNode): void {
  const matchN = member(s, "list", "MatchN");
  const element = s.whole.sub(s, node);
  const bounds = [unary(">=", int(s.minContains ?? 1n))];
  if (s.maxContains !== undefined) bounds.push(unary("<=", int(s.maxContains)));
  setRel(element, Rel.none);
  s.add(Kind.list, node, makeCall(matchN, [joinBinary("&", bounds), element]));
}

export function items(s: SchemaState, node: JsonNode): void {
  if (node.kind === Kind.list) {
    if (!s.is(until(Version.draft2019)))
      return s.fail(
        node,
        `from version ${versionName(Version.draft2020)} onwards, the value of "items" must be an object or a boolean`,
      );
    s.isListOfItems = true;
    return prefixItems(s, node);
  }
  if (node.kind !== Kind.struct && node.kind !== Kind.bool) return;
  const element = s.whole.sub(s, node);
  setRel(element, Rel.none);
  if (s.list === undefined) s.add(Kind.list, node, makeList([makeEllipsis(element)]));
  else setRest(s, element);
  s.hasItems = true;
}

export function prefixItems(s: SchemaState, node: JsonNode): void {
  if (node.kind !== Kind.list) return s.fail(node, 'value of "prefixItems" must be an array');
  const elements = node.items().map((item) => {
    const x = s.whole.sub(s, item);
    setRel(x, Rel.none);
    return x;
  });
  s.list = makeList([...elements, makeEllipsis()]);
  s.add(Kind.list, node, s.list);
}

export function maxItems(s: SchemaState, node: JsonNode): void {
  s.add(Kind.list, node, makeCall(member(s, "list", "MaxItems"), [placed(wholeNumber(s, node), node)]));
}

export function minItems(s: SchemaState, node: JsonNode): void {
  const least = node.whole;
  if (least === undefined) return s.fail(node, "invalid uint");
  if (least > MOST_ITEMS) return s.fail(node, `minItems above ${MOST_ITEMS} is not supported`);
  s.add(Kind.list, node, makeList([...Array.from({ length: Number(least) }, top), makeEllipsis()]));
}

export function uniqueItems(s: SchemaState, node: JsonNode): void {
  if (node.bool === undefined) s.fail(node, "invalid bool");
  if (node.bool !== true) return;
  if (s.is(KUBERNETES)) s.fail(node, "cannot set uniqueItems to true in a Kubernetes schema");
  else s.add(Kind.list, node, makeCall(member(s, "list", "UniqueItems"), []));
}
