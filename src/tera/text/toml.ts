import { jsonFloat } from "../value/print.ts";
import { fitsInt64 } from "../value/number.ts";
import { Float, isArray } from "../value/value.ts";
import type { ObjectValue, Value } from "../value/value.ts";

/**
 * A value as TOML writes it on one line. TOML has no null: an entry of a table that is null is left out,
 * and null anywhere else is the empty string. Integers beyond its 64 bits become floats.
 */
export function encodeToml(value: Value): string {
  if (value === null) return '""';
  if (typeof value === "string") return tomlString(value);
  if (typeof value === "boolean") return String(value);
  if (value instanceof Float) return jsonFloat(value.value);
  if (typeof value === "number" || typeof value === "bigint") {
    return fitsInt64(value) ? String(value) : jsonFloat(Number(value));
  }
  if (isArray(value)) return `[${value.map(encodeToml).join(", ")}]`;
  const entries = [...(value as ObjectValue)].filter(([, item]) => item !== null);
  if (entries.length === 0) return "{}";
  return `{ ${entries.map(([key, item]) => `${tomlKey(key)} = ${encodeToml(item)}`).join(", ")} }`;
}

function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : tomlString(key);
}

const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
};

function tomlString(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const escaped = text.replace(/["\\\u0000-\u001f\u007f]/g, (c) => {
    return shortEscapes[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  // A lone surrogate is no character, which TOML requires.
  return `"${escaped.replace(/\p{Cs}/gu, "\ufffd")}"`;
}
