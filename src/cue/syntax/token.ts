/**
 * Tokens as small integers. Single constants and not an object: in the scanner's and parser's
 * hot loops they compile to immediate numbers. Their type is `number`, for a parser's current
 * token changes behind TypeScript's back.
 */
export const ILLEGAL: number = 0;
export const EOF: number = 1;
export const COMMENT: number = 2;
export const ATTRIBUTE: number = 3;

// Literals: error messages show their text.
export const IDENT: number = 5;
export const INT: number = 6;
export const FLOAT: number = 7;
export const STRING: number = 8;
export const INTERPOLATION: number = 9;
export const BOTTOM: number = 10;

export const ADD: number = 12;
export const SUB: number = 13;
export const MUL: number = 14;
export const QUO: number = 15;
export const AND: number = 16;
export const OR: number = 17;
export const LAND: number = 18;
export const LOR: number = 19;
export const BIND: number = 20;
export const EQL: number = 21;
export const LSS: number = 22;
export const GTR: number = 23;
export const NOT: number = 24;
export const ARROW: number = 25;
export const NEQ: number = 26;
export const LEQ: number = 27;
export const GEQ: number = 28;
export const MAT: number = 29;
export const NMAT: number = 30;
export const LPAREN: number = 31;
export const LBRACK: number = 32;
export const LBRACE: number = 33;
export const COMMA: number = 34;
export const PERIOD: number = 35;
export const ELLIPSIS: number = 36;
export const RPAREN: number = 37;
export const RBRACK: number = 38;
export const RBRACE: number = 39;
export const SEMICOLON: number = 40;
export const COLON: number = 41;
export const OPTION: number = 42;
export const TILDE: number = 43;

export const IF: number = 45;
export const ELSE: number = 46;
export const FOR: number = 47;
export const IN: number = 48;
export const LET: number = 49;
export const TRY: number = 50;
export const FALLBACK: number = 51;
export const OTHERWISE: number = 52;
export const FUNC: number = 53;
export const TRUE: number = 54;
export const FALSE: number = 55;
export const NULL: number = 56;

/** How a token is named in messages and, for operators and keywords, in source. */
export const tokenText: readonly string[] = [
  "ILLEGAL",
  "EOF",
  "COMMENT",
  "ATTRIBUTE",
  "",
  "IDENT",
  "INT",
  "FLOAT",
  "STRING",
  "INTERPOLATION",
  "_|_",
  "",
  "+",
  "-",
  "*",
  "/",
  "&",
  "|",
  "&&",
  "||",
  "=",
  "==",
  "<",
  ">",
  "!",
  "<-",
  "!=",
  "<=",
  ">=",
  "=~",
  "!~",
  "(",
  "[",
  "{",
  ",",
  ".",
  "...",
  ")",
  "]",
  "}",
  ";",
  ":",
  "?",
  "~",
  "",
  "if",
  "else",
  "for",
  "in",
  "let",
  "try",
  "fallback",
  "otherwise",
  "func",
  "true",
  "false",
  "null",
];

/** The keyword's token, or IDENT. Comparisons: cheaper than hashing every name of a file. */
export function lookupKeyword(name: string): number {
  switch (name.charCodeAt(0)) {
    case 101:
      return name === "else" ? ELSE : IDENT;
    case 102:
      if (name === "for") return FOR;
      if (name === "false") return FALSE;
      if (name === "func") return FUNC;
      return name === "fallback" ? FALLBACK : IDENT;
    case 105:
      return name === "if" ? IF : name === "in" ? IN : IDENT;
    case 108:
      return name === "let" ? LET : IDENT;
    case 110:
      return name === "null" ? NULL : IDENT;
    case 111:
      return name === "otherwise" ? OTHERWISE : IDENT;
    case 116:
      return name === "true" ? TRUE : name === "try" ? TRY : IDENT;
  }
  return IDENT;
}

export function isLiteralToken(token: number): boolean {
  return token >= IDENT && token <= BOTTOM;
}

export function isKeywordToken(token: number): boolean {
  return token >= IF;
}

/** Precedence of binary operators from 1 to 7; 0 for every other token. */
const precedences = new Uint8Array(64);
precedences[OR] = 1;
precedences[AND] = 2;
precedences[LOR] = 3;
precedences[LAND] = 4;
for (const token of [EQL, NEQ, LSS, LEQ, GTR, GEQ, MAT, NMAT]) precedences[token] = 5;
precedences[ADD] = precedences[SUB] = 6;
precedences[MUL] = precedences[QUO] = 7;

export function precedenceOf(token: number): number {
  return precedences[token] as number;
}
