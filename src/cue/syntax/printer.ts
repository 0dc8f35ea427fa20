import { Aligner } from "./aligner.ts";
import { Rel } from "./ast.ts";
import type { BasicLit, Comment, CommentGroup } from "./ast.ts";
import { isValidIdent } from "./characters.ts";
import { parseQuotes } from "./literal.ts";
import * as t from "./token.ts";

/** Requests for white space before the next text. They add up until it is written. */
export const blank = 1;
/** The next text starts a column. */
export const column = 2;
export const noBlank = 4;
/** The place of the next token in the source does not count. */
export const noOverride = 8;
export const comma = 16;
/** The comma is written only before a line break. */
export const trailingComma = 32;
/** A comma and a blank, unless the line breaks. */
export const declComma = 64;
export const newline = 128;
/** A line break that ends the columns. */
export const formFeed = 256;
/** An empty line. */
export const newSection = 512;
/** What follows is indented once more if the line breaks in it. */
export const indent = 1024;
export const unindent = 2048;
/** In the stack of indentations: the line did break. */
const indented = 4096;

const lineBreaks = newline | formFeed | newSection;

interface PrinterOptions {
  readonly tabWidth: number;
  /** Tabs before every line. */
  readonly prefix: number;
}

/** Turns a stream of tokens and white space requests into text. */
export class Printer {
  readonly aligner: Aligner;
  readonly prefix: number;
  /** Pending requests. */
  allowed: number = noOverride;
  /** Kept exactly as cue keeps it: some of its habits leave frames behind. */
  private readonly indents: number[] = [];
  indentation = 0;
  /** Lines written; those inside literals do not count. */
  line = 0;
  lastToken: number = t.ILLEGAL;
  hasOutput = false;
  /** A `{` was written on this line. */
  braceOnLine = false;
  private spaceBefore = false;
  private afterComment = false;
  /** Nothing is written on this line. */
  private atStart = true;

  constructor(options: PrinterOptions) {
    this.aligner = new Aligner(options.tabWidth);
    this.prefix = options.prefix;
  }

  space(request: number): void {
    this.allowed |= request;
  }

  /** The next token stood so in the source: unless overridden, that decides. */
  place(rel: number): void {
    const kind = rel & Rel.mask;
    if (kind === Rel.none || (this.allowed & noOverride) !== 0) return;
    let requested = this.allowed;
    switch (kind) {
      case Rel.noSpace:
        requested &= ~lineBreaks;
        break;
      case Rel.blank:
        requested = (requested & ~lineBreaks) | blank;
        break;
      case Rel.newline:
        requested |= newline;
        break;
      case Rel.newSection:
        requested |= newSection;
        break;
    }
    if (this.afterComment) requested |= newline;
    this.writeSpace(requested);
    this.allowed = 0;
  }

  token(token: number): void {
    const text = t.tokenText[token] as string;
    let after = 0;
    if (t.isKeywordToken(token)) {
      if (this.lastToken !== t.ILLEGAL && !this.spaceBefore) this.allowed |= blank;
      after = blank;
    } else if (!this.spaceBefore && joins(this.lastToken, token)) {
      this.allowed |= blank;
    }
    this.lastToken = token;
    this.write(text, after);
  }

  /** The end of a file: a line break and nothing else. */
  end(): void {
    this.allowed = newline;
    this.write("", 0);
  }

  literal(lit: BasicLit): void {
    const text = literalText(lit, this.indentation, this.prefix);
    this.lastToken = literalToken(lit);
    this.write(text, 0);
  }

  ident(name: string): void {
    this.lastToken = t.IDENT;
    this.write(isValidIdent(name) ? name : "*bad identifier*", 0);
  }

  /** Text that was made elsewhere: labels, keywords of clauses, attributes. */
  raw(text: string, token: number): void {
    this.lastToken = token;
    this.write(text, 0);
  }

  commentGroup(group: CommentGroup): void {
    const rel = group.line ? Rel.blank : (group.list[0] as Comment).rel & Rel.mask;
    if (rel === Rel.blank || rel === Rel.elided) this.allowed |= blank;
    if (rel === Rel.blank || rel === Rel.elided || rel === Rel.noSpace) {
      this.allowed &= ~(lineBreaks | declComma);
    }
    if (group.doc && this.hasOutput) this.allowed |= newline;
    for (const comment of group.list) {
      if (!this.atStart) this.allowed |= column;
      this.place(comment.rel);
      this.raw(comment.text, t.COMMENT);
      this.afterComment = true;
      this.allowed |= newline;
      if (group.doc) this.allowed |= noOverride;
    }
  }

