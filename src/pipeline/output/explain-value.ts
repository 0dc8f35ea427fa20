// Where the value of a field comes from, with everything that it is made from.
import { explain, leavesOf, madeFrom, nodeAt, pathText, secretPathTest } from "../../values/index.ts";
import type { CueView, Explanation, Path, ValueNode } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import { configWith } from "../3-release/config-with.ts";
import type { ReleaseValues } from "../3-release/release-values.ts";

export interface ValueExplanation extends Explanation {
  /** What a computed value is made from, each with its own chain. */
  readonly inputs: readonly ValueExplanation[];
}

/** Undefined when nothing has the path. */
export function explainValue(
  module: Module,
  values: ReleaseValues,
  path: Path,
  isSecret: (path: Path) => boolean = secretPathTest(values.secrets),
): ValueExplanation | undefined {
  const seen = new Set<string>();
  const explained = (at: Path): ValueExplanation | undefined => {
    const found = explain(values.tree, at, isSecret);
    if (found === undefined) return undefined;
    seen.add(found.path);
    // Each once: what one input is made from is told there, and a circle ends.
    const inputs = inputsOf(module, values, at).filter((input) => !seen.has(pathText(input)));
    for (const input of inputs) seen.add(pathText(input));
    return { ...found, inputs: inputs.flatMap((input) => explained(input) ?? []) };
  };
  return explained(path);
}

/** The values that a value is made from: those of its own file, or, for a default, all that are effective. */
function inputsOf(module: Module, { tree }: ReleaseValues, path: Path): readonly Path[] {
  const node = nodeAt(tree, path);
  if (node === undefined || node.kind === "struct" || node.kind === "list") return [];
  const others = [...leavesOf(tree)].map((leaf) => leaf.path).filter((other) => pathText(other) !== pathText(path));
  if (node.origin.tier !== "default") return node.origin.evaluation?.inputs(path, others) ?? [];
  const config = effectiveConfig(module, tree);
  return config === undefined ? [] : madeFrom(config, path, others);
}

/** Of one release many values are asked for. */
const configs = new WeakMap<ValueNode, CueView>();

function effectiveConfig(module: Module, tree: ValueNode): CueView | undefined {
  const config = configs.get(tree) ?? configWith(module, tree);
  if (config !== undefined) configs.set(tree, config);
  return config;
}
