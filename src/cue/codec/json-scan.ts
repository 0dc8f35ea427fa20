import { quoteCharacter } from "./quote-character.ts";

/**
 * Walks one JSON value, calling the sink. It keeps its own stack, so depth is no danger, and its complaints are
 * those of Go's encoding/json.
 */
export interface JsonSink {
  openObject(pos: number): void;
  closeObject(pos: number, end: number): void;
  openArray(pos: number): void;
  closeArray(pos: number, end: number): void;
  key(value: string, pos: number, end: number): void;
  text(value: string, pos: number, end: number): void;
  /** A number, true, false or null as written. */
  word(pos: number, end: number): void;
}

export interface JsonError {
  readonly message: string;
  readonly offset: number;
  /** The text ended too early. */
  readonly atEnd: boolean;
}

const MAX_DEPTH = 10000;

export class JsonScanner {
  readonly src: string;
  pos: number;
  error: JsonError | undefined = undefined;

  constructor(src: string, pos = 0) {
    this.src = src;
    this.pos = pos;
  }

  skipSpace(): void {
    const { src } = this;
    for (;;) {
      const c = src.charCodeAt(this.pos);
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return;
      this.pos++;
    }
  }

  /** Reads one value. False: see `error`. */
  value(sink: JsonSink): boolean {
    const { src } = this;
    // True for an object, false for an array; the start of each stands beside it.
    const isObject: boolean[] = [];
    const starts: number[] = [];
    for (;;) {
      this.skipSpace();
      const at = this.pos;
      const c = src[at];
      let complete = true;
      if (c === "{" || c === "[") {
        if (isObject.length >= MAX_DEPTH) return this.fail("exceeded max depth", at);
        this.pos++;
        isObject.push(c === "{");
        starts.push(at);
        if (c === "{") sink.openObject(at);
        else sink.openArray(at);
        this.skipSpace();
        if (c === "{") {
          if (src[this.pos] !== "}") {
            if (!this.objectKey(sink)) return false;
            complete = false;
          }
        } else if (src[this.pos] !== "]") complete = false;
      } else if (c === '"') {
        const s = this.stringText();
        if (s === undefined) return false;
        sink.text(s, at, this.pos);
      } else if (!this.bareWord(sink)) return false;

      // After a complete value: close what ends here, or go on to the next element.
      while (complete) {
        if (isObject.length === 0) return true;
        const inObject = isObject[isObject.length - 1] as boolean;
        this.skipSpace();
        const d = src[this.pos];
        if (d === (inObject ? "}" : "]")) {
          this.pos++;
          isObject.pop();
          const start = starts.pop() as number;
          if (inObject) sink.closeObject(start, this.pos);
          else sink.closeArray(start, this.pos);
        } else if (d === ",") {
          this.pos++;
          if (inObject && !this.objectKey(sink)) return false;
          complete = false;
        } else return this.unexpected(inObject ? "after object key:value pair" : "after array element");
      }
    }
  }

  private objectKey(sink: JsonSink): boolean {
    this.skipSpace();
    const at = this.pos;
    if (this.src[at] !== '"') return this.unexpected("looking for beginning of object key string");
    const s = this.stringText();
    if (s === undefined) return false;
    sink.key(s, at, this.pos);
    this.skipSpace();
    if (this.src[this.pos] !== ":") return this.unexpected("after object key");
    this.pos++;
    return true;
  }

  private stringText(): string | undefined {
    const { src } = this;
    const start = ++this.pos;
    let from = start;
    let out = "";
    for (;;) {
      const c = src.charCodeAt(this.pos);
      if (c === 0x22) {
        const s = out === "" && from === start ? src.slice(start, this.pos) : out + src.slice(from, this.pos);
        this.pos++;
        return s;
      }
      if (c === 0x5c) {
        out += src.slice(from, this.pos);
        this.pos++;
        const e = this.escape();
        if (e === undefined) return undefined;
        out += e;
        from = this.pos;
      } else if (!(c >= 0x20)) {
        this.unexpected("in string literal");
        return undefined;
      } else this.pos++;
    }
  }

