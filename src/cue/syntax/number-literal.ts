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

/** Decodes the text of an INT or FLOAT literal; a sign may precede it. */
export function decodeNumber(text: string): NumberResult {
  return new NumberReader(text).read();
}

const powers = "KMGTP";
const radixNames: ReadonlyMap<string, [number, string]> = new Map([
  ["x", [16, "hexadecimal"]],
  ["X", [16, "hexadecimal"]],
  ["b", [2, "binary"]],
  ["o", [8, "octal"]],
]);

/** Reads a number from left to right: the first mistake decides what is said. */
class NumberReader {
  private readonly text: string;
  private at = 0;
  private badSeparator = false;

  constructor(text: string) {
    this.text = text;
  }

  read(): NumberResult {
    const { text } = this;
    if (text === "") return this.fail("invalid number");
    const negative = text.startsWith("-");
    if (negative || text.startsWith("+")) this.at = 1;
    const result = this.scan(negative);
    if (result.ok && this.badSeparator)
      return { ok: false, message: "illegal '_' in number", offset: text.indexOf("_") };
    return result;
  }

  private fail(what: string): LiteralError {
    return { ok: false, message: `${what} ${JSON.stringify(this.text)}`, offset: 0 };
  }

  private peek(): string {
    return this.text.charAt(this.at);
  }

  private scan(negative: boolean): NumberResult {
    if (this.peek() === ".") {
      this.at++;
      const fraction = this.digits(10);
      return fraction === "" ? this.fail("illegal fraction") : this.suffix("", fraction, true, negative);
    }
    if (this.peek() !== "0") {
      const whole = this.digits(10);
      return whole === "" ? this.fail("illegal number start") : this.fraction(whole, negative);
    }
    const radix = radixNames.get(this.text.charAt(this.at + 1));
    if (radix !== undefined) return this.radix(radix[0], radix[1], negative);
    this.at++;
    const whole = this.digits(10);
    const next = this.peek();
    if (next === "e" || next === "E" || next === ".") return this.fraction(whole, negative);
    if (whole !== "") return this.fail("illegal integer number");
    if (next !== "" && !powers.includes(next)) return this.fail("illegal number");
    return this.suffix("0", "", false, negative);
  }

  private radix(base: number, name: string, negative: boolean): NumberResult {
    const start = this.at;
    this.at += 2;
    const digits = this.digits(base);
    if (digits === "") return this.fail(`illegal ${name} number`);
    if (this.peek() !== "") return this.fail("illegal number");
    const prefix = this.text.slice(start, start + 2);
    const value = BigInt(prefix + digits).toString();
    return { ok: true, kind: "int", negative, digits: value, exponent: 0, multiplier: "" };
  }

  private fraction(whole: string, negative: boolean): NumberResult {
    if (this.peek() !== ".") return this.suffix(whole, "", false, negative);
    this.at++;
    return this.suffix(whole, this.digits(10), true, negative);
  }

  /** A multiplier or an exponent, and then nothing more. */
  private suffix(whole: string, fraction: string, hasPoint: boolean, negative: boolean): NumberResult {
    const digits = stripZeros(whole + fraction);
    const c = this.peek();
    if (c !== "" && powers.includes(c)) {
      const binary = this.text.charAt(this.at + 1) === "i";
      const multiplier = this.text.slice(this.at, this.at + (binary ? 2 : 1));
      if (this.at + multiplier.length < this.text.length) return this.fail("illegal trailing characters in number");
      return multiply(digits, fraction.length, multiplier, negative);
    }
    let exponent = 0;
    let isFloat = hasPoint;
    if (c === "e" || c === "E") {
      isFloat = true;
      this.at++;
      const minus = this.peek() === "-";
      if (minus || this.peek() === "+") this.at++;
      const power = this.digits(10);
      if (power === "") return this.fail("illegal exponent");
      exponent = minus ? -Number(power) : Number(power);
    }
    if (this.peek() !== "") return this.fail("illegal number");
    exponent -= fraction.length;
    return { ok: true, kind: isFloat ? "float" : "int", negative, digits, exponent, multiplier: "" };
  }

  /** Digits without separators. Those must stand alone, and not at the end. */
  private digits(base: number): string {
    let result = "";
    let last = "";
    for (;;) {
      const c = this.peek();
      if (c !== "_" && Number.isNaN(parseInt(c, base))) break;
      if (c === "_" && last === "_") this.badSeparator = true;
      if (c !== "_") result += c;
      last = c;
      this.at++;
    }
    if (last === "_") this.badSeparator = true;
    return result;
  }
}

/** The result of a multiplier must be whole. */
function multiply(digits: string, places: number, multiplier: string, negative: boolean): NumberResult {
  const power = powers.indexOf(multiplier.charAt(0)) + 1;
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
  return digits === "" ? "0" : digits.slice(i);
}
