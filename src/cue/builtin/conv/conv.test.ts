import { describe, expect, test } from "vitest";
import { Failed } from "../define.ts";
import { formatFloat } from "./format-float.ts";
import { bitLength, formatBigInt, parseBigInt, parseBool, parseFloat, parseInteger } from "./parse-number.ts";
import { quote, quoteRune } from "./quote.ts";

test.each([
  [3.14159, "f", 2, 64, "3.14"],
  [2.5, "f", 0, 64, "2"],
  [1e21, "g", -1, 64, "1e+21"],
  [100000, "g", -1, 64, "100000"],
  [0.00001, "g", -1, 64, "1e-05"],
  [0.1, "e", 20, 64, "1.00000000000000005551e-01"],
  [0.1, "f", -1, 32, "0.1"],
  [1.5, "b", -1, 64, "6755399441055744p-52"],
  [1.5, "x", -1, 64, "0x1.8p+00"],
  [-0, "f", 1, 64, "-0.0"],
  [Infinity, "g", -1, 64, "+Inf"],
  [1, "q", 0, 64, "%q"],
] as const)("formatFloat(%d, %s, %d, %d)", (f, format, precision, bits, want) => {
  expect(formatFloat(f, format, precision, bits)).toBe(want);
});

describe("reading numbers", () => {
  test("integers of any base and size", () => {
    expect(parseBigInt("-ff", 16)).toBe(-255n);
    expect(parseBigInt("0x_1F", 0)).toBe(31n);
    expect(parseBigInt("017", 0)).toBe(15n);
    expect(parseBigInt("1__0", 0)).toBeUndefined();
    expect(parseBigInt("zZ", 62)).toBe(35n * 62n + 61n);
    expect(formatBigInt(-3844n, 62)).toBe("-100");
    expect(bitLength(-8n)).toBe(4);
  });

  test("limits", () => {
    expect(parseInteger("ParseInt", "-128", 10, 8, false)).toBe(-128n);
    expect(parseInteger("ParseInt", "128", 10, 8, false)).toEqual(
      new Failed('strconv.ParseInt: parsing "128": value out of range'),
    );
    expect(parseBool("x")).toEqual(new Failed('strconv.ParseBool: parsing "x": invalid syntax'));
  });

  test("floats", () => {
    expect(parseFloat("0.1", 32)).toBe(Math.fround(0.1));
    expect(parseFloat("0x1.8p1", 64)).toBe(3);
    expect(parseFloat("1e400", 64)).toEqual(new Failed('strconv.ParseFloat: parsing "1e400": value out of range'));
  });
});

test("quoting", () => {
  expect(quote('a"\n\u0000\u007fé\u200b😀')).toBe('"a\\"\\n\\x00\\x7fé\\u200b😀"');
  expect(quote("é😀", "ascii")).toBe('"\\u00e9\\U0001f600"');
  expect(quote("\u00a0", "graphic")).toBe('"\u00a0"');
  expect(quoteRune(39)).toBe("'\\''");
  expect(quoteRune(0xd800)).toBe("'\ufffd'");
});
