/** Character classes as Go's unicode package draws them, with fast paths for ASCII. */

const letter = /^\p{L}$/u;
const decimalDigit = /^\p{Nd}$/u;
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;

/** Letters of identifiers besides `_` and `$`. */
export function isLetter(c: number): boolean {
  if (c < 128) return (c >= 97 && c <= 122) || (c >= 65 && c <= 90);
  return letter.test(String.fromCodePoint(c));
}

export function isDigit(c: number): boolean {
  if (c < 128) return c >= 48 && c <= 57;
  return decimalDigit.test(String.fromCodePoint(c));
}

/** What may stand in an identifier after its first character. */
export function isIdentPart(c: number): boolean {
  if (c < 128) {
    return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95 || c === 36;
  }
  const s = String.fromCodePoint(c);
  return letter.test(s) || decimalDigit.test(s);
}

/** Go's strconv.IsPrint: letters, marks, numbers, punctuation, symbols and the ASCII space. */
export function isPrintable(c: number): boolean {
  if (c < 128) return c >= 32 && c < 127;
  return printable.test(String.fromCodePoint(c));
}

/** Go's %#U: `U+0041 'A'`, without the character if it does not print. */
export function describeCharacter(character: number): string {
  // A byte outside UTF-8, held as a lone surrogate, reads as the replacement character.
  const c = character >= 0xd800 && character < 0xe000 ? 0xfffd : character;
  const hex = c.toString(16).toUpperCase().padStart(4, "0");
  return isPrintable(c) ? `U+${hex} '${String.fromCodePoint(c)}'` : `U+${hex}`;
}

/**
 * Whether a name can stand as an identifier. A leading `_`, `#` or `_#` is part of it; after
 * them, only `_` may be followed by a digit.
 */
export function isValidIdent(name: string): boolean {
  if (name === "") return false;
  let i = 0;
  let digitFirst = false;
  if (name.charCodeAt(0) === 95) {
    i = 1;
    if (name.length === 1) return true;
    digitFirst = true;
  }
  if (name.charCodeAt(i) === 35) {
    i++;
    digitFirst = false;
  }
  if (i < name.length && !digitFirst && isDigit(name.codePointAt(i) as number)) return false;
  while (i < name.length) {
    const c = name.codePointAt(i) as number;
    if (!isIdentPart(c)) return false;
    i += c > 0xffff ? 2 : 1;
  }
  return true;
}

/** Whether a field of this name must be written with quotes to be a regular field. */
export function labelNeedsQuotes(name: string): boolean {
  const first = name.charCodeAt(0);
  return first === 35 || first === 95 || !isValidIdent(name);
}

/** The code point at an offset, or -1 at the end. */
export function codePoint(text: string, offset: number): number {
  return text.codePointAt(offset) ?? -1;
}
