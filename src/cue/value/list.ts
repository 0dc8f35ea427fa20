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

const many = 32;
const sets = new WeakMap<readonly object[], Set<object>>();

/** Whether a list that only grows has an item; long ones get a set beside them. */
export function hasItem<T extends object>(list: readonly T[], item: T): boolean {
  if (list.length <= many) {
    for (let i = 0; i < list.length; i++) if (list[i] === item) return true;
    return false;
  }
  let set = sets.get(list);
  if (set === undefined) sets.set(list, (set = new Set()));
  for (let i = set.size; i < list.length; i++) set.add(list[i] as T);
  return set.has(item);
}

export function copyList<T>(list: readonly T[]): T[] {
  return list.length === 0 ? noItems : list.slice();
}
