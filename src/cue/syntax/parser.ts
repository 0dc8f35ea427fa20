import type { SourceFile } from "../../source/index.ts";
import type { BasicLit, Comment, CommentGroup, Experiments, Expr, Ident, LiteralToken, Node } from "./ast.ts";
import { Rel } from "./ast.ts";
import { CommentStack } from "./comment-state.ts";
import type { CommentState } from "./comment-state.ts";
import { compareVersions } from "./language.ts";
import { makeBasicLit, makeComment, makeCommentGroup, makeIdent, noExperiments } from "./make.ts";
import type { ParseOptions, SyntaxError } from "./parse-options.ts";
import { Scanner, bom, impliedComma } from "./scanner.ts";
import * as t from "./token.ts";

/** What the machine does next (see machine.ts). */
export const START_UNARY = 0;
/** `parser.value` is finished: the top frame takes it. */
export const VALUE = 1;
/** The top frame goes on with its declarations. */
export const FIELDS = 2;
/** The top frame goes on with its list elements. */
export const ELEMENTS = 3;
/** `parser.value`'s operand is finished: selectors, indices and calls may follow. */
export const PRIMARY = 4;

/** What a frame waits for. */
export const K_BINARY_TAIL = 0;
export const K_BINARY = 1;
export const K_UNARY = 2;
export const K_PAREN = 3;
export const K_INDEX = 4;
export const K_CALL = 5;
export const K_INTERPOLATION = 6;
export const K_LIST = 7;
export const K_ELEMENT = 8;
export const K_ALIAS = 9;
export const K_STRUCT = 10;
export const K_FIELD = 11;
export const K_LET = 12;
export const K_COMPREHENSION = 13;
export const K_CLAUSE = 14;
export const K_FILE = 15;

/**
 * A construct in progress. The parser keeps them on a stack of its own, so that no input, however
 * deep, can overflow the stack of JavaScript.
 */
export class Frame {
  kind = 0;
  /** What comes next inside the construct; each kind has its own values. */
  state = 0;
  /** Precedence, token or flag, by kind. */
  num = 0;
  pos = 0;
  rel = 0;
  node: Node | null = null;
  /** A second node: innermost field of a chain, old alias name, interpolation fragment. */
  inner: Node | null = null;
  /** The name before `=` of an old alias. */
  name: Ident | null = null;
  /** Children so far. The array is kept for the next construct of this depth. */
  private readonly items: Node[] = [];
  count = 0;
  comments: CommentState | null = null;
  innerComments: CommentState | null = null;

  add(node: Node): void {
    const i = this.count++;
    if (i < this.items.length) this.items[i] = node;
    else this.items.push(node);
  }

  last(): Node {
    return this.items[this.count - 1] as Node;
  }

  /** The children in an array of just their number: arrays that grow have room to spare. */
  taken(): Node[] {
    return this.items.slice(0, this.count);
  }
}

/** An error, and whether the scanner or the parser found it: their places differ for cue. */
export interface FoundError extends SyntaxError {
  readonly scanned: boolean;
}

/** Tokens, comments, errors and frames of one parse. The grammar is in the parse-*.ts files. */
export class Parser extends Scanner {
  readonly source: SourceFile;
  readonly comments: CommentStack;
  readonly errors: FoundError[] = [];
  readonly version: string;
  readonly maxNesting: number;
  /** List elements may be separated by line ends. */
  readonly newlineElements: boolean;
  /** `div`, `mod`, `quo` and `rem` may stand between their operands. */
  readonly wordOperators: boolean;
  experiments: Experiments = noExperiments;

  /** End of the token before the current one. */
  prevEnd = 0;
  /** Offset at which the line starts in which the token before the current one ends. */
  prevEndLineStart = 0;

  readonly frames: Frame[] = [];
  depth = 0;
  nesting = 0;
  /** The expression that was finished last. */
  value: Expr = null as unknown as Expr;
  /** Set if there were too many errors or levels: the parse ends at once. */
  aborted = false;

  private badCharacters: number[] | null = null;
  private badSeen = 0;

  constructor(source: SourceFile, options: ParseOptions) {
    super(source.text, options.comments !== false);
    this.source = source;
    this.version = options.languageVersion ?? "";
    this.maxNesting = options.maxNesting ?? 10_000;
    this.newlineElements = this.version === "" || compareVersions(this.version, "v0.17.0") >= 0;
    this.wordOperators = !this.newlineElements;
    this.comments = new CommentStack();
    this.badCharacters = findBadCharacters(source.text);
    this.line = 0;
  }

  // ---------------------------------------------------------------- frames

  push(kind: number): Frame {
    const depth = this.depth++;
    let frame = this.frames[depth];
    if (frame === undefined) this.frames.push((frame = new Frame()));
    frame.kind = kind;
    frame.state = 0;
    frame.count = 0;
    return frame;
  }

  pop(): void {
    this.depth--;
  }

