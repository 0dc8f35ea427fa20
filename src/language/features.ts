// Which request is answered by which feature.
import { parseFile } from "../cue/syntax/index.ts";
import type { File } from "../cue/syntax/index.ts";
import { SourceFile } from "../source/index.ts";
import { dataSyntax } from "./analysis/data-file.ts";
import { locationOf } from "./check/lsp-diagnostics.ts";
import { codeActions } from "./feature/actions.ts";
import { cueCompletion } from "./feature/completion/cue-completion.ts";
import { dataCompletion } from "./feature/completion/data-completion.ts";
import { dataDefinition, dataHover, keyTarget } from "./feature/data-hover.ts";
import { formatEdits } from "./feature/format.ts";
import { hover, wholeHover } from "./feature/hover.ts";
import { codeLinks, documentLinks } from "./feature/links.ts";
import { wantsDependency } from "./feature/heavy-actions.ts";
import { definition, find, findReferences, referencesTo, typeDefinition } from "./feature/navigate.ts";
import { prepareRename, rename, renameTarget } from "./feature/rename.ts";
import { dataReferences } from "./feature/values-references.ts";
import { semanticTokens } from "./feature/semantic-tokens.ts";
import { signatureHelp } from "./feature/signature.ts";
import { documentSymbols, foldingRanges, selectionRanges } from "./feature/structure.ts";
import { workspaceSymbols } from "./feature/workspace-symbols.ts";
import { Later } from "./protocol/connection.ts";
import type {
  CodeAction,
  DocumentParams,
  Location,
  LspDiagnostic,
  Position,
  PositionParams,
  Range,
} from "./protocol/types.ts";
import type { LanguageServer } from "./server.ts";
import type { TextDocument } from "./text/text-document.ts";
import { pathOfUri } from "./text/uri.ts";

/** Registers a request about one document; one that is not open has no answer. */
type On = <P extends DocumentParams, R>(
  method: string,
  answer: (document: TextDocument, params: P, signal: AbortSignal) => R | Promise<R>,
) => void;

export function registerFeatures(server: LanguageServer): void {
  const { connection, workspace } = server;
  const on: On = (method, answer) =>
    connection.onRequest(`textDocument/${method}`, (params: never, signal: AbortSignal) => {
      const document = workspace.documents.get(pathOfUri((params as DocumentParams).textDocument.uri));
      return document === undefined ? null : answer(document, params, signal);
    });
  registerStructure(on);
  registerPlaces(server, on);
  registerDocuments(server, on);
  connection.onRequest("workspace/symbol", ({ query }: { query: string }) => workspaceSymbols(workspace, query));
}

/** What the syntax alone tells. */
function registerStructure(on: On): void {
  on("formatting", (document) => (isCue(document) ? formatEdits(document) : []));
  on("rangeFormatting", (document, { range }: DocumentParams & { range: Range }) =>
    isCue(document) ? formatEdits(document, range) : [],
  );
  on("onTypeFormatting", (document, { position }: PositionParams) =>
    isCue(document) ? formatEdits(document, finished(document, position)) : [],
  );
  on("documentSymbol", (document) => documentSymbols(treeOf(document).decls, document.lines));
  on("foldingRange", (document) => foldingRanges(treeOf(document), document.lines));
  on("selectionRange", (document, { positions }: DocumentParams & { positions: readonly Position[] }) =>
    selectionRanges(treeOf(document), document.lines, positions),
  );
}

