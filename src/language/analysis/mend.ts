// Text that is being typed is broken most of the time. Mending makes a text of the same length, or longer at its end, that
// parses: so that everything around the broken place can be evaluated, and every offset still means the same.
import { childrenOf, parseFile } from "../../cue/syntax/index.ts";
import type { File, Node } from "../../cue/syntax/index.ts";
import { SourceFile } from "../../source/index.ts";

const ROUNDS = 40;

/** A text that parses. What cannot be read is blank in it. */
export function mendSyntax(text: string): string {
  let current = text;
  for (let round = 0; round < ROUNDS; round++) {
    const { errors } = parseFile(new SourceFile("", current), { comments: false });
    if (errors.length === 0) return current;
    const next = mendOnce(current, errors[0]!.offset, round);
    current = next === current ? blankLine(current, errors[0]!.offset) : next;
  }
  return blank(text, 0, text.length);
}

function mendOnce(text: string, offset: number, round: number): string {
  // What is open at the end is closed there; what closes nothing goes away.
  const { open, stray } = brackets(text);
  if (stray >= 0) return blank(text, stray, stray + 1);
  if (open.length > 0) return closed(text, open);
  if (round > ROUNDS / 2) return blankLine(text, offset);
  let before = Math.min(offset, text.length) - 1;
  while (before >= 0 && /\s/.test(text[before]!)) before--;
  const last = text[before];
  if (last === "." || last === "&" || last === "|" || last === "=" || last === "+" || last === "*" || last === "~")
    return blank(text, before, before + 1);
  if (last === ":" && /[ \t]/.test(text[before + 1] ?? "")) return replace(text, before + 1, "_");
  return blankLine(text, offset);
}

/** A value that nothing is said about, in place of a declaration's wrong part. */
export function mendCompiled(text: string, file: File, offsets: readonly number[], round: number): string {
  let current = text;
  for (const offset of offsets) {
    const chain = nodesAt(file, offset);
    const part = partToDrop(chain, round);
    if (part === undefined) continue;
    const { pos, end } = part.node;
    current = part.blank
      ? blank(current, pos, end)
      : replace(blank(current, pos, end), pos, "_".padEnd(Math.min(1, end - pos)));
  }
  return current;
}

function partToDrop(chain: readonly Node[], round: number): { node: Node; blank: boolean } | undefined {
  const last = chain.at(-1);
  if (last === undefined) return undefined;
  const spec = chain.find((n) => n.kind === "ImportSpec");
  if (spec !== undefined) {
    const decl = chain.find((n) => n.kind === "ImportDecl");
    return { node: decl?.kind === "ImportDecl" && decl.specs.length === 1 ? decl : spec, blank: true };
  }
  const decl = chain.findLast((n) => n.kind === "Field" || n.kind === "LetClause" || n.kind === "EmbedDecl");
  if (round > 2) {
    const top = chain[1];
    return top === undefined ? undefined : { node: top, blank: true };
  }
  if (last.kind === "LetClause" || (decl?.kind === "LetClause" && last === decl.ident))
    return { node: decl ?? last, blank: true };
  if (round > 1 && decl !== undefined) return { node: decl, blank: true };
  let at = chain.length - 1;
  // `a.b.c(d)` hangs on `a`.
  for (; at > 0; at--) {
    const parent = chain[at - 1]!;
    const inner = chain[at]!;
    const hangs =
      (parent.kind === "SelectorExpr" && parent.x === inner) ||
      (parent.kind === "IndexExpr" && parent.x === inner) ||
      (parent.kind === "SliceExpr" && parent.x === inner) ||
      (parent.kind === "CallExpr" && parent.fun === inner);
    if (!hangs) break;
  }
  const node = chain[at]!;
  const parent = chain[at - 1];
  if (parent?.kind === "EmbedDecl") return { node: parent, blank: true };
  if (parent?.kind === "Field" && parent.label === node) return { node: parent, blank: true };
  if (node.kind === "File") return undefined;
  return { node, blank: node.kind === "Field" || node.kind === "ImportDecl" || node.kind === "Comprehension" };
}

/** The nodes that hold an offset, from the file inwards. */
export function nodesAt(file: Node, offset: number): Node[] {
  const chain: Node[] = [file];
  for (;;) {
    const inner = childrenOf(chain.at(-1)!).findLast((n) => n.pos >= 0 && n.pos <= offset && offset <= n.end);
    if (inner === undefined) return chain;
    chain.push(inner);
  }
}

interface Brackets {
  /** Of those that nothing closes, innermost last. */
  readonly open: readonly { readonly closer: string; readonly offset: number }[];
  /** The first that closes nothing, or -1. */
  readonly stray: number;
}

