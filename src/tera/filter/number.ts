import type { Args, Filter } from "../compile/library.ts";
import { failure } from "../render/failure.ts";
import { trim } from "../text/space.ts";
import { fileSize } from "../text/file-size.ts";
import { parseFloatText, parseIntText } from "../text/number.ts";
import { floatToInt64, minInt64, toFloat } from "../value/number.ts";
import { debugText } from "../value/debug.ts";
import { Float, isNumber } from "../value/value.ts";
import type { Value } from "../value/value.ts";
import { bool, float, input, int32, int64, option, size, text, uint32 } from "./argument.ts";

/** Filters of numbers, and those that make numbers. */
export const numberFilters: Readonly<Record<string, Filter>> = {
  abs,
  pluralize,
  round,
  filesizeformat: (value, args) => {
    const bytes = input("filesizeformat", size, value);
    return fileSize(bytes, option("filesizeformat", bool, args, "binary", false));
  },
  int,
  float: toFloatFilter,
};

function abs(value: Value): Value {
  if (typeof value === "number") return Math.abs(value);
  // The least of them has no positive counterpart among 64-bit integers and stays as it is.
  if (typeof value === "bigint") return value < 0n && value !== minInt64 ? -value : value;
  if (value instanceof Float) return new Float(Math.abs(value.value));
  throw failure("Filter `abs` was used on a value that isn't a number.");
}

function pluralize(value: Value, args: Args): Value {
  const number = input("pluralize", float, value);
  const plural = option("pluralize", text, args, "plural", "s");
  const singular = option("pluralize", text, args, "singular", "");
  return Math.abs(Math.abs(number) - 1) > Number.EPSILON ? plural : singular;
}

function round(value: Value, args: Args): Value {
  const number = input("round", float, value);
  const method = option("round", text, args, "method", "common");
  const precision = option("round", int32, args, "precision", 0);
  const factor = precision === 0 ? 1 : powerOfTen(precision);
  const scaled = factor * number;
  let result: number;
  if (method === "common") result = Math.sign(scaled) * Math.floor(Math.abs(scaled) + halfFor(Math.abs(scaled)));
  else if (method === "ceil") result = Math.ceil(scaled);
  else if (method === "floor") result = Math.floor(scaled);
  else {
    throw failure(
      `Filter \`round\` received an incorrect value for arg \`method\`: got \`${debugText(method)}\`, only common, ceil and floor are allowed`,
    );
  }
  if (Object.is(scaled, -0)) result = -0;
  return finite(result / factor);
}

/** Half away from zero; the number just below a half must not be lifted by the addition itself. */
function halfFor(magnitude: number): number {
  return magnitude - Math.floor(magnitude) < 0.5 ? 0 : 0.5;
}

/** Powers by squaring, as Rust's `powi` makes them. */
function powerOfTen(exponent: number): number {
  let base = 10;
  let result = 1;
  for (let n = Math.abs(exponent); n > 0; n = Math.floor(n / 2)) {
    if (n % 2 === 1) result *= base;
    base *= base;
  }
  return exponent < 0 ? 1 / result : result;
}

/** JSON has no NaN and no infinity: there they are null. */
function finite(value: number): Value {
  return Number.isFinite(value) ? new Float(value) : null;
}

function int(value: Value, args: Args): Value {
  const otherwise = option("int", int64, args, "default", 0);
  const base = option("int", uint32, args, "base", 10);
  if (isNumber(value)) return floatToInt64(toFloat(value));
  if (typeof value !== "string") throw failure("Filter `int` received an unexpected type");
  if (base < 2 || base > 36) throw failure(`Filter \`int\` knows bases from 2 to 36, not ${base}`);
  let digits = trim(value);
  const prefix = base === 2 ? "0b" : base === 8 ? "0o" : base === 16 ? "0x" : "";
  if (prefix !== "") while (digits.startsWith(prefix)) digits = digits.slice(2);
  const parsed = parseIntText(digits, base);
  if (parsed !== undefined) return parsed;
  if (!digits.includes(".")) return otherwise;
  const number = parseFloatText(digits);
  return number === undefined ? otherwise : floatToInt64(number);
}

function toFloatFilter(value: Value, args: Args): Value {
  const otherwise = option("float", float, args, "default", 0);
  if (isNumber(value)) return finite(toFloat(value));
  if (typeof value !== "string") throw failure("Filter `float` received an unexpected type");
  return finite(parseFloatText(trim(value)) ?? otherwise);
}
