import { objectOf } from "./value.ts";
import type { Value } from "./value.ts";
import { parseNumber } from "./convert.ts";

/** A value read from JSON, or what is wrong with the text and where. */
type JsonResult = { readonly ok: true; readonly value: Value } | JsonFailure;

interface JsonFailure {
  readonly ok: false;
  readonly message: string;
  readonly offset: number;
}

const maxDepth = 200;

/**
 * Reads JSON without losing what JSON.parse loses: 64-bit integers, and the difference of `1` and `1.0`.
 * `number` reads the numbers. Keys such as `__proto__` are keys like any other.
 */
export function parseJson(text: string, number: (text: string) => Value = parseNumber): JsonResult {
  const reader = new JsonReader(text, number);
  const value = reader.value(0);
  if (reader.failure === undefined) {
    reader.space();
    if (reader.at < text.length) reader.fail("unexpected text after the value");
  }
  return reader.failure ?? { ok: true, value };
}

class JsonReader {
  at = 0;
  failure: JsonFailure | undefined = undefined;
  readonly text: string;
  readonly number: (text: string) => Value;

  constructor(text: string, number: (text: string) => Value) {
    this.text = text;
    this.number = number;
  }

  fail(message: string): null {
    this.failure ??= { ok: false, message, offset: this.at };
    return null;
  }

  space(): void {
    for (;;) {
      const c = this.text.charCodeAt(this.at);
      if (c !== 32 && c !== 10 && c !== 13 && c !== 9) return;
      this.at++;
    }
  }

  value(depth: number): Value {
    if (depth > maxDepth) return this.fail("nested too deeply");
    this.space();
    const c = this.text[this.at];
    if (c === "{") return this.object(depth);
    if (c === "[") return this.array(depth);
    if (c === '"') return this.string();
    for (const [word, value] of words) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    numberPattern.lastIndex = this.at;
    const match = numberPattern.exec(this.text);
    if (!match) return this.fail(c === undefined ? "the text ends too early" : "expected a value");
    this.at += match[0].length;
    return this.number(match[0]);
  }

  array(depth: number): Value {
    const items: Value[] = [];
    this.at++;
    this.space();
    if (this.take("]")) return items;
    for (;;) {
      items.push(this.value(depth + 1));
      if (this.failure) return null;
      this.space();
      if (this.take("]")) return items;
      if (!this.take(",")) return this.fail("expected `,` or `]`");
    }
  }

  object(depth: number): Value {
    const entries: [string, Value][] = [];
    this.at++;
    this.space();
    if (this.take("}")) return objectOf(entries);
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') return this.fail("expected a key in quotes");
      const key = this.string();
      this.space();
      if (!this.take(":")) return this.fail("expected `:`");
      entries.push([key as string, this.value(depth + 1)]);
      if (this.failure) return null;
      this.space();
      if (this.take("}")) return objectOf(entries);
      if (!this.take(",")) return this.fail("expected `,` or `}`");
    }
  }

  string(): Value {
    stringPattern.lastIndex = this.at;
    const match = stringPattern.exec(this.text);
    if (!match) return this.fail("malformed string");
    this.at += match[0].length;
    return JSON.parse(match[0]) as string;
  }

  take(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }
}

const words: readonly (readonly [string, Value])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
// oxlint-disable-next-line no-control-regex
const stringPattern = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
