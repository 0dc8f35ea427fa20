// Where a value comes from (VAL-5): the chain from the winning value down to the module's default.
import type { Place } from "../source/index.ts";
import { isLock, lockOf, sourceName } from "./lock.ts";
import { pathText } from "./path.ts";
import type { Path } from "./path.ts";
import { showValue } from "./show-value.ts";
import type { Tier } from "./tier.ts";
import { leavesOf, nodeAt, placeOf } from "./value-tree.ts";
import type { ValueNode } from "./value-tree.ts";

interface ExplainStep {
  /** The value as one line; `***` for a secret. */
  readonly value: string;
  readonly node: ValueNode;
  readonly tier: Tier;
  /** "environment prod-eu", "values file", … */
  readonly source: string;
  readonly place: Place;
  readonly wins: boolean;
  /** Set by the platform and final. */
  readonly locked: boolean;
}

export interface Explanation {
  readonly path: string;
  /** The winning value first. */
  readonly steps: readonly ExplainStep[];
  /** Constraints that hold here: the platform's, and those that users state. */
  readonly bounds: readonly { text: string; source: string; place: Place }[];
}

/** Undefined when nothing has the path. `isSecret` hides values of fields that the schema calls secret. */
export function explain(
  root: ValueNode,
  path: Path,
  isSecret: (path: Path) => boolean = () => false,
): Explanation | undefined {
  const node = nodeAt(root, path);
  if (node === undefined) return undefined;
  const hidden = isSecret(path);
  const step = (at: ValueNode, wins: boolean): ExplainStep => ({
    value: hidden ? "***" : showValue(at),
    node: at,
    tier: at.origin.tier,
    source: sourceName(at.origin),
    place: placeOf(at.origin),
    wins,
    locked: isLock(at),
  });
  return {
    path: pathText(path),
    steps: [step(node, true), ...node.shadowed.map((below) => step(below, false))],
    bounds: node.bounds.map((bound) => ({
      text: bound.bare,
      source: sourceName(bound.origin),
      place: placeOf(bound.origin),
    })),
  };
}

/** The values behind what stands at a place of a module: the one that was written there, or those that it reads. */
export function explainPlace(
  root: ValueNode,
  { file, span }: Place,
  isSecret: (path: Path) => boolean = () => false,
): Explanation[] {
  for (const { path, node } of leavesOf(root))
    if (node.origin.file.name === file.name && node.origin.span.start === span.start)
      return [explain(root, path, isSecret)].filter((found) => found !== undefined);
  const text = file.text.slice(span.start, Math.max(span.end, span.start));
  return [...text.matchAll(/#config((?:\.[A-Za-z_$][\w$]*)+)/g)].flatMap((found) => {
    const explained = explain(root, found[1]!.slice(1).split("."), isSecret);
    return explained === undefined ? [] : [explained];
  });
}

/** Every leaf with the step that won, for `opm values inspect`. */
export function inspectValues(
  leaves: Iterable<{ path: Path; node: ValueNode }>,
  isSecret: (path: Path) => boolean = () => false,
): { path: string; value: string; source: string; place: Place; locked: boolean; shadows: number }[] {
  const rows = [];
  for (const { path, node } of leaves)
    rows.push({
      path: pathText(path),
      value: isSecret(path) ? "***" : showValue(node),
      source: sourceName(node.origin),
      place: placeOf(node.origin),
      locked: lockOf(node) !== undefined,
      shadows: node.shadowed.length,
    });
  return rows;
}
