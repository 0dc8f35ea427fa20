/** The names most like one that was not found, best first, at most three. */
export function nearNames(wanted: string, names: readonly string[]): string[] {
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return names
    .filter((name) => Math.abs(name.length - wanted.length) <= limit)
    .map((name) => ({ name, distance: distance(wanted.toLowerCase(), name.toLowerCase(), limit) }))
    .filter((candidate) => candidate.distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map((candidate) => candidate.name);
}

/** Edits between two words, with neighbours swapped counting as one; anything beyond the limit is limit + 1. */
function distance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      }
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return Math.min(last[b.length] as number, limit + 1);
}
