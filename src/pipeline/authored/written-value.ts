import type { Expr } from "../../cue/syntax/index.ts";
import type { Conjunct } from "../../cue/value/index.ts";

/** What its author wrote for a field by one conjunct; undefined where nobody wrote it. */
export function writtenValue({ x }: Conjunct): Expr | undefined {
  const node = "src" in x ? x.src?.node : undefined;
  return (node?.kind === "Field" ? node.value : node) as Expr | undefined;
}
