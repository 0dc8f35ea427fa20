import type { Label } from "../value/index.ts";

/** A label that waits to be put in order. */
export class OrderNode<T extends object> {
  readonly label: Label;
  readonly outgoing = new Set<OrderNode<T>>();
  /** What placed it last. */
  owner: T | null = null;
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
  // Most graphs have no cycle: every node is its own component.
  for (let i = 0; i < nodes.length; i++) (nodes[i] as OrderNode<T>).component = i;
  const plain = sortComponents(
    nodes,
    nodes.map((n) => [n]),
    compare,
  );
  return plain ?? (sortComponents(nodes, components(nodes), compare) as Label[]);
}

/** Null if the components depend on each other in a circle. */
function sortComponents<T extends object>(
  nodes: readonly OrderNode<T>[],
  groups: readonly OrderNode<T>[][],
  compare: Compare,
): Label[] | null {
  const labels = groups.map((g) => g.map((n) => n.label).toSorted(compare));
  const waiting = new Int32Array(groups.length);
  const outgoing = groups.map((group, i) => {
    const out = new Set<number>();
    for (const n of group) for (const next of n.outgoing) if (next.component !== i) out.add(next.component);
    for (const j of out) waiting[j] = (waiting[j] as number) + 1;
    return out;
  });
  const ready = new Heap((a, b) => compareLists(labels[a] as Label[], labels[b] as Label[], compare));
  for (let i = 0; i < groups.length; i++) if (waiting[i] === 0) ready.push(i);
  const out: Label[] = [];
  for (let i = ready.pop(); i !== undefined; i = ready.pop()) {
    for (const l of labels[i] as Label[]) out.push(l);
    for (const j of outgoing[i] as Set<number>) {
      waiting[j] = (waiting[j] as number) - 1;
      if (waiting[j] === 0) ready.push(j);
    }
  }
  return out.length === nodes.length ? out : null;
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
class Heap {
  readonly #items: number[] = [];
  readonly #compare: (a: number, b: number) => number;

  constructor(compare: (a: number, b: number) => number) {
    this.#compare = compare;
  }

  push(x: number): void {
    const items = this.#items;
    let i = items.length;
    items.push(x);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (this.#compare(items[parent] as number, x) <= 0) break;
      items[i] = items[parent] as number;
      i = parent;
    }
    items[i] = x;
  }

  pop(): number | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.#compare(items[child + 1] as number, items[child] as number) < 0) child++;
      if (this.#compare(items[child] as number, last) >= 0) break;
      items[i] = items[child] as number;
      i = child;
    }
    items[i] = last;
    return first;
  }
}
