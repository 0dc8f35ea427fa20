// The part of the Language Server Protocol (3.17) that this server speaks, as plain data.

export interface Position {
  /** From 0. */
  readonly line: number;
  /** UTF-16 units from 0. */
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Location {
  readonly uri: string;
  readonly range: Range;
}

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

export interface WorkspaceEdit {
  readonly changes: Readonly<Record<string, readonly TextEdit[]>>;
}

interface TextDocumentIdentifier {
  readonly uri: string;
}

export interface DocumentParams {
  readonly textDocument: TextDocumentIdentifier;
}

export interface PositionParams extends DocumentParams {
  readonly position: Position;
}

export interface ContentChange {
  /** Absent: the text is all of the document. */
  readonly range?: Range;
  readonly text: string;
}

export const DiagnosticSeverity = { error: 1, warning: 2, information: 3, hint: 4 } as const;

export interface LspDiagnostic {
  readonly range: Range;
  readonly severity: number;
  readonly code?: string;
  readonly codeDescription?: { readonly href: string };
  readonly source: string;
  readonly message: string;
  /** 1: unnecessary (greyed out). */
  readonly tags?: readonly number[];
  readonly relatedInformation?: readonly { readonly location: Location; readonly message: string }[];
  /** For code actions: what the message was made of. */
  readonly data?: unknown;
}

interface MarkupContent {
  readonly kind: "markdown";
  readonly value: string;
}

export interface Hover {
  readonly contents: MarkupContent;
  readonly range: Range;
}

export const SymbolKind = {
  file: 1,
  module: 2,
  package: 4,
  class: 5,
  field: 8,
  constant: 14,
  string: 15,
  number: 16,
  boolean: 17,
  array: 18,
  object: 19,
  key: 20,
  null: 21,
  struct: 23,
  variable: 13,
} as const;

export interface DocumentSymbol {
  readonly name: string;
  readonly detail?: string;
  readonly kind: number;
  readonly range: Range;
  readonly selectionRange: Range;
  readonly children?: readonly DocumentSymbol[];
}

export interface WorkspaceSymbol {
  readonly name: string;
  readonly kind: number;
  readonly location: Location;
  readonly containerName?: string;
}

export const CompletionKind = {
  text: 1,
  function: 3,
  field: 5,
  variable: 6,
  class: 7,
  module: 9,
  property: 10,
  value: 12,
  keyword: 14,
  snippet: 15,
  reference: 18,
  file: 17,
  enumMember: 20,
  constant: 21,
  struct: 22,
} as const;

export interface CompletionItem {
  readonly label: string;
  readonly kind: number;
  readonly detail?: string;
  readonly documentation?: MarkupContent;
  readonly sortText?: string;
  readonly filterText?: string;
  readonly preselect?: boolean;
  /** 2: a snippet. */
  readonly insertTextFormat?: number;
  readonly textEdit?: TextEdit;
  readonly additionalTextEdits?: readonly TextEdit[];
  readonly command?: Command;
}

export interface CompletionList {
  readonly isIncomplete: boolean;
  readonly items: readonly CompletionItem[];
}

interface Command {
  readonly title: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

export interface CodeAction {
  readonly title: string;
  readonly kind: string;
  readonly diagnostics?: readonly LspDiagnostic[];
  readonly isPreferred?: boolean;
  readonly edit?: WorkspaceEdit;
  readonly command?: Command;
}

export interface CodeLens {
  readonly range: Range;
  readonly command: Command;
}

export interface InlayHint {
  readonly position: Position;
  readonly label: string;
  readonly tooltip?: MarkupContent;
  readonly paddingLeft?: boolean;
}

export interface FoldingRange {
  readonly startLine: number;
  readonly endLine: number;
  readonly kind?: "comment" | "imports" | "region";
}

export interface SelectionRange {
  readonly range: Range;
  readonly parent?: SelectionRange;
}

export interface DocumentLink {
  readonly range: Range;
  readonly target: string;
  readonly tooltip?: string;
}

export interface SignatureHelp {
  readonly signatures: readonly {
    readonly label: string;
    readonly documentation?: MarkupContent;
    readonly parameters: readonly { readonly label: string | readonly [number, number] }[];
  }[];
  readonly activeSignature: number;
  readonly activeParameter: number;
}
