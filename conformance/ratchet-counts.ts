import type { Scores } from "./corpus.ts";
import type { Count } from "./tally.ts";

/** How many were right, by corpus and category. */
export type Counts = Record<string, Record<string, number>>;

/** Zeros are left out: the file lists what was reached. */
export function countsOf(scores: Scores): Counts {
  const out: Counts = {};
  for (const [corpus, categories] of Object.entries(scores)) {
    const reached = Object.entries(categories).filter(([, count]) => count.ok > 0);
    if (reached.length > 0) out[corpus] = Object.fromEntries(reached.map(([category, { ok }]) => [category, ok]));
  }
  return out;
}

export function compareCounts(kept: Counts, reached: Counts): { drops: string[]; gains: number } {
  const drops: string[] = [];
  for (const [corpus, categories] of Object.entries(kept)) {
    for (const [category, count] of Object.entries(categories)) {
      const now = reached[corpus]?.[category] ?? 0;
      if (now < count) drops.push(`${corpus} ${category}: ${count} → ${now}`);
    }
  }
  let gains = 0;
  for (const [corpus, categories] of Object.entries(reached)) {
    for (const [category, now] of Object.entries(categories)) if (now > (kept[corpus]?.[category] ?? 0)) gains++;
  }
  return { drops, gains };
}

/** Upward only: a count that dropped stays, and goes on failing. */
export function raiseCounts(kept: Counts, reached: Counts): Counts {
  const out: Counts = {};
  for (const corpus of [...new Set([...Object.keys(kept), ...Object.keys(reached)])].sort()) {
    const names = [...new Set([...Object.keys(kept[corpus] ?? {}), ...Object.keys(reached[corpus] ?? {})])].sort();
    out[corpus] = Object.fromEntries(
      names.map((name) => [name, Math.max(kept[corpus]?.[name] ?? 0, reached[corpus]?.[name] ?? 0)]),
    );
  }
  return out;
}

/** The sums over all corpora of a kind: `cue value`, `tera output`. */
export function totals(scores: Scores): Map<string, Count> {
  const out = new Map<string, Count>();
  for (const [corpus, categories] of Object.entries(scores)) {
    const kind = corpus.split("/")[0] as string;
    for (const [category, { ok, all }] of Object.entries(categories)) {
      const sum = out.get(`${kind} ${category}`) ?? { ok: 0, all: 0 };
      out.set(`${kind} ${category}`, { ok: sum.ok + ok, all: sum.all + all });
    }
  }
  return out;
}
