import type { BuiltinPackage, Call, CallResult } from "../value/index.ts";
import { B, definePackage, Failed, fn, I, S } from "./define.ts";
import { md5 } from "./hash/md5.ts";
import { sha1 } from "./hash/sha1.ts";
import { encodeUtf8 } from "./text/utf8.ts";

const NAMES = `{
	ns: {
		DNS:  "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
		URL:  "6ba7b811-9dad-11d1-80b4-00c04fd430c8"
		OID:  "6ba7b812-9dad-11d1-80b4-00c04fd430c8"
		X500: "6ba7b814-9dad-11d1-80b4-00c04fd430c8"
		Nil:  "00000000-0000-0000-0000-000000000000"
	}
	variants: Invalid:   0
	variants: RFC4122:   1
	variants: Reserved:  2
	variants: Microsoft: 3
	variants: Future:    4
}`;

export function uuidPackage(): BuiltinPackage {
  return definePackage(
    "uuid",
    {
      Valid: fn([S], 0, (c) => {
        const u = parseUuid(c.string(0));
        return u instanceof Failed ? c.failHere(u.reason) : true;
      }),
      Parse: fn([S], S, (c) => withUuid(c, uuidText)),
      URN: fn([S], S, (c) => withUuid(c, (u) => "urn:uuid:" + uuidText(u))),
      FromInt: fn([I], S, fromInteger),
      // The number is made of the bytes of the text, not of those of the identifier.
      ToInt: fn([S], I, (c) => {
        let n = 0n;
        for (const b of encodeUtf8(c.string(0))) n = (n << 8n) | BigInt(b);
        return n;
      }),
      Variant: fn([S], I, (c) => withUuid(c, variant)),
      Version: fn([S], I, (c) => withUuid(c, (u) => (u[6] as number) >> 4)),
      SHA1: fn([S, B], S, (c) => named(c, sha1, 5)),
      MD5: fn([S, B], S, (c) => named(c, md5, 3)),
    },
    NAMES,
  );
}

/** The forms: plain, urn:uuid:…, {…}, and 32 digits. */
export function parseUuid(s: string): Uint8Array | Failed {
  const length = encodeUtf8(s).length;
  const invalid = new Failed("invalid UUID format");
  let body: string;
  switch (length) {
    case 36:
      body = s;
      break;
    case 45:
      if (s.slice(0, 9).toLowerCase() !== "urn:uuid:")
        return new Failed(`invalid urn prefix: ${JSON.stringify(s.slice(0, 9))}`);
      body = s.slice(9);
      break;
    case 38:
      if (s[0] !== "{" || s[37] !== "}") return new Failed("invalid bracketed UUID format");
      body = s.slice(1, 37);
      break;
    case 32:
      return /^[0-9a-fA-F]{32}$/.test(s) ? fromHex(s) : invalid;
    default:
      return new Failed(`invalid UUID length: ${length}`);
  }
  return /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/.test(body)
    ? fromHex(body.replaceAll("-", ""))
    : invalid;
}

function fromHex(digits: string): Uint8Array {
  return Uint8Array.from({ length: 16 }, (_, i) => Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16));
}

export function uuidText(u: Uint8Array): string {
  const hex = Array.from(u, (b) => b.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function withUuid(c: Call, f: (u: Uint8Array) => CallResult): CallResult {
  const u = parseUuid(c.string(0));
  if (c.failed) return null;
  return u instanceof Failed ? c.fail(u.reason) : f(u);
}

function fromInteger(c: Call): CallResult {
  const n = c.bigint(0);
  const hex = (n < 0n ? -n : n).toString(16);
  const bytes = Math.ceil(hex.length / 2);
  if (bytes > 16) return c.fail(`invalid UUID (got ${bytes} bytes)`);
  return uuidText(fromHex(hex.padStart(32, "0")));
}

function variant(u: Uint8Array): number {
  const b = u[8] as number;
  if ((b & 0xc0) === 0x80) return 1;
  if ((b & 0xe0) === 0xc0) return 3;
  return (b & 0xe0) === 0xe0 ? 4 : 2;
}

/** An identifier made of a hash of a name within a name space. */
export function namedUuid(
  space: Uint8Array,
  data: Uint8Array,
  hash: (b: Uint8Array) => Uint8Array,
  version: number,
): string {
  const input = new Uint8Array(16 + data.length);
  input.set(space);
  input.set(data, 16);
  const u = hash(input).slice(0, 16);
  u[6] = ((u[6] as number) & 0x0f) | (version << 4);
  u[8] = ((u[8] as number) & 0x3f) | 0x80;
  return uuidText(u);
}

function named(c: Call, hash: (b: Uint8Array) => Uint8Array, version: number): CallResult {
  const data = c.bytes(1);
  return withUuid(c, (space) => namedUuid(space, data, hash, version));
}
