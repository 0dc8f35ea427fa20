import { integer, maxInt64, minInt64 } from "../value/number.ts";
import type { Integer } from "../value/value.ts";

/** Reads a signed 64-bit integer in a base, as Rust's `from_str_radix`: a sign, digits, nothing else. */
export function parseIntText(text: string, base: number): Integer | undefined {
  const negative = text.startsWith("-");
  const start = negative || text.startsWith("+") ? 1 : 0;
  if (text.length === start) return undefined;
  let value = 0n;
  for (let i = start; i < text.length; i++) {
    const digit = digitOf(text.charCodeAt(i));
    if (digit >= base) return undefined;
    value = value * BigInt(base) + BigInt(digit);
    if (value > maxInt64 + 1n) return undefined;
  }
  if (negative) value = -value;
  return value < minInt64 || value > maxInt64 ? undefined : integer(value);
}

function digitOf(c: number): number {
  if (c >= 48 && c <= 57) return c - 48;
  if (c >= 97 && c <= 122) return c - 87;
  return c >= 65 && c <= 90 ? c - 55 : 99;
}

/** Reads a float as Rust does: also `inf`, `infinity` and `nan` in any case, `1.` and `.5`. */
export function parseFloatText(text: string): number | undefined {
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return Number(text);
  const word = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (!word) return undefined;
  if (word[2]?.toLowerCase() === "nan") return NaN;
  return word[1] === "-" ? -Infinity : Infinity;
}
