import type { ArithmeticFailure, Decimal } from "../number/index.ts";
import { fromFloat64, HALF_UP, isFailure, parseNumber, toIntegral, equal } from "../number/index.ts";
import {
  BoolKind,
  Bottom,
  Builtin,
  BytesKind,
  ErrorCode,
  Failure,
  FloatKind,
  IntKind,
  kindString,
  ListKind,
  Num,
  NumberKind,
  Str,
  StringKind,
  StructKind,
  Tag,
  TopKind,
} from "../value/index.ts";
import { chargeArguments, chargeResult } from "./charge.ts";
import { kindOf, unwrap } from "./value-kind.ts";
import type { BuiltinPackage, Call, CallResult, Kind, Param, Src, Value } from "../value/index.ts";

/** Short names of parameter and result kinds, for the tables of the packages. */
export const S = StringKind;
export const B = BytesKind | StringKind;
export const I = IntKind;
export const N = NumberKind;
export const L = ListKind;
export const ST = StructKind;
export const T = TopKind;
export const BOOL = BoolKind;

export type Impl = (call: Call) => CallResult;

/** One member of a package: a function (parameters, result, implementation) or a constant. */
export type Member =
  | { readonly params: readonly Param[]; readonly result: Kind; readonly impl: Impl; readonly nonConcrete: boolean }
  | { readonly constant: Value };

export function fn(params: readonly (Kind | Param)[], result: Kind, impl: Impl): Member {
  return { params: params.map((p) => (typeof p === "number" ? { kind: p } : p)), result, impl, nonConcrete: false };
}

/** A function whose arguments may be schemas. */
export function schemaFn(params: readonly Kind[], result: Kind, impl: Impl): Member {
  return { params: params.map((kind) => ({ kind })), result, impl, nonConcrete: true };
}

/** A number constant, from its literal. */
export function number(literal: string | number): Member {
  const parsed = parseNumber(String(literal));
  if (typeof parsed === "string") throw new Error(`bad constant ${literal}: ${parsed}`);
  return { constant: new Num(null, parsed.isInt ? IntKind : FloatKind, parsed.value) };
}

export function text(value: string): Member {
  return { constant: new Str(null, value) };
}

export function definePackage(path: string, table: Readonly<Record<string, Member>>, cue?: string): BuiltinPackage {
  const members = new Map<string, Value>();
  for (const [name, m] of Object.entries(table)) {
    members.set(
      name,
      "constant" in m ? m.constant : new Builtin(path, name, m.params, m.result, guarded(m), m.nonConcrete),
    );
  }
  return cue === undefined ? { path, members } : { path, members, cue };
}

function guarded({ params, impl, nonConcrete }: Exclude<Member, { constant: Value }>): Impl {
  // Parameters of every kind: the evaluator has let everything through.
  const any = nonConcrete ? [] : params.flatMap((p, i) => (p.kind === TopKind ? [i] : []));
  return (call) => {
    chargeArguments(call);
    const open = call.isValidator ? undefined : any.find((i) => isOpen(call.value(i)));
    if (open !== undefined) return incomplete(call.failHere(`non-concrete argument ${open}`));
    return chargeResult(call, impl(call));
  };
}

const incomplete = (b: Bottom): Bottom => new Bottom(b.src, b.err, ErrorCode.Incomplete, b.node);

/** A type, a bound or the like: no scalar, struct or list yet. */
function isOpen(v: Value): boolean {
  const x = unwrap(v);
  return (
    x.tag === Tag.Top ||
    x.tag === Tag.BasicType ||
    (x.tag > Tag.Bytes && x.tag <= Tag.Conjunction) ||
    x.tag === Tag.BuiltinValidator
  );
}

/** A decimal result: an int if it has no fraction (and then without a scale), else a float. */
export function decimal(call: Call, d: Decimal | ArithmeticFailure): Num | Bottom {
  if (isFailure(d)) return call.fail(d.reason);
  if (d.int === d.int) return new Num(call.src, IntKind, d);
  const whole = toIntegral(d, HALF_UP);
  if (!isFailure(whole) && (!d.isFinite || equal(whole, d))) return new Num(call.src, IntKind, whole);
  return new Num(call.src, FloatKind, d);
}

/** A float64 result: always a float, with the shortest digits. */
export function float(call: Call, f: number): Num {
  return new Num(call.src, FloatKind, fromFloat64(f));
}

/** A reason for failure where a value was wanted. */
export class Failed {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** An error of the call that also points at a value. */
export function failAt(v: Value, message: string, code: ErrorCode = ErrorCode.Eval): Bottom {
  return failAtPlace(placeOf(v), message, code);
}

export function failAtPlace(place: Src | null, message: string, code: ErrorCode = ErrorCode.Eval): Bottom {
  return new Bottom(null, new Failure(null, null, null, place === null ? [] : [place], "%", [message]), code, null);
}

/** Where a value was written: a struct or list stands where its first conjunct does. */
export function placeOf(v: Value): Src | null {
  if (v.src !== null || v.tag !== Tag.Vertex) return v.src;
  for (const { x } of v.conjuncts) if (x.src !== null) return x.src;
  return v.base !== null && v.base.tag === Tag.Vertex ? placeOf(v.base) : null;
}

/** The value is not of the kind that is needed. */
export function wrongKind(c: Call, v: Value, wanted: string): Bottom {
  return failAt(v, `cannot use value ${c.engine.text(v)} (type ${kindString(kindOf(v))}) as ${wanted}`);
}

/** Turns a Failed into the call's error and lets everything else through. */
export function orFail<R extends CallResult>(call: Call, r: R | Failed): R | Bottom {
  return r instanceof Failed ? call.fail(r.reason) : r;
}
