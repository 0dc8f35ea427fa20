import { isArray, isObject } from "../value/value.ts";
import type { Value } from "../value/value.ts";

/** Follows a path of keys and indexes into a value. */
export function walk(value: Value, tokens: readonly string[]): Value | undefined {
  let current: Value | undefined = value;
  for (let i = 0; i < tokens.length; i++) {
    current = step(current, tokens[i] as string);
    if (current === undefined) return undefined;
  }
  return current;
}

function step(value: Value, token: string): Value | undefined {
  if (isObject(value)) return value.get(token);
  if (!isArray(value)) return undefined;
  const index = arrayIndex(token);
  return index < 0 ? undefined : value[index];
}

/** A plain index, or -1. No signs and no leading zeros. */
function arrayIndex(token: string): number {
  if (token === "" || token.length > 15) return -1;
  let index = 0;
  for (let i = 0; i < token.length; i++) {
    const c = token.charCodeAt(i);
    if (c < 48 || c > 57) return -1;
    index = index * 10 + c - 48;
  }
  return token.length > 1 && token.charCodeAt(0) === 48 ? -1 : index;
}

/** Follows a pointer as filters take it: `a.b.0`, with keys in quotes where they hold dots. */
export function dottedPointer(value: Value, pointer: string): Value | undefined {
  return pointer === "" ? value : walk(value, pointerTokens(pointer));
}

/**
 * Splits a pointer at dots and brackets outside quotes. Quotes end a token as well as begin one, as in
 * the original; `~1` and `~0` stand for `/` and `~`.
 */
export function pointerTokens(pointer: string): string[] {
  if (!/["'[\]\\~]/.test(pointer)) return plainTokens(pointer);
  const tokens: string[] = [];
  let last = 0;
  let single = false;
  let double = false;
  let escaped = false;
  while (last < pointer.length) {
    let offset = 0;
    let found: string | undefined;
    for (let i = 0; last + i < pointer.length; i++) {
      const c = pointer.charAt(last + i);
      if (c === "\\") {
        escaped = true;
        continue;
      }
      const outside = !single && !double && !escaped;
      const quote = (c === '"' || c === "'") && !escaped;
      if (quote && c === '"') double = !double;
      else if (quote) single = !single;
      if (quote || (c === "." && outside)) {
        if (i === offset) offset++;
        else found = pointer.slice(last + offset, last + i);
      } else if (c === "[" && outside) found = pointer.slice(last + offset, last + i);
      else if (c === "]" && outside) offset++;
      escaped = false;
      if (found !== undefined) {
        last += i + 1;
        break;
      }
    }
    if (found === undefined) {
      if (last + offset < pointer.length) tokens.push(unescape(pointer.slice(last + offset)));
      break;
    }
    if (found !== "") tokens.push(unescape(found));
  }
  return tokens;
}

/** Dots alone: empty parts are dropped. */
function plainTokens(pointer: string): string[] {
  return pointer.split(".").filter((part) => part !== "");
}

function unescape(token: string): string {
  return token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;
}
