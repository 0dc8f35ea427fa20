import { walkNodes } from "../export/index.ts";
import { nodeText } from "../message/index.ts";
import { format } from "../syntax/index.ts";
import type { Node, Src } from "../value/index.ts";
import type { Core } from "./core.ts";

/** An expression on one line, as its author wrote it. What is marked is not shown: then it is written anew, masked. */
export function sourceText(core: Core, x: Node, src: Src | null = x.src): string {
  const written = isMarked(x) ? undefined : writtenText(src);
  return written ?? nodeText(x, core.runtime.labels);
}

function isMarked(x: Node): boolean {
  let found = false;
  walkNodes(x, {
    node: (n) => {
      found ||= "marks" in n && n.marks !== null;
    },
  });
  return found;
}

function writtenText(src: Src | null): string | undefined {
  const node = src?.node ?? null;
  // What a tree gave may be of another format.
  if (node === null || src === null || node.kind === "BadExpr") return undefined;
  const isThere = node.pos >= 0 && node.end > node.pos && node.end <= src.file.text.length;
  const text = isThere ? src.file.text.slice(node.pos, node.end) : formatted(node);
  return text === undefined ? undefined : text.replaceAll(/\s+/g, " ").trim();
}

function formatted(node: NonNullable<Src["node"]>): string | undefined {
  return "kind" in node ? format(node as Parameters<typeof format>[0]).trimEnd() : undefined;
}

const longest = 60;

/** Short enough for a line of a message. */
export const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The text without what literals of strings and bytes say. */
export function withoutLiterals(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?/g, "***");
}
