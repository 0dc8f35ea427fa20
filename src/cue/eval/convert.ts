import { compileRegexp } from "../regexp/index.ts";
import type { Regexp } from "../regexp/index.ts";
import { RegexpError } from "../regexp/index.ts";
import { toText } from "../number/index.ts";
import { BoolKind, BytesKind, ErrorCode, IntKind, NumberKind, StringKind, Tag } from "../value/index.ts";
import type { Kind, Num, Value } from "../value/index.ts";
import type { Context } from "./context.ts";
import { onlyRepeats } from "./cycle.ts";
import { isConcrete, isErrorValue, kindOf, unwrap } from "./vertex-ops.ts";

// Reading a value as a plain one. A mismatch records the error and yields something neutral.

export function typeError(c: Context, v: Value | null, kind: Kind, as: string | null): void {
  if (v === null || isErrorValue(v)) return;
  const open = (!isConcrete(v) && (kindOf(v) & kind) !== 0) || isUnresolvedCycle(v);
  if (as === null) {
    if (open) c.failAt(ErrorCode.Incomplete, v.src, "incomplete %: %", { kind }, v);
    else c.fail("cannot use % (type %) as type %", v, { kind: kindOf(v) }, { kind });
    return;
  }
  if (open) c.failAt(ErrorCode.Incomplete, v.src, "incomplete % in %: %", { kind }, as, v);
  else c.fail("cannot use % (type %) as type % in %", v, { kind: kindOf(v) }, { kind }, as);
}

/** Seems concrete only because it is an unfinished copy of an ancestor. */
function isUnresolvedCycle(v: Value): boolean {
  return v.tag === Tag.Vertex && v.state !== null && onlyRepeats(v.state);
}

export function toNum(c: Context, value: Value | null, as: string | null): Num | null {
  const v = unwrap(value);
  if (v === null || v.tag === Tag.Bottom) return null;
  if (v.tag === Tag.Num) return v;
  typeError(c, v, NumberKind, as);
  return null;
}

export function toBool(c: Context, value: Value | null, as: string | null): boolean {
  const v = unwrap(value);
  if (v === null || v.tag === Tag.Bottom) return false;
  if (v.tag === Tag.Bool) return v.b;
  typeError(c, v, BoolKind, as);
  return false;
}

export function toStr(c: Context, value: Value | null, as: string | null): string {
  return toTextValue(c, value, StringKind, as);
}

/** Interpolation: scalars but null. */
export function toInterpolated(c: Context, value: Value | null): string {
  return toTextValue(c, value, StringKind | NumberKind | BytesKind | BoolKind, null);
}

function toTextValue(c: Context, value: Value | null, kind: Kind, as: string | null): string {
  const v = unwrap(value);
  if (v === null || v.tag === Tag.Bottom) return "";
  if ((kindOf(v) & kind) === 0) {
    typeError(c, v, kind, as);
    return "";
  }
  switch (v.tag) {
    case Tag.String:
      return v.s;
    case Tag.Bytes:
      return new TextDecoder().decode(v.b);
    case Tag.Num:
      return toText(v.x);
    case Tag.Bool:
      return String(v.b);
    default:
      c.failAt(ErrorCode.Incomplete, c.src, "non-concrete value % (type %)", v, { kind: kindOf(v) });
      return "";
  }
}

export function toBytes(c: Context, value: Value | null, as: string | null): Uint8Array {
  const v = unwrap(value);
  if (v === null || v.tag === Tag.Bottom) return new Uint8Array();
  if (v.tag === Tag.Bytes) return v.b;
  typeError(c, v, BytesKind, as);
  return new Uint8Array();
}

const maxUint64 = 2n ** 64n - 1n;

/** A count: not negative, within 64 bits. */
export function toUint(c: Context, value: Value | null, as: string): bigint {
  const v = unwrap(value);
  if (v === null || v.tag === Tag.Bottom) return 0n;
  if (v.tag !== Tag.Num) {
    typeError(c, v, IntKind, as);
    return 0n;
  }
  if (v.x.neg) {
    c.fail("cannot convert negative number to uint64");
    return 0n;
  }
  if (v.x.coeff > maxUint64) {
    c.fail("cannot convert number % to uint64", toText(v.x));
    return 0n;
  }
  return v.x.coeff;
}

export function toRegexp(c: Context, value: Value | null): Regexp | null {
  const v = unwrap(value);
  if (v === null || v.tag === Tag.Bottom) return null;
  if (v.tag !== Tag.String && v.tag !== Tag.Bytes) {
    typeError(c, v, StringKind | BytesKind, null);
    return null;
  }
  const re = compileRegexp(v.tag === Tag.String ? v.s : new TextDecoder().decode(v.b));
  if (re instanceof RegexpError) {
    c.fail("invalid regexp: %", re.message);
    return null;
  }
  return re;
}
