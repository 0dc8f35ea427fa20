import { describe, expect, test } from "vitest";
import { nodesOf } from "../../../conformance/evaluate-text.ts";

describe("bounds", () => {
  test("bounds of one direction join to the narrower", () => {
    expect(
      nodesOf(`a: >1 & >3
b: <=5 & <5
c: >=3 & >3`),
    ).toMatchObject({
      a: ">3",
      b: "<5",
      c: ">3",
    });
  });

  test("bounds that meet in one value become it for integers alone", () => {
    expect(
      nodesOf(`a: int & >=3 & <=3
b: >=3 & <=3
c: int & >2 & <4`),
    ).toMatchObject({
      a: "uint & >=3 & <=3",
      b: ">=3 & <=3",
      c: "uint & >2 & <4",
    });
  });

  test("bounds that leave nothing are an error", () => {
    expect(
      nodesOf(`a: >5 & <3
b: int & >1 & <2
c: >=1 & <1`),
    ).toMatchObject({
      a: "eval: a: incompatible number bounds <3 and >5",
      b: "eval: b: incompatible integer bounds >1 and <2",
      c: "eval: c: incompatible number bounds <1 and >=1",
    });
  });

  test("a value is tested against every bound", () => {
    expect(
      nodesOf(`a: >1 & <10 & 5
b: >1 & <10 & 11
c: !=5 & 5
d: !=null & 1`),
    ).toMatchObject({
      a: "5",
      b: "eval: b: invalid value 11 (out of bound <10)",
      c: "eval: c: invalid value 5 (out of bound !=5)",
      d: "1",
    });
  });

  test("bounds on strings, bytes and patterns", () => {
    expect(
      nodesOf(`a: >"b" & "c"
b: =~"^x" & "xy"
c: !~"^x" & "xy"
d: >'b' & 'a'`),
    ).toMatchObject({
      a: '"c"',
      b: '"xy"',
      c: 'eval: c: invalid value "xy" (out of bound !~"^x")',
      d: "eval: d: invalid value 'a' (out of bound >'b')",
    });
  });

  test("a bound tells the kind", () => {
    expect(
      nodesOf(`a: >1 & string
b: >1 & int
c: =~"a" & 5
d: >"a" & <5`),
    ).toMatchObject({
      a: "eval: a: conflicting values string and >1 (mismatched types string and number)",
      b: "int & >1",
      c: 'eval: c: conflicting values 5 and =~"a" (mismatched types int and string)',
      d: 'eval: d: conflicting values >"a" and <5 (mismatched types string and number)',
    });
  });

  test("a bound of a reference waits for it", () => {
    expect(
      nodesOf(`n: int
a: >n
b: >m & 5
m: 4`),
    ).toMatchObject({
      a: "incomplete: a: non-concrete value n for bound >",
      b: "5",
    });
  });
});
