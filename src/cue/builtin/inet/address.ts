import { Failed } from "../define.ts";
import { quote } from "../conv/quote.ts";

/** An IP address: 4 or 16 bytes, the latter perhaps with a zone. */
export interface Address {
  readonly bytes: Uint8Array;
  readonly zone: string;
}

function problem(text: string, reason: string, at = ""): Failed {
  return new Failed(`ParseAddr(${quote(text)}): ${reason}${at === "" ? "" : ` (at ${quote(at)})`}`);
}

export function parseAddress(s: string): Address | Failed {
  for (const c of s) {
    if (c === ".") return parseIPv4(s);
    if (c === ":") return parseIPv6(s);
    if (c === "%") return problem(s, "missing IPv6 address");
  }
  return problem(s, "unable to parse IP");
}

function parseIPv4(s: string, whole = s): Address | Failed {
  const bytes = new Uint8Array(4);
  let value = 0;
  let position = 0;
  let digits = 0;
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    if (c >= 48 && c <= 57) {
      if (digits === 1 && value === 0) return problem(whole, "IPv4 field has octet with leading zero");
      value = value * 10 + c - 48;
      digits++;
      if (value > 255) return problem(whole, "IPv4 field has value >255");
    } else if (c === 46) {
      if (i === 0 || i === s.length - 1 || s[i - 1] === ".")
        return problem(whole, "IPv4 field must have at least one digit", s.slice(i));
      if (position === 3) return problem(whole, "IPv4 address too long");
      bytes[position++] = value;
      value = 0;
      digits = 0;
    } else return problem(whole, "unexpected character", s.slice(i));
  }
  if (position < 3) return problem(whole, "IPv4 address too short");
  bytes[3] = value;
  return { bytes, zone: "" };
}

function parseIPv6(whole: string): Address | Failed {
  let s = whole;
  let zone = "";
  const percent = s.indexOf("%");
  if (percent >= 0) {
    zone = s.slice(percent + 1);
    s = s.slice(0, percent);
    if (zone === "") return problem(whole, "zone must be a non-empty string");
  }
  const bytes = new Uint8Array(16);
  let ellipsis = -1;
  if (s.startsWith("::")) {
    ellipsis = 0;
    s = s.slice(2);
    if (s === "") return { bytes, zone };
  }
  let i = 0;
  while (i < 16) {
    let off = 0;
    let acc = 0;
    for (; off < s.length; off++) {
      const d = hexDigit(s.charCodeAt(off));
      if (d < 0) break;
      acc = acc * 16 + d;
      if (off > 3) return problem(whole, "each group must have 4 or less digits", s);
      if (acc > 0xffff) return problem(whole, "IPv6 field has value >=2^16", s);
    }
    if (off === 0) return problem(whole, "each colon-separated field must have at least one digit", s);
    if (s[off] === ".") {
      if (ellipsis < 0 && i !== 12)
        return problem(whole, "embedded IPv4 address must replace the final 2 fields of the address", s);
      if (i + 4 > 16) return problem(whole, "too many hex fields to fit an embedded IPv4 at the end of the address", s);
      const v4 = parseIPv4(s, whole);
      if (v4 instanceof Failed) return v4;
      bytes.set(v4.bytes, i);
      s = "";
      i += 4;
      break;
    }
    bytes[i] = acc >> 8;
    bytes[i + 1] = acc & 255;
    i += 2;
    s = s.slice(off);
    if (s === "") break;
    if (s[0] !== ":") return problem(whole, "unexpected character, want colon", s);
    if (s.length === 1) return problem(whole, "colon must be followed by more characters", s);
    s = s.slice(1);
    if (s[0] === ":") {
      if (ellipsis >= 0) return problem(whole, "multiple :: in address", s);
      ellipsis = i;
      s = s.slice(1);
      if (s === "") break;
    }
  }
  if (s !== "") return problem(whole, "trailing garbage after address", s);
  if (i < 16) {
    if (ellipsis < 0) return problem(whole, "address string too short");
    const n = 16 - i;
    bytes.copyWithin(ellipsis + n, ellipsis, i);
    bytes.fill(0, ellipsis, ellipsis + n);
  } else if (ellipsis >= 0) return problem(whole, "the :: must expand to at least one field of zeros");
  return { bytes, zone };
}

function hexDigit(c: number): number {
  if (c >= 48 && c <= 57) return c - 48;
  const l = c | 32;
  return l >= 97 && l <= 102 ? l - 87 : -1;
}

export function isMapped(a: Address): boolean {
  return (
    a.bytes.length === 16 && a.bytes.subarray(0, 10).every((b) => b === 0) && a.bytes[10] === 255 && a.bytes[11] === 255
  );
}

/** The canonical text. */
export function addressText(a: Address): string {
  if (a.bytes.length === 4) return a.bytes.join(".");
  const zone = a.zone === "" ? "" : "%" + a.zone;
  if (isMapped(a)) return "::ffff:" + a.bytes.subarray(12).join(".") + zone;
  const groups: number[] = [];
  for (let i = 0; i < 16; i += 2) groups.push(((a.bytes[i] as number) << 8) | (a.bytes[i + 1] as number));
  // The longest run of zeros, if it has at least two, becomes "::".
  let [start, length] = [-1, 1];
  for (let i = 0; i < 8; i++) {
    let j = i;
    while (j < 8 && groups[j] === 0) j++;
    if (j - i > length) [start, length] = [i, j - i];
    if (j > i) i = j;
  }
  const hex = (list: readonly number[]): string => list.map((g) => g.toString(16)).join(":");
  const text = start < 0 ? hex(groups) : `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`;
  return text + zone;
}

/** 16 bytes, an IPv4 address as ::ffff:a.b.c.d. */
export function as16(a: Address): Uint8Array {
  if (a.bytes.length === 16) return a.bytes;
  const out = new Uint8Array(16);
  out[10] = out[11] = 255;
  out.set(a.bytes, 12);
  return out;
}

export function compareAddresses(a: Address, b: Address): number {
  if (a.bytes.length !== b.bytes.length) return a.bytes.length < b.bytes.length ? -1 : 1;
  for (let i = 0; i < a.bytes.length; i++) {
    const d = (a.bytes[i] as number) - (b.bytes[i] as number);
    if (d !== 0) return d < 0 ? -1 : 1;
  }
  return a.zone < b.zone ? -1 : a.zone > b.zone ? 1 : 0;
}

/** The address moved by an offset, of the same size. */
export function addToAddress(a: Address, offset: bigint): Address | Failed {
  let n = 0n;
  for (const b of a.bytes) n = (n << 8n) | BigInt(b);
  n += offset;
  const out = "IP address arithmetic resulted in out-of-range address";
  if (n < 0n) return new Failed(`${out} (underflow)`);
  if (n >> BigInt(a.bytes.length * 8) !== 0n) return new Failed(`${out} (overflow)`);
  const bytes = new Uint8Array(a.bytes.length);
  for (let i = bytes.length - 1; i >= 0; i--, n >>= 8n) bytes[i] = Number(n & 255n);
  return { bytes, zone: "" };
}
