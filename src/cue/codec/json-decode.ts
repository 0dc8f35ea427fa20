import { labelNeedsQuotes, quoteString } from "../syntax/index.ts";
import type { Expr, Field } from "../syntax/index.ts";
import type { Decoded } from "./decoded.ts";
import { JsonScanner } from "./json-scan.ts";
import type { JsonSink } from "./json-scan.ts";
import { fieldAt, listAt, literalAt, numberAt, structAt } from "./make-data.ts";

/** Decodes a file of exactly one JSON value. */
export function decodeJson(text: string): Decoded {
  const scan = new JsonScanner(text, startOf(text));
  const builder = new Builder(text);
  if (scan.value(builder)) {
    scan.skipSpace();
    if (scan.pos >= text.length) return { documents: [builder.result as Expr] };
    scan.unexpected("after top-level value");
  }
  const { message, offset } = scan.error!;
  return { documents: [], error: { message, offset, line: 0 } };
}

/** Decodes a stream of JSON values with or without white space between them. */
export function decodeJsonStream(text: string): Decoded {
  const documents: Expr[] = [];
  const scan = new JsonScanner(text, startOf(text));
  for (;;) {
    scan.skipSpace();
    if (scan.pos >= text.length) return { documents };
    const builder = new Builder(text);
    if (!scan.value(builder)) {
      const error = scan.error!;
      if (error.atEnd) return { documents, error: { message: "unexpected EOF", offset: -1, line: 0 } };
      return { documents, error: { message: error.message, offset: error.offset, line: 0 } };
    }
    documents.push(builder.result as Expr);
  }
}

export function isValidJson(text: string): boolean {
  const scan = new JsonScanner(text);
  if (!scan.value(IGNORE)) return false;
  scan.skipSpace();
  return scan.pos >= text.length;
}

function startOf(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}

const nothing = (): void => {};
const IGNORE: JsonSink = {
  openObject: nothing,
  closeObject: nothing,
  openArray: nothing,
  closeArray: nothing,
  key: nothing,
  text: nothing,
  word: nothing,
};

/** Builds syntax nodes bottom-up. */
class Builder implements JsonSink {
  result: Expr | undefined = undefined;
  private readonly src: string;
  private readonly objects: { fields: Field[]; key: string; keyPos: number; keyEnd: number }[] = [];
  private readonly arrays: Expr[][] = [];
  private readonly inObject: boolean[] = [];

  constructor(src: string) {
    this.src = src;
  }

  openObject(): void {
    this.inObject.push(true);
    this.objects.push({ fields: [], key: "", keyPos: 0, keyEnd: 0 });
  }

  closeObject(pos: number, end: number): void {
    this.inObject.pop();
    this.add(structAt(this.objects.pop()!.fields, pos, end));
  }

  openArray(): void {
    this.inObject.push(false);
    this.arrays.push([]);
  }

  closeArray(pos: number, end: number): void {
    this.inObject.pop();
    this.add(listAt(this.arrays.pop()!, pos, end));
  }

  key(value: string, pos: number, end: number): void {
    const o = this.objects[this.objects.length - 1]!;
    o.key = value;
    o.keyPos = pos;
    o.keyEnd = end;
  }

  text(value: string, pos: number, end: number): void {
    // Half a surrogate pair is told as a mistake by whoever decodes the literal, so it must stay as it is written.
    const halves = value.includes("\ufffd") && /\\u[dD][89a-fA-F]/.test(this.src.slice(pos, end));
    // A short text stays as it is written, too: `cue` breaks only longer ones into lines.
    const isShort = end - pos <= 10 && new TextEncoder().encode(this.src.slice(pos, end)).length <= 10;
    const literal =
      halves || isShort
        ? this.src.slice(pos, end)
        : quoteString(value, { multiline: "auto", indent: this.inObject.length + 1 });
    this.add(literalAt("STRING", literal, pos, end));
  }

  word(pos: number, end: number): void {
    const word = this.src.slice(pos, end);
    const c = word[0];
    if (c === "t") this.add(literalAt("TRUE", word, pos, end));
    else if (c === "f") this.add(literalAt("FALSE", word, pos, end));
    else if (c === "n") this.add(literalAt("NULL", word, pos, end));
    else this.add(numberAt(word, !/[.eE]/.test(word), pos, end));
  }

  private add(x: Expr): void {
    if (this.inObject.length === 0) {
      this.result = x;
    } else if (this.inObject[this.inObject.length - 1]) {
      const o = this.objects[this.objects.length - 1]!;
      // The original makes identifiers of keys where it can, and their place is behind the quote.
      o.fields.push(fieldAt(o.key, x, labelNeedsQuotes(o.key) ? o.keyPos : o.keyPos + 1, o.keyEnd));
    } else {
      this.arrays[this.arrays.length - 1]!.push(x);
    }
  }
}
