import { describe, expect, test } from "vitest";
import { SourceFile } from "../../source/index.ts";
import { compileFiles } from "../compile/index.ts";
import { parseFile } from "../syntax/index.ts";
import {
  ArcType,
  Conjunct,
  CycleType,
  Environment,
  LabelTable,
  RefNode,
  Tag,
  Vertex,
  noCloseInfo,
} from "../value/index.ts";
import type { CloseInfo, Field, Resolver, StructLit } from "../value/index.ts";
import { OrderNode, sortNodes } from "./order-graph.ts";
import { orderedArcs } from "./index.ts";

const env = new Environment(null, null);

/**
 * A vertex as the evaluator leaves it for field `x`: the literals of its conjuncts, of the operands of `&`,
 * of embeddings and of the fields that references name. Enough for the order, nothing more.
 */
function orderOf(...texts: string[]): string {
  const labels = new LabelTable();
  const files = texts.map((text, i) => {
    const source = new SourceFile(`${i}.cue`, text);
    return { file: parseFile(source).file, source };
  });
  const { roots, errors } = compileFiles(files, {
    labels,
    packagePath: "_",
    importTarget: () => ({ sort: "missing" }),
  });
  expect(errors).toEqual([]);
  const v = new Vertex(null, labels.string("x"), ArcType.Member);
  const fields = roots.flatMap((r) => r.decls.filter((d): d is Field => d.tag === Tag.Field));
  const named = (label: number): Field[] => fields.filter((f) => f.label === label);
  const add = (x: unknown, ci: CloseInfo): void => {
    const node = x as StructLit | { tag: -1 };
    if (node.tag === Tag.StructLit) {
      v.addStruct(node, 0);
      for (const d of node.decls) {
        if (d.tag !== Tag.Field) continue;
        let arc = v.arc(d.label);
        if (arc === null) v.addArc((arc = new Vertex(v, d.label, ArcType.Member)));
        arc.conjuncts = [...arc.conjuncts, new Conjunct(env, d, ci)];
      }
      // References act after literals.
      for (const d of node.decls) if (d.tag !== Tag.Field) add(d, ci);
      return;
    }
    const other = x as { tag: number; x?: unknown; y?: unknown; label?: number };
    if (other.tag === Tag.BinaryExpr) {
      add(other.x, ci);
      add(other.y, ci);
    } else if (other.tag === Tag.FieldReference) {
      const refs = new RefNode(x as Resolver, v, v, ci.refs, 0);
      for (const f of named(other.label as number)) add(f.value, ci.withCycle(CycleType.None, refs));
    }
  };
  for (const f of named(v.label)) {
    v.conjuncts = [...v.conjuncts, new Conjunct(env, f, noCloseInfo)];
    add(f.value, noCloseInfo);
  }
  return orderedArcs(v, labels)
    .map((a) => labels.text(a.label))
    .join(" ");
}

describe("orderedArcs", () => {
  test.each([
    ["x: {z: 1, y: 2, a: 3}", "z y a"],
    ["x: {z: 1}, x: {y: 2}, x: a: 3", "z y a"],
    ["x: {z: 1, y: 1} & {x: 1, w: 1}", "x w z y"],
    ["x: {z: 1, y: 1} & {y: 1, w: 1, z: 1}", "w y z"],
    ["x: s, x: {b: 1}, s: {z: 1, a: 2}", "z a b"],
    ["x: {y: 1, s}, s: {z: 1, a: 2}", "y z a"],
    ["x: {s, c: 1}, s: {z: 1, a: 2}", "c z a"],
    ["x: {s, t}, s: {z: 1, a: 2}, t: {m: 1, l: 2}", "z a m l"],
    ["x: {z: 1, y: 1, z: int}", "z y"],
  ])("%s", (text, want) => {
    expect(orderOf(text)).toBe(want);
  });

  test("files do not order each other", () => {
    expect(orderOf("x: {z: 1, m: 1, x: 1}", "x: {y: 1, a: 1, x: 1}")).toBe("y a z m x");
  });
});

describe("sortNodes", () => {
  const graph = (edges: string): string => {
    const nodes = new Map<string, OrderNode<object>>();
    const node = (name: string): OrderNode<object> => {
      let n = nodes.get(name);
      if (n === undefined) nodes.set(name, (n = new OrderNode(name.charCodeAt(0))));
      return n;
    };
    for (const e of edges.split(" "))
      for (let i = 0; i < e.length; i++)
        if (node(e[i] as string) && i > 0) node(e[i - 1] as string).outgoing.push(node(e[i] as string));
    return String.fromCharCode(...sortNodes([...nodes.values()], (a, b) => a - b));
  };

  test.each([
    ["z y x", "xyz"],
    ["zya", "zya"],
    ["zb ya", "yazb"],
    ["zyz a", "ayz"],
    ["czyzd b", "bcyzd"],
    ["abcabc xa", "xabc"],
  ])("%s", (edges, want) => {
    expect(graph(edges)).toBe(want);
  });

  test("long chains and large cycles do not exhaust the stack", () => {
    const nodes = Array.from({ length: 30_000 }, (_, i) => new OrderNode<object>(i));
    nodes.forEach((n, i) => n.outgoing.push(nodes[(i + 1) % nodes.length] as OrderNode<object>));
    expect(sortNodes(nodes, (a, b) => a - b)).toEqual(nodes.map((n) => n.label));
  });
});
