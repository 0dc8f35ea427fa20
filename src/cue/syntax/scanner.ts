import { Rel } from "./ast.ts";
import { codePoint, describeCharacter, isDigit, isIdentPart, isLetter } from "./characters.ts";
import { scanNumber } from "./scan-number.ts";
import { scanAttribute, scanQuoted, scanString } from "./scan-text.ts";
import type { Quote } from "./scan-text.ts";
import * as t from "./token.ts";

export const bom = 0xfeff;

/** What stands for the literal text of a comma that a line end implies. */
export const impliedComma = "\n";

/**
 * Splits a text into tokens, one at each call of `scan`, which leaves the token in the fields.
 * It works on UTF-16 units with plain comparisons; mistakes go to `report` and scanning goes on.
 *
 * Commas: where a line ends after a token that can end a value, a comma token with the text
 * "\n" is made, unless the next token is `,` or `:` (which keeps JSON readable).
 */
export class Scanner {
  readonly text: string;
  readonly keepComments: boolean;

  // The token that was scanned last.
  tok: number;
  pos: number;
  end: number;
  /** A value of `Rel`, with its bits. */
  rel: number;
  /** Text of literals, identifiers, keywords, comments, attributes; "," or "\n" for commas. */
  lit: string;
  /** Line, from 1, in which the token starts. */
  line: number;

  /** Where scanning goes on. */
  offset: number;
  currentLine: number;
  /** Offset of the first character of the line that holds `offset`. */
  lineStart: number;
  /** Open interpolations, innermost last. */
  readonly quotes: Quote[];
  /** The last token can end a value: a line end after it is a comma. */
  insertComma: boolean;
  attributeDepth: number;

  private lines: number;
  private blanks: number;
  private afterComma: boolean;

  constructor(text: string, keepComments: boolean) {
    this.text = text;
    this.keepComments = keepComments;
    this.tok = t.ILLEGAL;
    this.pos = 0;
    this.end = 0;
    this.rel = 0;
    this.lit = "";
    this.line = 1;
    this.offset = text.charCodeAt(0) === bom ? 1 : 0;
    this.currentLine = 1;
    this.lineStart = 0;
    this.quotes = [];
    this.insertComma = false;
    this.attributeDepth = 0;
    this.lines = 0;
    this.blanks = 0;
    this.afterComma = false;
  }

  /** Takes a mistake. A scanner that stands alone drops it. */
  report(_offset: number, _message: string): void {}

  /** Passes the line feed at `offset - 1`. The one that ends the text starts no line. */
  passNewline(): void {
    if (this.offset < this.text.length) {
      this.currentLine++;
      this.lineStart = this.offset;
    }
  }

