// Imports in one group, sorted by path, without those that nothing uses.
import { childrenOf } from "../../cue/syntax/index.ts";
import type { ImportSpec, Node } from "../../cue/syntax/index.ts";
import type { AnalysedFile, PackageAnalysis } from "../analysis/package-analysis.ts";
import { importName, importPath } from "../analysis/scope.ts";
import type { TextEdit } from "../protocol/types.ts";
import type { EditorLines } from "../text/text-document.ts";
import { parseFile } from "../../cue/syntax/index.ts";
import { SourceFile } from "../../source/index.ts";

/** Undefined where nothing would change. */
export function organizedImports(
  file: AnalysedFile,
  lines: EditorLines,
  _analysis: PackageAnalysis,
): TextEdit[] | undefined {
  // The text as it is: in a mended one imports without a use are blank.
  const { file: syntax, errors } = parseFile(new SourceFile(file.path, lines.text));
  if (errors.length > 0) return undefined;
  const decls = syntax.decls.filter((d) => d.kind === "ImportDecl");
  const [first] = decls;
  const last = decls.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const specs = decls.flatMap((d) => d.specs);
  if (decls.some((d) => (d.comments ?? []).length > 0) || specs.some((s) => (s.comments ?? []).length > 0))
    return undefined;
  const used = new Set<string>();
  const work: Node[] = syntax.decls.filter(
    (d): d is Exclude<typeof d, { kind: "CommentGroup" }> => d.kind !== "CommentGroup" && d.kind !== "ImportDecl",
  );
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if (node.kind === "Ident") used.add(node.name);
    work.push(...childrenOf(node));
  }
  const kept = specs.filter((spec) => used.has(importName(spec)));
  const sorted = kept.toSorted((a, b) => (importPath(a) < importPath(b) ? -1 : 1));
  const text = (spec: ImportSpec): string => `${spec.name === null ? "" : `${spec.name.name} `}${spec.path.text}`;
  const unique = [...new Set(sorted.map(text))];
  const newText =
    unique.length === 0
      ? ""
      : unique.length === 1
        ? `import ${unique[0]}`
        : `import (\n${unique.map((t) => `\t${t}\n`).join("")})`;
  if (lines.text.slice(first.pos, last.end) === newText) return undefined;
  let end = last.end;
  if (newText === "") while (lines.text[end] === "\n") end++;
  return [{ range: lines.rangeOf(first.pos, end), newText }];
}
