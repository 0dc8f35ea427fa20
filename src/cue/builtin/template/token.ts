/** Tokens of Go's template language. */
type TokenKind =
  | "text"
  | "open"
  | "close"
  | "comment"
  | "error"
  | "eof"
  | "space"
  | "pipe"
  | "comma"
  | "paren"
  | "closeParen"
  | "identifier"
  | "keyword"
  | "field"
  | "variable"
  | "dot"
  | "nil"
  | "bool"
  | "number"
  | "char"
  | "string"
  | "rawString"
  | "declare"
  | "assign"
  | "other";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly pos: number;
  readonly line: number;
}

const KEYWORDS = new Set(["block", "break", "continue", "define", "else", "end", "if", "range", "template", "with"]);
const ALNUM = /[\p{L}\p{Nd}_]/u;

/** Splits a template. The last token is `eof`, or `error` with the reason as its text. */
export function tokenize(src: string): Token[] {
  const out: Token[] = [];
  let pos = 0;
  let line = 1;
  const push = (kind: TokenKind, from: number, to: number, at = line): void => {
    out.push({ kind, text: src.slice(from, to), pos: from, line: at });
  };
  const fail = (reason: string, at = pos): Token[] => {
    out.push({ kind: "error", text: reason, pos: at, line });
    return out;
  };
  const countLines = (from: number, to: number): number => src.slice(from, to).split("\n").length - 1;
  let trimNext = false;
  for (;;) {
    const open = src.indexOf("{{", pos);
    const end = open < 0 ? src.length : open;
    let from = pos;
    if (trimNext) while (from < end && isSpace(src[from])) from++;
    let to = end;
    const trims = open >= 0 && src[open + 2] === "-" && isSpace(src[open + 3]);
    if (trims) while (to > from && isSpace(src[to - 1])) to--;
    line += countLines(pos, from);
    if (to > from) push("text", from, to);
    line += countLines(from, end);
    pos = end;
    trimNext = false;
    if (open < 0) {
      push("eof", pos, pos);
      return out;
    }
    const opening = pos;
    pos += 2;
    if (trims) pos += 2;
    if (src.startsWith("/*", pos)) {
      const close = src.indexOf("*/", pos + 2);
      if (close < 0) return fail("unclosed comment");
      const after = close + 2;
      const trimmed = isSpace(src[after]) && src.startsWith("-}}", after + 1);
      if (!trimmed && !src.startsWith("}}", after)) return fail("comment ends before closing delimiter");
      line += countLines(pos, after);
      pos = after + (trimmed ? 4 : 2);
      trimNext = trimmed;
      continue;
    }
    push("open", opening, pos);
    const inside = insideAction(src, pos, line, out);
    if (inside === undefined) return out;
    pos = inside.pos;
    line = inside.line;
    trimNext = inside.trim;
  }
}

function isSpace(c: string | undefined): boolean {
  return c === " " || c === "\t" || c === "\r" || c === "\n";
}

/** Tokens up to the closing delimiter; undefined after an error. */
function insideAction(
  src: string,
  start: number,
  startLine: number,
  out: Token[],
): { pos: number; line: number; trim: boolean } | undefined {
  let pos = start;
  let line = startLine;
  let depth = 0;
  const push = (kind: TokenKind, to: number): void => {
    out.push({ kind, text: src.slice(pos, to), pos, line });
    pos = to;
  };
  const fail = (reason: string): undefined => {
    out.push({ kind: "error", text: reason, pos, line });
    return undefined;
  };
  for (;;) {
    const trim = isSpace(src[pos]) && src.startsWith("-}}", pos + 1);
    if (trim || src.startsWith("}}", pos)) {
      if (depth > 0) return fail("unclosed left paren");
      if (trim) pos += 2;
      push("close", pos + 2);
      return { pos, line, trim };
    }
    const c = src[pos];
    if (c === undefined) return fail("unclosed action");
    if (isSpace(c)) {
      let to = pos;
      while (isSpace(src[to]) && !src.startsWith("-}}", to + 1)) to++;
      if (to === pos) to++;
      const breaks = src.slice(pos, to).split("\n").length - 1;
      push("space", to);
      line += breaks;
      continue;
    }
    switch (c) {
      case "=":
        push("assign", pos + 1);
        continue;
      case ":":
        if (src[pos + 1] !== "=") return fail("expected :=");
        push("declare", pos + 2);
        continue;
      case "|":
        push("pipe", pos + 1);
        continue;
      case ",":
        push("comma", pos + 1);
        continue;
      case "(":
        depth++;
        push("paren", pos + 1);
        continue;
      case ")":
        if (--depth < 0) return fail("unexpected right paren");
        push("closeParen", pos + 1);
        continue;
      case '"':
      case "`":
      case "'": {
        const to = quotedEnd(src, pos, c);
        if (to < 0)
          return fail(
            c === '"'
              ? "unterminated quoted string"
              : c === "`"
                ? "unterminated raw quoted string"
                : "unterminated character constant",
          );
        const breaks = c === "`" ? src.slice(pos, to).split("\n").length - 1 : 0;
        push(c === '"' ? "string" : c === "`" ? "rawString" : "char", to);
        line += breaks;
        continue;
      }
    }
    const problem = word(src, pos, push);
    if (problem !== undefined) return fail(problem);
  }
}

