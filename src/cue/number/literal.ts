import { finite, FINITE, NAN, withSign } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";
import { multiply } from "./arithmetic.ts";
import { isFailure } from "./failure.ts";
import { rescale } from "./integral.ts";
import { HALF_UP, inRange, MAX_EXPONENT } from "./round.ts";

export interface NumberLiteral {
  readonly value: Decimal;
  readonly isInt: boolean;
  /** Whether the text says its value plainly: decimal digits, no multiplier. */
  readonly plain: boolean;
}

/** Parses a number literal of the language, with an optional sign. A string is the reason it is none. */
export function parseNumber(src: string): NumberLiteral | string {
  const small = smallInteger(src);
  if (small !== undefined) return small;
  return new Scan(src).parse();
}

/** One to fifteen plain digits, by far the most frequent case. */
function smallInteger(src: string): NumberLiteral | undefined {
  const n = src.length;
  if (n === 0 || n > 15 || (n > 1 && src.charCodeAt(0) === 0x30)) return undefined;
  let v = 0;
  for (let i = 0; i < n; i++) {
    const c = src.charCodeAt(i) - 0x30;
    if (c < 0 || c > 9) return undefined;
    v = v * 10 + c;
  }
  return { value: finite(false, BigInt(v), 0), isInt: true, plain: true };
}

const MULTIPLIERS = "KMGTP";

class Scan {
  private readonly src: string;
  private pos = 0;
  private problem: string | undefined = undefined;

  constructor(src: string) {
    this.src = src;
  }

  parse(): NumberLiteral | string {
    const { src } = this;
    if (src === "") return `invalid number ${quote(src)}`;
    const neg = src[0] === "-";
    if (neg || src[0] === "+") this.pos++;
    const r = this.number(neg);
    return this.problem ?? r;
  }

  private peek(): string {
    return this.src[this.pos] ?? "";
  }

  /** Digits of a base, without the separators; undefined if there are none. */
  private digits(base: number): string | undefined {
    let out = "";
    let last = "";
    let seen = false;
    for (;;) {
      const c = this.peek();
      if (c === "_") {
        if (last === "_") this.problem = "illegal '_' in number";
      } else if (c !== "" && digitValue(c) < base) {
        out += c;
        seen = true;
      } else break;
      last = c;
      this.pos++;
    }
    if (last === "_") this.problem = "illegal '_' in number";
    return seen ? out : undefined;
  }

  private number(neg: boolean): NumberLiteral | string {
    const text = quote(this.src);
    if (this.peek() === ".") {
      this.pos++;
      const fraction = this.digits(10);
      if (fraction === undefined) return `illegal fraction ${text}`;
      return this.tail(neg, "0", fraction, true);
    }
    if (this.peek() === "0") {
      this.pos++;
      const c = this.peek();
      if (c === "x" || c === "X") return this.based(neg, 16, "hexadecimal");
      if (c === "b") return this.based(neg, 2, "binary");
      if (c === "o") return this.based(neg, 8, "octal");
      const more = this.digits(10);
      const after = this.peek();
      if (after === "." || after === "e" || after === "E") return this.fraction(neg, more ?? "0");
      if (more !== undefined) return `illegal integer number ${text}`;
      if (after !== "" && !MULTIPLIERS.includes(after)) return `illegal number ${text}`;
      return this.tail(neg, "0", "", false);
    }
    const whole = this.digits(10);
    if (whole === undefined) return `illegal number start ${text}`;
    return this.fraction(neg, whole);
  }

  private based(neg: boolean, base: number, name: string): NumberLiteral | string {
    const prefix = base === 16 ? "0x" : base === 8 ? "0o" : "0b";
    this.pos++;
    const d = this.digits(base);
    if (d === undefined) return `illegal ${name} number ${quote(this.src)}`;
    if (this.pos < this.src.length) return `illegal number ${quote(this.src)}`;
    return { value: finite(neg, BigInt(prefix + d), 0), isInt: true, plain: false };
  }

  private fraction(neg: boolean, whole: string): NumberLiteral | string {
    if (this.peek() !== ".") return this.tail(neg, whole, "", false);
    this.pos++;
    return this.tail(neg, whole, this.digits(10) ?? "", true);
  }

  private tail(neg: boolean, whole: string, fraction: string, point: boolean): NumberLiteral | string {
    const c = this.peek();
    if (c !== "" && MULTIPLIERS.includes(c)) return this.multiplied(neg, whole, fraction);
    let exponent: string | undefined;
    if (c === "e" || c === "E") {
      this.pos++;
      let sign = "";
      if (this.peek() === "-" || this.peek() === "+") {
        sign = this.peek();
        this.pos++;
      }
      const d = this.digits(10);
      if (d === undefined) return `illegal exponent ${quote(this.src)}`;
      exponent = sign + d;
    }
    if (this.pos < this.src.length) return `illegal number ${quote(this.src)}`;
    const value = fromDigits(neg, whole, fraction, exponent);
    return { value, isInt: !point && exponent === undefined, plain: true };
  }

  private multiplied(neg: boolean, whole: string, fraction: string): NumberLiteral | string {
    const power = MULTIPLIERS.indexOf(this.peek()) + 1;
    this.pos++;
    const binary = this.peek() === "i";
    if (binary) this.pos++;
    if (this.pos < this.src.length) return `illegal trailing characters in number ${quote(this.src)}`;
    const factor = (binary ? 1024n : 1000n) ** BigInt(power);
    const product = multiply(fromDigits(neg, whole, fraction, undefined), finite(false, factor, 0));
    if (isFailure(product) || product.form !== FINITE) return "number cannot be represented as int";
    const r = rescale(product, 0, HALF_UP);
    if (isFailure(r) || r.inexact) return "number cannot be represented as int";
    return { value: r.value, isInt: true, plain: false };
  }
}

/**
 * The value of whole.fraction × 10^exponent. An exponent out of range is dropped without a word and
 * leaves the bare digits; one beyond 32 bits makes the number NaN.
 */
function fromDigits(neg: boolean, whole: string, fraction: string, exponent: string | undefined): Decimal {
  const coeff = BigInt(whole + fraction);
  const e = exponent === undefined ? 0 : Number(exponent);
  if (e > 2147483647 || e < -2147483648) return withSign(NAN, neg);
  const exp = e - fraction.length;
  const sane = Math.abs(e) <= MAX_EXPONENT && fraction.length <= MAX_EXPONENT;
  const value = finite(neg, coeff, exp);
  return sane && inRange(exp, value.digits) ? value : finite(neg, coeff, 0);
}

/** A decimal from plain decimal text (digits, point, exponent), or undefined. */
export function parseDecimal(src: string): Decimal | undefined {
  const m = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(src);
  if (m === null || (m[2] === "" && !m[3])) return undefined;
  const exp = m[4] === undefined ? 0 : Number(m[4]);
  const fraction = m[3] ?? "";
  const value = finite(m[1] === "-", BigInt((m[2] ?? "") + fraction), exp - fraction.length);
  return inRange(value.exp, value.digits) && Math.abs(exp) <= MAX_EXPONENT ? value : undefined;
}

function digitValue(c: string): number {
  const n = c.charCodeAt(0);
  if (n >= 0x30 && n <= 0x39) return n - 0x30;
  if (n >= 0x61 && n <= 0x66) return n - 0x61 + 10;
  if (n >= 0x41 && n <= 0x46) return n - 0x41 + 10;
  return 99;
}

function quote(s: string): string {
  return JSON.stringify(s);
}
