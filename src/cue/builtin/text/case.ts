/** Letter case one code point at a time: a letter whose upper case is two letters (ß) stays as it is. */

function upperRune(c: number): number {
  if (c < 0x80) return c >= 0x61 && c <= 0x7a ? c - 32 : c;
  // Greek letters with iota below: the full mapping writes two letters, the simple one has its own.
  if (c >= 0x1f80 && c <= 0x1ff3) {
    if (c <= 0x1faf) return c & 8 ? c : c + 8;
    if (c === 0x1fb3 || c === 0x1fc3 || c === 0x1ff3) return c + 9;
  }
  return only(c, String.fromCodePoint(c).toUpperCase());
}

export function lowerRune(c: number): number {
  if (c < 0x80) return c >= 0x41 && c <= 0x5a ? c + 32 : c;
  if (c === 0x130) return 0x69;
  return only(c, String.fromCodePoint(c).toLowerCase());
}

export function titleRune(c: number): number {
  if (c < 0x80) return upperRune(c);
  if (c >= 0x1c4 && c <= 0x1cc) return 0x1c5 + 3 * Math.floor((c - 0x1c4) / 3);
  if (c >= 0x1f1 && c <= 0x1f3) return 0x1f2;
  if ((c >= 0x10d0 && c <= 0x10fa) || (c >= 0x10fd && c <= 0x10ff)) return c;
  return upperRune(c);
}

function only(c: number, mapped: string): number {
  const first = mapped.codePointAt(0) as number;
  return mapped.length === (first > 0xffff ? 2 : 1) ? first : c;
}

export function isSpaceRune(c: number): boolean {
  if (c < 0x85) return c === 0x20 || (c >= 9 && c <= 13);
  return (
    c === 0x85 ||
    c === 0xa0 ||
    c === 0x1680 ||
    (c >= 0x2000 && c <= 0x200a) ||
    c === 0x2028 ||
    c === 0x2029 ||
    c === 0x202f ||
    c === 0x205f ||
    c === 0x3000
  );
}

/** Applies a mapping to every code point. */
function mapRunes(s: string, f: (c: number) => number): string {
  let out = "";
  let start = 0;
  for (let i = 0; i < s.length;) {
    const c = s.codePointAt(i) as number;
    const width = c > 0xffff ? 2 : 1;
    const m = f(c);
    if (m !== c) {
      out += s.slice(start, i) + String.fromCodePoint(m);
      start = i + width;
    }
    i += width;
  }
  return start === 0 ? s : out + s.slice(start);
}

export function toUpper(s: string): string {
  return mapRunes(s, upperRune);
}

export function toLower(s: string): string {
  return mapRunes(s, lowerRune);
}

/** Changes the first letter of each word that white space separates. */
export function mapWordStarts(s: string, f: (c: number) => number): string {
  let atStart = true;
  return mapRunes(s, (c) => {
    const m = atStart ? f(c) : c;
    atStart = isSpaceRune(c);
    return m;
  });
}
