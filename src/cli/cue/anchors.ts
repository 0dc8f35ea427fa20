/** A line of one text and the line of the other that is equal to it. */
export interface Anchor {
  readonly x: number;
  readonly y: number;
}

/**
 * A longest sequence of lines that occur exactly once in either text, in the order of both; before it the start of
 * both, after it their end. Time grows with n log n, whatever the texts are.
 */
export function anchors(a: readonly string[], b: readonly string[]): Anchor[] {
  const inB = onlyOnce(b);
  const pairs: Anchor[] = [];
  for (const [line, x] of onlyOnce(a)) {
    const y = inB.get(line);
    if (y !== undefined) pairs.push({ x, y });
  }
  return [{ x: 0, y: 0 }, ...longestRise(pairs), { x: a.length, y: b.length }];
}

/** The lines that occur once, with their index, in order. */
function onlyOnce(lines: readonly string[]): Map<string, number> {
  const at = new Map<string, number>();
  const many = new Set<string>();
  lines.forEach((line, i) => {
    if (at.has(line)) many.add(line);
    else at.set(line, i);
  });
  for (const line of many) at.delete(line);
  return at;
}

/** The longest part of pairs, which are in order of x, that is in order of y too; of several, the last one met backwards. */
function longestRise(pairs: readonly Anchor[]): Anchor[] {
  /** The smallest y that ends a rise of each length. */
  const ends: number[] = [];
  const lengths = pairs.map(({ y }) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) < y) low = middle + 1;
      else high = middle;
    }
    ends[low] = y;
    return low + 1;
  });
  const out: Anchor[] = [];
  let below = Infinity;
  for (let i = pairs.length - 1, wanted = ends.length; i >= 0; i--) {
    const p = pairs[i] as Anchor;
    if (lengths[i] !== wanted || p.y >= below) continue;
    out.push(p);
    below = p.y;
    wanted--;
  }
  return out.reverse();
}
