// Lines that were kept, taken away and added: the shortest script (Myers), bounded, because pages must not hang.

interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

const MAX_EDITS = 2000;

export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++;
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: "same", text }));
  return [
    ...same(before.slice(0, head)),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ];
}

function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const all = (kind: "removed" | "added", lines: readonly string[]): DiffLine[] =>
    lines.map((text) => ({ kind, text }));
  if (a.length === 0 || b.length === 0) return [...all("removed", a), ...all("added", b)];
  const trails: Map<number, number>[] = [];
  let ends = new Map<number, number>([[1, 0]]);
  const limit = Math.min(a.length + b.length, MAX_EDITS);
  for (let edits = 0; edits <= limit; edits++) {
    trails.push(new Map(ends));
    const next = new Map(ends);
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && (ends.get(k - 1) ?? -1) < (ends.get(k + 1) ?? -1));
      let x = down ? (ends.get(k + 1) ?? 0) : (ends.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && x - k >= 0 && a[x] === b[x - k]) x++;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return script(trails, a, b, edits);
    }
    ends = next;
  }
  return [...all("removed", a), ...all("added", b)];
}

function script(
  trails: readonly Map<number, number>[],
  a: readonly string[],
  b: readonly string[],
  edits: number,
): DiffLine[] {
  const out: DiffLine[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = edits; d >= 0; d--) {
    const ends = trails[d]!;
    const k = x - y;
    const down = k === -d || (k !== d && (ends.get(k - 1) ?? -1) < (ends.get(k + 1) ?? -1));
    const from = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : (ends.get(from) ?? 0);
    const fromY = d === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY && x > 0 && y > 0 && a[x - 1] === b[y - 1]) {
      out.push({ kind: "same", text: a[x - 1]! });
      x--;
      y--;
    }
    if (d === 0) break;
    if (down) out.push({ kind: "added", text: b[--y]! });
    else out.push({ kind: "removed", text: a[--x]! });
  }
  return out.reverse();
}
