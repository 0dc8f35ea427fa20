import { Float, isArray } from "./value.ts";
import type { ObjectValue, Value } from "./value.ts";
import { debugText } from "./debug.ts";

/** What `{{ value }}` writes: null is nothing, a list is `[a, b]`, an object only says that it is one. */
export function renderValue(value: Value): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value === null) return "";
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Float) return plainFloat(value.value);
  if (isArray(value)) {
    let text = "[";
    for (let i = 0; i < value.length; i++) {
      if (i > 0) text += ", ";
      text += renderValue(value[i] as Value);
    }
    return text + "]";
  }
  return "[object]";
}

/** A float as Rust's `{}` prints it: all digits, never an exponent, `1.0` as `1`. */
export function plainFloat(value: number): string {
  if (value !== value) return "NaN";
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  if (Object.is(value, -0)) return "-0";
  const text = String(value);
  const e = text.indexOf("e");
  if (e < 0) return halfUp(value, text);
  const negative = text.charCodeAt(0) === 45;
  const { digits, point } = decimal(text);
  const plain =
    point <= 0
      ? `0.${"0".repeat(-point)}${digits}`
      : point >= digits.length
        ? digits + "0".repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${plain}` : plain;
}

/**
 * Of two shortest spellings that are equally near, JavaScript takes the even one and Rust the greater. That is
 * so where the exact value has one decimal more than is printed: as many decimals as it has binary places.
 */
function halfUp(value: number, text: string): string {
  const point = text.indexOf(".");
  if (text.length < 16 || point < 0) return text;
  const decimals = text.length - point - 1;
  const scaled = Math.abs(value) * 2 ** decimals;
  if (scaled % 1 !== 0.5) return text;
  const printed = Number(text.charAt(text.length - 1));
  const exact = (Math.abs(value) % 1) * 10 ** decimals;
  return exact % 10 < printed ? text : text.slice(0, -1) + (printed + 1);
}

/** A float as serde_json prints it: always recognisable as one, with an exponent where that is shorter. */
export function jsonFloat(value: number): string {
  if (!Number.isFinite(value)) return "null";
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const text = String(value);
  const negative = text.charCodeAt(0) === 45;
  const { digits, point } = decimal(text);
  const body = jsonDigits(digits, point);
  return negative ? `-${body}` : body;
}

function jsonDigits(digits: string, point: number): string {
  const length = digits.length;
  if (length <= point && point <= 16) return `${digits}${"0".repeat(point - length)}.0`;
  if (point > 0 && point <= 16) return `${digits.slice(0, point)}.${digits.slice(point)}`;
  if (point > -5 && point <= 0) return `0.${"0".repeat(-point)}${digits}`;
  const mantissa = length === 1 ? digits : `${digits.slice(0, 1)}.${digits.slice(1)}`;
  return `${mantissa}e${point > 1 ? "+" : ""}${point - 1}`;
}

/** The significant digits of a number that JavaScript printed, and where the point stands among them. */
function decimal(text: string): { digits: string; point: number } {
  let body = text.charCodeAt(0) === 45 ? text.slice(1) : text;
  let exponent = 0;
  const e = body.indexOf("e");
  if (e >= 0) {
    exponent = Number(body.slice(e + 1));
    body = body.slice(0, e);
  }
  const dot = body.indexOf(".");
  let digits = dot < 0 ? body : body.slice(0, dot) + body.slice(dot + 1);
  let point = (dot < 0 ? body.length : dot) + exponent;
  let zeros = 0;
  while (zeros < digits.length - 1 && digits.charCodeAt(zeros) === 48) zeros++;
  digits = digits.slice(zeros);
  point -= zeros;
  let end = digits.length;
  while (end > 1 && digits.charCodeAt(end - 1) === 48) end--;
  return { digits: digits.slice(0, end), point };
}

/** A number or string as `~` joins it and as messages show it: floats keep their point. */
export function displayNumber(value: number | bigint | Float): string {
  return value instanceof Float ? jsonFloat(value.value) : String(value);
}

/** Compact JSON, as messages show a value. */
export function toJson(value: Value): string {
  if (typeof value === "string") return jsonString(value);
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value === null) return "null";
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Float) return jsonFloat(value.value);
  if (isArray(value)) {
    let text = "[";
    for (let i = 0; i < value.length; i++) text += (i > 0 ? "," : "") + toJson(value[i] as Value);
    return text + "]";
  }
  let text = "{";
  for (const [key, item] of value as ObjectValue) {
    text += `${text === "{" ? "" : ","}${jsonString(key)}:${toJson(item)}`;
  }
  return text + "}";
}

/** JSON over several lines, two spaces a level. */
export function toPrettyJson(value: Value, indent = ""): string {
  const inner = `${indent}  `;
  if (isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((item) => inner + toPrettyJson(item, inner)).join(",\n")}\n${indent}]`;
  }
  if (value instanceof Map) {
    if (value.size === 0) return "{}";
    const lines: string[] = [];
    for (const [key, item] of value as ObjectValue) {
      lines.push(`${inner}${jsonString(key)}: ${toPrettyJson(item, inner)}`);
    }
    return `{\n${lines.join(",\n")}\n${indent}}`;
  }
  return toJson(value);
}

/** JSON.stringify escapes lone surrogates and U+2028 alike; Rust knows neither rule. */
function jsonString(text: string): string {
  return JSON.stringify(text).replace(/\\u007f/g, "\x7f");
}

/** A value as Rust's `{:?}` shows it, which some messages do. */
export function debugValue(value: Value): string {
  if (value === null) return "Null";
  if (typeof value === "boolean") return `Bool(${value})`;
  if (typeof value === "string") return `String(${debugText(value)})`;
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Float) {
    return `Number(${displayNumber(value)})`;
  }
  if (isArray(value)) return `Array [${value.map(debugValue).join(", ")}]`;
  const entries = [...(value as ObjectValue)].map(([key, item]) => `${debugText(key)}: ${debugValue(item)}`);
  return `Object {${entries.join(", ")}}`;
}
