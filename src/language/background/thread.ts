import type { Message } from "../protocol/connection.ts";

/** A thread that the host started for the background: a Worker of Node.js or of a browser, or a pair of ports. */
export interface Thread {
  post(message: Message): void;
  /** Is called once, before anything is posted. */
  listen(receive: (message: Message) => void, died: () => void): void;
  /** Memory that both sides see, where there is such: counts texts that changed. */
  readonly changes?: Int32Array;
  end(): void;
}

/** Notifications that both sides follow: the text of documents, and which folders and files there are. */
export const FOLLOWED: ReadonlySet<string> = new Set([
  "textDocument/didOpen",
  "textDocument/didChange",
  "textDocument/didClose",
  "workspace/didChangeWatchedFiles",
  "workspace/didChangeWorkspaceFolders",
]);

/** Those that make what is being evaluated worthless. */
export const COUNTED: ReadonlySet<string> = new Set(["textDocument/didOpen", "textDocument/didChange"]);

/** Messages between the two sides, beside those that are followed and the questions of `SlowAnswers`. */
export const ON_THREAD = { settings: "background/settings", secret: "background/secret", crash: "background/crash" };
