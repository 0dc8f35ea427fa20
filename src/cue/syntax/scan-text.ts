import { codePoint, describeCharacter } from "./characters.ts";
import type { Scanner } from "./scanner.ts";
import * as t from "./token.ts";

/** How a string was opened, and what is known of its lines while it is interrupted by `\(`. */
export interface Quote {
  readonly char: number;
  /** 1, or 3 for a multi-line string. */
  readonly count: number;
  readonly hashes: number;
  /** Offset of the opening quotes. */
  start: number;
  /** Longest white space that all lines so far start with: offset and length; -1 if no line. */
  indentStart: number;
  indentLength: number;
}

function newQuote(char: number, count: number, hashes: number): Quote {
  return { char, count, hashes, start: 0, indentStart: 0, indentLength: -1 };
}

/** Scans a string from its first quote on, which the scanner has passed. */
export function scanQuoted(s: Scanner, start: number, char: number, hashes: number): number {
  const text = s.text;
  if (text.charCodeAt(s.offset) !== char) return scanString(s, start, newQuote(char, 1, hashes), false);
  s.offset++;
  const triple = text.charCodeAt(s.offset) === char;
  if (triple) s.offset++;
  // Two quotes, or three with hashes, and the closing hashes: `""`, `#""#`, and `#"""#`,
  // which holds one quote.
  if (!triple || hashes > 0) {
    if (skipHashes(s, hashes)) {
      s.lit = text.slice(start, s.offset);
      return t.STRING;
    }
    if (!triple) return scanString(s, start, newQuote(char, 1, hashes), false);
  }
  const quote = newQuote(char, 3, hashes);
  if (text.charCodeAt(s.offset) === 13) s.offset++;
  if (text.charCodeAt(s.offset) === 10) {
    s.offset++;
    s.passNewline();
    return scanString(s, start, quote, false);
  }
  s.lit = text.slice(start, s.offset);
  s.report(start, `expected newline after multiline quote ${s.lit}`);
  return t.STRING;
}

function skipHashes(s: Scanner, count: number): boolean {
  for (let i = 0; i < count; i++) {
    if (s.text.charCodeAt(s.offset) !== 35) return false;
    s.offset++;
  }
  return true;
}

/**
 * Scans the rest of a string, up to its closing quote (STRING) or to the parenthesis of an
 * interpolation (INTERPOLATION; the quote is then kept for `resumeInterpolation`).
 */
export function scanString(s: Scanner, start: number, quote: Quote, resumed: boolean): number {
  const text = s.text;
  const multi = quote.count === 3;
  let hasReturn = false;
  // The closing quotes of a multi-line string must stand alone on their line.
  let mayClose = false;
  if (!resumed) {
    quote.start = start;
    mayClose = multi;
  }
  let lineStart = s.offset;
  let tok: number = t.STRING;
  let end: number;
  for (;;) {
    const c = text.charCodeAt(s.offset);
    if (s.offset >= text.length || (c === 10 && !multi)) {
      s.report(start, "string literal not terminated");
      s.lit = withoutReturns(text.slice(start, s.offset), hasReturn);
      return t.STRING;
    }
    s.offset++;
    if (c === 10) s.passNewline();
    if (c === quote.char && (!multi || mayClose) && skipClosing(s, quote)) {
      end = s.offset;
      break;
    }
    if (multi) {
      if (c === 13) {
        hasReturn = true;
        continue;
      }
      const blank = c === 32 || c === 9;
      if (mayClose && !blank) {
        const length = s.offset - 1 - lineStart;
        // After a quote that did not close, the offset is further on: such lines have text.
        if (c !== 10 || length > 0) noteIndent(text, quote, lineStart, length);
      }
      if (c === 10) {
        mayClose = true;
        lineStart = s.offset;
      } else if (!blank) {
        mayClose = false;
      }
    }
    if (c === 92 && scanEscape(s, quote)) {
      tok = t.INTERPOLATION;
      end = s.offset + 1;
      s.quotes.push(quote);
      break;
    }
  }
  s.lit = withoutReturns(text.slice(start, end), hasReturn);
  if (tok === t.STRING && quote.indentLength >= 0) {
    const closing = s.offset - quote.count - quote.hashes - lineStart;
    if (!sharesPrefix(text, quote, lineStart, closing)) {
      s.report(quote.start, "non-matching whitespace for multiline strings");
    }
  }
  return tok;
}

/** Shrinks the common indentation to what it shares with one more line. */
function noteIndent(text: string, quote: Quote, start: number, length: number): void {
  if (quote.indentLength < 0) {
    quote.indentStart = start;
    quote.indentLength = length;
    return;
  }
  const limit = Math.min(length, quote.indentLength);
  let i = 0;
  while (i < limit && text.charCodeAt(start + i) === text.charCodeAt(quote.indentStart + i)) i++;
  quote.indentLength = i;
}