function quotedEnd(src: string, from: number, quote: string): number {
  for (let i = from + 1; i < src.length; i++) {
    const c = src[i];
    if (c === quote) return i + 1;
    if (quote === "`") continue;
    if (c === "\\") i++;
    if (src[i] === "\n" || src[i] === undefined) return -1;
  }
  return -1;
}

/** Names, fields, variables and numbers. */
function word(src: string, pos: number, push: (kind: TokenKind, to: number) => void): string | undefined {
  const c = src[pos] as string;
  const nameEnd = (from: number): number => {
    let i = from;
    while (i < src.length && ALNUM.test(String.fromCodePoint(src.codePointAt(i) as number)))
      i += (src.codePointAt(i) as number) > 0xffff ? 2 : 1;
    return i;
  };
  const badAfter = (at: number): string | undefined => {
    const d = src[at];
    if (d === undefined || isSpace(d) || ".,|:)(".includes(d) || src.startsWith("}}", at)) return undefined;
    return `bad character ${describe(src, at)}`;
  };
  if (/[0-9+-]/.test(c) || (c === "." && /[0-9]/.test(src[pos + 1] ?? ""))) {
    const m = /^[+-]?(?:0[xX][0-9a-fA-F_]*|0[bB][01_]*|0[oO][0-7_]*|[0-9_]*\.?[0-9_]*(?:[eE][+-]?[0-9_]+)?)/.exec(
      src.slice(pos),
    )![0];
    const to = pos + m.length;
    if (m === "+" || m === "-" || m === "" || ALNUM.test(src[to] ?? " "))
      return `bad number syntax: ${JSON.stringify(src.slice(pos, nameEnd(to) > to ? to + 1 : to))}`;
    push("number", to);
    return undefined;
  }
  if (c === ".") {
    const to = nameEnd(pos + 1);
    if (to === pos + 1) {
      push("dot", to);
      return undefined;
    }
    const bad = badAfter(to);
    if (bad !== undefined) return bad;
    push("field", to);
    return undefined;
  }
  if (c === "$") {
    const to = nameEnd(pos + 1);
    const bad = to === pos + 1 ? undefined : badAfter(to);
    if (bad !== undefined) return bad;
    push("variable", to);
    return undefined;
  }
  if (!ALNUM.test(String.fromCodePoint(src.codePointAt(pos) as number))) {
    if (c <= "~" && c > " ") {
      push("other", pos + 1);
      return undefined;
    }
    return `unrecognized character in action: ${describe(src, pos)}`;
  }
  const to = nameEnd(pos);
  const name = src.slice(pos, to);
  const bad = badAfter(to);
  if (bad !== undefined) return bad;
  push(
    KEYWORDS.has(name)
      ? "keyword"
      : name === "true" || name === "false"
        ? "bool"
        : name === "nil"
          ? "nil"
          : "identifier",
    to,
  );
  return undefined;
}

/** U+0021 '!' */
function describe(src: string, at: number): string {
  const c = src.codePointAt(at) as number;
  return `U+${c.toString(16).toUpperCase().padStart(4, "0")} '${String.fromCodePoint(c)}'`;
}
