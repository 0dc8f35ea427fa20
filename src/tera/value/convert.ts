import { Float, objectOf } from "./value.ts";
import type { Value } from "./value.ts";
import { integer, maxUint64, minInt64 } from "./number.ts";

/** How deep a value may be: enough for any real one, and no way to exhaust the stack. */
const maxDepth = 200;

/**
 * A value from what JavaScript programs have: JSON's types, Map, Date (as RFC 3339) and bigint.
 * Only own enumerable properties are read. What has no place in a template becomes null.
 */
export function fromJs(input: unknown, depth = 0): Value {
  switch (typeof input) {
    case "string":
    case "boolean":
      return input;
    case "number":
      return Number.isSafeInteger(input) && !Object.is(input, -0) ? input : new Float(input);
    case "bigint":
      return input < minInt64 || input > maxUint64 ? new Float(Number(input)) : integer(input);
    case "object":
      return input === null || depth > maxDepth ? null : fromObject(input, depth + 1);
    default:
      return null;
  }
}

function fromObject(input: object, depth: number): Value {
  if (input instanceof Float) return input;
  if (Array.isArray(input)) return input.map((item) => fromJs(item, depth));
  if (input instanceof Date) return Number.isNaN(input.getTime()) ? null : input.toISOString();
  if (input instanceof Map) {
    return objectOf([...input].map(([key, value]): [string, Value] => [String(key), fromJs(value, depth)]));
  }
  return objectOf(Object.entries(input).map(([key, value]): [string, Value] => [key, fromJs(value, depth)]));
}

/** Reads an integer or float as JSON writes it without losing digits. */
export function parseNumber(text: string): Value {
  if (/^-?\d+$/.test(text)) {
    if (text === "-0") return new Float(-0);
    const whole = BigInt(text);
    if (whole >= minInt64 && whole <= maxUint64) return integer(whole);
  }
  return new Float(Number(text));
}
