import { Tag } from "../value/index.ts";
import type { Label, StructLit } from "../value/index.ts";
import { stableSort } from "./stable-sort.ts";

/**
 * The order of merged fields: an older rule than that of values. Each literal's labels are a list; a label comes when
 * it heads all lists that still hold it. Labels that no literal has come in descending order.
 */
export function orderFields(
  labels: Label[],
  literals: readonly { readonly lit: StructLit; readonly repeats: number }[],
): Label[] {
  const rank = ranks(lists(literals));
  stableSort(labels, (a, b) => b - a);
  return stableSort(labels, (a, b) => {
    const x = rank.get(a) ?? 0;
    const y = rank.get(b) ?? 0;
    if (y === 0) return x === 0 ? 1 : -1;
    return y - x;
  });
}

function lists(literals: readonly { readonly lit: StructLit; readonly repeats: number }[]): Label[][] {
  const out: Label[][] = [];
  for (const { lit, repeats } of literals) {
    const labels: Label[] = [];
    for (const d of lit.decls) if (d.tag === Tag.Field) labels.push(d.label);
    if (labels.length > 0) for (let i = 0; i <= repeats; i++) out.push(labels);
  }
  return out;
}

/** Negative numbers, counting down from the first label. */
function ranks(fronts: readonly (readonly Label[])[]): Map<Label, number> {
  /** How many lists still hold a label behind their head; once ranked, its rank. */
  const counts = new Map<Label, number>();
  for (const a of fronts)
    for (let i = 1; i < a.length; i++) counts.set(a[i] as Label, (counts.get(a[i] as Label) ?? 0) + 1);
  const heads = fronts.map(() => 0);
  let index = -1;
  const advance = (): boolean => {
    for (let i = 0; i < fronts.length; i++) {
      const a = fronts[i] as readonly Label[];
      const head = heads[i] as number;
      if (head >= a.length) continue;
      const f = a[head] as Label;
      const n = counts.get(f) ?? 0;
      if (n > 0) continue;
      heads[i] = head + 1;
      // The last label of a list is not counted down: another head must free it.
      if (a.length - head - 1 > 1) {
        const next = a[head + 1] as Label;
        const m = counts.get(next) ?? 0;
        if (m > 0) counts.set(next, m - 1);
      }
      if (n === 0) counts.set(f, index--);
      return true;
    }
    return false;
  };
  for (;;) {
    if (advance()) continue;
    const i = fronts.findIndex((a, k) => (heads[k] as number) < a.length);
    if (i < 0) return counts;
    counts.set((fronts[i] as readonly Label[])[heads[i] as number] as Label, 0);
  }
}
