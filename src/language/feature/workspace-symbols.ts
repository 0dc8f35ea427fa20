import { parseFile } from "../../cue/syntax/index.ts";
import { isFileFault } from "../../cue/load/index.ts";
import { SourceFile } from "../../source/index.ts";
import type { Workspace } from "../analysis/workspace.ts";
import type { DocumentSymbol, WorkspaceSymbol } from "../protocol/types.ts";
import { documentSymbols } from "./structure.ts";

const MOST = 200;

/** Fields of all CUE files below the workspace's folders, by letters of their name in order. */
export function workspaceSymbols(workspace: Workspace, query: string): WorkspaceSymbol[] {
  const out: WorkspaceSymbol[] = [];
  const paths = new Set([...workspace.documents.keys()].filter((p) => p.endsWith(".cue")));
  for (const folder of workspace.cueFolders()) {
    const entries = workspace.files.readFolder(folder);
    if (isFileFault(entries)) continue;
    for (const { name, kind } of entries)
      if (kind !== "folder" && name.endsWith(".cue")) paths.add(`${folder}/${name}`);
  }
  for (const path of paths) {
    const text = workspace.textAt(path);
    if (text === undefined) continue;
    const lines = workspace.linesOf(path);
    const { file } = parseFile(new SourceFile(path, text), { comments: false });
    const visit = (symbols: readonly DocumentSymbol[], container: string): void => {
      for (const { name, kind, selectionRange, children } of symbols) {
        if (out.length >= MOST) return;
        if (fits(name, query))
          out.push({
            name,
            kind,
            location: { uri: workspace.uriOf(path), range: selectionRange },
            ...(container !== "" && { containerName: container }),
          });
        if (children !== undefined) visit(children, container === "" ? name : `${container}.${name}`);
      }
    };
    visit(documentSymbols(file.decls, lines), "");
  }
  return out;
}

function fits(name: string, query: string): boolean {
  let at = 0;
  const low = name.toLowerCase();
  for (const c of query.toLowerCase()) {
    at = low.indexOf(c, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
