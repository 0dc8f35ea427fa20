import { describe, expect, test } from "vitest";
import * as n from "./index.ts";
import type { Decimal } from "./index.ts";

function d(s: string): Decimal {
  const r = n.parseNumber(s);
  if (typeof r === "string") throw new Error(r);
  return r.value;
}

function show(r: Decimal | n.ArithmeticFailure): string {
  return n.isFailure(r) ? r.reason : n.toText(r);
}

describe("literals", () => {
  test.each([
    ["0", "0"],
    ["12_345", "12345"],
    ["0x1F", "31"],
    ["0o17", "15"],
    ["0b101", "5"],
    [".5", "0.5"],
    ["1.", "1"],
    ["1.50", "1.50"],
    ["1e3", "1E+3"],
    ["1E-7", "1E-7"],
    ["0.000001", "0.000001"],
    ["1.5Ki", "1536"],
    ["2M", "2000000"],
    ["-7", "-7"],
    ["1e100001", "1"],
    ["1.0e-100001", "10"],
    ["1e99999999999", "NaN"],
    ["00.5", "0.5"],
    ["123456789012345678901234567890123456789", "123456789012345678901234567890123456789"],
  ])("%s is %s", (src, want) => {
    expect(n.toText(d(src))).toBe(want);
  });

  test.each([
    ["0.1Ki", "number cannot be represented as int"],
    ["01", 'illegal integer number "01"'],
    ["0x", 'illegal hexadecimal number "0x"'],
    ["1__0", "illegal '_' in number"],
    ["1e", 'illegal exponent "1e"'],
    ["x", 'illegal number start "x"'],
    ["1A", 'illegal number "1A"'],
  ])("%s fails: %s", (src, want) => {
    expect(n.parseNumber(src)).toBe(want);
  });
});

describe("arithmetic keeps the scale and rounds to 34 digits", () => {
  test.each([
    ["1.10", "+", "2.2", "3.30"],
    ["2", "*", "0.5", "1.0"],
    ["1", "-", "2.0", "-1.0"],
    ["10", "/", "5", "2.0"],
    ["0", "/", "5", "0"],
    ["1", "/", "3", "0.3333333333333333333333333333333333"],
    ["1", "/", "1e40", "1E-40"],
    ["1", "/", "0", "division by zero"],
    ["0", "/", "0", "division undefined"],
    ["0", "*", "-5", "-0"],
    ["12345678901234567890123456789012345", "+", "0", "1.234567890123456789012345678901235E+34"],
    ["1e100000", "*", "10", "exponent out of range"],
    ["9007199254740991", "+", "1", "9007199254740992"],
  ] as const)("%s %s %s = %s", (a, op, b, want) => {
    const f = { "+": n.add, "-": n.subtract, "*": n.multiply, "/": n.divide }[op];
    expect(show(f(d(a), d(b)))).toBe(want);
  });

  test("integer division is Euclidean or truncated", () => {
    const all = (a: string, b: string) =>
      [n.integerDivide, n.integerModulo, n.integerQuotient, n.integerRemainder].map((f) => show(f(d(a), d(b))));
    expect(all("-7", "2")).toEqual(["-4", "1", "-3", "-1"]);
    expect(all("7", "-2")).toEqual(["-3", "1", "-3", "1"]);
    expect(all("1", "0")[0]).toBe("division by zero");
  });
});

test("functions", () => {
  expect(show(n.power(d("2"), d("-1")))).toBe("0.5000000000000000000000000000000000");
  expect(show(n.power(d("2"), d("0.5")))).toBe("1.414213562373095048801688724209698");
  expect(show(n.exp(d("1")))).toBe("2.718281828459045235360287471352662");
  expect(show(n.ln(d("10")))).toBe("2.302585092994045684017991454684364");
  expect(show(n.ln(d("-1")))).toBe("invalid operation");
  expect(show(n.log10(d("2")))).toBe("0.3010299956639811952137388947244930");
  expect(show(n.cubeRoot(d("27")))).toMatch(/^3/);
  expect(show(n.squareRoot(d("2")))).toBe("1.414213562373095048801688724209698");
  expect(n.floor(d("-1.5"))).toBe(-2n);
  expect(n.floor(d("1e50"))).toBe(0n);
  expect(n.ceil(d("1.2"))).toBe(2n);
});

test("equal numbers share a hash key whatever their scale", () => {
  for (const group of [
    ["1", "1.0", "1.00"],
    ["1000", "1e3", "1.0e3"],
    ["0", "0.0"],
    ["1e20", "100000000000000000000"],
  ]) {
    expect(new Set(group.map((s) => n.hashKey(d(s)))).size).toBe(1);
    expect(n.equal(d(group[0]!), d(group[1]!))).toBe(true);
  }
  expect(n.hashKey(d("1.5"))).not.toBe(n.hashKey(d("15")));
});

test("float64 and back", () => {
  expect(n.toFloat64(d("0.1"))).toBe(0.1);
  expect(n.toText(n.fromFloat64(0.1))).toBe("0.1");
  expect(n.toText(n.fromFloat64(100))).toBe("1E+2");
  expect(n.toText(n.fromFloat64(-0))).toBe("-0");
  expect(n.toText(n.fromFloat64(1e-10))).toBe("1E-10");
  expect(n.toLiteral(n.fromInt(5), false)).toBe("5.");
});
