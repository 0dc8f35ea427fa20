import { Float } from "./value.ts";
import type { Integer, NumberValue } from "./value.ts";

/** The ranges of Rust's 64-bit integers. */
export const minInt64 = -(2n ** 63n);
export const maxInt64 = 2n ** 63n - 1n;
export const maxUint64 = 2n ** 64n - 1n;

/** An integer in its shortest form: a bigint only where a number would not be exact. */
export function integer(value: bigint): Integer {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

export function toFloat(value: NumberValue): number {
  if (typeof value === "number") return value;
  return typeof value === "bigint" ? Number(value) : value.value;
}

/** Rust's `as i64`: cut off the fraction, keep to the range, NaN is 0. */
export function floatToInt64(value: number): Integer {
  if (value !== value) return 0;
  const whole = Math.trunc(value);
  if (Number.isSafeInteger(whole)) return whole === 0 ? 0 : whole;
  if (whole >= 9223372036854775807) return maxInt64;
  if (whole <= -9223372036854775808) return minInt64;
  return integer(BigInt(whole));
}

export function fitsInt64(value: Integer): boolean {
  return typeof value === "number" || (value >= minInt64 && value <= maxInt64);
}

export type MathOperator = "+" | "-" | "*" | "/" | "%";

/** A result, or what is wrong with it. `"nan"` is Tera's own "not a number", printed as such. */
type MathResult = NumberValue | "nan" | MathFailure;

export class MathFailure {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** What the messages call each operator. */
const sign: Record<"+" | "-" | "*", string> = { "+": "+", "-": "-", "*": "x" };

const moduloByZero = new MathFailure("Tried to do a modulo by zero");
const tooLarge = new MathFailure("The result of a math operation is not a finite number");

/**
 * Arithmetic as Tera has it: two i64 make an i64, two u64 a u64, everything else floats; integers
 * that leave their range are an error; a division is done in floats and comes back as an integer
 * where it has no remainder.
 */
export function calculate(operator: MathOperator, left: NumberValue, right: NumberValue): MathResult {
  if (operator === "/") return divide(toFloat(left), toFloat(right));
  if (left instanceof Float || right instanceof Float) return floats(operator, toFloat(left), toFloat(right));
  if (typeof left === "number" && typeof right === "number") {
    const quick = safe(operator, left, right);
    if (quick !== undefined) return quick;
  }
  return integers(operator, left, right);
}

/** The result of two exact numbers if it is exact too. Never negative zero, which no integer has. */
function safe(operator: MathOperator, left: number, right: number): number | undefined {
  let result: number;
  switch (operator) {
    case "+":
      result = left + right;
      break;
    case "-":
      result = left - right;
      break;
    case "*":
      result = left * right;
      break;
    default:
      if (right === 0) return undefined;
      result = left % right;
  }
  return Number.isSafeInteger(result) ? result + 0 : undefined;
}

function integers(operator: MathOperator, left: Integer, right: Integer): MathResult {
  const a = BigInt(left);
  const b = BigInt(right);
  const signed = fitsInt64(left) && fitsInt64(right);
  if (!signed && (a < 0n || b < 0n)) return floats(operator, Number(a), Number(b));
  if (operator === "%") return b === 0n ? moduloByZero : integer(a % b);
  const result = operator === "+" ? a + b : operator === "-" ? a - b : a * b;
  const fits = signed ? result >= minInt64 && result <= maxInt64 : result >= 0n && result <= maxUint64;
  if (fits) return integer(result);
  const kind = signed ? "i64" : "u64";
  return new MathFailure(`${a} ${sign[operator as "+" | "-" | "*"]} ${b} results in an out of bounds ${kind}`);
}

function floats(operator: MathOperator, a: number, b: number): MathResult {
  const result = operator === "+" ? a + b : operator === "-" ? a - b : operator === "*" ? a * b : a % b;
  if (Number.isFinite(result)) return new Float(result);
  return operator === "*" || operator === "%" ? "nan" : tooLarge;
}

function divide(a: number, b: number): MathResult {
  const result = a / b;
  if (!Number.isFinite(result)) return "nan";
  return Number.isInteger(result) ? floatToInt64(result) : new Float(result);
}
