import { describe, expect, test } from "vitest";
import { fieldOf, nodesOf, programOf } from "../../../conformance/evaluate-text.ts";
import { Tag } from "../value/index.ts";
import type { Vertex } from "../value/index.ts";

describe("disjunctions", () => {
  test("equal disjuncts count once, and failing ones fall away", () => {
    expect(
      nodesOf(`a: 1 | 1
b: (1 | 2) & (2 | 3)
c: 1 | _|_`),
    ).toMatchObject({
      a: "1",
      b: "2",
      c: "1",
    });
  });

  test("however long, what one disjunction lists is kept whole", () => {
    const { x, y } = nodesOf(`import "list"
x: or([for i in list.Range(0, 2100, 1) {"v\\(i)"}])
y: x & "v2099"`);
    expect(x!.split(" | ")).toHaveLength(2100);
    expect(y).toBe(`"v2099"`);
  });

  test("a product is told apart by its scalars, not by comparing each with all others", () => {
    const alternatives = (a: string, b: string): string =>
      Array.from({ length: 60 }, (_, i) => `{${a}: ${i}, ${b}: "v${i}"}`).join(" | ");
    const { z } = nodesOf(`x: ${alternatives("a", "b")}
y: ${alternatives("c", "d")}
z: x & y`);
    expect(z!.split(" | ")).toHaveLength(3600);
  });

  test("a default wins until something else is asked", () => {
    expect(
      nodesOf(`a: *1 | int
b: a & 2
c: a + 1`),
    ).toMatchObject({
      a: "*1 | int",
      b: "2",
      c: "2",
    });
  });

  test("defaults of a conjunction are those of both", () => {
    expect(
      nodesOf(`a: (*1 | 2) & (*1 | 2)
b: (*1 | 2) & (1 | *2)
c: (*1 | *2 | 3) & (*2 | 3)`),
    ).toMatchObject({
      a: "*1 | 2",
      b: "1 | 2",
      c: "*2 | 3",
    });
  });

  test("a default that fails makes way", () => {
    expect(
      nodesOf(`a: (*1 | 2 | 3) & >1
b: (*"x" | int) & int`),
    ).toMatchObject({
      a: "2 | 3",
      b: "int",
    });
  });

  test("structs are told apart by a field", () => {
    expect(
      nodesOf(`#A: {k: "a", x: int}
#B: {k: "b", y: int}
a: (#A | #B) & {k: "b"}
b: (#A | #B) & {x: 1}`),
    ).toMatchObject({
      a: "{2}",
      "a.k": '"b"',
      "b.k": '"a"',
    });
  });

  test("closed structs are told apart by the names that they allow", () => {
    expect(
      nodesOf(`#A: {x?: int}
#B: {y?: int}
a: (#A | #B) & {y: 1}
b: (#A | #B) & {z: 1}`),
    ).toMatchObject({
      a: "{1}",
      b: "eval: b.z: field not allowed",
    });
  });

  test("required fields leave disjuncts out", () => {
    expect(
      nodesOf(`a: ({x!: int} | {y: 1}) & {y: 1}
b: {x!: int} | {y: 1}`),
    ).toMatchObject({
      a: "{ x!: int y: 1 } | { y: 1 }",
      b: "{ x!: int } | { y: 1 }",
    });
  });

  test("an empty disjunction tells every reason", () => {
    expect(nodesOf(`a: (1 | 2) & 3`)).toMatchObject({
      a: "eval: a: 2 errors in empty disjunction: (and 2 more errors)",
    });
  });

  test("nested defaults", () => {
    expect(
      nodesOf(`a: *(1 | *2) | 3
b: *{x: *1 | 2} | {x: 3}
c: b.x`),
    ).toMatchObject({
      a: "*2 | 1 | 3",
      c: "*1 | 2",
    });
  });

  test("no state is kept of what is decided", () => {
    const program = programOf(`#U: {kind: "a", v: x: int} | {kind: "b", w: *1 | int}
xs: {
	p: #U & {kind: "a", v: x: 1}
	q: #U & {kind: "b"}
}`);
    program.engine.finalize(program.root);
    const kept: string[] = [];
    const visit = (v: Vertex, path: string): void => {
      if (v.state !== null) kept.push(path);
      if (v.base !== null && v.base.tag === Tag.Vertex) visit(v.base, `${path}^`);
      for (const a of v.arcs) visit(a, `${path}.${program.runtime.labels.text(a.label)}`);
    };
    visit(fieldOf(program, program.root, "xs"), "xs");
    expect(kept).toEqual([]);
  });
});
