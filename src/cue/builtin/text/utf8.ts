/** Strings of the language count bytes of UTF-8 in places; these helpers do so over UTF-16. */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function encodeUtf8(s: string): Uint8Array {
  return encoder.encode(s);
}

/** Bytes as text, each invalid sequence replaced. */
export function decodeUtf8(b: Uint8Array): string {
  return decoder.decode(b);
}

/** Number of UTF-8 bytes of s up to the UTF-16 offset `end`. */
export function utf8Length(s: string, end: number = s.length): number {
  let n = end;
  for (let i = 0; i < end; i++) {
    const c = s.charCodeAt(i);
    if (c < 0x80) continue;
    if (c < 0x800) n += 1;
    else if (c >= 0xd800 && c < 0xdc00 && i + 1 < s.length && (s.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      // A pair is four bytes and two units.
      n += 2;
      i++;
    } else n += 2;
  }
  return n;
}

/** Number of code points. */
export function runeCount(s: string): number {
  let n = s.length;
  for (let i = 0; i + 1 < s.length; i++) {
    if ((s.charCodeAt(i) & 0xfc00) === 0xd800 && (s.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      n--;
      i++;
    }
  }
  return n;
}

/** The UTF-16 offset of the n-th code point, or -1 if there are fewer. */
export function runeOffset(s: string, n: number): number {
  let i = 0;
  for (; n > 0; n--) {
    if (i >= s.length) return -1;
    i += (s.codePointAt(i) as number) > 0xffff ? 2 : 1;
  }
  return i;
}
