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

/**
 * The same for lists that mostly stay short, and that nobody reads while they grow: up to four items take no more room
 * than they need, where `push` would reserve seventeen places.
 */
export function appendFew<T>(list: T[], item: T): T[] {
  switch (list.length) {
    case 0:
      return [item];
    case 1:
      return [list[0] as T, item];
    case 2:
      return [list[0] as T, list[1] as T, item];
    case 3:
      return [list[0] as T, list[1] as T, list[2] as T, item];
    default:
      list.push(item);
      return list;
  }
}

export function copyList<T>(list: readonly T[]): T[] {
  return list.length === 0 ? noItems : list.slice();
}
