/**
 * Most lists of a node stay empty. They all share this one, which cannot grow by accident; `append` replaces it.
 */
export const noItems: never[] = Object.freeze([]) as unknown as never[];

/** Adds an item in place, or starts a list of its own. Assign the result back. */
export function append<T>(list: T[], item: T): T[] {
  if (list === noItems) return [item];
  list.push(item);
  return list;
}

export function copyList<T>(list: readonly T[]): T[] {
  return list.length === 0 ? noItems : list.slice();
}
