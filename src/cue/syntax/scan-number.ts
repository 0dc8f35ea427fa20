import type { Scanner } from "./scanner.ts";
import { FLOAT, INT } from "./token.ts";

/**
 * Moves the scanner over a number. It stands on the first digit, or after the point if one was
 * seen. Returns INT or FLOAT; a multiplier makes every number an INT.
 */
export function scanNumber(s: Scanner, seenPoint: boolean): number {
  const text = s.text;
  if (seenPoint) {
    skipDigits(s, 10);
    return scanExponent(s, FLOAT);
  }
  const start = s.offset;
  if (text.charCodeAt(start) !== 48) {
    skipDigits(s, 10);
    return scanFraction(s);
  }
  s.offset++;
  switch (text.charCodeAt(s.offset)) {
    case 120:
    case 88:
      return scanRadix(s, start, 16, "hexadecimal");
    case 98:
      return scanRadix(s, start, 2, "binary");
    case 111:
      return scanRadix(s, start, 8, "octal");
  }
  const first = text.charCodeAt(s.offset);
  const leadingZero = first >= 48 && first <= 57;
  if (leadingZero) skipDigits(s, 10);
  const next = text.charCodeAt(s.offset);
  const range = next === 46 && text.charCodeAt(s.offset + 1) === 46;
  if (!range && (next === 46 || next === 101 || next === 69)) return scanFraction(s);
  // An integer other than 0 may not start with 0.
  if (leadingZero) s.report(start, "illegal integer number");
  return range ? INT : scanExponent(s, INT);
}

function scanRadix(s: Scanner, start: number, base: number, name: string): number {
  s.offset++;
  skipDigits(s, base);
  if (s.offset - start <= 2) s.report(start, `illegal ${name} number`);
  return INT;
}

function scanFraction(s: Scanner): number {
  let tok = INT;
  if (s.text.charCodeAt(s.offset) === 46) {
    // Two points are no fraction.
    if (s.text.charCodeAt(s.offset + 1) === 46) return INT;
    tok = FLOAT;
    s.offset++;
    skipDigits(s, 10);
  }
  return scanExponent(s, tok);
}

/** A multiplier such as K or Mi, or an exponent. */
function scanExponent(s: Scanner, tok: number): number {
  const text = s.text;
  const c = text.charCodeAt(s.offset);
  if (c === 75 || c === 77 || c === 71 || c === 84 || c === 80) {
    s.offset++;
    if (text.charCodeAt(s.offset) === 105) s.offset++;
    return INT;
  }
  if (c !== 101 && c !== 69) return tok;
  s.offset++;
  const sign = text.charCodeAt(s.offset);
  if (sign === 43 || sign === 45) s.offset++;
  if (digitValue(text.charCodeAt(s.offset)) >= 10) s.report(s.offset, "illegal exponent in number");
  skipDigits(s, 10);
  return FLOAT;
}

function skipDigits(s: Scanner, base: number): void {
  const text = s.text;
  let last = 0;
  for (;;) {
    const c = text.charCodeAt(s.offset);
    if (digitValue(c) >= base) break;
    if (last === 95 && c === 95) s.report(s.offset, "illegal '_' in number");
    last = c;
    s.offset++;
  }
  if (last === 95) s.report(s.offset - 1, "illegal '_' in number");
}

/** The value of a digit; `_` counts as 0, and what is no digit as 16. */
function digitValue(c: number): number {
  if (c >= 48 && c <= 57) return c - 48;
  if (c === 95) return 0;
  if (c >= 97 && c <= 102) return c - 87;
  if (c >= 65 && c <= 70) return c - 55;
  return 16;
}
