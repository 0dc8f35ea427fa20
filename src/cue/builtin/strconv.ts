import { parseNumber } from "../number/index.ts";
import { decodeBytes, decodeString } from "../syntax/index.ts";
import { BoolKind, FloatKind, IntKind, kindString, Num, StringKind } from "../value/index.ts";
import type { BuiltinPackage, Call, CallResult } from "../value/index.ts";
import { chargeDigits } from "./charge.ts";
import { formatFloat } from "./conv/format-float.ts";
import { bitLength, formatBigInt, parseBool, parseFloat, parseInteger } from "./conv/parse-number.ts";
import { isGraphicRune, isPrintRune, quote, quoteRune } from "./conv/quote.ts";
import { BOOL, decimal, definePackage, Failed, float, fn, I, N, number, orFail, S, T } from "./define.ts";
import { decodeUtf8 } from "./text/utf8.ts";
import { kindOf, unwrap } from "./value-kind.ts";

export function strconvPackage(): BuiltinPackage {
  return definePackage("strconv", {
    Unquote: fn([S], S, (c) => {
      const s = c.string(0);
      if (/^#*'/.test(s)) {
        const b = decodeBytes(s);
        return b.ok ? decodeUtf8(b.value) : c.fail(b.message);
      }
      const r = decodeString(s);
      return r.ok ? r.value : c.fail(r.message);
    }),
    ParseBool: fn([S], BOOL, (c) => orFail(c, parseBool(c.string(0)))),
    FormatBool: fn([BoolKind], S, (c) => String(c.bool(0))),
    ParseFloat: fn([S, I], N, (c) => {
      chargeDigits(c.meter, c.string(0).length);
      const f = parseFloat(c.string(0), c.int(1));
      return f instanceof Failed ? c.fail(f.reason) : float(c, f);
    }),
    ParseNumber: fn([S], N, (c) => {
      const s = c.string(0);
      chargeDigits(c.meter, s.length);
      const n = parseNumber(s);
      return typeof n === "string" ? c.fail(`strconv.ParseNumber: parsing ${quote(s)}: ${n}`) : decimal(c, n.value);
    }),
    IntSize: number(64),
    ParseUint: fn([S, I, I], I, (c) => integer(c, "ParseUint", c.int(1), c.int(2), true)),
    ParseInt: fn([S, I, I], I, (c) => integer(c, "ParseInt", c.int(1), c.int(2), false)),
    Atoi: fn([S], I, (c) => integer(c, "Atoi", 10, 0, false)),
    FormatFloat: fn([N, T, I, I], S, formatFloatCall),
    FormatUint: fn([I, I], S, formatInteger),
    FormatInt: fn([I, I], S, formatInteger),
    Quote: fn([S], S, (c) => quote(c.string(0))),
    QuoteToASCII: fn([S], S, (c) => quote(c.string(0), "ascii")),
    QuoteToGraphic: fn([S], S, (c) => quote(c.string(0), "graphic")),
    QuoteRune: fn([I], S, (c) => withRune(c, (r) => quoteRune(r))),
    QuoteRuneToASCII: fn([I], S, (c) => withRune(c, (r) => quoteRune(r, "ascii"))),
    QuoteRuneToGraphic: fn([I], S, (c) => withRune(c, (r) => quoteRune(r, "graphic"))),
    IsPrint: fn([I], BOOL, (c) => withRune(c, isPrintRune)),
    IsGraphic: fn([I], BOOL, (c) => withRune(c, isGraphicRune)),
  });
}

function integer(c: Call, name: string, base: number, bits: number, unsigned: boolean): CallResult {
  chargeDigits(c.meter, c.string(0).length);
  return orFail(c, parseInteger(name, c.string(0), base, bits, unsigned));
}

/** An argument of Go's rune type, 32 bits wide. */
function withRune(c: Call, f: (rune: number) => CallResult): CallResult {
  const n = c.bigint(0);
  if (c.failed) return null;
  if (bitLength(n) > 32) return c.failHere(`int ${n} overflows rune in argument 0`);
  return f(Number(n));
}

function formatInteger(c: Call): CallResult {
  const base = c.int(1);
  if (base < 2 || base > 62) return c.fail("invalid base");
  return formatBigInt(c.bigint(0), base);
}

function formatFloatCall(c: Call): CallResult {
  const f = c.float(0);
  const v = unwrap(c.value(1));
  if (c.failed) return null;
  const kind = kindOf(v);
  let format: string;
  if (kind === StringKind && "s" in v) {
    if (new TextEncoder().encode(v.s).length !== 1) return c.fail("expected single character string");
    format = v.s;
  } else if (kind === IntKind && v instanceof Num) {
    const n = c.bigint(1);
    if (n < 0n || n > 255n) return c.fail(`format value ${n} out of range [0, 255]`);
    format = String.fromCharCode(Number(n));
  } else {
    return c.fail(`unexpected kind ${kindString(kind === FloatKind ? FloatKind : kind)}`);
  }
  const bits = c.int(3);
  if (bits !== 32 && bits !== 64) return c.fail("strconv: illegal AppendFloat/FormatFloat bitSize");
  c.meter.bytes(Math.max(0, c.int(2)));
  return formatFloat(f, format, c.int(2), bits);
}
