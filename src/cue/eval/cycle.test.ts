import { describe, expect, test } from "vitest";
import { nodesOf } from "../../../conformance/evaluate-text.ts";

describe("cycles", () => {
  test("a field that refers to itself is any value", () => {
    expect(
      nodesOf(`a: a
b: c
c: b`),
    ).toMatchObject({
      a: "_",
      b: "_",
      c: "_",
    });
  });

  test("a ring takes the value that one of it has", () => {
    expect(
      nodesOf(`a: b
b: a & 5`),
    ).toMatchObject({
      a: "5",
      b: "5",
    });
  });

  test("arithmetic around a ring is incomplete", () => {
    expect(
      nodesOf(`a: b + 1
b: a - 1`),
    ).toMatchObject({
      a: "cycle: b: cycle with field: a (and 1 more errors)",
      b: "cycle: b: cycle with field: a (and 1 more errors)",
    });
  });

  test("a ring of arithmetic is checked once one value is known", () => {
    expect(
      nodesOf(`a: b + 1
b: a - 1
a: 5`),
    ).toMatchObject({
      a: "5",
      b: "4",
    });
  });

  test("a struct in itself is a structural cycle", () => {
    expect(nodesOf(`a: b: a`)).toMatchObject({
      "a.b": "structural_cycle: a.b: structural cycle",
    });
  });

  test("an optional field breaks a structural cycle", () => {
    expect(
      nodesOf(`#L: {v: int, next?: #L}
a: #L & {v: 1, next: v: 2}`),
    ).toMatchObject({
      a: "{2}",
      "a.next.v": "2",
    });
  });

  test("a disjunction breaks a structural cycle", () => {
    expect(
      nodesOf(`#L: {v: int, next: null | #L}
a: #L & {v: 1, next: {v: 2, next: null}}`),
    ).toMatchObject({
      a: "{2}",
      "a.next.v": "2",
      "a.next.next": "null",
    });
  });

  test("a list in itself", () => {
    expect(nodesOf(`a: [a]`)).toMatchObject({
      "a[0]": "structural_cycle: a.0: structural cycle",
    });
  });

  test("a struct may refer to its own other fields", () => {
    expect(nodesOf(`a: {b: a.c, c: 1}`)).toMatchObject({
      "a.b": "1",
    });
  });
});