  top(): Frame {
    return this.frames[this.depth - 1] as Frame;
  }

  /** Starts an expression; the frame below gets it with VALUE. */
  beginExpr(): number {
    const leaf = this.takeLeaf();
    if (leaf !== null) {
      this.value = leaf;
      return VALUE;
    }
    const comments = this.comments.open();
    const frame = this.push(K_BINARY_TAIL);
    frame.num = 1;
    frame.comments = comments;
    this.comments.openList();
    return START_UNARY;
  }

  /**
   * The usual case, in a fraction of the steps: a name or literal that is all of its expression,
   * as the character right after it shows. No comment can be near; what the comment states
   * would have counted is counted here. Null if it is not so.
   */
  takeLeaf(): BasicLit | Ident | null {
    const tok = this.tok;
    if (
      tok !== t.IDENT &&
      tok !== t.STRING &&
      tok !== t.INT &&
      tok !== t.TRUE &&
      tok !== t.FALSE &&
      tok !== t.FLOAT &&
      tok !== t.NULL
    ) {
      return null;
    }
    const { text, offset: at } = this;
    switch (text.charCodeAt(at)) {
      case 58:
      case 10:
      case 44:
      case 125:
      case 93:
      case 41:
        break;
      case 33:
      case 63:
        if (text.charCodeAt(at + 1) === 58) break;
        return null;
      default:
        return null;
    }
    const { comments } = this;
    const top = comments.top;
    if (comments.lead !== null || (top.groups !== null && top.lists > 0)) return null;
    if (this.nesting >= this.maxNesting) return null;
    const lit = this.lit;
    let node: BasicLit | Ident;
    if (tok === t.IDENT) node = makeIdent(lit);
    else
      node = makeBasicLit(tok === t.STRING && isBytesLiteral(lit) ? "BYTES" : (literalNames[tok] as LiteralToken), lit);
    node.pos = this.pos;
    node.end = this.end;
    node.rel = this.rel;
    this.next();
    top.lastChild = node;
    top.lastPos = 1;
    return node;
  }

  // ---------------------------------------------------------------- tokens

  private advance(): void {
    this.prevEnd = this.end;
    this.prevEndLineStart = this.lineStart;
    this.scan();
  }

  /** Whether the token after the current one, which is a mark of one character, is a colon. */
  colonFollows(): boolean {
    let i = this.offset;
    for (;;) {
      const c = this.text.charCodeAt(i);
      if (c !== 32 && c !== 9 && c !== 10 && c !== 13) return c === 58;
      i++;
    }
  }

  /** Goes to the next token that is no comment. */
  next(): void {
    const comments = this.comments;
    if (comments.lead !== null) {
      // It led a token inside a node.
      comments.top.add(comments.lead);
      comments.lead = null;
    }
    const line = this.line;
    this.advance();
    comments.top.step();
    if (this.tok === t.COMMENT) this.collectComments(line);
  }

  private collectComments(previousLine: number): void {
    const top = this.comments.top;
    let before = previousLine;
    let current = this.line;
    let group: CommentGroup | null = null;
    let last = -1;
    if (before === current) {
      group = this.commentGroup(before, 0);
      if (this.line !== current) group.line = true;
    }
    while (this.tok === t.COMMENT) {
      if (group !== null) top.add(group);
      const start = this.line;
      group = this.commentGroup(before, 1);
      last = start + group.list.length - 1;
      before = current;
      current = this.line;
    }
    if (group === null) return;
    if (last + 1 === this.line && this.tok !== t.EOF) {
      group.doc = true;
      this.comments.lead = group;
    } else {
      top.add(group);
    }
  }

  /** Reads comments on this line or, if `gap` is 1, on adjacent lines. */
  private commentGroup(previousLine: number, gap: number): CommentGroup {
    let list: Comment[] | null = null;
    const lines = this.line - previousLine;
    const rel = lines === 0 ? Rel.blank : lines === 1 ? Rel.newline : Rel.newSection;
    let last = this.line;
    const pos = this.pos;
    let end = pos;
    while (this.tok === t.COMMENT && this.line <= last + gap) {
      last = this.line;
      const comment = makeComment(this.lit);
      comment.pos = this.pos;
      comment.end = end = this.end;
      if (list === null) {
        comment.rel = (this.rel & ~Rel.mask) | rel;
        list = [comment];
      } else {
        comment.rel = this.rel;
        list.push(comment);
      }
      this.advance();
    }
    const group = makeCommentGroup(list as Comment[], false, false, 0);
    group.pos = pos;
    group.end = end;
    return group;
  }

  // ---------------------------------------------------------------- errors

  /** A mistake that the parser found; one for each line, and not more than eleven. */
  error(offset: number, message: string): void {
    if (this.aborted) return;
    this.flushBadCharacters();
    const errors = this.errors;
    const count = errors.length;
    if (count > 0) {
      const last = errors[count - 1] as FoundError;
      if (this.source.lineAt(last.offset) === this.source.lineAt(offset)) return;
      if (count > 10) {
        this.aborted = true;
        return;
      }
    }
    errors.push({ message, offset, scanned: false });
  }

