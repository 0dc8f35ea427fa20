import { describe, expect, test } from "vitest";
import { nodesOf } from "../../../conformance/evaluate-text.ts";

describe("references and lookups", () => {
  test("the innermost field of a name is meant", () => {
    expect(
      nodesOf(`x: 1
a: {x: 2, b: x, c: {x: 3, d: x}}
e: x`),
    ).toMatchObject({
      "a.b": "2",
      "a.c.d": "3",
      e: "1",
    });
  });

  test("a reference reads what its field becomes elsewhere", () => {
    expect(
      nodesOf(`a: {n: int, m: n + 1}
b: a & {n: 4}`),
    ).toMatchObject({
      "a.m": "incomplete: a.m: non-concrete value int in operand to +",
      "b.m": "5",
    });
  });

  test("a missing field of an open struct may still come", () => {
    expect(
      nodesOf(`a: {b: 1}
c: a.x
#D: {b: 1}
d: #D.x`),
    ).toMatchObject({
      c: "incomplete: c: undefined field: x",
      d: "eval: d: undefined field: x",
    });
  });

  test("an optional field is not there", () => {
    expect(
      nodesOf(`a: {b?: 1}
c: a.b`),
    ).toMatchObject({
      c: "incomplete: c: cannot reference optional field: b",
    });
  });

  test("an index out of range", () => {
    expect(
      nodesOf(`a: [1]
b: a[1]
c: a[-1]
d: [...int]
e: d[0]`),
    ).toMatchObject({
      b: "eval: b: index out of range [1] with length 1",
      c: "eval: c: invalid index -1 (index must be non-negative)",
      e: "incomplete: e: index out of range [0] with length 0",
    });
  });

  test("only structs and lists have fields", () => {
    expect(
      nodesOf(`a: 5
b: a.x
c: "s"[0]`),
    ).toMatchObject({
      b: "eval: b: invalid operand a (found int, want list or struct)",
      c: 'eval: c: invalid operand "s" (found string, want list or struct)',
    });
  });

  test("a computed field", () => {
    expect(
      nodesOf(`k: "n"
a: {n: 1}
b: a[k]
c: {(k): 2}
d: c.n`),
    ).toMatchObject({
      b: "1",
      d: "2",
    });
  });

  test("lets and aliases", () => {
    expect(
      nodesOf(`a: {let x = 1, b: x}
c: X={d: 1, e: X.d}
f: [N=string]: N
f: g: _`),
    ).toMatchObject({
      a: "{1…}",
      "a.b": "1",
      "c.e": "1",
      "f.g": '"g"',
    });
  });
});
