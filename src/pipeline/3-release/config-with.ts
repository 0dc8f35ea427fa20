import { sourceTree, viewOf } from "../../values/index.ts";
import type { CueView, ValueNode } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";

/** `#config` with what is given; what is wrong with it is told elsewhere. */
export function configWith(module: Module, given: ValueNode): CueView | undefined {
  const config = module.cue.get().root.field("#config");
  return config && viewOf(config.meet(sourceTree(given).tree));
}
