/** The body of an attribute, `@name(a, key=value, "quoted")`, cut into its fields. */
import { decodeString } from "../syntax/index.ts";
import type { Attribute } from "../syntax/index.ts";

interface AttributeBody {
  readonly name: string;
  readonly body: string;
  readonly fields: readonly AttributeField[];
}

export interface AttributeField {
  /** "" if there is no "=". */
  readonly key: string;
  /** Unquoted if it was a string literal. */
  readonly value: string;
  /** The field as written. */
  readonly text: string;
}

export function attributeName(a: Attribute): string {
  const open = a.text.indexOf("(");
  return open < 0 ? a.text.slice(1) : a.text.slice(1, open);
}

export function attributeText(a: Attribute): string {
  const open = a.text.indexOf("(");
  return open < 0 ? "" : a.text.slice(open + 1, a.text.endsWith(")") ? -1 : undefined);
}

export function parseAttribute(a: Attribute): AttributeBody {
  const body = attributeText(a);
  const fields: AttributeField[] = [];
  let start = 0;
  let equals = -1;
  let depth = 0;
  const push = (end: number): void => {
    const key = equals < 0 ? "" : body.slice(start, equals).trim();
    const raw = body.slice(equals < 0 ? start : equals + 1, end).trim();
    fields.push({ key, value: unquote(raw), text: body.slice(start, end) });
  };
  for (let i = 0; i < body.length; i++) {
    const c = body[i]!;
    if (c === '"' || c === "'" || c === "#") i = skipString(body, i) - 1;
    else if (c === "(" || c === "[" || c === "{") depth++;
    else if (c === ")" || c === "]" || c === "}") depth--;
    else if (depth > 0) continue;
    else if (c === "=" && equals < 0 && isBind(body, i)) equals = i;
    else if (c === ",") {
      push(i);
      start = i + 1;
      equals = -1;
    }
  }
  push(body.length);
  return { name: attributeName(a), body, fields };
}

/** A lone "=": not part of "==", "=~", "!=", "<=" or ">=". */
function isBind(body: string, i: number): boolean {
  return !/[=~]/.test(body[i + 1] ?? "") && !/[=!<>]/.test(body[i - 1] ?? "");
}

/** The first value of `key=`, or undefined. Fields before `from` do not count. */
export function lookUpField(a: AttributeBody, key: string, from = 0): string | undefined {
  for (let i = from; i < a.fields.length; i++) if (a.fields[i]!.key === key) return a.fields[i]!.value;
  return undefined;
}

export function hasFlag(a: AttributeBody, name: string): boolean {
  return a.fields.some((f) => f.key === "" && f.value === name);
}

/** The offset after the string literal that begins at `at`, or after one character if it is none. */
function skipString(text: string, at: number): number {
  let i = at;
  while (text[i] === "#") i++;
  const hashes = text.slice(at, i);
  const q = text[i];
  if (q !== '"' && q !== "'") return at + 1;
  const long = text.startsWith(q.repeat(3), i);
  const close = (long ? q.repeat(3) : q) + hashes;
  for (i += long ? 3 : 1; i < text.length; i++) {
    if (text.startsWith(close, i)) return i + close.length;
    if (text[i] === "\\" && text.startsWith(hashes, i + 1)) i += hashes.length + 1;
  }
  return text.length;
}

/** The value of a string literal; anything else stays as it is. */
function unquote(text: string): string {
  const c = text[0];
  if (text.length < 2 || c !== text[text.length - 1] || (c !== "#" && c !== '"' && c !== "'")) return text;
  const decoded = decodeString(text);
  return decoded.ok ? decoded.value : text;
}
