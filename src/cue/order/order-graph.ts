import type { Label } from "../value/index.ts";

/** A label that waits to be put in order. */
export class OrderNode<T extends object> {
  readonly label: Label;
  /** What comes after it; one that is named twice counts twice. */
  readonly outgoing: OrderNode<T>[] = [];
  /** What placed it last. */
  owner: T | null = null;
  /** Edges to it from nodes that are not placed yet. */
  waiting = 0;
  /** Number of its strongly connected component. */
  component = -1;
  constructor(label: Label) {
    this.label = label;
  }
}

type Compare = (a: Label, b: Label) => number;

/**
 * Labels so that each comes after those that have an edge to it; what is free is put in the order of
 * `compare`. Labels on a cycle stay together, and are in the order of `compare` among themselves.
 */
export function sortNodes<T extends object>(nodes: readonly OrderNode<T>[], compare: Compare): Label[] {
  return sortAcyclic(nodes, compare) ?? sortComponents(components(nodes), compare);
}

/** Most graphs have no cycle; null if this one has. */
function sortAcyclic<T extends object>(nodes: readonly OrderNode<T>[], compare: Compare): Label[] | null {
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as OrderNode<T>;
    for (let k = 0; k < node.outgoing.length; k++) {
      const next = node.outgoing[k] as OrderNode<T>;
      if (next !== node) next.waiting++;
    }
  }
  const ready = new Heap<OrderNode<T>>((a, b) => compare(a.label, b.label));
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as OrderNode<T>;
    if (node.waiting === 0) ready.push(node);
  }
  const out: Label[] = [];
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    out.push(node.label);
    for (let k = 0; k < node.outgoing.length; k++) {
      const next = node.outgoing[k] as OrderNode<T>;
      if (next !== node && --next.waiting === 0) ready.push(next);
    }
  }
  return out.length === nodes.length ? out : null;
}

function sortComponents<T extends object>(groups: readonly OrderNode<T>[][], compare: Compare): Label[] {
  const labels = groups.map((g) => g.map((n) => n.label).toSorted(compare));
  const waiting = new Int32Array(groups.length);
  const outgoing = groups.map((group, i) => {
    const out = new Set<number>();
    for (const n of group) for (const next of n.outgoing) if (next.component !== i) out.add(next.component);
    for (const j of out) waiting[j] = (waiting[j] as number) + 1;
    return out;
  });
  const ready = new Heap<number>((a, b) => compareLists(labels[a] as Label[], labels[b] as Label[], compare));
  for (let i = 0; i < groups.length; i++) if (waiting[i] === 0) ready.push(i);
  const out: Label[] = [];
  for (let i = ready.pop(); i !== undefined; i = ready.pop()) {
    for (const l of labels[i] as Label[]) out.push(l);
    for (const j of outgoing[i] as Set<number>) {
      waiting[j] = (waiting[j] as number) - 1;
      if (waiting[j] === 0) ready.push(j);
    }
  }
  return out;
}

function compareLists(a: readonly Label[], b: readonly Label[], compare: Compare): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const c = compare(a[i] as Label, b[i] as Label);
    if (c !== 0) return c;
  }
  return a.length - b.length;
}

/** Strongly connected components, by Tarjan's algorithm with a stack of its own. */
function components<T extends object>(nodes: readonly OrderNode<T>[]): OrderNode<T>[][] {
  const index = new Map<OrderNode<T>, number>();
  const low = new Map<OrderNode<T>, number>();
  const onStack = new Set<OrderNode<T>>();
  const stack: OrderNode<T>[] = [];
  const out: OrderNode<T>[][] = [];
  const enter = (n: OrderNode<T>): { n: OrderNode<T>; rest: Iterator<OrderNode<T>> } => {
    index.set(n, index.size);
    low.set(n, index.size - 1);
    stack.push(n);
    onStack.add(n);
    return { n, rest: n.outgoing.values() };
  };
  const lower = (n: OrderNode<T>, to: number): void => {
    if (to < (low.get(n) as number)) low.set(n, to);
  };
  for (const root of nodes) {
    if (index.has(root)) continue;
    const calls = [enter(root)];
    for (let top = calls.at(-1); top !== undefined; top = calls.at(-1)) {
      const next = top.rest.next();
      if (next.done !== true) {
        if (!index.has(next.value)) calls.push(enter(next.value));
        else if (onStack.has(next.value)) lower(top.n, index.get(next.value) as number);
        continue;
      }
      calls.pop();
      const caller = calls.at(-1);
      if (caller !== undefined) lower(caller.n, low.get(top.n) as number);
      if (low.get(top.n) !== index.get(top.n)) continue;
      const group = stack.splice(stack.lastIndexOf(top.n));
      for (const n of group) {
        onStack.delete(n);
        n.component = out.length;
      }
      out.push(group);
    }
  }
  return out;
}

/** The smallest first. */
class Heap<T> {
  readonly #items: T[] = [];
  readonly #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  push(x: T): void {
    const items = this.#items;
    let i = items.length;
    items.push(x);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (this.#compare(items[parent] as T, x) <= 0) break;
      items[i] = items[parent] as T;
      i = parent;
    }
    items[i] = x;
  }

  pop(): T | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.#compare(items[child + 1] as T, items[child] as T) < 0) child++;
      if (this.#compare(items[child] as T, last) >= 0) break;
      items[i] = items[child] as T;
      i = child;
    }
    items[i] = last;
    return first;
  }
}
