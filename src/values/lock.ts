// Locks (VAL-4): a concrete value that the platform sets is final; `*x | T` is a default that may be overridden.
import { placeText } from "../source/index.ts";
import type { Diagnostic } from "../source/index.ts";
import { pathText } from "./path.ts";
import type { Step } from "./path.ts";
import { showValue } from "./show-value.ts";
import { isAbove, tierName } from "./tier.ts";
import { placeOf, sameValue } from "./value-tree.ts";
import type { Origin, ValueNode } from "./value-tree.ts";
import { VALUES_CODE } from "./values-code.ts";

/** Whether a node is a lock by itself: set by the platform and concrete. Structs lock through their fields. */
export function isLock(node: ValueNode): boolean {
  return node.origin.tier === "platform" && node.kind !== "expr" && node.kind !== "tag" && node.kind !== "struct";
}

/** The platform's lock that holds at this place, whether it won or was (wrongly) replaced. */
export function lockOf(node: ValueNode): ValueNode | undefined {
  if (isLock(node)) return node;
  return node.shadowed.find(isLock);
}

/** Every place of a merged tree where a higher tier differs from a lock. */
export function lockViolations(root: ValueNode): Diagnostic[] {
  const found: Diagnostic[] = [];
  const stack: { path: Step[]; node: ValueNode }[] = [{ path: [], node: root }];
  while (stack.length > 0) {
    const { path, node } = stack.pop()!;
    for (const below of node.shadowed) {
      if (!isAbove(node.origin.tier, "platform")) break;
      const broken = firstLock(below, path);
      if (broken === undefined) continue;
      // An expression cannot be compared before evaluation: there the lock is a bound and CUE decides.
      const compatible = node.kind === "expr" || node.kind === "tag" || sameValue(broken.node, node);
      if (!compatible) found.push(violation(broken.path, broken.node, path, node));
      break;
    }
    if (node.kind === "struct")
      for (const [name, inner] of [...node.fields].reverse()) stack.push({ path: [...path, name], node: inner });
    if (node.kind === "list")
      for (let i = node.items.length - 1; i >= 0; i--) stack.push({ path: [...path, i], node: node.items[i]! });
  }
  return found;
}

function firstLock(node: ValueNode, path: Step[]): { path: Step[]; node: ValueNode } | undefined {
  const stack = [{ path, node }];
  while (stack.length > 0) {
    const at = stack.pop()!;
    const lock = lockOf(at.node);
    if (lock !== undefined) return { path: at.path, node: lock };
    if (at.node.kind === "struct")
      for (const [name, inner] of [...at.node.fields].reverse()) stack.push({ path: [...at.path, name], node: inner });
  }
  return undefined;
}

function violation(lockPath: Step[], lock: ValueNode, path: Step[], node: ValueNode): Diagnostic {
  const field = pathText(lockPath);
  const value = showValue(node);
  const locked = showValue(lock);
  return {
    code: VALUES_CODE.locked,
    severity: "error",
    message: `${field} is locked by the platform: ${locked} cannot be changed to ${value}`,
    args: { field, locked, value, lockTier: sourceName(lock.origin), tier: sourceName(node.origin) },
    path: pathText(path),
    places: [
      placeOf(node.origin, `set to ${value} by the ${sourceName(node.origin)}`),
      placeOf(lock.origin, `locked to ${locked} by the ${sourceName(lock.origin)}`),
    ],
    notes: [
      `${placeText(placeOf(node.origin))}: ${sourceName(node.origin)}`,
      `${placeText(placeOf(lock.origin))}: locked here`,
    ],
    hint: `remove ${field} from the ${sourceName(node.origin)}, or ask the platform team to write it as a default: *${locked} | T`,
  };
}

export function sourceName(origin: Origin): string {
  const name = tierName(origin.tier);
  return origin.source === undefined ? name : `${name} ${origin.source}`;
}
