const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Standard base64 with padding. */
export function encodeBase64(b: Uint8Array): string {
  let out = "";
  let i = 0;
  for (; i + 2 < b.length; i += 3) {
    const n = ((b[i] as number) << 16) | ((b[i + 1] as number) << 8) | (b[i + 2] as number);
    out += ALPHABET[n >> 18]! + ALPHABET[(n >> 12) & 63]! + ALPHABET[(n >> 6) & 63]! + ALPHABET[n & 63]!;
  }
  if (i + 1 === b.length) {
    const n = b[i] as number;
    out += ALPHABET[n >> 2]! + ALPHABET[(n & 3) << 4]! + "==";
  } else if (i + 2 === b.length) {
    const n = ((b[i] as number) << 8) | (b[i + 1] as number);
    out += ALPHABET[n >> 10]! + ALPHABET[(n >> 4) & 63]! + ALPHABET[(n & 15) << 2]! + "=";
  }
  return out;
}

let values: Int8Array | undefined;

/** Decodes; line breaks are skipped. A number is the byte offset of the first illegal input. */
export function decodeBase64(s: string): Uint8Array | number {
  if (values === undefined) {
    values = new Int8Array(128).fill(-1);
    for (let i = 0; i < 64; i++) values[ALPHABET.charCodeAt(i)] = i;
  }
  const out: number[] = [];
  let i = 0;
  const skipBreaks = (): void => {
    while (i < s.length && (s[i] === "\n" || s[i] === "\r")) i++;
  };
  for (;;) {
    // One quantum of four characters.
    const q: number[] = [];
    let end = false;
    while (q.length < 4) {
      skipBreaks();
      if (i >= s.length) {
        if (q.length === 0) return Uint8Array.from(out);
        return i - q.length;
      }
      const c = s.charCodeAt(i);
      if (c === 0x3d) {
        if (q.length < 2) return i;
        i++;
        if (q.length === 2) {
          skipBreaks();
          if (i >= s.length) return s.length;
          if (s.charCodeAt(i) !== 0x3d) return i;
          i++;
        }
        skipBreaks();
        if (i < s.length) return i;
        end = true;
        break;
      }
      const v = c < 128 ? (values[c] as number) : -1;
      if (v < 0) return i;
      q.push(v);
      i++;
    }
    const [a, b, c, d] = q as [number, number, number?, number?];
    out.push((a << 2) | (b >> 4));
    if (c !== undefined) out.push(((b & 15) << 4) | (c >> 2));
    if (d !== undefined) out.push((((c as number) & 3) << 6) | d);
    if (end) return Uint8Array.from(out);
  }
}
