/**
 * Sorts in place by insertion. Comparisons of syntax are not always transitive (nodes without a place compare equal to
 * all others), so the result depends on the method; this one is what the original uses for short lists.
 */
export function stableSort<T>(list: T[], compare: (a: T, b: T) => number): T[] {
  for (let i = 1; i < list.length; i++) {
    for (let j = i; j > 0 && compare(list[j] as T, list[j - 1] as T) < 0; j--) {
      const x = list[j] as T;
      list[j] = list[j - 1] as T;
      list[j - 1] = x;
    }
  }
  return list;
}
