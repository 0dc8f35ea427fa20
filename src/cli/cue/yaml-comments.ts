// Comments of a YAML text, for the CUE that is made of it: readers of data leave them out.
import { addComment, childrenOf, makeComment, makeCommentGroup } from "../../cue/syntax/index.ts";
import type { Expr, Field, Node } from "../../cue/syntax/index.ts";

interface Placed {
  readonly field: Field;
  readonly pos: number;
  readonly line: number;
  readonly column: number;
}

interface Block {
  readonly texts: string[];
  readonly line: number;
  readonly column: number;
}

/**
 * Gives fields the comments that are about them. Lines right above a key are about it; others are about the last key
 * of their column before them; what follows a value on its line stays there.
 */
export function commentYaml(documents: readonly Expr[], text: string): void {
  if (!text.includes("#")) return;
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  const lineOf = (offset: number): number => {
    let low = 0;
    for (let high = starts.length; low + 1 < high;) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low;
  };
  const fields: Placed[] = [];
  const texts: { readonly start: number; readonly end: number }[] = [];
  const visit = (node: Node): void => {
    if (node.kind === "Field" && node.label.pos >= 0) {
      const line = lineOf(node.label.pos);
      const before = text[node.label.pos - 1];
      const quote = before === '"' || before === "'" ? 1 : 0;
      fields.push({ field: node, pos: node.label.pos, line, column: node.label.pos - quote - starts[line]! });
    }
    if (node.kind === "BasicLit" && node.token === "STRING") texts.push({ start: node.pos, end: node.end });
    for (const child of childrenOf(node)) visit(child);
  };
  for (const document of documents) visit(document);
  const isText = (offset: number): boolean => texts.some(({ start, end }) => start < offset && offset < end);
  for (const block of blocksOf(text, starts, isText)) {
    const end = block.line + block.texts.length;
    const next = fields.find(({ line }) => line >= end);
    const isAbove = next?.line === end && next.column >= block.column;
    const last = fields.findLast(({ line, column }) => line < block.line && column === block.column);
    const owner = isAbove ? next : (last ?? next ?? fields.at(-1));
    if (owner !== undefined) addDoc(owner.field, block.texts);
  }
  for (const { field, line } of fields) {
    const { value } = field;
    if (value.kind !== "BasicLit" || value.end < 0 || lineOf(value.end) !== line) continue;
    const rest = text.slice(value.end, (starts[line + 1] ?? text.length + 1) - 1);
    const found = /^["']?\s+#(.*)$/.exec(rest);
    if (found !== null) addComment(field, makeCommentGroup([makeComment(`//${found[1]!.trimEnd()}`)], false, true, 4));
  }
}

/** Lines that are comments and follow one another. */
function blocksOf(text: string, starts: readonly number[], isText: (offset: number) => boolean): Block[] {
  const out: Block[] = [];
  for (const [line, start] of starts.entries()) {
    const end = (starts[line + 1] ?? text.length + 1) - 1;
    const found = /^([ ]*(?:-[ ]+)*)#(.*)$/.exec(text.slice(start, end));
    if (found === null || isText(start + found[1]!.length)) continue;
    const column = found[1]!.length;
    const words = `//${found[2]!.trimEnd()}`;
    const last = out.at(-1);
    if (last !== undefined && last.line + last.texts.length === line && last.column === column) last.texts.push(words);
    else out.push({ texts: [words], line, column });
  }
  return out;
}

function addDoc(field: Field, texts: readonly string[]): void {
  const known = field.comments?.find((group) => group.doc);
  const comments = texts.map((words) => makeComment(words));
  if (known !== undefined) known.list.push(...comments);
  else addComment(field, makeCommentGroup(comments, true, false, 0));
}
