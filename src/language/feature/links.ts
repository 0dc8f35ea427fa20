// Links: imports to their packages, codes of messages to their pages.
import type { AnalysedFile } from "../analysis/package-analysis.ts";
import { importPath } from "../analysis/scope.ts";
import type { Resolver } from "../analysis/target.ts";
import type { Workspace } from "../analysis/workspace.ts";
import { messageLink } from "../check/lsp-diagnostics.ts";
import type { DocumentLink } from "../protocol/types.ts";
import type { EditorLines } from "../text/text-document.ts";

export function documentLinks(
  workspace: Workspace,
  resolver: Resolver,
  file: AnalysedFile,
  lines: EditorLines,
): DocumentLink[] {
  const out: DocumentLink[] = [];
  for (const decl of file.syntax.decls) {
    if (decl.kind !== "ImportDecl") continue;
    for (const spec of decl.specs) {
      const instance = resolver.analysis.instance?.imports.get(importPath(spec));
      const first = instance?.files[0];
      if (instance === undefined || first === undefined) continue;
      out.push({
        range: lines.rangeOf(spec.path.pos + 1, spec.path.end - 1),
        target: workspace.uriOf(first.source.name),
        tooltip: `package ${instance.packageName}`,
      });
    }
  }
  return [...out, ...codeLinks(workspace, lines)];
}

/** Codes in comments and texts of any document. */
export function codeLinks(workspace: Workspace, lines: EditorLines): DocumentLink[] {
  const out: DocumentLink[] = [];
  for (const found of lines.text.matchAll(/\bOPM\d{4}\b/g)) {
    const target = messageLink(workspace.host, found[0]);
    if (target !== undefined) out.push({ range: lines.rangeOf(found.index, found.index + 7), target });
  }
  return out;
}