const CLOSERS: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };

/** Brackets outside of strings and comments. Strings that do not end stop at their line. */
function brackets(text: string): Brackets {
  const open: { closer: string; offset: number }[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (c === "/" && text[i + 1] === "/") {
      while (i + 1 < text.length && text[i + 1] !== "\n") i++;
    } else if (c === '"' || c === "'") {
      i = stringEnd(text, i) - 1;
    } else if (CLOSERS[c] !== undefined) {
      open.push({ closer: CLOSERS[c]!, offset: i });
    } else if (c === "}" || c === "]" || c === ")") {
      // One that fits an outer bracket closes what is open within.
      const at = open.findLastIndex((o) => o.closer === c);
      if (at < 0) return { open, stray: i };
      if (at < open.length - 1) return { open: open.slice(at + 1), stray: -1 };
      open.pop();
    }
  }
  return { open, stray: -1 };
}

/** The offset after a string that begins at `start`; strings of several lines and those with `#` included. */
export function stringEnd(text: string, start: number): number {
  const quote = text[start]!;
  let hashes = 0;
  while (text[start - 1 - hashes] === "#") hashes++;
  const triple = text.startsWith(quote.repeat(3), start);
  const end = (triple ? quote.repeat(3) : quote) + "#".repeat(hashes);
  const escape = `\\${"#".repeat(hashes)}`;
  for (let i = start + (triple ? 3 : 1); i < text.length; i++) {
    if (text.startsWith(escape, i)) {
      if (text[i + escape.length] === "(") i = interpolationEnd(text, i + escape.length) - 1;
      else i += escape.length;
    } else if (text.startsWith(end, i)) return i + end.length;
    else if (!triple && text[i] === "\n") return i;
  }
  return text.length;
}

function interpolationEnd(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const c = text[i]!;
    if (c === '"' || c === "'") i = stringEnd(text, i) - 1;
    else if (c === "(") depth++;
    else if (c === ")" && --depth === 0) return i + 1;
    else if (c === "\n") return i;
  }
  return text.length;
}

/**
 * Closes brackets at the end of the text; the innermost one where the indentation says that it ends, if an empty line
 * is there whose line end can be spared.
 */
function closed(text: string, open: Brackets["open"]): string {
  const { closer, offset } = open.at(-1)!;
  const indent = indentOf(text, text.lastIndexOf("\n", offset) + 1);
  for (let at = text.indexOf("\n", offset); at >= 0; at = text.indexOf("\n", at + 1)) {
    const line = lineFrom(text, at + 1);
    if (line.trim() === "" || indentOf(text, at + 1) > indent) continue;
    const previous = text.lastIndexOf("\n", at - 1);
    const isSpare = previous >= offset && text.slice(previous, at).trim() === "";
    if (isSpare && !lineFrom(text, text.lastIndexOf("\n", previous - 1) + 1).includes("//"))
      return replace(text, previous, closer);
    break;
  }
  return `${text}\n${open
    .toReversed()
    .map((o) => o.closer)
    .join("\n")}`;
}

const indentOf = (text: string, start: number): number => /^[ \t]*/.exec(text.slice(start, start + 400))![0].length;

function lineFrom(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  return text.slice(start, end < 0 ? text.length : end);
}

function blankLine(text: string, offset: number): string {
  let at = Math.min(offset, text.length);
  // At a line's end or after it, the line before is wrong.
  let start = text.lastIndexOf("\n", at - 1) + 1;
  if (
    text.slice(start, at).trim() === "" &&
    (text[at] === "\n" || at >= text.length || /^[\s})\]]/.test(text.slice(at, at + 1)))
  ) {
    at = start - 1;
    while (at > 0 && /\s/.test(text[at]!)) at--;
    if (at <= 0) at = Math.min(offset, text.length);
    start = text.lastIndexOf("\n", at - 1) + 1;
  }
  let end = text.indexOf("\n", at);
  if (end < 0) end = text.length;
  const line = text.slice(start, end);
  if (line.trim() === "") return blank(text, 0, text.length);
  // Brackets stay where that keeps them in balance.
  const kept = /[{}[\]()]/.test(line) && !/^[\s{}[\]()]*$/.test(line);
  return text.slice(0, start) + (kept ? line.replace(/[^{}[\]()\s]/g, " ") : " ".repeat(line.length)) + text.slice(end);
}

function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n\r]/g, " ") + text.slice(end);
}

const replace = (text: string, at: number, by: string): string => text.slice(0, at) + by + text.slice(at + by.length);