  private write(text: string, after: number): void {
    this.writeSpace(this.allowed);
    this.allowed = after;
    this.afterComment = false;
    if (text === "") return;
    this.spaceBefore = false;
    this.atStart = false;
    this.hasOutput = true;
    this.aligner.text(text);
  }

  private writeSpace(space: number): void {
    if (space === 0) return;
    const breaks = (space & lineBreaks) !== 0;
    if ((space & comma) !== 0 && (breaks || (space & trailingComma) === 0)) this.writeText(",");
    if ((space & indent) !== 0) this.indents.push(space);
    if ((space & unindent) !== 0) this.popIndent();
    if (breaks) {
      this.indentOnce(space);
      const sections = (space & newSection) !== 0;
      if (sections) this.aligner.breakLine(true);
      this.aligner.breakLine(sections || (space & formFeed) !== 0);
      const tabs = this.prefix + this.indentation;
      this.aligner.indent(tabs);
      this.atStart = tabs <= 0;
      this.hasOutput = true;
      this.line += sections ? 2 : 1;
      this.braceOnLine = false;
      this.spaceBefore = true;
    } else if ((space & declComma) !== 0) {
      this.writeText(", ");
      this.spaceBefore = true;
    } else if ((space & noBlank) !== 0) {
      // Nothing.
    } else if ((space & column) !== 0) {
      this.aligner.mark();
      this.spaceBefore = true;
      this.atStart = false;
    } else if ((space & blank) !== 0) {
      this.writeText(" ");
      this.spaceBefore = true;
    }
  }

  private writeText(text: string): void {
    this.aligner.text(text);
    this.atStart = false;
    this.hasOutput = true;
  }

  /** Ends the innermost indentation. */
  popIndent(): void {
    const frame = this.indents.pop() ?? 0;
    if ((frame & indented) !== 0) this.indentation--;
  }

  /** The first line break in a bracket indents what follows. */
  private indentOnce(space: number): void {
    const last = this.indents.length - 1;
    if ((space & unindent) !== 0 || last < 0) return;
    const frame = this.indents[last] as number;
    if ((frame & indented) !== 0 || (frame & indent) === 0) return;
    this.indents[last] = frame | indented;
    this.indentation++;
  }
}

/** Whether two tokens would become another one without a blank. */
function joins(previous: number, next: number): boolean {
  switch (previous) {
    case t.INT:
      return next === t.PERIOD;
    case t.ADD:
      return next === t.ADD;
    case t.SUB:
      return next === t.SUB;
    case t.QUO:
      return next === t.MUL;
  }
  return false;
}

function literalToken(lit: BasicLit): number {
  switch (lit.token) {
    case "INT":
      return t.INT;
    case "FLOAT":
      return t.FLOAT;
    case "NULL":
      return t.NULL;
    case "TRUE":
      return t.TRUE;
    case "FALSE":
      return t.FALSE;
  }
  return t.STRING;
}

/** The text of a literal as it is printed. */
function literalText(lit: BasicLit, indentation: number, prefix: number): string {
  const text = lit.text;
  switch (lit.token) {
    case "STRING":
    case "BYTES":
      // Deeper strings stay as they are.
      return indentation < 6 ? reindent(text, prefix + indentation + 1) : text;
    case "INT":
      return normalizeInt(text);
    case "FLOAT":
      return normalizeFloat(text);
  }
  return text;
}

/** Moves a multi-line string to as many tabs. */
function reindent(text: string, tabs: number): string {
  if (text.indexOf("\n") < 0) return text;
  const quotes = parseQuotes(text, text);
  const indentText = "\t".repeat(Math.max(0, tabs));
  if (!quotes.ok || !quotes.multiline || quotes.indent === indentText) return text;
  return text.replaceAll("\n" + quotes.indent, "\n" + indentText);
}

function normalizeInt(text: string): string {
  let result = text;
  const second = text.charCodeAt(1);
  if (text.charCodeAt(0) === 48 && second >= 48 && second <= 57) result = "0o" + text.slice(1);
  const point = result.indexOf(".");
  if (point >= 0 && result.charCodeAt(point + 1) > 57) {
    result = result.slice(0, point + 1) + "0" + result.slice(point + 1);
  }
  const e = result.indexOf("E");
  return e >= 0 && e < result.length - 1 ? result.toLowerCase() : result;
}

function normalizeFloat(text: string): string {
  let result = text;
  const point = text.indexOf(".");
  if (point === 0) result = "0" + text;
  else if (point === text.length - 1) result = text + "0";
  else if (point > 0 && text.charCodeAt(point + 1) > 57) {
    result = text.slice(0, point + 1) + "0" + text.slice(point + 1);
  }
  return result.indexOf("E") >= 0 ? result.toLowerCase() : result;
}
