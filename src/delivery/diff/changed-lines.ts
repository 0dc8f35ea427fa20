/** Above this many pairs of lines the middle counts as changed as a whole. */
const MAX_TABLE = 4_000_000;

/** Numbers of the lines (from 1) that only one of two texts has, by a longest common subsequence; blanks do not count. */
export function changedLines(before: string, after: string): { before: Set<number>; after: Set<number> } {
  const a = before.split("\n").map((line) => line.trim());
  const b = after.split("\n").map((line) => line.trim());
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const n = a.length - head - tail;
  const m = b.length - head - tail;
  const out = { before: new Set<number>(), after: new Set<number>() };
  const width = m + 1;
  const table = n * m > MAX_TABLE ? undefined : new Uint32Array((n + 1) * width);
  if (table !== undefined)
    for (let i = n - 1; i >= 0; i--)
      for (let j = m - 1; j >= 0; j--)
        table[i * width + j] =
          a[head + i] === b[head + j]
            ? table[(i + 1) * width + j + 1]! + 1
            : Math.max(table[(i + 1) * width + j]!, table[i * width + j + 1]!);
  let i = 0;
  let j = 0;
  while (i < n || j < m) {
    if (table !== undefined && i < n && j < m && a[head + i] === b[head + j]) {
      i++;
      j++;
    } else if (j >= m || (i < n && (table === undefined || table[(i + 1) * width + j]! >= table[i * width + j + 1]!)))
      out.before.add(head + ++i);
    else out.after.add(head + ++j);
  }
  return out;
}
