import { integer, maxInt64, minInt64 } from "../value/number.ts";
import type { ExprVal, Ident } from "./ast.ts";
import { isBlank, isDigit, isIdentPart, isIdentStart } from "./char.ts";

/** How deep expressions and tags may nest; far beyond any real template, and safe for the stack. */
const maxNesting = 200;

/**
 * Reads the smallest parts of templates: names, literals and paths. Methods that find nothing leave the position
 * where it was and return undefined.
 */
export class TokenReader {
  readonly text: string;
  at = 0;
  /** The first integer that does not fit 64 bits. Only matters if all else is right. */
  badInteger: { readonly text: string; readonly pos: number } | undefined = undefined;
  tooDeep = false;
  protected depth = 0;
  constructor(text: string) {
    this.text = text;
  }

  skip(): void {
    while (isBlank(this.text.charCodeAt(this.at))) this.at++;
  }

  /** Takes a literal after optional whitespace. */
  take(literal: string): boolean {
    const start = this.at;
    this.skip();
    if (this.text.startsWith(literal, this.at)) {
      this.at += literal.length;
      return true;
    }
    this.at = start;
    return false;
  }

  protected enter(): boolean {
    if (this.depth >= maxNesting) {
      this.tooDeep = true;
      return false;
    }
    this.depth++;
    return true;
  }

  /** `or`, `and` and `not` want a blank after them. */
  protected word(word: string): boolean {
    if (!this.text.startsWith(word, this.at) || !isBlank(this.text.charCodeAt(this.at + word.length))) return false;
    this.at += word.length + 1;
    return true;
  }

  boolean(): ExprVal | undefined {
    for (const word of booleans) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return { kind: "bool", value: word === "true" || word === "True" };
      }
    }
    return undefined;
  }

  number(): ExprVal | undefined {
    const text = this.text;
    const start = this.at;
    let i = start;
    if (text.charCodeAt(i) === 45) i++;
    const c = text.charCodeAt(i);
    if (!isDigit(c)) return undefined;
    i++;
    if (c !== 48) while (isDigit(text.charCodeAt(i))) i++;
    if (text.charCodeAt(i) === 46 && isDigit(text.charCodeAt(i + 1))) {
      i++;
      while (isDigit(text.charCodeAt(i))) i++;
      this.at = i;
      return { kind: "float", value: Number(text.slice(start, i)) };
    }
    this.at = i;
    if (i - start < 16) return { kind: "int", value: Number(text.slice(start, i)) + 0 };
    const digits = text.slice(start, i);
    const value = BigInt(digits);
    if (value < minInt64 || value > maxInt64) this.badInteger ??= { text: digits, pos: start };
    return { kind: "int", value: integer(value) };
  }

  string(): string | undefined {
    const quote = this.text.charAt(this.at);
    if (quote !== '"' && quote !== "'" && quote !== "`") return undefined;
    const end = this.text.indexOf(quote, this.at + 1);
    if (end < 0) return undefined;
    const value = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return value;
  }

  ident(): string | undefined {
    const start = this.at;
    if (!isIdentStart(this.text.charCodeAt(start))) return undefined;
    let i = start + 1;
    while (isIdentPart(this.text.charCodeAt(i))) i++;
    this.at = i;
    return this.text.slice(start, i);
  }

  /** dotted_square_bracket_ident, as written */
  squareIdent(): Ident | undefined {
    const start = this.at;
    const end = this.pathEnd(start, 0);
    if (end < 0) return undefined;
    this.at = end;
    return { kind: "ident", path: this.text.slice(start, end), pos: start };
  }

  private pathEnd(start: number, depth: number): number {
    const text = this.text;
    if (!isIdentStart(text.charCodeAt(start))) return -1;
    let i = start + 1;
    while (isIdentPart(text.charCodeAt(i))) i++;
    for (;;) {
      const c = text.charCodeAt(i);
      if (c === 46 && isIdentPart(text.charCodeAt(i + 1))) {
        i += 2;
        while (isIdentPart(text.charCodeAt(i))) i++;
      } else if (c === 91) {
        const end = this.bracketEnd(i + 1, depth);
        if (end < 0) return i;
        i = end;
      } else return i;
    }
  }

  /** The end of what stands in square brackets, with the closing one; -1 if that is not an index. */
  private bracketEnd(start: number, depth: number): number {
    const text = this.text;
    if (depth >= maxNesting) {
      this.tooDeep = true;
      return -1;
    }
    let i = start;
    const quote = text.charAt(i);
    if (quote === '"' || quote === "'" || quote === "`") {
      i = text.indexOf(quote, i + 1) + 1;
      if (i === 0) return -1;
    } else if (isIdentStart(text.charCodeAt(i))) i = this.pathEnd(i, depth + 1);
    else {
      if (text.charCodeAt(i) === 45) i++;
      const c = text.charCodeAt(i);
      if (!isDigit(c)) return -1;
      i++;
      if (c !== 48) while (isDigit(text.charCodeAt(i))) i++;
    }
    return text.charCodeAt(i) === 93 ? i + 1 : -1;
  }
}

const booleans = ["true", "false", "True", "False"] as const;
