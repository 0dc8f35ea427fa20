import { scanProto } from "./proto-scan.ts";
import type { ProtoToken } from "./proto-scan.ts";
import { ProtoFault } from "./proto-syntax.ts";
import type { ProtoComment, ProtoElement, ProtoField, ProtoOption } from "./proto-syntax.ts";

/** The elements of a file; throws a `ProtoFault`. */
export function parseProto(text: string): ProtoElement[] {
  return new Parser(scanProto(text)).file();
}

/** Nesting of messages; more is an attack on the stack. */
const DEEPEST = 200;

class Parser {
  readonly #tokens: readonly ProtoToken[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly ProtoToken[]) {
    this.#tokens = tokens;
  }

  get #token(): ProtoToken {
    return this.#tokens[this.#at]!;
  }

  #next(): ProtoToken {
    const token = this.#token;
    if (token.kind !== "end") this.#at++;
    return token;
  }

  #fail(wanted: string, token = this.#token): never {
    throw new ProtoFault(`found ${JSON.stringify(token.text)} but expected ${wanted}`, token.offset);
  }

  #take(text: string): ProtoToken {
    return this.#token.text === text && this.#token.kind !== "text" ? this.#next() : this.#fail(text);
  }

  #accept(text: string): boolean {
    if (this.#token.text !== text || this.#token.kind === "text") return false;
    this.#next();
    return true;
  }

  #word(what: string): string {
    return this.#token.kind === "word" ? this.#next().text : this.#fail(what);
  }

  /** Comments where no element can be: they are about the one that was begun. */
  #comments(): ProtoComment | undefined {
    let out: ProtoComment | undefined;
    while (this.#token.kind === "comment") out = merged(out, commentOf(this.#next()));
    return out;
  }

  file(): ProtoElement[] {
    const out: ProtoElement[] = [];
    while (this.#token.kind !== "end") this.#element(out, (token, doc) => this.#top(token, doc));
    return out;
  }

  /** Reads one element; comments become its own if they stand right above. */
  #element(
    out: ProtoElement[],
    read: (token: ProtoToken, doc: ProtoComment | undefined) => ProtoElement,
    hasInline = true,
  ): void {
    const token = this.#token;
    if (token.kind === "comment") {
      const comment = commentOf(this.#next());
      const last = out.at(-1);
      const follows = last?.kind === "comment" && !last.comment.isBlock && isOn(last.comment, token.line - 1);
      if (follows) last.comment.lines.push(...comment.lines);
      else out.push({ kind: "comment", comment });
    } else if (token.text === ";") {
      this.#next();
      // In a choice, as cue reads it, what follows a field on its line is about the next one.
      if (hasInline) this.#inline(out.at(-1), token.line);
    } else {
      const last = out.at(-1);
      const isAbove = last?.kind === "comment" && isOn(last.comment, token.line - 1);
      if (isAbove) out.pop();
      out.push(read(token, isAbove ? last.comment : undefined));
    }
  }

  #inline(last: ProtoElement | undefined, line: number): void {
    if (this.#token.kind !== "comment" || this.#token.line !== line || last === undefined) return;
    const comment = commentOf(this.#next());
    if ("offset" in last && last.kind !== "message" && last.kind !== "enum" && last.kind !== "oneof")
      last.inline = comment;
  }

  #top(token: ProtoToken, doc: ProtoComment | undefined): ProtoElement {
    const { offset } = token;
    switch (token.text) {
      case "syntax":
      case "edition":
        this.#next();
        this.#take("=");
        return { kind: "syntax", text: this.#string(), offset, doc };
      case "package":
        this.#next();
        return { kind: "package", text: this.#typeName(), offset, doc };
      case "import":
        this.#next();
        if (this.#token.kind === "word") this.#next();
        return { kind: "import", text: this.#string(), offset, doc };
      case "service":
        this.#next();
        this.#skipBlock();
        return { kind: "service", offset, doc };
      case "option":
      case "enum":
      case "message":
      case "extend":
        return this.#member(token, doc);
      default:
        return this.#fail("comment, option, import, syntax, enum, service, package or message");
    }
  }

  #member(token: ProtoToken, doc: ProtoComment | undefined): ProtoElement {
    const { offset } = token;
    switch (token.text) {
      case "option":
        this.#next();
        return this.#option(offset, doc);
      case "enum":
        return { kind: "enum", ...this.#block(doc, (t, d) => this.#value(t, d)), offset };
      case "message":
      case "extend":
        return {
          kind: "message",
          isExtension: token.text === "extend",
          ...this.#block(doc, (t, d) => this.#member(t, d)),
          offset,
        };
      case "oneof":
        return { kind: "oneof", ...this.#block(doc, (t, d) => this.#choice(t, d), false), offset };
      case "reserved":
      case "extensions":
        this.#skipTo(";");
        return { kind: "reserved", offset, doc };
      case "group":
        this.#skipBlock();
        return { kind: "group", offset, doc };
      default:
        return this.#field(doc);
    }
  }

  #choice(token: ProtoToken, doc: ProtoComment | undefined): ProtoElement {
    return token.text === "option" || token.text === "group" ? this.#member(token, doc) : this.#field(doc);
  }

  /** `name { … }` */
  #block(
    above: ProtoComment | undefined,
    read: (token: ProtoToken, doc: ProtoComment | undefined) => ProtoElement,
    hasInline = true,
  ): { name: string; elements: ProtoElement[]; doc: ProtoComment | undefined } {
    this.#next();
    const name = this.#typeName();
    const doc = merged(above, this.#comments());
    this.#take("{");
    if (++this.#depth > DEEPEST) this.#fail(`at most ${DEEPEST} levels`);
    const elements: ProtoElement[] = [];
    while (!this.#accept("}")) {
      if (this.#token.kind === "end") this.#fail("}");
      this.#element(elements, read, hasInline);
    }
    this.#depth--;
    return { name, elements, doc };
  }

  #field(doc: ProtoComment | undefined): ProtoField | ProtoElement {
    let isRepeated = false;
    let inline = this.#comments();
    while (["repeated", "optional", "required"].includes(this.#token.text))
      isRepeated = this.#next().text === "repeated" || isRepeated;
    const { offset, text } = this.#token;
    if (text === "group") return this.#member(this.#token, doc);
    let keyType: string | undefined;
    let type = this.#typeName();
    if (type === "map" && this.#accept("<")) {
      keyType = this.#typeName();
      this.#take(",");
      type = this.#typeName();
      this.#take(">");
    }
    const comments = (): void => void (inline = merged(inline, this.#comments()));
    comments();
    const name = this.#word("field identifier");
    comments();
    this.#take("=");
    comments();
    const number = this.#integer();
    comments();
    return { kind: "field", name, type, keyType, number, isRepeated, options: this.#options(), offset, doc, inline };
  }

  #value(token: ProtoToken, doc: ProtoComment | undefined): ProtoElement {
    const { offset } = token;
    if (token.text === "option") {
      this.#next();
      return this.#option(offset, doc);
    }
    if (token.text === "reserved") {
      this.#skipTo(";");
      return { kind: "reserved", offset, doc };
    }
    const name = this.#word("enum field identifier");
    this.#take("=");
    const number = this.#integer();
    this.#options();
    return { kind: "value", name, number, offset, doc };
  }

  /** `[a = 1, (b).c = "x"]` */
  #options(): ProtoOption[] {
    const out: ProtoOption[] = [];
    if (!this.#accept("[")) return out;
    do out.push(this.#option(this.#token.offset, undefined));
    while (this.#accept(","));
    this.#take("]");
    return out;
  }

  #option(offset: number, above: ProtoComment | undefined): ProtoOption {
    let doc = merged(above, this.#comments());
    let name = "";
    while (this.#token.text !== "=") {
      if (this.#token.kind === "end") this.#fail("option value assignment =");
      name += this.#next().text;
    }
    this.#take("=");
    const constant = this.#constant();
    doc = merged(doc, this.#comments());
    return { kind: "option", name, ...constant, offset, doc };
  }

  #constant(): { source: string; text: string } {
    if (this.#token.text === "{") {
      this.#skipBlock();
      return { source: "", text: "" };
    }
    if (this.#token.kind === "text") {
      const quote = this.#token.text[0]!;
      let text = "";
      while (this.#token.kind === "text") text += this.#next().text.slice(1, -1);
      return { source: `${quote}${text}${quote}`, text };
    }
    const sign = this.#token.text === "-" || this.#token.text === "+" ? this.#next().text : "";
    const text = sign + (this.#token.kind === "word" ? this.#typeName() : this.#next().text);
    return { source: text, text };
  }

  #string(): string {
    return this.#token.kind === "text" ? this.#next().text.slice(1, -1) : this.#fail("a text");
  }

  #integer(): string {
    const sign = this.#accept("-") ? "-" : "";
    const { text } = this.#token.kind === "number" ? this.#next() : this.#fail("a number");
    if (!/^(?:\d+|0[xX][0-9a-fA-F]+)$/.test(text)) this.#fail("an integer");
    return sign + String(BigInt(text));
  }

  /** `a.b.C`, also with a dot in front. */
  #typeName(): string {
    let name = this.#accept(".") ? "." : "";
    name += this.#word("identifier");
    while (this.#token.text === "." && this.#tokens[this.#at + 1]?.kind === "word") {
      this.#next();
      name += `.${this.#next().text}`;
    }
    return name;
  }

  #skipTo(text: string): void {
    while (this.#token.text !== text && this.#token.kind !== "end") this.#next();
  }

  /** What is in braces, which may hold others. */
  #skipBlock(): void {
    this.#skipTo("{");
    let depth = 0;
    do {
      const { text, kind } = this.#next();
      if (kind === "end") this.#fail("}");
      if (text === "{") depth++;
      if (text === "}") depth--;
    } while (depth > 0);
  }
}

function commentOf({ text, line }: ProtoToken): ProtoComment {
  const isBlock = text.startsWith("/*");
  const plain = isBlock ? text.replace(/^[/*]+/, "").replace(/[/*]+$/, "") : text.replace(/^\/+/, "");
  return { lines: plain.split("\n"), line, isBlock };
}

function merged(a: ProtoComment | undefined, b: ProtoComment | undefined): ProtoComment | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { ...a, lines: [...a.lines, ...b.lines], isBlock: a.isBlock || b.isBlock };
}

/** Whether a comment has words on a line. */
const isOn = (c: ProtoComment, line: number): boolean => c.line <= line && line <= c.line + c.lines.length - 1;
