import { advise } from "./tell.ts";

// The known name that a mistyped one most likely means.

/** Null unless one candidate is clearly close: at most a third of the letters differ. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The hint that goes with a name that nobody knows; nothing where none is near. */
export function didYouMean(
  name: string,
  candidates: Iterable<string>,
  shown: (name: string) => string = String,
): { readonly hint?: string } {
  const near = nearestName(name, candidates);
  return near === null ? {} : { hint: advise("", "did you mean {near}?", { near: shown(near) }) };
}

/** The names most like one that was not found, best first, as many as `most`. */
export function nearNames(name: string, candidates: Iterable<string>, most: number): string[] {
  const limit = Math.max(1, Math.floor(name.length / 3)) + 1;
  return [...candidates]
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase(), limit) }))
    .filter(({ candidate, distance }) => candidate !== name && distance < limit)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Insertions, deletions, substitutions and swaps of neighbours; stops counting at `limit`. */
export function editDistance(a: string, b: string, limit = Infinity): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least >= limit) return limit;
    before = last;
    last = row;
  }
  return Math.min(last[b.length]!, limit);
}
