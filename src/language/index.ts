// What an editor asks, answered from one analysis of unsaved texts. Runs in Node and in a browser's Worker.
export { LanguageServer } from "./server.ts";
export type { LanguageHost } from "./analysis/host.ts";
export { serveBackground } from "./background/serve-background.ts";
export type { Thread } from "./background/thread.ts";
export { FrameReader, frame } from "./protocol/framing.ts";
export type { Message } from "./protocol/connection.ts";
export { servePort } from "./serve-port.ts";
// For clients: places in texts, and names of documents.
export { EditorLines } from "./text/text-document.ts";
export { pathOfUri, uriOfPath } from "./text/uri.ts";
export type { LspDiagnostic, Position } from "./protocol/types.ts";
// The catalog for people: `opm explain`.
export { ENTRY_KINDS, catalogEntries, namesEntry } from "./catalog/catalog-entries.ts";
export type { CatalogEntry, EntryKind } from "./catalog/catalog-entries.ts";
export { exampleOf, explainEntry } from "./catalog/explain-entry.ts";
export type { EntryDoc, FieldDoc } from "./catalog/explain-entry.ts";
// What a package says twice: `opm cue trim`.
export { trimFiles } from "./trim.ts";
