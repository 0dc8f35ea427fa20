import { describe, expect, test } from "vitest";
import { countersOf, nodesOf } from "../../../conformance/evaluate-text.ts";

describe("a reference to what is finished", () => {
  test("takes no task, and is what it refers to", () => {
    const text = "a: {b: 1, c: {d: 2}}\nx: a.c\ny: a.b\n";
    expect(nodesOf(text)).toMatchObject({ x: "{1…}", "x.d": "2", y: "1" });
    expect(countersOf(text).tasks).toBe(0);
  });

  test("that comes before what it refers to waits for it", () => {
    expect(nodesOf("x: a.c\na: {c: {d: e}}\ne: 2")).toMatchObject({ "x.d": "2" });
  });

  test("brings what it refers to under the definition that it stands in", () => {
    const text = "#D: {x: {p?: int}}\na: {p: 1}\nb: {q: 1}\nok: #D & {x: a}\nbad: #D & {x: b}";
    const nodes = nodesOf(text);
    expect(nodes["ok.x.p"]).toBe("1");
    expect(nodes["bad.x.q"]).toMatch(/field not allowed/);
  });

  test("to an element that a builtin made is a copy of its scalar", () => {
    const text = 'import "list"\nx: [for i in list.Range(0, 3, 1) {id: i}]';
    expect(nodesOf(text)).toMatchObject({ "x[2].id": "2" });
  });

  test("is undone by what else is said", () => {
    expect(nodesOf("a: {b: 1}\nx: a\nx: {c: 2}")).toMatchObject({ x: "{2…}", a: "{1…}" });
  });
});
