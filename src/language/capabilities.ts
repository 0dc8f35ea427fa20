import { tokenModifiers, tokenTypes } from "./feature/semantic-tokens.ts";

/** What the server can do, as it answers to `initialize`. */
export const capabilities = {
  positionEncoding: "utf-16",
  textDocumentSync: { openClose: true, change: 2, save: { includeText: false } },
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  documentOnTypeFormattingProvider: { firstTriggerCharacter: "}", moreTriggerCharacter: ["]", "\n"] },
  definitionProvider: true,
  typeDefinitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  hoverProvider: true,
  renameProvider: { prepareProvider: true },
  completionProvider: { triggerCharacters: [".", ":", '"', " ", "/"], resolveProvider: false },
  signatureHelpProvider: { triggerCharacters: ["(", ","] },
  workspaceSymbolProvider: true,
  semanticTokensProvider: { legend: { tokenTypes, tokenModifiers }, full: true, range: true },
  inlayHintProvider: true,
  codeLensProvider: { resolveProvider: false },
  documentLinkProvider: { resolveProvider: false },
  codeActionProvider: {
    codeActionKinds: [
      "quickfix",
      "refactor.extract",
      "refactor.rewrite",
      "source.organizeImports",
      "source.fixAll.opm",
    ],
  },
  executeCommandProvider: { commands: ["opm.preview", "opm.explain", "opm.environments", "opm.useEnvironment"] },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
} as const;
