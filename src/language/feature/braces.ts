// `a: b: 1` to `a: {b: 1}` on lines of its own, and back.
import type { Field, Node, StructLit } from "../../cue/syntax/index.ts";
import type { TextEdit } from "../protocol/types.ts";
import type { EditorLines } from "../text/text-document.ts";

/** The braces around the field at the end of a chain, put there or taken away; undefined if neither can be. */
export function toggledBraces(
  chain: readonly Node[],
  lines: EditorLines,
): { readonly title: string; readonly edits: TextEdit[] } | undefined {
  const inner = innerField(chain);
  if (inner === undefined) return undefined;
  const { field, struct } = inner;
  const { text } = lines;
  const source = text.slice(field.pos, field.end);
  const indent = /^[ \t]*/.exec(lines.textOf(lines.lineAt(field.pos)))![0];
  if (struct.lbrace < 0) {
    // Every further line moves by the same tab, those of strings and their ends alike.
    const moved = source.replaceAll(/\n(?=[^\n])/g, "\n\t");
    const comma = /^[ \t]*,[ \t]*(?=[^\s}\]])/.exec(text.slice(field.end));
    const newText = `{\n${indent}\t${moved}\n${indent}}${comma === null ? "" : `\n${indent}`}`;
    return {
      title: "Add braces",
      edits: [{ range: lines.rangeOf(field.pos, field.end + (comma?.[0].length ?? 0)), newText }],
    };
  }
  if (struct.elts.length !== 1 || hasComments(struct) || hasComments(field)) return undefined;
  const isMovable = source
    .split("\n")
    .slice(1)
    .every((line) => line === "" || line.startsWith("\t"));
  const moved = isMovable && struct.lbrace < field.pos - 1 ? source.replaceAll(/\n\t/g, "\n") : source;
  const comma = /^,[ \t]*(?=[^\s}\]])/.exec(text.slice(struct.rbrace + 1));
  const outer = /^[ \t]*/.exec(lines.textOf(lines.lineAt(struct.lbrace)))![0];
  return {
    title: "Remove braces",
    edits: [
      {
        range: lines.rangeOf(struct.lbrace, struct.rbrace + 1 + (comma?.[0].length ?? 0)),
        newText: moved + (comma === null ? "" : `\n${outer}`),
      },
    ],
  };
}

/** The innermost field that is alone in another's value; of a field whose value has no braces, the one in it. */
function innerField(chain: readonly Node[]): { readonly field: Field; readonly struct: StructLit } | undefined {
  for (let i = chain.length - 1; i >= 0; i--) {
    const field = chain[i]!;
    if (field.kind !== "Field") continue;
    const [outer, struct] = [chain[i - 2], chain[i - 1]];
    if (struct?.kind === "StructLit" && outer?.kind === "Field" && outer.value === struct) {
      if (struct.lbrace < 0 || struct.elts.length === 1) return { field, struct };
      continue;
    }
    const { value } = field;
    const only = value.kind === "StructLit" && value.elts.length === 1 ? value.elts[0] : undefined;
    if (value.kind === "StructLit" && only?.kind === "Field") return { field: only, struct: value };
  }
  return undefined;
}

const hasComments = ({ comments }: StructLit | Field): boolean => (comments ?? []).length > 0;