function sharesPrefix(text: string, quote: Quote, start: number, length: number): boolean {
  if (length > quote.indentLength) return false;
  for (let i = 0; i < length; i++) {
    if (text.charCodeAt(start + i) !== text.charCodeAt(quote.indentStart + i)) return false;
  }
  return true;
}

function withoutReturns(literal: string, hasReturn: boolean): string {
  return hasReturn ? literal.replaceAll("\r", "") : literal;
}

/** Passes the rest of the closing quotes and hashes. What matched stays passed if not all does. */
function skipClosing(s: Scanner, quote: Quote): boolean {
  const total = quote.count + quote.hashes;
  for (let i = 1; i < total; i++) {
    const want = i < quote.count ? quote.char : 35;
    if (s.text.charCodeAt(s.offset) !== want) return false;
    s.offset++;
  }
  return true;
}

/**
 * Scans what follows a backslash. Returns true if an interpolation starts. After a mistake the
 * scanner stands on the character that is wrong.
 */
function scanEscape(s: Scanner, quote: Quote): boolean {
  const text = s.text;
  if (!skipHashes(s, quote.hashes)) return false;
  const start = s.offset;
  const c = text.charCodeAt(start);
  let digits: number;
  let base = 16;
  switch (c) {
    case 40:
      return true;
    case 97:
    case 98:
    case 102:
    case 110:
    case 114:
    case 116:
    case 118:
    case 92:
    case 47:
      s.offset++;
      return false;
    case 120:
      if (quote.char === 34) {
        s.report(start, "hexadecimal escape not allowed in string literal");
        return false;
      }
      s.offset++;
      digits = 2;
      break;
    case 117:
      s.offset++;
      digits = 4;
      break;
    case 85:
      s.offset++;
      digits = 8;
      break;
    default:
      if (c === quote.char) {
        s.offset++;
        return false;
      }
      if (!(c >= 48 && c <= 55)) {
        s.report(start, start < text.length ? "unknown escape sequence" : "escape sequence not terminated");
        return false;
      }
      if (quote.char === 34) {
        s.report(start, "octal escape not allowed in string literal");
        return false;
      }
      digits = 3;
      base = 8;
  }
  let value = 0;
  for (let i = 0; i < digits; i++) {
    const digit = parseInt(text.charAt(s.offset), base);
    if (Number.isNaN(digit)) {
      const found = codePoint(text, s.offset);
      if (found < 0) s.report(s.offset, "escape sequence not terminated");
      else s.report(s.offset, `illegal character ${describeCharacter(found)} in escape sequence`);
      return false;
    }
    value = value * base + digit;
    s.offset++;
  }
  if (value > (digits < 4 ? 255 : 0x10ffff)) {
    s.report(start, "escape sequence is invalid Unicode code point");
  }
  return false;
}

/** Attributes in attributes have no meaning; this many may nest before the scanner gives up. */
const maxAttributeDepth = 100;

/**
 * Scans `@name(tokens)` from after the `@`. Its body is any text of balanced brackets in which
 * strings and comments are read as usual.
 */
export function scanAttribute(s: Scanner, start: number): number {
  const text = s.text;
  s.skipIdentParts(s.offset);
  if (s.attributeDepth >= maxAttributeDepth) {
    s.report(s.offset, "attributes nested too deeply");
    s.offset = text.length;
  }
  s.attributeDepth++;
  s.scan();
  if (s.tok === t.LPAREN) scanBalanced(s);
  else s.report(s.offset, "invalid attribute: expected '('");
  s.attributeDepth--;
  s.lit = text.slice(start, s.offset);
  return t.ATTRIBUTE;
}

function scanBalanced(s: Scanner): void {
  const closers: number[] = [t.RPAREN];
  while (closers.length > 0) {
    s.scan();
    const closer = closers[closers.length - 1] as number;
    switch (s.tok) {
      case closer:
        closers.pop();
        break;
      case t.EOF:
        // Every open bracket says so, from the innermost out.
        while (closers.length > 0) {
          s.report(s.offset, `attribute missing '${t.tokenText[closers.pop() as number]}'`);
        }
        return;
      case t.INTERPOLATION:
        s.report(s.offset, "interpolation not allowed in attribute");
        s.quotes.pop();
        skipToParen(s);
        break;
      case t.LPAREN:
        closers.push(t.RPAREN);
        break;
      case t.LBRACE:
        closers.push(t.RBRACE);
        break;
      case t.LBRACK:
        closers.push(t.RBRACK);
        break;
      case t.RPAREN:
      case t.RBRACK:
      case t.RBRACE:
        s.report(s.offset, `unexpected '${t.tokenText[s.tok]}'`);
        break;
    }
  }
}

/** Moves to the parenthesis that closes an interpolation, or to the line end. */
function skipToParen(s: Scanner): void {
  let open = 1;
  for (; s.offset < s.text.length; s.offset++) {
    const c = s.text.charCodeAt(s.offset);
    if (c === 10) return;
    if (c === 40) open++;
    else if (c === 41 && --open === 0) return;
  }
}
