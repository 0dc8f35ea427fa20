/**
 * What a template computes with: JSON's values, with the numbers of Rust.
 *
 * An integer is a JavaScript number where that is exact and a bigint beyond, up to the 64 bits of
 * i64 and u64. A floating-point number is boxed, so that `1` and `1.0` stay two values: integers are
 * what loops and counters use, and those must not pay for the distinction.
 *
 * `undefined` never is a value; functions that look something up return it for "not there".
 */
export type Value = null | boolean | string | Integer | Float | readonly Value[] | ObjectValue;

export type Integer = number | bigint;

export type NumberValue = Integer | Float;

/** Keys are iterated in the order of the map, which `objectOf` keeps sorted by their UTF-8 bytes. */
export type ObjectValue = ReadonlyMap<string, Value>;

export class Float {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

export function isNumber(value: Value | undefined): value is NumberValue {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Float;
}

export function isInteger(value: Value | undefined): value is Integer {
  return typeof value === "number" || typeof value === "bigint";
}

export function isArray(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

export function isObject(value: Value | undefined): value is ObjectValue {
  return value instanceof Map;
}

/** False, zero, null and what is empty are false; everything else is true. */
export function isTruthy(value: Value): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "string") return value !== "";
  if (typeof value === "number") return value !== 0;
  if (value === null) return false;
  if (typeof value === "bigint") return value !== 0n;
  if (value instanceof Float) return value.value !== 0 && value.value === value.value;
  if (Array.isArray(value)) return value.length > 0;
  return (value as ObjectValue).size > 0;
}

/** Strict equality, as Rust's: `1` and `1.0` differ. Comparisons in templates level numbers before. */
export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (a instanceof Float) return b instanceof Float && a.value === b.value;
  if (isArray(a)) {
    if (!isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!sameValue(a[i] as Value, b[i] as Value)) return false;
    return true;
  }
  if (!isObject(a) || !isObject(b) || a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !sameValue(value, other)) return false;
  }
  return true;
}

/** Order of UTF-8 bytes. UTF-16 units sort alike except for surrogates against U+E000 to U+FFFF. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    if (x >= 0xd800 && y >= 0xd800) {
      if (x < 0xe000) x += 0x2000;
      else x -= 0x800;
      if (y < 0xe000) y += 0x2000;
      else y -= 0x800;
    }
    return x - y;
  }
  return a.length - b.length;
}

/** An object from entries in any order; the last of several entries with one key wins. */
export function objectOf(entries: Iterable<readonly [string, Value]>): Map<string, Value> {
  const map = new Map<string, Value>();
  let previous: string | undefined;
  let sorted = true;
  for (const [key, value] of entries) {
    if (previous !== undefined && sorted && compareText(previous, key) > 0) sorted = false;
    previous = key;
    map.set(key, value);
  }
  if (sorted) return map;
  return new Map([...map].sort((a, b) => compareText(a[0], b[0])));
}
