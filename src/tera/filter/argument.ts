import type { Args } from "../compile/library.ts";
import { failure } from "../render/failure.ts";
import type { RenderFailure } from "../render/failure.ts";
import { maxInt64, maxUint64, minInt64, toFloat } from "../value/number.ts";
import { toJson } from "../value/print.ts";
import { isArray, isInteger, isNumber } from "../value/value.ts";
import type { Integer, Value } from "../value/value.ts";

/** Reads a value as one of Rust's types; undefined if it is not of that type. */
export interface Type<T> {
  /** As messages write it. */
  readonly name: string;
  read(value: Value): T | undefined;
}

export const text: Type<string> = { name: "String", read: (v) => (typeof v === "string" ? v : undefined) };
export const bool: Type<boolean> = { name: "bool", read: (v) => (typeof v === "boolean" ? v : undefined) };
export const list: Type<readonly Value[]> = { name: "Vec<Value>", read: (v) => (isArray(v) ? v : undefined) };
export const float: Type<number> = { name: "f64", read: (v) => (isNumber(v) ? toFloat(v) : undefined) };
/** Sizes beyond what a number holds exactly are as good as endless. */
export const size: Type<number> = whole("usize", 0n, maxUint64);
export const int32: Type<number> = whole("i32", -(2n ** 31n), 2n ** 31n - 1n);
export const uint32: Type<number> = whole("u32", 0n, 2n ** 32n - 1n);
export const int64: Type<Integer> = {
  name: "i64",
  read: (v) => (isInteger(v) && v >= minInt64 && v <= maxInt64 ? v : undefined),
};

function whole(name: string, min: bigint, max: bigint): Type<number> {
  return { name, read: (v) => (isInteger(v) && v >= min && v <= max ? Number(v) : undefined) };
}

/** What a filter is called on. */
export function input<T>(filter: string, type: Type<T>, value: Value): T {
  const result = type.read(value);
  if (result !== undefined) return result;
  throw failure(
    `Filter \`${filter}\` was called on an incorrect value: got \`${toJson(value)}\` but expected a ${type.name}`,
  );
}

/** An argument, or what stands for it if it is not given. */
export function option<T>(filter: string, type: Type<T>, args: Args, name: string, byDefault: T): T {
  const value = args.get(name);
  return value === undefined ? byDefault : convert(filter, type, name, value);
}

/** An argument that must be given. */
export function required<T>(filter: string, type: Type<T>, args: Args, name: string, missing: () => RenderFailure): T {
  const value = args.get(name);
  if (value === undefined) throw missing();
  return convert(filter, type, name, value);
}

export function convert<T>(filter: string, type: Type<T>, name: string, value: Value): T {
  const result = type.read(value);
  if (result !== undefined) return result;
  throw failure(
    `Filter \`${filter}\` received an incorrect type for arg \`${name}\`: got \`${toJson(value)}\` but expected a ${type.name}`,
  );
}
