import { describe, expect, test } from "vitest";
import { fromJs } from "./convert.ts";
import { parseJson } from "./json.ts";
import type { MathFailure } from "./number.ts";
import { calculate } from "./number.ts";
import { debugValue, jsonFloat, plainFloat, renderValue, toJson, toPrettyJson } from "./print.ts";
import { compareText, objectOf, sameValue } from "./value.ts";
import type { Value, Float } from "./value.ts";

const read = (text: string): Value => {
  const result = parseJson(text);
  if (!result.ok) throw new Error(`${result.message} at ${result.offset}`);
  return result.value;
};

describe("numbers as Rust prints them", () => {
  test.each([
    [1, "1", "1.0"],
    [-0, "-0", "-0.0"],
    [0.1, "0.1", "0.1"],
    [1e16, "10000000000000000", "1e+16"],
    [1e15, "1000000000000000", "1000000000000000.0"],
    [1.5e21, "1500000000000000000000", "1.5e+21"],
    [1e-7, "0.0000001", "1e-7"],
    [0.00001, "0.00001", "0.00001"],
    [123456789.125, "123456789.125", "123456789.125"],
    [1902638948033650.25, "1902638948033650.3", "1902638948033650.2"],
  ])("%d", (value, plain, json) => {
    expect([plainFloat(value), jsonFloat(value)]).toEqual([plain, json]);
  });
});

describe("arithmetic", () => {
  const max = 2n ** 63n - 1n;
  test.each([
    ["+", 2 ** 53 - 1, 1, 9007199254740992n],
    ["*", 3037000500, 3037000499, 9223372033963249500n],
    ["%", -7, 3, -1],
    ["/", 6, 3, 2],
    ["-", 2n ** 64n - 1n, 2n ** 64n - 1n, 0],
    ["/", 0, 0, "nan"],
  ] as const)("%s %s %s", (operator, a, b, want) => {
    expect(calculate(operator, a, b)).toBe(want);
  });

  test("out of range", () => {
    expect((calculate("+", max, 1) as MathFailure).message).toBe(`${max} + 1 results in an out of bounds i64`);
    expect((calculate("-", 2n ** 64n - 1n, -1) as Float).value).toBe(2 ** 64);
  });
});

describe("values", () => {
  test("JSON keeps what JSON.parse loses", () => {
    expect(toJson(read('{"b":1.0,"a":18446744073709551615,"__proto__":[1,null]}'))).toBe(
      '{"__proto__":[1,null],"a":18446744073709551615,"b":1.0}',
    );
    expect(parseJson('{"a" 1}')).toMatchObject({ ok: false, offset: 5 });
    expect(parseJson("[".repeat(1000))).toMatchObject({ ok: false, message: "nested too deeply" });
  });

  test("JavaScript's values", () => {
    const value = fromJs({ b: new Date(0), a: [1, 1.5, 2n ** 64n - 1n, undefined, () => 1], m: new Map([["k", -0]]) });
    expect(toJson(value)).toBe(
      '{"a":[1,1.5,18446744073709551615,null,null],"b":"1970-01-01T00:00:00.000Z","m":{"k":-0.0}}',
    );
  });

  test("1 and 1.0 are two values", () => {
    expect(sameValue(read("[1]"), read("[1.0]"))).toBe(false);
    expect(sameValue(read('{"a":[1]}'), read('{"a":[1]}'))).toBe(true);
  });

  test("text", () => {
    expect(renderValue(read('[1,"a",null,{"k":1},[2.0]]'))).toBe("[1, a, , [object], [2]]");
    expect(debugValue(read('{"a":[1,"x\\n"]}'))).toBe('Object {"a": Array [Number(1), String("x\\n")]}');
    expect(toPrettyJson(read('{"a":[],"b":[1]}'))).toBe('{\n  "a": [],\n  "b": [\n    1\n  ]\n}');
  });

  test("keys go by their bytes", () => {
    expect([
      ...objectOf([
        ["😀", 1],
        ["\uffff", 2],
        ["a", 3],
      ]).keys(),
    ]).toEqual(["a", "\uffff", "😀"]);
    expect(compareText("a", "ab")).toBeLessThan(0);
  });
});
