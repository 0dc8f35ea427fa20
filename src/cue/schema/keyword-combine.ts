// Keywords that combine schemas.
import { makeCall, makeIdent } from "../syntax/index.ts";
import type { Expr } from "../syntax/index.ts";
import { Kind, kindName } from "./json-node.ts";
import type { JsonNode } from "./json-node.ts";
import type { SchemaState } from "./schema-state.ts";
import { int, matchN, top, unary } from "./syntax.ts";

/** The elements of a keyword that wants some. */
export function listOf(s: SchemaState, node: JsonNode, key: string, mayBeEmpty = false): readonly JsonNode[] {
  if (node.kind !== Kind.list)
    s.fail(node, `value of ${JSON.stringify(key)} must be an array, found ${kindName(node.kind)}`);
  else if (!mayBeEmpty && node.items().length === 0) s.fail(node, `array for ${JSON.stringify(key)} must be non-empty`);
  return node.items();
}

export function allOf(s: SchemaState, node: JsonNode, key: string): void {
  const items = listOf(s, node, key);
  const parts: Expr[] = [];
  let known = 0;
  for (const item of items) {
    const sub = s.whole.read(s, item, { allowed: s.allowed });
    s.allowed &= sub.allowed;
    if (!sub.hasConstraints) continue;
    // Whatever one of them says about kinds, nobody has to say again.
    known |= sub.known;
    parts.push(sub.expr);
  }
  if (parts.length === 0) return;
  s.known &= known;
  s.addToAll(node, parts.length === 1 ? parts[0]! : matchN(int(items.length), parts));
}

export function anyOf(s: SchemaState, node: JsonNode, key: string): void {
  const parts: Expr[] = [];
  let [allowed, known] = [0, 0];
  for (const item of listOf(s, node, key)) {
    const sub = s.whole.read(s, item, { allowed: s.allowed });
    if (sub.allowed === 0) continue;
    allowed |= sub.allowed;
    known |= sub.known;
    parts.push(sub.expr);
  }
  if (parts.length === 0) s.allowed = 0;
  else if (parts.length === 1) s.addToAll(node, parts[0]!);
  else {
    s.allowed &= allowed;
    s.known &= known;
    s.addToAll(node, matchN(unary(">=", int(1)), parts));
  }
}

export function oneOf(s: SchemaState, node: JsonNode, key: string): void {
  const parts: Expr[] = [];
  let [allowed, known] = [0, 0];
  // Kinds that do not overlap tell alternatives apart without help.
  let isConstraint = false;
  for (const item of listOf(s, node, key)) {
    const sub = s.whole.read(s, item, { allowed: s.allowed });
    if (sub.allowed === 0) continue;
    isConstraint ||= sub.hasConstraints || (allowed & sub.allowed) !== 0;
    allowed |= sub.allowed;
    known |= sub.known;
    parts.push(sub.expr);
  }
  s.allowed &= allowed;
  if (parts.length === 0 || !isConstraint) return;
  s.known &= known;
  s.addToAll(node, parts.length === 1 ? parts[0]! : matchN(int(1), parts));
}

export function not(s: SchemaState, node: JsonNode): void {
  s.addToAll(node, matchN(int(0), [s.whole.sub(s, node)]));
}

/** `if`, `then` and `else` mean something together alone. */
export function applyConditions(s: SchemaState): void {
  const { if: condition, then: consequence, else: alternative } = s.conditions;
  if (condition === undefined || (consequence === undefined && alternative === undefined)) return;
  const tested = s.whole.read(s, condition, { allowed: s.allowed });
  const yes = consequence && s.whole.sub(s, consequence, { allowed: s.allowed & tested.allowed });
  const no = alternative && s.whole.sub(s, alternative, { allowed: s.allowed });
  s.addToAll(s.node, makeCall(makeIdent("matchIf"), [tested.expr, yes ?? top(), no ?? top()]));
}
