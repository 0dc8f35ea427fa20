import { decodeHex, encodeHex, hexDump } from "../codec/index.ts";
import type { BuiltinPackage } from "../value/index.ts";
import { B, definePackage, fn, I, S } from "./define.ts";

export function hexPackage(): BuiltinPackage {
  return definePackage("encoding/hex", {
    EncodedLen: fn([I], I, (c) => c.int(0) * 2),
    DecodedLen: fn([I], I, (c) => Math.trunc(c.int(0) / 2)),
    Decode: fn([S], B, (c) => {
      const r = decodeHex(c.string(0));
      return typeof r === "string" ? c.fail(r) : r;
    }),
    Dump: fn([B], S, (c) => hexDump(c.bytes(0))),
    Encode: fn([B], S, (c) => encodeHex(c.bytes(0))),
  });
}