  scan(): void {
    const text = this.text;
    for (;;) {
      // Most tokens follow another at once, or a blank and no more.
      let next = text.charCodeAt(this.offset);
      if (next === 32) {
        this.blanks++;
        next = text.charCodeAt(++this.offset);
      }
      if (next <= 32) this.skipBlanks();
      const start = this.offset;
      const hadComma = this.afterComma;
      const lines = this.lines;
      this.pos = start;
      this.line = this.currentLine;
      this.lit = "";
      let rel: number =
        lines > 1 ? Rel.newSection : lines === 1 ? Rel.newline : this.blanks > 0 ? Rel.blank : Rel.noSpace;
      let insert = false;
      let tok: number = t.ILLEGAL;

      if (start >= text.length) {
        if (this.insertComma) {
          this.implyComma(start);
          return;
        }
        tok = t.EOF;
      } else {
        const c = text.charCodeAt(start);
        if (c === 10) {
          // Blanks were skipped up to a line end that counts.
          this.insertComma = false;
          this.offset = start + 1;
          this.passNewline();
          this.skipBlanks();
          const next = text.charCodeAt(this.offset);
          if (next === 44 || next === 58) continue;
          this.tok = t.COMMA;
          this.rel = Rel.elided;
          this.lit = impliedComma;
          this.end = start + 1;
          return;
        }
        if ((c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 36) {
          this.skipIdentParts(start + 1);
          this.lit = text.slice(start, this.offset);
          tok = t.lookupKeyword(this.lit);
          insert = true;
        } else if (c >= 48 && c <= 57) {
          tok = scanNumber(this, false);
          this.lit = text.slice(start, this.offset);
          insert = true;
        } else if (c === 47 && text.charCodeAt(start + 1) === 47) {
          if (this.insertComma) {
            this.implyComma(start);
            return;
          }
          this.skipComment();
          if (!this.keepComments) continue;
          tok = t.COMMENT;
        } else {
          this.offset = start + 1;
          tok = this.scanPunctuation(c, start);
          insert = this.insertComma;
        }
      }

      this.tok = tok;
      this.pos = start;
      this.end = this.offset;
      this.insertComma = insert;
      rel |= Rel.scanned;
      // Comments between a comma and the next token do not use the comma up.
      if (hadComma && tok !== t.COMMENT) {
        rel |= Rel.comma;
        this.afterComma = false;
      }
      this.rel = rel;
      this.lines = 0;
      this.blanks = 0;
      return;
    }
  }

  /**
   * Goes on inside a string after the `)` that ends an interpolated expression. The text of the
   * fragment goes from that parenthesis to the closing quote or the next `\(`.
   */
  resumeInterpolation(): string {
    const quote = this.quotes.pop();
    if (quote === undefined) throw new Error("no interpolation is open");
    scanString(this, Math.max(0, this.offset - 1), quote, true);
    return this.lit;
  }

  /** Everything that is not an ASCII letter, a digit or a comment; sets `insertComma`. */
  private scanPunctuation(c: number, start: number): number {
    const text = this.text;
    const next = text.charCodeAt(this.offset);
    const inserted = this.insertComma;
    this.insertComma = false;
    switch (c) {
      case 58:
        return t.COLON;
      case 44:
        this.lit = ",";
        this.afterComma = true;
        return t.COMMA;
      case 34:
      case 39:
        this.insertComma = true;
        return scanQuoted(this, start, c, 0);
      case 123:
        return t.LBRACE;
      case 125:
        this.insertComma = true;
        return t.RBRACE;
      case 91:
        return t.LBRACK;
      case 93:
        this.insertComma = true;
        return t.RBRACK;
      case 40:
        return t.LPAREN;
      case 41:
        this.insertComma = true;
        return t.RPAREN;
      case 95:
        return this.scanUnderscore(start);
      case 35:
        return this.scanHash(start);
      case 64: {
        const line = this.line;
        this.insertComma = inserted;
        const tok = scanAttribute(this, start);
        this.line = line;
        this.insertComma = true;
        return tok;
      }
      case 46:
        if (next >= 48 && next <= 57) {
          const tok = scanNumber(this, true);
          this.lit = text.slice(start, this.offset);
          this.insertComma = true;
          return tok;
        }
        if (next !== 46) return t.PERIOD;
        this.offset++;
        if (text.charCodeAt(this.offset) === 46) {
          this.offset++;
          this.insertComma = true;
          return t.ELLIPSIS;
        }
        this.report(start, "illegal token '..'; expected '.'");
        return t.ILLEGAL;
      case 63:
        this.insertComma = true;
        return t.OPTION;
      case 126:
        return t.TILDE;
      case 59:
        this.insertComma = true;
        return t.SEMICOLON;
      case 43:
        return t.ADD;
      case 45:
        return t.SUB;
      case 42:
        return t.MUL;
      case 47:
        return t.QUO;
      case 60:
        return this.follow(next, 45, t.ARROW, 61, t.LEQ, t.LSS);
      case 62:
        return this.follow(next, 61, t.GEQ, -1, 0, t.GTR);
      case 61:
        return this.follow(next, 126, t.MAT, 61, t.EQL, t.BIND);
      case 33:
        return this.follow(next, 126, t.NMAT, 61, t.NEQ, t.NOT);
      case 38:
        return this.follow(next, 38, t.LAND, -1, 0, t.AND);
      case 124:
        return this.follow(next, 124, t.LOR, -1, 0, t.OR);
    }
    return this.scanOther(start, inserted);
  }

  private follow(next: number, a: number, tokA: number, b: number, tokB: number, other: number): number {
    if (next === a) {
      this.offset++;
      return tokA;
    }
    if (next === b) {
      this.offset++;
      return tokB;
    }
    return other;
  }

  /** `_|_`, and identifiers that start with `_`. */
  private scanUnderscore(start: number): number {
    const text = this.text;
    this.insertComma = true;
    if (text.charCodeAt(start + 1) === 124 && text.charCodeAt(start + 2) === 95) {
      this.offset = start + 3;
      this.lit = "_|_";
      return t.BOTTOM;
    }
    let next = start + 1;
    if (text.charCodeAt(next) === 35) {
      next++;
      if (isDigit(codePoint(text, next))) {
        // A digit may not follow the hash: the identifier ends here.
        this.offset = next;
        this.lit = text.slice(start, next);
        return t.IDENT;
      }
    }
    this.skipIdentParts(next);
    this.lit = text.slice(start, this.offset);
    if (this.lit === "__" && text.charCodeAt(this.offset) === 35) {
      this.skipIdentParts(this.offset + 1);
      this.lit = text.slice(start, this.offset);
      this.report(start, `illegal token "${this.lit}"`);
      return t.ILLEGAL;
    }
    return t.IDENT;
  }

  /** Definitions, and strings with hashes. */
  private scanHash(start: number): number {
    const text = this.text;
    this.insertComma = true;
    const next = codePoint(text, start + 1);
    if (next !== 35 && next !== 34 && next !== 39) {
      if (!isDigit(next)) this.skipIdentParts(start + 1);
      this.lit = text.slice(start, this.offset);
      return t.IDENT;
    }
    let i = start + 1;
    while (text.charCodeAt(i) === 35) i++;
    const quote = text.charCodeAt(i);
    if (quote !== 34 && quote !== 39) {
      this.offset = i;
      this.insertComma = false;
      return t.ILLEGAL;
    }
    this.offset = i + 1;
    return scanQuoted(this, start, quote, i - start);
  }

  private scanOther(start: number, inserted: boolean): number {
    const c = codePoint(this.text, start);
    if (c > 0xffff) this.offset = start + 2;
    if (isLetter(c)) {
      this.skipIdentParts(this.offset);
      this.lit = this.text.slice(start, this.offset);
      this.insertComma = true;
      return t.IDENT;
    }
    if (c !== bom) this.report(start, `illegal character ${describeCharacter(c)}`);
    this.insertComma = inserted;
    this.lit = String.fromCodePoint(c);
    return t.ILLEGAL;
  }

  /** Moves `offset` over identifier characters from an offset on. */
  skipIdentParts(from: number): void {
    const text = this.text;
    let i = from;
    for (;;) {
      const c = text.charCodeAt(i);
      if ((c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95 || c === 36) {
        i++;
        continue;
      }
      if (!(c >= 128)) break;
      const full = text.codePointAt(i) as number;
      if (!isIdentPart(full)) break;
      i += full > 0xffff ? 2 : 1;
    }
    this.offset = i;
  }

  private skipBlanks(): void {
    const text = this.text;
    for (;;) {
      const c = text.charCodeAt(this.offset);
      if (c === 32 || c === 9) {
        this.blanks++;
      } else if (c === 10) {
        this.lines++;
        if (this.insertComma) return;
        this.offset++;
        this.passNewline();
        continue;
      } else if (c !== 13) {
        return;
      }
      this.offset++;
    }
  }

  private skipComment(): void {
    const text = this.text;
    const start = this.offset;
    let end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    const comment = text.slice(start, end);
    this.lit = comment.indexOf("\r") < 0 ? comment : comment.replaceAll("\r", "");
    this.offset = end;
  }

  private implyComma(at: number): void {
    this.insertComma = false;
    this.tok = t.COMMA;
    this.pos = at;
    this.end = at;
    this.rel = Rel.elided;
    this.lit = impliedComma;
  }
}
