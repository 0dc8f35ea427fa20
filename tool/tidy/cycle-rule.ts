import { allImports } from "./imports.ts";
import type { Finding, Rule } from "./tree.ts";

/**
 * No import cycles. Types may refer to each other across files, because nothing is left of `import type` when the
 * program runs; and what is imported lazily is there by the time it is needed.
 */
export const noCycles: Rule = (tree) => {
  const edges = new Map<string, string[]>();
  for (const i of allImports(tree, ["src", "tool", "conformance", "bench"])) {
    if (i.target === undefined || i.typeOnly || i.lazy) continue;
    const list = edges.get(i.from);
    if (list) list.push(i.target);
    else edges.set(i.from, [i.target]);
  }
  return findCycles(edges).map((cycle): Finding => ({
    rule: "cycles",
    path: cycle[0] as string,
    problem: `import cycle: ${[...cycle, cycle[0]].join(" → ")}`,
    remedy: "move what both need into a file of its own below them",
  }));
};

/** One cycle for each back edge of a depth-first walk, without recursion. */
function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  for (const root of [...edges.keys()].sort()) {
    const path: { node: string; next: number }[] = done.has(root) ? [] : [{ node: root, next: 0 }];
    while (path.length > 0) {
      const top = path[path.length - 1]!;
      const target = edges.get(top.node)?.[top.next++];
      if (target === undefined) {
        done.add(top.node);
        path.pop();
        continue;
      }
      const open = path.findIndex((p) => p.node === target);
      if (open >= 0) cycles.push(path.slice(open).map((p) => p.node));
      else if (!done.has(target)) path.push({ node: target, next: 0 });
    }
  }
  return cycles;
}
