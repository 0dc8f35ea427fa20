// Which request is answered by which feature.
import { parseFile } from "../cue/syntax/index.ts";
import type { Decl, File } from "../cue/syntax/index.ts";
import { SourceFile } from "../source/index.ts";
import type { DocumentParams, Position, Range } from "./protocol/types.ts";
import type { LanguageServer } from "./server.ts";
import { pathOfUri } from "./text/uri.ts";
import type { TextDocument } from "./text/text-document.ts";
import { formatEdits } from "./feature/format.ts";
import { documentSymbols, foldingRanges, selectionRanges } from "./feature/structure.ts";
import { dataSyntax } from "./analysis/data-file.ts";
import { locationOf } from "./check/lsp-diagnostics.ts";
import { cueCompletion } from "./feature/completion/cue-completion.ts";
import { hover } from "./feature/hover.ts";
import { definition, findReferences, typeDefinition } from "./feature/navigate.ts";
import { prepareRename, rename } from "./feature/rename.ts";
import { signatureHelp } from "./feature/signature.ts";
import { workspaceSymbols } from "./feature/workspace-symbols.ts";
import type { PositionParams } from "./protocol/types.ts";

export function registerFeatures(server: LanguageServer): void {
  const { connection, workspace } = server;
  const open = (uri: string): TextDocument | undefined => workspace.documents.get(pathOfUri(uri));
  /** Registers a request about one document; one that is not open has no answer. */
  const on = <P extends DocumentParams, R>(
    method: string,
    answer: (document: TextDocument, params: P, signal: AbortSignal) => R | Promise<R>,
  ): void =>
    connection.onRequest(`textDocument/${method}`, (params: P, signal: AbortSignal) => {
      const document = open(params.textDocument.uri);
      return document === undefined ? null : answer(document, params, signal);
    });

  on("formatting", (document) => (isCue(document) ? formatEdits(document) : []));
  on("rangeFormatting", (document, { range }: DocumentParams & { range: Range }) =>
    isCue(document) ? formatEdits(document, range) : [],
  );
  on("onTypeFormatting", (document, { position }: DocumentParams & { position: Position }) =>
    isCue(document) ? formatEdits(document, finished(document, position)) : [],
  );
  on("documentSymbol", (document) => documentSymbols(declsOf(document), document.lines));
  on("foldingRange", (document) => foldingRanges(treeOf(document), document.lines));
  on("selectionRange", (document, { positions }: DocumentParams & { positions: readonly Position[] }) =>
    selectionRanges(treeOf(document), document.lines, positions),
  );
  /** Registers a request about a place in a CUE document. */
  const at = <P extends PositionParams, R>(
    method: string,
    answer: (document: TextDocument, offset: number, params: P) => R | Promise<R>,
  ): void =>
    on(method, (document, params: P) =>
      isCue(document) ? answer(document, document.lines.offsetAt(params.position), params) : (null as R),
    );

  at("definition", ({ path }, offset) => definition(workspace, path, offset));
  at("typeDefinition", ({ path }, offset) => typeDefinition(workspace, path, offset));
  at(
    "references",
    async ({ path }, offset, params: PositionParams & { context?: { includeDeclaration?: boolean } }) => {
      const found = await findReferences(workspace, path, offset);
      const all = params.context?.includeDeclaration !== false;
      return (found?.references ?? [])
        .filter(({ isDeclaration }) => all || !isDeclaration)
        .map(({ place }) => locationOf(workspace, place));
    },
  );
  at("documentHighlight", async ({ path, lines }, offset) => {
    const found = await findReferences(workspace, path, offset);
    return (found?.references ?? [])
      .filter(({ place }) => place.file.name === path)
      .map(({ place: { span }, isDeclaration }) => ({
        range: lines.rangeOf(span.start, span.end),
        kind: isDeclaration ? 3 : 2,
      }));
  });
  at("hover", ({ path }, offset) => hover(workspace, server.guard, path, offset));
  at("prepareRename", ({ path }, offset) => prepareRename(workspace, path, offset));
  at("rename", ({ path }, offset, { newName }: PositionParams & { newName: string }) =>
    rename(workspace, path, offset, newName),
  );
  at("completion", ({ path, lines }, offset) => {
    const snippets = server.client.textDocument?.completion?.completionItem?.snippetSupport === true;
    return cueCompletion(workspace, path, lines, offset, snippets);
  });
  at("signatureHelp", ({ path }, offset) => signatureHelp(workspace, path, offset));
  connection.onRequest("workspace/symbol", ({ query }: { query: string }) => workspaceSymbols(workspace, query));
}

const isCue = ({ path, languageId }: TextDocument): boolean => path.endsWith(".cue") || languageId === "cue";

/** The syntax of a document, as far as it can be read. Data files have one too. */
export function treeOf(document: TextDocument): File {
  if (isCue(document)) return parseFile(new SourceFile(document.path, document.text)).file;
  return dataSyntax(document.path, document.text);
}

const declsOf = (document: TextDocument): readonly Decl[] => treeOf(document).decls;

/** The lines that typing a bracket or a line end finished. */
function finished(document: TextDocument, { line, character }: Position): Range {
  const text = document.lines.textOf(line);
  // A new line finishes the one before it.
  if (text.slice(0, character).trim() === "" && line > 0)
    return { start: { line: line - 1, character: 0 }, end: { line: line - 1, character: 0 } };
  const offset = document.lines.offsetAt({ line, character });
  let depth = 0;
  for (let i = offset - 1; i >= 0; i--) {
    const c = document.text[i]!;
    if (c === "}" || c === "]") depth++;
    else if ((c === "{" || c === "[") && --depth === 0)
      return { start: document.lines.positionAt(i), end: { line, character } };
  }
  return { start: { line, character: 0 }, end: { line, character } };
}
