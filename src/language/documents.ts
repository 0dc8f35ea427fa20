// Documents, files and folders, as the client tells of them.
import type { Workspace } from "./analysis/workspace.ts";
import type { Connection } from "./protocol/connection.ts";
import type { ContentChange, DocumentParams } from "./protocol/types.ts";
import type { TextDocument } from "./text/text-document.ts";
import { pathOfUri } from "./text/uri.ts";

interface OpenParams {
  readonly textDocument: { uri: string; languageId?: string; version?: number; text: string };
}

interface ChangeParams {
  readonly textDocument: { uri: string; version?: number | null };
  readonly contentChanges: readonly ContentChange[];
}

interface FolderParams {
  readonly event: { added: readonly { uri: string }[]; removed: readonly { uri: string }[] };
}

export function followDocuments(
  connection: Connection,
  workspace: Workspace,
  on: { closed?(document: TextDocument): void; folders?(): void } = {},
): void {
  connection.onNotification("textDocument/didOpen", ({ textDocument: d }: OpenParams) => {
    workspace.open(d.uri, pathOfUri(d.uri), d.languageId ?? "", d.version ?? 0, d.text);
  });
  connection.onNotification("textDocument/didChange", ({ textDocument, contentChanges }: ChangeParams) => {
    const document = workspace.documents.get(pathOfUri(textDocument.uri));
    if (document === undefined) return;
    document.update(contentChanges, textDocument.version ?? document.version + 1);
    workspace.changed(document.path);
  });
  connection.onNotification("textDocument/didClose", ({ textDocument }: DocumentParams) => {
    const path = pathOfUri(textDocument.uri);
    const document = workspace.documents.get(path);
    if (document === undefined) return;
    workspace.close(path);
    on.closed?.(document);
  });
  connection.onNotification("textDocument/didSave", () => {});
  connection.onNotification(
    "workspace/didChangeWatchedFiles",
    ({ changes }: { changes: readonly { uri: string }[] }) => {
      for (const { uri } of changes) {
        const path = pathOfUri(uri);
        // What is open is known better.
        if (!workspace.documents.has(path)) workspace.changed(path);
      }
    },
  );
  connection.onNotification("workspace/didChangeWorkspaceFolders", ({ event }: FolderParams) => {
    for (const { uri } of event.removed) workspace.folders.delete(pathOfUri(uri));
    for (const { uri } of event.added) workspace.folders.add(pathOfUri(uri));
    on.folders?.();
  });
}