  /** A mistake that is reported whatever was reported before it. */
  alwaysError(offset: number, message: string): void {
    if (this.aborted) return;
    this.flushBadCharacters();
    this.errors.push({ message, offset, scanned: false });
  }

  override report(offset: number, message: string): void {
    if (this.aborted) return;
    this.flushBadCharacters();
    this.errors.push({ message, offset, scanned: true });
  }

  /** Reports characters that are wrong wherever they stand, as far as the scanner got. */
  flushBadCharacters(): void {
    const bad = this.badCharacters;
    if (bad === null) return;
    const text = this.text;
    while (this.badSeen < bad.length && (bad[this.badSeen] as number) <= this.offset) {
      const offset = bad[this.badSeen++] as number;
      const c = text.charCodeAt(offset);
      const message =
        c === 0 ? "illegal character NUL" : c === bom ? "illegal byte order mark" : "illegal UTF-8 encoding";
      this.errors.push({ message, offset, scanned: true });
    }
  }

  errorExpected(what: string): void {
    let message = `expected ${what}, found `;
    if (this.tok === t.COMMA && this.lit === impliedComma) message += "newline";
    else if (t.isLiteralToken(this.tok)) message += `'${t.tokenText[this.tok]}' ${this.lit}`;
    else message += `'${t.tokenText[this.tok]}'`;
    this.error(this.pos, message);
  }

  /** Passes a token, which should be the given one. Returns its offset, or -1. */
  expect(tok: number): number {
    let pos = this.pos;
    if (this.tok !== tok) {
      this.errorExpected(`'${t.tokenText[tok]}'`);
      pos = -1;
    }
    this.next();
    return pos;
  }

  /** Like expect, for a closing bracket: a line end before it gets its own message. */
  expectClosing(tok: number, context: string): number {
    if (this.tok === t.COMMA && this.lit === impliedComma) {
      this.error(this.pos, `missing ',' before newline in ${context}`);
      this.next();
    }
    return this.expect(tok);
  }

  expectComma(): void {
    if (this.tok === t.COMMA) {
      this.next();
    } else if (this.tok !== t.RPAREN && this.tok !== t.RBRACE && this.tok !== t.EOF) {
      this.errorExpected("','");
      this.skipToEnd();
    }
  }

  /** Whether a comma is, or should be, here; not if one of the tokens follows. */
  atComma(context: string, follow: number, follow2 = -1, follow3 = -1): boolean {
    const tok = this.tok;
    if (tok === t.COMMA) return true;
    if (tok === follow || tok === follow2 || tok === follow3) return false;
    this.error(this.pos, `missing ',' in ${context}`);
    return true;
  }

  consumeDeclComma(): void {
    if (this.tok === t.COMMA || this.atComma("struct literal", t.RBRACE, t.EOF)) this.next();
  }

  /** After a mistake nothing can be made of the rest: cue reads on, but reports no more of it. */
  skipToEnd(): void {
    while (this.tok !== t.EOF) this.next();
  }

  /** Counts a level of nesting. Past the limit the parse ends. */
  enter(): void {
    if (++this.nesting > this.maxNesting) {
      this.error(this.pos, `expression exceeds maximum nesting depth of ${this.maxNesting}`);
      this.aborted = true;
    }
  }
}

const literalNames: (LiteralToken | undefined)[] = [];
literalNames[t.INT] = "INT";
literalNames[t.FLOAT] = "FLOAT";
literalNames[t.STRING] = "STRING";
literalNames[t.TRUE] = "TRUE";
literalNames[t.FALSE] = "FALSE";
literalNames[t.NULL] = "NULL";

/** Whether a string token is of bytes: in single quotes, after any hashes. */
export function isBytesLiteral(text: string): boolean {
  let i = 0;
  while (text.charCodeAt(i) === 35) i++;
  return text.charCodeAt(i) === 39;
}

/** Offsets of NULs, byte order marks past the start and bytes outside UTF-8; null if none. */
function findBadCharacters(text: string): number[] | null {
  // Three searches by the engine, which knows at once that an ASCII text has no surrogates.
  if (text.indexOf("\0") < 0 && text.indexOf("\ufeff", 1) < 0 && isWellFormed(text)) return null;
  const found: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c > 0 && c < 0xd800) continue;
    if (c >= 0xd800 && c < 0xdc00) {
      const low = text.charCodeAt(i + 1);
      if (low >= 0xdc00 && low < 0xe000) {
        i++;
        continue;
      }
    } else if (c >= 0xe000 && (c !== bom || i === 0)) {
      continue;
    }
    found.push(i);
  }
  return found;
}

/** String.prototype.isWellFormed, which the library's types do not name yet. */
function isWellFormed(text: string): boolean {
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed();
}
