import { describe, expect, test } from "vitest";
import { nodesOf } from "../../../conformance/evaluate-text.ts";

describe("operators", () => {
  test("integers stay integers except in division", () => {
    expect(
      nodesOf(`a: "\\(6 / 3)"
b: 2 * 3
c: 7 - 9
d: 1 / 3`),
    ).toMatchObject({
      a: '"2.0"',
      b: "6",
      c: "-2",
      d: "0.3333333333333333",
    });
  });

  test("decimals are exact", () => {
    expect(
      nodesOf(`a: 0.1 + 0.2
b: "\\(1e30 + 1)"`),
    ).toMatchObject({
      a: "0.3",
      b: '"1000000000000000000000000000001"',
    });
  });

  test("strings, bytes and repetition", () => {
    expect(
      nodesOf(`a: "x" + "y"
b: 3 * "ab"
c: 'x' + 'y'`),
    ).toMatchObject({
      a: '"xy"',
      b: '"ababab"',
      c: "'xy'",
    });
  });

  test("kinds that do not go together", () => {
    expect(
      nodesOf(`a: 1 + "x"
b: -"x"
c: true + 1
d: [1] + [2]`),
    ).toMatchObject({
      a: "eval: a: invalid operands 1 and \"x\" to '+' (type int and string)",
      b: 'eval: b: invalid operation -"x" (- string)',
      c: "eval: c: invalid operands true and 1 to '+' (type bool and int)",
      d: "eval: d: Addition of lists is superseded by list.Concat; see https://cuelang.org/e/v0.11-list-arithmetic",
    });
  });

  test("an operand that is not known", () => {
    expect(
      nodesOf(`n: int
a: n + 1
b: -n
c: n > 1`),
    ).toMatchObject({
      a: "incomplete: a: non-concrete value int in operand to +",
      b: "incomplete: b: operand n of '-' not concrete (was int)",
      c: "incomplete: c: non-concrete value int in operand to >",
    });
  });

  test("comparison to bottom asks whether something is there", () => {
    expect(
      nodesOf(`a: {x: 1}
b: a.x != _|_
c: a.y != _|_
d: (1 & 2) == _|_`),
    ).toMatchObject({
      b: "true",
      c: "false",
      d: "true",
    });
  });
});
