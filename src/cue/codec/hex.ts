import { quoteCharacter } from "./quote-character.ts";

export function encodeHex(b: Uint8Array): string {
  let out = "";
  for (const x of b) out += x.toString(16).padStart(2, "0");
  return out;
}

/** Decodes; a string says what is wrong, as Go's encoding/hex does. */
export function decodeHex(s: string): Uint8Array | string {
  const bytes = new TextEncoder().encode(s);
  const out = new Uint8Array(bytes.length >> 1);
  for (let i = 0; i < bytes.length; i++) {
    const d = digit(bytes[i] as number);
    if (d < 0) return invalidByte(bytes[i] as number);
    // An odd digit at the end is only complained of if it is one.
    if (i === bytes.length - 1 && i % 2 === 0) return "encoding/hex: odd length hex string";
    out[i >> 1] = ((out[i >> 1] as number) << 4) | d;
  }
  return out;
}

function digit(c: number): number {
  if (c >= 48 && c <= 57) return c - 48;
  const l = c | 32;
  return l >= 97 && l <= 102 ? l - 87 : -1;
}

function invalidByte(b: number): string {
  const c = String.fromCharCode(b);
  const code = `U+${b.toString(16).toUpperCase().padStart(4, "0")}`;
  const shown =
    b < 0x20 || (b >= 0x7f && b <= 0xa0) || b === 0xad ? "" : ` ${b < 0x80 ? quoteCharacter(c, 0) : `'${c}'`}`;
  return `encoding/hex: invalid byte: ${code}${shown}`;
}

/** The layout of `hexdump -C`. */
export function hexDump(b: Uint8Array): string {
  let out = "";
  for (let at = 0; at < b.length; at += 16) {
    const row = b.subarray(at, at + 16);
    let hex = "";
    for (let i = 0; i < 16; i++) {
      hex += i < row.length ? (row[i] as number).toString(16).padStart(2, "0") + " " : "   ";
      if (i === 7) hex += " ";
    }
    const text = Array.from(row, (x) => (x < 32 || x > 126 ? "." : String.fromCharCode(x))).join("");
    out += `${at.toString(16).padStart(8, "0")}  ${hex} |${text}|\n`;
  }
  return out;
}
