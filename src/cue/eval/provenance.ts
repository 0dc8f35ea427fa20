import type { LinkMap, NodeState } from "../value/index.ts";
import type { Context } from "./context.ts";

// Every reference and embedding has an id; ids form a forest, and links join trees for a node and all below it.
// Evidence of an id serves its ancestors, and whatever is linked to one of them.

/** A set of ids that is emptied in one step. */
export class IdMarks {
  #round = 0;
  #marks = new Int32Array(64);

  /** Empties it; ids are below `limit`. */
  clear(limit: number): void {
    this.#round++;
    if (this.#marks.length < limit) this.#marks = new Int32Array(2 * limit);
  }

  add(id: number): void {
    this.#marks[id] = this.#round;
  }

  has(id: number): boolean {
    return this.#marks[id] === this.#round;
  }
}

/** Whether evidence of `child` serves `id`. */
export function contains(c: Context, n: NodeState, id: number, child: number): boolean {
  if (id === child) return true;
  const links = (n.flatLinks ??= collectLinks(n));
  const parents = c.idParent;
  if (links === noLinks) return isAncestorId(c, id, child);
  // Most chains meet no link at all.
  let linked = false;
  for (let p = child; p !== 0; p = parents[p] as number) {
    if (p === id) return true;
    if (links.has(p)) linked = true;
  }
  return linked && containsByLinks(parents, links, id, child, []);
}

function isAncestorId(c: Context, ancestor: number, id: number): boolean {
  for (let p = id; p !== 0; p = c.idParent[p] as number) if (p === ancestor) return true;
  return false;
}

function containsByLinks(
  parents: readonly number[],
  links: LinkMap,
  id: number,
  child: number,
  seen: number[],
): boolean {
  for (let p = child; p !== 0; p = parents[p] as number) {
    if (p === id) return true;
    const from = links.get(p);
    if (from === undefined) continue;
    if (seen.includes(p)) return false;
    seen.push(p);
    for (const f of from) if (containsByLinks(parents, links, id, f, seen)) return true;
  }
  return false;
}

/** Adds all ids that evidence of `child` serves: for asking about many ids at once. */
export function markReach(c: Context, n: NodeState, marks: IdMarks, child: number): void {
  const links = (n.flatLinks ??= collectLinks(n));
  if (links === noLinks) markAncestors(c.idParent, marks, child);
  else markByLinks(c.idParent, links, marks, child);
}

/** What is marked already has its ancestors marked. */
export function markAncestors(parents: readonly number[], marks: IdMarks, child: number): void {
  for (let p = child; p !== 0 && !marks.has(p); p = parents[p] as number) marks.add(p);
}

function markByLinks(parents: readonly number[], links: LinkMap, marks: IdMarks, child: number): void {
  for (let p = child; p !== 0 && !marks.has(p); p = parents[p] as number) {
    marks.add(p);
    const from = links.get(p);
    if (from !== undefined) for (const f of from) markByLinks(parents, links, marks, f);
  }
}

/** The links of a node and of all above it, by where they lead to. */
function collectLinks(n: NodeState): LinkMap {
  const up = n.node.parent === null ? null : n.node.parent.state;
  const above = up === null ? noLinks : (up.flatLinks ??= collectLinks(up));
  if (n.links.length === 0) return above;
  const map = new Map(above);
  for (let i = 0; i < n.links.length; i++) {
    const l = n.links[i]!;
    const from = map.get(l.to);
    map.set(l.to, from === undefined ? [l.from] : [...from, l.from]);
  }
  return map;
}
const noLinks: LinkMap = new Map();
