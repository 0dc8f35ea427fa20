import type { Expr } from "./ast.ts";
import { Rel } from "./ast.ts";
import { makeBasicLit, makeInterpolation } from "./make.ts";
import { K_INTERPOLATION, PRIMARY } from "./parser.ts";
import type { Frame, Parser } from "./parser.ts";
import { impliedComma } from "./scanner.ts";
import * as t from "./token.ts";
import { walk } from "./walk.ts";

type State = NonNullable<Frame["comments"]>;

/** `"a\(x)b"`: the token is the first fragment, up to and with the parenthesis. */
export function beginInterpolation(p: Parser): number {
  const frame = p.push(K_INTERPOLATION);
  frame.comments = p.comments.open();
  p.comments.openList();
  frame.innerComments = p.comments.open();
  addFragment(p, frame, p.lit, p.pos, p.end, p.rel);
  return nextPart(p, frame);
}

function addFragment(p: Parser, frame: Frame, text: string, pos: number, end: number, rel: number): void {
  p.next();
  const fragment = makeBasicLit("STRING", text);
  fragment.pos = pos;
  fragment.end = end;
  fragment.rel = rel;
  frame.inner = fragment;
  frame.add(fragment);
}

function nextPart(p: Parser, frame: Frame): number {
  const fragment = frame.inner as ReturnType<typeof makeBasicLit>;
  if (fragment.text.endsWith("(")) {
    (frame.comments as State).pos = 1;
    p.expect(t.LPAREN);
    p.comments.close(frame.innerComments as State, fragment);
    return p.beginExpr();
  }
  p.comments.close(frame.innerComments as State, fragment);
  p.comments.closeList();
  const parts = frame.taken() as Expr[];
  const first = parts[0] as ReturnType<typeof makeBasicLit>;
  let quote = 0;
  while (first.text.charCodeAt(quote) === 35) quote++;
  const bytes = first.text.charCodeAt(quote) === 39;
  if (bytes) for (let i = 0; i < parts.length; i += 2) (parts[i] as typeof first).token = "BYTES";
  const node = makeInterpolation(parts);
  node.pos = first.pos;
  node.end = fragment.end;
  const opened = quote + 3;
  const multi =
    first.text.startsWith(bytes ? "'''" : '"""', quote) &&
    (first.text.startsWith("\n", opened) || first.text.startsWith("\r\n", opened));
  if (multi) node.breaks = findBreaks(p.source.text, parts);
  else if (first.pos < p.prevEndLineStart) joinLines(parts);
  p.comments.close(frame.comments as State, node);
  p.pop();
  p.value = node;
  return PRIMARY;
}

export function deliverToInterpolation(p: Parser, frame: Frame): number {
  frame.add(p.value);
  frame.innerComments = p.comments.open();
  if (p.tok === t.COMMA && p.lit === impliedComma) p.next();
  if (p.tok !== t.RPAREN) p.errorExpected("')' for string interpolation");
  if (p.quotes.length === 0) {
    // A broken string looked as if it went on. cue stumbles here, and this is what it says.
    p.alwaysError(p.pos, "unmatched close list");
    p.aborted = true;
    return PRIMARY;
  }
  const pos = p.pos;
  const rel = p.rel;
  const text = p.resumeInterpolation();
  p.end = p.offset + (text.endsWith("(") ? 1 : 0);
  addFragment(p, frame, text, pos, p.end, rel);
  return nextPart(p, frame);
}

/**
 * In a multi-line string an interpolated expression has line breaks on both sides or on none.
 * Returns the parts that must be put on a new line to make it so.
 */
function findBreaks(text: string, parts: readonly Expr[]): number[] | null {
  let breaks: number[] | null = null;
  for (let i = 1; i + 1 < parts.length; i += 2) {
    const before = parts[i - 1] as Expr;
    const expr = parts[i] as Expr;
    const after = parts[i + 1] as Expr;
    const leading = hasNewline(text, before.end, expr.pos);
    const trailing = hasNewline(text, expr.end, after.pos);
    if (leading !== trailing) (breaks ??= []).push(leading ? i + 1 : i);
  }
  return breaks;
}

function hasNewline(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (text.charCodeAt(i) === 10) return true;
  return false;
}

/** A single-line string stays on one line: forgets the line breaks inside its expressions. */
function joinLines(parts: readonly Expr[]): void {
  for (let i = 1; i < parts.length; i++) {
    walk(parts[i] as Expr, (node) => {
      forgetBreak(node as { rel?: number });
      for (const group of node.comments ?? []) {
        const first = group.list[0];
        if (first !== undefined) forgetBreak(first);
      }
      return true;
    });
  }
}

function forgetBreak(token: { rel?: number }): void {
  const rel = token.rel;
  if (rel !== undefined && (rel & Rel.mask) >= Rel.newline) token.rel = rel & ~Rel.mask;
}