/** What is asked about a place in a document. */
function registerPlaces(server: LanguageServer, on: On): void {
  const { workspace, guard, slow } = server;
  const at = <P extends PositionParams, R>(
    method: string,
    cue: (document: TextDocument, offset: number, params: P) => R | Promise<R>,
    data: (document: TextDocument, offset: number, params: P) => R | Promise<R | null> | null = () => null,
  ): void =>
    on(method, (document, params: P): Promise<R | null> | R | null => {
      const offset = document.lines.offsetAt(params.position);
      return isCue(document) ? cue(document, offset, params) : data(document, offset, params);
    });
  at(
    "definition",
    ({ path }, offset) => definition(workspace, path, offset),
    ({ path, lines }, offset) => dataDefinition(workspace, path, lines, offset),
  );
  at("typeDefinition", ({ path }, offset) => typeDefinition(workspace, path, offset));
  type ReferenceParams = PositionParams & { context?: { includeDeclaration?: boolean } };
  const keyReferences = async ({ path, lines }: TextDocument, offset: number): ReturnType<typeof findReferences> => {
    const key = await keyTarget(workspace, path, lines, offset);
    return key && { ...key, references: await referencesTo(workspace, key.analysis, key.target, path) };
  };
  const locations = (found: Awaited<ReturnType<typeof findReferences>>, { context }: ReferenceParams): Location[] => {
    if (found === undefined) return [];
    const all = context?.includeDeclaration !== false;
    const uses = found.references.filter(({ isDeclaration }) => all || !isDeclaration);
    const keys = dataReferences(workspace, found.target).map(({ path: file, start, end }) => ({
      uri: workspace.uriOf(file),
      range: workspace.linesOf(file).rangeOf(start, end),
    }));
    return [...uses.map(({ place }) => locationOf(workspace, place)), ...keys];
  };
  at(
    "references",
    async ({ path }, offset, params: ReferenceParams) =>
      locations(await findReferences(workspace, path, offset), params),
    async (document, offset, params) => locations(await keyReferences(document, offset), params),
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
  at(
    "hover",
    async ({ path }, offset) => wholeHover(await hover(workspace, guard, path, offset), slow),
    async ({ path, lines }, offset) => wholeHover(await dataHover(workspace, path, lines, offset), slow),
  );
  at(
    "prepareRename",
    ({ path }, offset) => prepareRename(workspace, path, offset),
    async ({ path, lines }, offset) => {
      const target = (await keyTarget(workspace, path, lines, offset))?.target;
      return target === undefined
        ? null
        : { range: lines.rangeOf(target.node.pos, target.node.end), placeholder: target.name };
    },
  );
  at(
    "rename",
    ({ path }, offset, { newName }: PositionParams & { newName: string }) => rename(workspace, path, offset, newName),
    async (document, offset, { newName }) => {
      const found = await keyReferences(document, offset);
      return found === undefined ? null : renameTarget(workspace, found.target, found.references, newName);
    },
  );
  at(
    "completion",
    ({ path, lines }, offset) => cueCompletion(workspace, path, lines, offset, server.takesSnippets),
    ({ path, lines }, offset) => dataCompletion(workspace, path, lines, offset, server.takesSnippets),
  );
  at("signatureHelp", ({ path }, offset) => signatureHelp(workspace, path, offset));
}

/** What is asked about a document, or a part of it. */
function registerDocuments(server: LanguageServer, on: On): void {
  const { workspace, guard, settings, slow } = server;
  const spanOf = ({ lines }: TextDocument, range: Range): { start: number; end: number } => ({
    start: lines.offsetAt(range.start),
    end: lines.offsetAt(range.end),
  });
  const tokens = async (document: TextDocument, range?: Range): Promise<{ data: number[] } | null> => {
    const found = isCue(document) ? await find(workspace, document.path, 0) : undefined;
    if (found === undefined) return null;
    const secrets = guard.pathsOf(found.analysis);
    return {
      data: semanticTokens(found.resolver, found.file, document.lines, secrets, range && spanOf(document, range)),
    };
  };
  on("semanticTokens/full", (document) => tokens(document));
  on("semanticTokens/range", (document, { range }: DocumentParams & { range: Range }) => tokens(document, range));
  on("inlayHint", (document, { range }: DocumentParams & { range: Range }) =>
    isCue(document) && settings.inlayHints ? new Later(slow.hints(document.path, range)) : [],
  );
  on("codeLens", (document) => (isCue(document) && settings.codeLens ? new Later(slow.lenses(document.path)) : []));
  on("documentLink", async (document) => {
    const found = isCue(document) ? await find(workspace, document.path, 0) : undefined;
    if (found === undefined) return codeLinks(workspace, document.lines);
    return documentLinks(workspace, found.resolver, found.file, document.lines);
  });
  on(
    "codeAction",
    async (
      document,
      {
        range,
        context,
      }: DocumentParams & { range: Range; context: { diagnostics?: LspDiagnostic[]; only?: string[] } },
    ) => {
      const found = isCue(document) ? await find(workspace, document.path, 0) : undefined;
      if (found === undefined) return [];
      const { resolver, file } = found;
      const { uri, lines } = document;
      const { diagnostics = [], only } = context;
      const all = codeActions({ workspace, resolver, file, lines, uri, range, diagnostics });
      const isAsked = ({ kind }: { readonly kind: string }): boolean =>
        only === undefined || only.some((o) => kind === o || kind.startsWith(`${o}.`));
      const slowly: Promise<CodeAction[]>[] = [];
      if (diagnostics.some(wantsDependency)) slowly.push(slow.dependencies(document.path, diagnostics));
      // It evaluates the package anew: only for those who ask for it.
      if (only?.some((kind) => kind.startsWith("source")) === true) slowly.push(slow.redundant(document.path));
      if (slowly.length === 0) return all.filter(isAsked);
      return new Later(Promise.all(slowly).then((more) => [...all, ...more.flat()].filter(isAsked)));
    },
  );
}

const isCue = ({ path, languageId }: TextDocument): boolean => path.endsWith(".cue") || languageId === "cue";

/** The syntax of a document, as far as it can be read. Data files have one too. */
function treeOf(document: TextDocument): File {
  if (isCue(document)) return parseFile(new SourceFile(document.path, document.text)).file;
  return dataSyntax(document.path, document.text);
}

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
