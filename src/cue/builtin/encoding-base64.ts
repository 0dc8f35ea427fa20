import { decodeBase64, encodeBase64 } from "../codec/index.ts";
import { kindString, NullKind } from "../value/index.ts";
import type { BuiltinPackage, Call, CallResult } from "../value/index.ts";
import { B, definePackage, failAt, fn, I, S, T } from "./define.ts";
import { kindOf } from "./value-kind.ts";

export function base64Package(): BuiltinPackage {
  return definePackage("encoding/base64", {
    EncodedLen: fn([T, I], I, (c) => standard(c, () => Math.floor((c.int(1) + 2) / 3) * 4)),
    DecodedLen: fn([T, I], I, (c) => standard(c, () => Math.trunc(c.int(1) / 4) * 3)),
    Encode: fn([T, B], S, (c) => standard(c, () => encodeBase64(c.bytes(1)))),
    Decode: fn([T, S], B, (c) =>
      standard(c, () => {
        const r = decodeBase64(c.string(1));
        return typeof r === "number" ? c.fail(`illegal base64 data at input byte ${r}`) : r;
      }),
    ),
  });
}

/** The first argument chooses the alphabet; only null, the standard one, is known. */
function standard(c: Call, f: () => CallResult): CallResult {
  const v = c.value(0);
  const kind = kindOf(v);
  if (kind === NullKind) return f();
  return failAt(
    v,
    `base64: unsupported encoding: cannot use value ${c.engine.text(v)} (type ${kindString(kind)}) as null`,
  );
}
