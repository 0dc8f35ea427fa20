import type { Expr, Field } from "../syntax/index.ts";
import { quoteString } from "../syntax/index.ts";
import { listAt, literalAt, numberAt, structAt } from "./make-data.ts";

/** A mistake, thrown inside the TOML decoder only and caught at its door. */
export class TomlProblem {
  readonly message: string;
  readonly offset: number;
  constructor(message: string, offset: number) {
    this.message = message;
    this.offset = offset;
  }
}

export interface TomlKey {
  readonly name: string;
  readonly pos: number;
  readonly end: number;
}

/** Receives the fields of inline tables, which share the rules of all keys. */
type FieldMaker = (path: string, keys: readonly TomlKey[], value: (path: string) => Expr) => Field;

const BARE = /[A-Za-z0-9_-]+/y;
const DATE_TIME =
  /\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})?)?|\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?/y;
const NUMBER =
  /0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*|[+-]?(?:inf|nan)|[+-]?(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?/y;

/** Nested values deeper than this are refused. */
const MAX_DEPTH = 1000;

/** Tokens and values of TOML. */
export class TomlScanner {
  readonly src: string;
  pos = 0;
  private depth = 0;
  private readonly makeField: FieldMaker;

  constructor(src: string, makeField: FieldMaker) {
    this.src = src;
    this.makeField = makeField;
  }

  fail(message: string, at = this.pos): never {
    throw new TomlProblem(message, at);
  }

  skipBlanks(): void {
    while (this.src[this.pos] === " " || this.src[this.pos] === "\t") this.pos++;
  }

  /** White space, line ends and comments. */
  skipLines(): void {
    for (;;) {
      this.skipBlanks();
      const c = this.src[this.pos];
      if (c === "#") {
        while (this.pos < this.src.length && this.src[this.pos] !== "\n") this.pos++;
      } else if (c === "\n" || (c === "\r" && this.src[this.pos + 1] === "\n")) this.pos++;
      else return;
    }
  }

  /** Only a comment may follow on the line. */
  endLine(): void {
    this.skipBlanks();
    const c = this.src[this.pos];
    if (c === undefined || c === "\n" || c === "#" || (c === "\r" && this.src[this.pos + 1] === "\n")) return;
    this.fail(
      `expected newline but got U+${(c.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")} '${c}'`,
    );
  }

  expect(c: string): void {
    if (this.src[this.pos] !== c) {
      const got = this.src[this.pos];
      this.fail(got === undefined ? `expected character ${c} but the document ended here` : `expected character ${c}`);
    }
    this.pos++;
  }

  /** A dotted key. */
  key(): TomlKey[] {
    const keys: TomlKey[] = [];
    for (;;) {
      this.skipBlanks();
      const pos = this.pos;
      const c = this.src[pos];
      let name: string;
      if (c === '"') name = this.basic();
      else if (c === "'") name = this.literal();
      else {
        BARE.lastIndex = pos;
        const m = BARE.exec(this.src);
        if (m === null) this.fail("invalid character at start of key: " + (c ?? "end of file"));
        name = m[0];
        this.pos += name.length;
      }
      keys.push({ name, pos, end: this.pos });
      this.skipBlanks();
      if (this.src[this.pos] !== ".") return keys;
      this.pos++;
    }
  }

  value(path: string): Expr {
    if (++this.depth > MAX_DEPTH) this.fail("value is nested too deeply");
    const x = this.valueAt(path);
    this.depth--;
    return x;
  }

  private valueAt(path: string): Expr {
    const { src, pos } = this;
    const c = src[pos];
    switch (c) {
      case undefined:
        return this.fail("expected value, not eof");
      case '"':
      case "'": {
        const s = src.startsWith('"""', pos)
          ? this.multi('"')
          : src.startsWith("'''", pos)
            ? this.multi("'")
            : c === '"'
              ? this.basic()
              : this.literal();
        return literalAt("STRING", quoteString(s), pos, this.pos);
      }
      case "[":
        return this.array(path);
      case "{":
        return this.inlineTable(path);
      case "t":
        return this.word("true");
      case "f":
        return this.word("false");
      default:
        return this.numberOrDate();
    }
  }

  private word(word: "true" | "false"): Expr {
    const { pos } = this;
    if (!this.src.startsWith(word, pos)) this.fail(`expected '${word}'`);
    this.pos += word.length;
    return literalAt(word === "true" ? "TRUE" : "FALSE", word, pos, this.pos);
  }

  private numberOrDate(): Expr {
    const { src, pos } = this;
    DATE_TIME.lastIndex = pos;
    const date = DATE_TIME.exec(src);
    if (date !== null) {
      this.pos += date[0].length;
      return literalAt("STRING", quoteString(date[0]), pos, this.pos);
    }
    NUMBER.lastIndex = pos;
    const m = NUMBER.exec(src);
    if (m === null) this.fail("incomplete number");
    this.pos += m[0].length;
    const text = m[0].startsWith("+") ? m[0].slice(1) : m[0];
    const isInt = text.startsWith("0x") || !/[.eEfn]/.test(text);
    return numberAt(text, isInt, pos, this.pos);
  }

  private array(path: string): Expr {
    const start = this.pos++;
    const elts: Expr[] = [];
    for (;;) {
      this.skipLines();
      if (this.src[this.pos] === "]") break;
      elts.push(this.value(`${path}.${elts.length}`));
      this.skipLines();
      if (this.src[this.pos] === ",") this.pos++;
      else if (this.src[this.pos] !== "]") {
        this.fail(
          this.pos >= this.src.length
            ? "expected character ] but the document ended here"
            : "array elements must be separated by commas",
        );
      }
    }
    this.pos++;
    return listAt(elts, start, this.pos);
  }

  private inlineTable(path: string): Expr {
    const start = this.pos++;
    const fields: Field[] = [];
    for (;;) {
      this.skipLines();
      if (this.src[this.pos] === "}") break;
      const keys = this.key();
      this.skipBlanks();
      this.expect("=");
      this.skipBlanks();
      fields.push(this.makeField(path, keys, (p) => this.value(p)));
      this.skipLines();
      if (this.src[this.pos] === ",") this.pos++;
      else if (this.src[this.pos] !== "}") this.fail("expected , between inline table fields");
    }
    this.pos++;
    return structAt(fields, start, this.pos);
  }

  private literal(): string {
    const start = ++this.pos;
    const end = this.src.indexOf("'", start);
    const line = this.src.indexOf("\n", start);
    if (end < 0 || (line >= 0 && line < end)) this.fail("literal strings cannot have new lines", start - 1);
    this.pos = end + 1;
    return this.src.slice(start, end);
  }

  private basic(): string {
    let out = "";
    this.pos++;
    for (;;) {
      const c = this.src[this.pos];
      if (c === undefined) this.fail('basic string not terminated by "');
      if (c === "\n") this.fail("basic strings cannot have new lines");
      this.pos++;
      if (c === '"') return out;
      out += c === "\\" ? this.escape() : c;
    }
  }

  private multi(quote: '"' | "'"): string {
    const triple = quote.repeat(3);
    this.pos += 3;
    if (this.src[this.pos] === "\r" && this.src[this.pos + 1] === "\n") this.pos++;
    if (this.src[this.pos] === "\n") this.pos++;
    let out = "";
    for (;;) {
      if (this.pos >= this.src.length) this.fail("multiline string not terminated");
      if (this.src.startsWith(triple, this.pos)) {
        // Up to two quotes may precede the closing three.
        while (this.src[this.pos + 3] === quote && out.length >= 0) {
          out += quote;
          this.pos++;
        }
        this.pos += 3;
        return out;
      }
      const c = this.src[this.pos++] as string;
      if (c === "\\" && quote === '"') {
        if (/[ \t\r\n]/.test(this.src[this.pos] ?? "") && /^[ \t]*\r?\n/.test(this.src.slice(this.pos))) {
          while (/[ \t\r\n]/.test(this.src[this.pos] ?? "")) this.pos++;
        } else out += this.escape();
      } else out += c;
    }
  }

  private escape(): string {
    const c = this.src[this.pos++];
    const simple = c === undefined ? undefined : ESCAPES.get(c);
    if (simple !== undefined) return simple;
    const width = c === "u" ? 4 : c === "U" ? 8 : c === "x" ? 2 : 0;
    const digits = this.src.slice(this.pos, this.pos + width);
    if (width === 0 || !/^[0-9A-Fa-f]+$/.test(digits) || digits.length < width)
      this.fail(`invalid escaped character ${c ?? ""}`);
    const code = Number.parseInt(digits, 16);
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) this.fail("invalid unicode escape");
    this.pos += width;
    return String.fromCodePoint(code);
  }
}

const ESCAPES = new Map([
  ["b", "\b"],
  ["t", "\t"],
  ["n", "\n"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\x1b"],
  ['"', '"'],
  ["\\", "\\"],
]);