  private escape(): string | undefined {
    const c = this.src[this.pos];
    const simple = c === undefined ? undefined : ESCAPES.get(c);
    if (simple !== undefined) {
      this.pos++;
      return simple;
    }
    if (c !== "u") {
      this.unexpected("in string escape code");
      return undefined;
    }
    this.pos++;
    const code = this.hex4();
    if (code === undefined) return undefined;
    if (code < 0xd800 || code > 0xdfff) return String.fromCharCode(code);
    // A pair of surrogates is one character; half of one is replaced.
    const { src, pos } = this;
    if (
      code < 0xdc00 &&
      src[pos] === "\\" &&
      src[pos + 1] === "u" &&
      /^[dD][c-fC-F]/.test(src.slice(pos + 2, pos + 4))
    ) {
      this.pos += 2;
      const low = this.hex4();
      return low === undefined ? undefined : String.fromCharCode(code, low);
    }
    return "\ufffd";
  }

  private hex4(): number | undefined {
    let n = 0;
    for (let i = 0; i < 4; i++) {
      const c = this.src.charCodeAt(this.pos);
      const d = c >= 0x30 && c <= 0x39 ? c - 0x30 : (c | 32) >= 0x61 && (c | 32) <= 0x66 ? (c | 32) - 87 : -1;
      if (d < 0) {
        this.unexpected("in \\u hexadecimal character escape");
        return undefined;
      }
      n = n * 16 + d;
      this.pos++;
    }
    return n;
  }

  private bareWord(sink: JsonSink): boolean {
    const { src } = this;
    const at = this.pos;
    const c = src[at];
    if (c === "-" || (c !== undefined && c >= "0" && c <= "9")) {
      if (!this.numberText()) return false;
    } else {
      const word = c === "t" ? "true" : c === "f" ? "false" : c === "n" ? "null" : undefined;
      if (word === undefined) return this.unexpected("looking for beginning of value");
      for (let i = 1; i < word.length; i++) {
        this.pos = at + i;
        if (src[this.pos] !== word[i]) return this.unexpected(`in literal ${word} (expecting '${word[i]}')`);
      }
      this.pos = at + word.length;
    }
    sink.word(at, this.pos);
    return true;
  }

  private numberText(): boolean {
    const { src } = this;
    if (src[this.pos] === "-") this.pos++;
    if (src[this.pos] === "0") this.pos++;
    else if (!this.digits()) return this.unexpected("in numeric literal");
    if (src[this.pos] === ".") {
      this.pos++;
      if (!this.digits()) return this.unexpected("after decimal point in numeric literal");
    }
    if (src[this.pos] === "e" || src[this.pos] === "E") {
      this.pos++;
      if (src[this.pos] === "+" || src[this.pos] === "-") this.pos++;
      if (!this.digits()) return this.unexpected("in exponent of numeric literal");
    }
    return true;
  }

  private digits(): boolean {
    const start = this.pos;
    for (;;) {
      const c = this.src.charCodeAt(this.pos);
      if (!(c >= 0x30 && c <= 0x39)) return this.pos > start;
      this.pos++;
    }
  }

  /** Complains of the character at hand, or of the missing rest. */
  unexpected(context: string): false {
    if (this.pos >= this.src.length) {
      // Go feeds one more blank to find out whether the text may end here; inside a word it is the culprit.
      const inWord = /^(?:in literal|in numeric|after decimal|in exponent|in string escape|in \\u)/.test(context);
      const message = inWord ? `invalid character ' ' ${context}` : "unexpected end of JSON input";
      return this.fail(message, Math.max(0, this.src.length - 1), true);
    }
    return this.fail(`invalid character ${quoteCharacter(this.src, this.pos)} ${context}`, this.pos);
  }

  fail(message: string, offset: number, atEnd = false): false {
    this.error ??= { message, offset, atEnd };
    return false;
  }
}

const ESCAPES = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["\\", "\\"],
  ["/", "/"],
  ['"', '"'],
]);
