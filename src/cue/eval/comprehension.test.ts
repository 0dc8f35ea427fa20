import { describe, expect, test } from "vitest";
import { nodesOf } from "../../../conformance/evaluate-text.ts";

describe("comprehensions", () => {
  test("for over a list gives index and value", () => {
    expect(nodesOf(`a: {for i, x in ["p", "q"] {"\\(x)": i}}`)).toMatchObject({
      "a.p": "0",
      "a.q": "1",
    });
  });

  test("for over a struct leaves out hidden, optional and definitions", () => {
    expect(
      nodesOf(`a: {x: 1, _h: 2, #d: 3, o?: 4}
b: [for k, v in a {k}]`),
    ).toMatchObject({
      b: "[1]",
      "b[0]": '"x"',
    });
  });

  test("if decides once its condition is known", () => {
    expect(
      nodesOf(`a: 3
b: {if a > 2 {big: true}, if a < 2 {small: true}}`),
    ).toMatchObject({
      b: "{1…}",
      "b.big": "true",
    });
  });

  test("a condition that is not known leaves the struct incomplete", () => {
    expect(
      nodesOf(`a: int
b: {if a > 2 {c: 1}}`),
    ).toMatchObject({
      b: "incomplete: b: non-concrete value int in operand to >",
    });
  });

  test("a condition of another kind is an error", () => {
    expect(
      nodesOf(`a: "x"
b: {if a {c: 1}}`),
    ).toMatchObject({
      b: 'eval: b: cannot use "x" (type string) as type bool',
    });
  });

  test("let binds for what follows", () => {
    expect(nodesOf(`a: {for x in [1, 2] let y = x * 10 if y > 10 {"n\\(x)": y}}`)).toMatchObject({
      a: "{1…}",
      "a.n2": "20",
    });
  });

  test("fields of a comprehension are seen beside it", () => {
    expect(nodesOf(`a: {if true {b: 1}, c: a.b}`)).toMatchObject({
      "a.c": "1",
    });
  });

  test("a comprehension that would have to see its own fields", () => {
    expect(nodesOf(`a: {if a.b == _|_ {b: 1}}`)).toMatchObject({
      a: "cycle: a: cyclic reference to field b",
    });
  });

  test("a comprehension over its own struct", () => {
    expect(nodesOf(`a: {x: 1, for k, v in a if k == "x" {y: v}}`)).toMatchObject({
      a: "{2…}",
      "a.y": "1",
    });
  });

  test("one field that gets many conjuncts has each once", () => {
    const nodes = nodesOf(`import "list"
for i in list.Range(0, 60, 1) {a: "f\\(i)": i, b: same: 1}
for i in list.Range(0, 60, 1) {a: "f\\(i)": <100}`);
    expect(nodes).toMatchObject({ a: "{60…}", "a.f0": "0", "a.f59": "59", b: "{1…}", "b.same": "1" });
  });
});
