import { FINITE, INFINITE } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";

/**
 * The scientific text of a decimal, which JSON output, interpolation and messages share: plain if the
 * exponent is not positive and the leading digit not below 10^-6, otherwise d.dddE±n.
 */
export function toText(d: Decimal): string {
  if (d.int === d.int) return String(d.int);
  return formatDecimal(d, "G");
}

/** A literal of the source language: a float without point or exponent gets a trailing point. */
export function toLiteral(d: Decimal, isInt: boolean): string {
  const s = toText(d);
  if (isInt) return s;
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    if (c === 0x2e || c === 0x45 || c === 0x65) return s;
  }
  return s + ".";
}

/** Text in the formats e E (exponent always), f (never), g G (as needed). */
export function formatDecimal(d: Decimal, format: "e" | "E" | "f" | "g" | "G"): string {
  const sign = d.neg ? "-" : "";
  if (d.form !== FINITE) return sign + (d.form === INFINITE ? "Infinity" : "NaN");
  const digits = d.coeff.toString();
  if (format === "f") return sign + plain(digits, d.exp);
  if (format === "e" || format === "E") return sign + scientific(digits, d.exp, format);
  let width = digits.length;
  // A zero with decimals shows all of them, down to a limit.
  if (d.coeff === 0n && d.exp < 0 && d.exp >= -2000) width -= d.exp;
  if (d.exp <= 0 && d.exp + width - 1 >= -6) return sign + plain(digits, d.exp);
  return sign + scientific(digits, d.exp, format === "g" ? "e" : "E");
}

function plain(digits: string, exp: number): string {
  if (exp >= 0) return digits + "0".repeat(exp);
  const point = digits.length + exp;
  return point <= 0 ? "0." + "0".repeat(-point) + digits : digits.slice(0, point) + "." + digits.slice(point);
}

function scientific(digits: string, exp: number, letter: string): string {
  const adjusted = exp + digits.length - 1;
  const mantissa = digits.length > 1 ? digits[0] + "." + digits.slice(1) : digits;
  return mantissa + letter + (adjusted < 0 ? "-" : "+") + Math.abs(adjusted);
}
