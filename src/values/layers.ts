// All tiers to the effective values: the one place that knows the order (VAL-1).
import { hasErrors } from "../source/index.ts";
import type { Diagnostic, Outcome, SourceText } from "../source/index.ts";
import { lockViolations } from "./lock.ts";
import { mergeAll } from "./merge.ts";
import { assign } from "./set-flag.ts";
import type { Assignment } from "./set-flag.ts";
import { structNode } from "./value-tree.ts";
import type { ValueNode } from "./value-tree.ts";

export interface Layers {
  /** The defaults of `#config`. */
  readonly defaults?: ValueNode;
  /** The author's values.cue. */
  readonly author?: ValueNode;
  /** The platform's overlays, the catalog entry's last. */
  readonly platform?: readonly ValueNode[];
  /** `-f` files in order. */
  readonly user?: readonly ValueNode[];
  /** The environment's values with what it inherits. */
  readonly environment?: ValueNode;
  /** `--set` and its kin in order. */
  readonly sets?: readonly Assignment[];
}

const NOWHERE: SourceText = { name: "values", text: "" };

/** The merged tree is there even when locks are broken, so that everything can be reported at once. */
export function layerValues(layers: Layers): Outcome<ValueNode> {
  const diagnostics: Diagnostic[] = [];
  let tree: ValueNode =
    mergeAll([
      layers.defaults,
      layers.author,
      ...(layers.platform ?? []),
      ...(layers.user ?? []),
      layers.environment,
    ]) ?? structNode(new Map(), { tier: "default", file: NOWHERE, span: { start: -1, end: -1 } });
  for (const set of layers.sets ?? []) {
    const result = assign(tree, set);
    diagnostics.push(...result.diagnostics);
    if (!hasErrors(result.diagnostics)) tree = result.value!;
  }
  // Only the platform locks.
  if (layers.platform !== undefined && layers.platform.length > 0) diagnostics.push(...lockViolations(tree));
  return { value: tree, diagnostics };
}
