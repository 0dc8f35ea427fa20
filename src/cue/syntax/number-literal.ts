import type { LiteralError } from "./literal.ts";

/** A number as an exact decimal: digits × 10^exponent. */
export interface NumberValue {
  readonly ok: true;
  /** Floats have a point or an exponent; a multiplier makes an int. */
  readonly kind: "int" | "float";
  readonly negative: boolean;
  /** Decimal digits without leading zeros; "0" for zero. Trailing zeros of floats are kept. */
  readonly digits: string;
  /** 0 for ints. */
  readonly exponent: number;
  /** The multiplier as written, such as "Ki", or "". */
  readonly multiplier: string;
}

export type NumberResult = NumberValue | LiteralError;

const powers: Record<string, number> = { K: 1, M: 2, G: 3, T: 4, P: 5 };

/** Decodes the text of an INT or FLOAT literal; a sign may precede it. */
export function decodeNumber(text: string): NumberResult {
  const negative = text.startsWith("-");
  const start = negative || text.startsWith("+") ? 1 : 0;
  const body = text.slice(start);
  if (body === "") return { ok: false, message: `invalid number ${JSON.stringify(text)}`, offset: 0 };
  if (/__|_$|_[KMGTPeE.]|^_/.test(body)) {
    return { ok: false, message: "illegal '_' in number", offset: start + body.indexOf("_") };
  }
  const plain = body.replaceAll("_", "");
  return decodeRadix(text, plain, negative) ?? decodeDecimal(text, plain, negative);
}

const radixNames: Record<string, string> = { x: "hexadecimal", X: "hexadecimal", b: "binary", o: "octal" };

function decodeRadix(text: string, plain: string, negative: boolean): NumberResult | null {
  const name = plain.charAt(0) === "0" ? radixNames[plain.charAt(1)] : undefined;
  if (name === undefined) return null;
  const valid = name === "binary" ? /^0b[01]+$/ : name === "octal" ? /^0o[0-7]+$/ : /^0[xX][0-9a-fA-F]+$/;
  if (!valid.test(plain)) {
    return { ok: false, message: `illegal ${name} number ${JSON.stringify(text)}`, offset: 0 };
  }
  return { ok: true, kind: "int", negative, digits: BigInt(plain).toString(), exponent: 0, multiplier: "" };
}

function decodeDecimal(text: string, plain: string, negative: boolean): NumberResult {
  const match = /^(\d*)(?:(\.)(\d*))?(?:([KMGTP]i?)|[eE]([+-]?\d+))?$/.exec(plain);
  const whole = match?.[1] ?? "";
  const fraction = match?.[3] ?? "";
  if (match === null || (whole === "" && fraction === "")) {
    return { ok: false, message: `illegal number ${JSON.stringify(text)}`, offset: 0 };
  }
  const hasPoint = match[2] !== undefined;
  const multiplier = match[4] ?? "";
  const isFloat = multiplier === "" && (hasPoint || match[5] !== undefined);
  if (!hasPoint && match[5] === undefined && whole.length > 1 && whole.startsWith("0")) {
    return { ok: false, message: `illegal integer number ${JSON.stringify(text)}`, offset: 0 };
  }
  const digits = stripZeros(whole + fraction);
  if (multiplier !== "") return multiply(digits, fraction.length, multiplier, negative);
  return {
    ok: true,
    kind: isFloat ? "float" : "int",
    negative,
    digits,
    exponent: Number(match[5] ?? "0") - fraction.length,
    multiplier,
  };
}

/** The result of a multiplier must be whole. */
function multiply(digits: string, places: number, multiplier: string, negative: boolean): NumberResult {
  const power = powers[multiplier.charAt(0)] as number;
  const factor = (multiplier.length === 2 ? 1024n : 1000n) ** BigInt(power);
  const scale = 10n ** BigInt(places);
  const product = BigInt(digits) * factor;
  if (product % scale !== 0n) {
    return { ok: false, message: "number cannot be represented as int", offset: 0 };
  }
  return { ok: true, kind: "int", negative, digits: (product / scale).toString(), exponent: 0, multiplier };
}

function stripZeros(digits: string): string {
  let i = 0;
  while (i < digits.length - 1 && digits.charCodeAt(i) === 48) i++;
  return digits.slice(i);
}
