// All tiers to the effective values: the one place that knows the order (VAL-1).
import { hasErrors } from "../source/index.ts";
import type { Diagnostic, Outcome, SourceText } from "../source/index.ts";
import { lockViolations } from "./lock.ts";
import { merge } from "./merge.ts";
import type { Path } from "./path.ts";
import { cutSecretVariants } from "./secret-variant.ts";
import { sealSecrets } from "./seal-secrets.ts";
import type { MakeOpaque } from "./seal-secrets.ts";
import { assign } from "./set-flag.ts";
import type { Assignment } from "./set-flag.ts";
import { dropAt, structNode } from "./value-tree.ts";
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
  /** The paths that the schema calls secret. */
  readonly secrets?: readonly Path[];
  /** Makes literal secrets opaque before anything can show them. */
  readonly seal?: MakeOpaque;
}

const NOWHERE: SourceText = { name: "values", text: "" };

/** The merged tree is there even when locks are broken, so that everything can be reported at once. */
export function layerValues(layers: Layers): Outcome<ValueNode> {
  const diagnostics: Diagnostic[] = [];
  const secrets = layers.secrets ?? [];
  const seal = (node: ValueNode) => (layers.seal === undefined ? node : sealSecrets(node, secrets, layers.seal));
  let tree: ValueNode | undefined;
  const add = (layer: ValueNode | undefined): void => {
    if (layer !== undefined) tree = merge(tree, cutSecretVariants(tree, seal(layer), secrets));
  };
  for (const layer of [
    layers.defaults,
    layers.author,
    ...(layers.platform ?? []),
    ...(layers.user ?? []),
    layers.environment,
  ])
    add(layer);
  for (const set of layers.sets ?? []) {
    // Without an index an assignment is a small overlay; with one it needs the list below it.
    if (set.path.every((step) => typeof step === "string")) {
      add(overlayOf(set));
      continue;
    }
    const result = assign(tree, set);
    diagnostics.push(...result.diagnostics);
    if (!hasErrors(result.diagnostics)) tree = seal(result.value!);
  }
  const value = tree ?? structNode(new Map(), { tier: "default", file: NOWHERE, span: { start: -1, end: -1 } });
  // Only the platform locks.
  if (layers.platform !== undefined && layers.platform.length > 0) diagnostics.push(...lockViolations(value));
  return { value, diagnostics };
}

function overlayOf({ path, node, origin, unset }: Assignment): ValueNode {
  if (unset === true) return dropAt(path.map(String), origin);
  return path.reduceRight<ValueNode>((inner, step) => structNode(new Map([[String(step), inner]]), origin), node);
}
