import { parseDecimal } from "../number/index.ts";
import type { Decimal } from "../number/index.ts";
import { BasicType, BoundValue, Conjunction, FloatKind, IntKind, Num } from "../value/index.ts";
import type { Kind, Value } from "../value/index.ts";

const bound = (op: ">=" | "<=", kind: Kind, text: string): BoundValue =>
  new BoundValue(null, op, new Num(null, kind, parseDecimal(text) as Decimal));

function intRange(low: string, high: string | null): Conjunction {
  const values: Value[] = [new BasicType(null, IntKind), bound(">=", IntKind, low)];
  if (high !== null) values.push(bound("<=", IntKind, high));
  return new Conjunction(null, values);
}

const floatRange = (limit: string): Conjunction =>
  new Conjunction(null, [bound(">=", FloatKind, `-${limit}`), bound("<=", FloatKind, limit)]);

const signed = (bits: bigint): Conjunction => intRange(String(-(2n ** (bits - 1n))), String(2n ** (bits - 1n) - 1n));
const unsigned = (bits: bigint): Conjunction => intRange("0", String(2n ** bits - 1n));

/** Number types of limited size: plain conjunctions that messages print by name. */
export const ranges: ReadonlyMap<string, Conjunction> = new Map<string, Conjunction>([
  ["rune", intRange("0", String(0x10ffff))],
  ["int8", signed(8n)],
  ["int16", signed(16n)],
  ["int32", signed(32n)],
  ["int64", signed(64n)],
  ["int128", signed(128n)],
  ["uint", intRange("0", null)],
  ["uint8", unsigned(8n)],
  ["uint16", unsigned(16n)],
  ["uint32", unsigned(32n)],
  ["uint64", unsigned(64n)],
  ["uint128", unsigned(128n)],
  ["float32", floatRange("3.40282346638528859811704183484516925440e+38")],
  ["float64", floatRange("1.797693134862315708145274237317043567981e+308")],
]);
