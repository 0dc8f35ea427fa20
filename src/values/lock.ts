// Locks (VAL-4): a concrete value that the platform sets is final; `*x | T` is a default that may be overridden.
import { tell, advise } from "../source/index.ts";
import type { Diagnostic } from "../source/index.ts";
import { pathText } from "./path.ts";
import type { Step } from "./path.ts";
import { showValue } from "./show-value.ts";
import { isAbove, tierName } from "./tier.ts";
import { effective, nodeAt, placeOf, sameValue } from "./value-tree.ts";
import type { Dropped, Origin, ValueNode } from "./value-tree.ts";
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
    for (const { path: at, lock, above } of brokenBy(node, path)) found.push(violation(at, lock, path, above));
    if (node.kind === "struct") {
      for (const [name, drop] of node.dropped ?? [])
        found.push(...takenAway(node.fields.get(name), drop, [...path, name]));
      for (const [name, inner] of [...node.fields].reverse()) stack.push({ path: [...path, name], node: inner });
    }
    if (node.kind === "list")
      for (let i = node.items.length - 1; i >= 0; i--) stack.push({ path: [...path, i], node: node.items[i]! });
  }
  return found;
}

// A lock that a higher tier takes away, unless it gives the same value again.
function takenAway(now: ValueNode | undefined, { origin, below }: Dropped, path: Step[]): Diagnostic[] {
  if (!isAbove(origin.tier, "platform")) return [];
  for (const node of below) {
    const found = firstLock(node, path) ?? lockBelow(node, path);
    if (found === undefined) continue;
    const again = now && nodeAt(now, found.path.slice(path.length));
    if (again !== undefined && agrees(again, found.node)) continue;
    const field = pathText(found.path);
    const locked = showValue(found.node);
    return [
      {
        ...tell(VALUES_CODE.locked, "{field} is locked by the platform: {locked} cannot be taken away", {
          field,
          locked,
          value: "",
          lockTier: sourceName(found.node.origin),
          tier: sourceName(origin),
        }),
        severity: "error",
        path: pathText(path),
        places: [
          placeOf(origin, `taken away by the ${sourceName(origin)}`),
          placeOf(found.node.origin, `locked to ${locked} by the ${sourceName(found.node.origin)}`),
        ],
        hint: advise(
          VALUES_CODE.locked,
          "keep {field}, or ask the platform team to write it as a default: *{locked} | T",
          { field, locked },
        ),
      },
    ];
  }
  return [];
}

function lockBelow(node: ValueNode, path: Step[]): { path: Step[]; node: ValueNode } | undefined {
  const lock = lockOf(node);
  return lock && { path, node: lock };
}

// Every layer above the platform that differs from the lock, even where a still higher one agrees with it again.
function brokenBy(node: ValueNode, path: Step[]): { path: Step[]; lock: ValueNode; above: ValueNode }[] {
  if (node.shadowed.length === 0) return [];
  const chain = [node, ...node.shadowed];
  for (let i = 1; i < chain.length; i++) {
    const found = firstLock(chain[i]!, path);
    if (found === undefined) continue;
    const above = chain
      .slice(0, i)
      .filter((layer) => isAbove(layer.origin.tier, "platform") && !agrees(layer, found.node));
    return above.reverse().map((layer) => ({ path: found.path, lock: found.node, above: layer }));
  }
  return [];
}

// A tag cannot be compared before it is fetched.
function agrees(layer: ValueNode, lock: ValueNode): boolean {
  return layer.kind === "tag" || sameValue(lock, effective(layer));
}

function firstLock(node: ValueNode, path: Step[]): { path: Step[]; node: ValueNode } | undefined {
  const stack = [{ path, node }];
  while (stack.length > 0) {
    const at = stack.pop()!;
    // What the node itself shadows is further down the same chain; inside a struct it is not.
    const lock = at.node === node ? (isLock(node) ? node : undefined) : lockOf(at.node);
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
    ...tell(VALUES_CODE.locked, "{field} is locked by the platform: {locked} cannot be changed to {value}", {
      field,
      locked,
      value,
      lockTier: sourceName(lock.origin),
      tier: sourceName(node.origin),
    }),
    severity: "error",
    path: pathText(path),
    places: [
      placeOf(node.origin, `set to ${value} by the ${sourceName(node.origin)}`),
      placeOf(lock.origin, `locked to ${locked} by the ${sourceName(lock.origin)}`),
    ],
    hint: advise(
      VALUES_CODE.locked,
      "remove {field} from the {origin}, or ask the platform team to write it as a default: *{locked} | T",
      { field, origin: sourceName(node.origin), locked },
    ),
  };
}

export function sourceName(origin: Origin): string {
  if (origin.source === undefined) return tierName(origin.tier);
  // What is in no file of its own was written as a release.
  const name = origin.tier === "user" ? "release" : tierName(origin.tier);
  return `${name} ${origin.source}`;
}
