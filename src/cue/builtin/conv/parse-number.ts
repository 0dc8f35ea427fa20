import { Failed } from "../define.ts";
import { quote } from "./quote.ts";

function problem(func: string, text: string, reason: string): Failed {
  return new Failed(`strconv.${func}: parsing ${quote(text)}: ${reason}`);
}

/** Go's big.Int.SetString: a sign, a prefix if base is 0, underscores only then. */
export function parseBigInt(s: string, base: number): bigint | undefined {
  let body = s;
  let neg = false;
  if (body[0] === "+" || body[0] === "-") {
    neg = body[0] === "-";
    body = body.slice(1);
  }
  let radix = base;
  if (base === 0) {
    const prefix = /^0([xXbBoO])/.exec(body)?.[1]?.toLowerCase();
    radix = prefix === "x" ? 16 : prefix === "b" ? 2 : prefix === "o" ? 8 : body.length > 1 && body[0] === "0" ? 8 : 10;
    const digits = prefix === undefined ? body : body.slice(2);
    // An underscore stands between digits, or behind the prefix.
    if (/__|_$/.test(digits) || (digits.startsWith("_") && prefix === undefined)) return undefined;
    body = digits.replaceAll("_", "");
  }
  if (radix < 2 || radix > 62 || body === "") return undefined;
  for (const c of body) {
    const v = digitValue(c, radix);
    if (v < 0 || v >= radix) return undefined;
  }
  const n = fromDigits(body, radix);
  return neg ? -n : n;
}

/** By halves: one digit after the other takes quadratic time. */
function fromDigits(body: string, radix: number): bigint {
  if (radix === 10) return BigInt(body);
  if (radix === 2 || radix === 8 || radix === 16)
    return BigInt(`0${radix === 2 ? "b" : radix === 8 ? "o" : "x"}${body}`);
  if (body.length > 64) {
    const low = body.length >> 1;
    const high = body.length - low;
    return fromDigits(body.slice(0, high), radix) * BigInt(radix) ** BigInt(low) + fromDigits(body.slice(high), radix);
  }
  let n = 0n;
  for (const c of body) n = n * BigInt(radix) + BigInt(digitValue(c, radix));
  return n;
}

/** Beyond base 36, capital letters are digits of their own. */
function digitValue(c: string, base: number): number {
  const n = c.charCodeAt(0);
  if (c.length !== 1) return -1;
  if (n >= 48 && n <= 57) return n - 48;
  if (n >= 97 && n <= 122) return n - 87;
  if (n >= 65 && n <= 90) return base <= 36 ? n - 55 : n - 29;
  return -1;
}

/** An integer of any size in a base up to 62. */
export function formatBigInt(n: bigint, base: number): string {
  if (base <= 36) return n.toString(base);
  const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  let rest = n < 0n ? -n : n;
  let out = "";
  do {
    out = digits[Number(rest % BigInt(base))] + out;
    rest /= BigInt(base);
  } while (rest > 0n);
  return n < 0n ? "-" + out : out;
}

export function bitLength(n: bigint): number {
  return n === 0n ? 0 : (n < 0n ? -n : n).toString(2).length;
}

export function parseInteger(func: string, s: string, base: number, bits: number, unsigned: boolean): bigint | Failed {
  if (bits < 0) return problem(func, s, "value out of range");
  const n = parseBigInt(s, base);
  if (n === undefined) return problem(func, s, "invalid syntax");
  if (unsigned && n < 0n) return problem(func, s, "value out of range");
  if (bits === 0) return n;
  const limit = 1n << BigInt(unsigned ? bits : bits - 1);
  const fits = unsigned ? n < limit : n < limit && n >= -limit;
  return fits ? n : problem(func, s, "value out of range");
}

export function parseBool(s: string): boolean | Failed {
  if (/^(1|t|T|true|TRUE|True)$/.test(s)) return true;
  if (/^(0|f|F|false|FALSE|False)$/.test(s)) return false;
  return problem("ParseBool", s, "invalid syntax");
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const HEX = /^[+-]?0[xX](?:[0-9a-fA-F_]+\.?[0-9a-fA-F_]*|\.[0-9a-fA-F_]+)[pP][+-]?\d+$/;

/** Go's ParseFloat, for 32 or 64 bits. */
export function parseFloat(s: string, bits: number): number | Failed {
  const special = /^([+-]?)(inf|infinity)$/i.exec(s);
  if (special !== null) return special[1] === "-" ? -Infinity : Infinity;
  if (/^nan$/i.test(s)) return NaN;
  let f: number;
  const plain = /\d_\d/.test(s) && !/__|_\D|\D_|^_|_$/.test(s) ? s.replaceAll("_", "") : s;
  if (DECIMAL.test(plain)) f = bits === 32 ? roundToFloat32(plain) : Number(plain);
  else if (HEX.test(s)) f = hexFloat(s, bits);
  else return problem("ParseFloat", s, "invalid syntax");
  return Number.isFinite(f) ? f : problem("ParseFloat", s, "value out of range");
}

/** Rounding twice, to 64 and then to 32 bits, may miss the nearest; a tie of the second step is decided by the text. */
function roundToFloat32(s: string): number {
  const wide = Number(s);
  const narrow = Math.fround(wide);
  if (wide === narrow || !Number.isFinite(narrow)) return narrow;
  const other = neighbour(narrow, wide > narrow);
  if (Math.abs(wide - narrow) !== Math.abs(other - wide)) return narrow;
  const exact = compareDecimal(s, wide);
  if (exact === 0) return narrow;
  return exact > 0 ? Math.max(narrow, other) : Math.min(narrow, other);
}

function neighbour(f: number, up: boolean): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, f);
  view.setInt32(0, view.getInt32(0) + (f >= 0 === up ? 1 : -1));
  return view.getFloat32(0);
}

/** Order of a decimal text and a float, exactly. */
function compareDecimal(s: string, f: number): number {
  const m = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(s) as RegExpExecArray;
  const exp = Number(m[4] ?? 0) - (m[3] ?? "").length;
  let left = BigInt((m[2] ?? "") + (m[3] ?? "")) * (m[1] === "-" ? -1n : 1n);
  const text = f.toString(2);
  const point = text.indexOf(".");
  const fraction = point < 0 ? 0 : text.length - point - 1;
  const digits = text.replace(".", "");
  let right = BigInt("0b" + digits.replace("-", "")) * (digits.startsWith("-") ? -1n : 1n);
  left <<= BigInt(fraction);
  if (exp >= 0) left *= 10n ** BigInt(exp);
  else right *= 10n ** BigInt(-exp);
  return left < right ? -1 : left > right ? 1 : 0;
}

function hexFloat(s: string, bits: number): number {
  const m = /^([+-]?)0[xX]([0-9a-fA-F_]*)\.?([0-9a-fA-F_]*)[pP]([+-]?\d+)$/.exec(s) as RegExpExecArray;
  const whole = (m[2] ?? "").replaceAll("_", "");
  const fraction = (m[3] ?? "").replaceAll("_", "");
  const f = Number(BigInt("0x0" + whole + fraction)) * 2 ** (Number(m[4]) - 4 * fraction.length);
  const signed = m[1] === "-" ? -f : f;
  return bits === 32 ? Math.fround(signed) : signed;
}
