// Paths that can be imported: builtin packages, the module's own, vendored ones, the catalog, and what was fetched before.
import { builtinPackagePaths } from "../../../cue/index.ts";
import { isFileFault } from "../../../cue/load/index.ts";
import type { Workspace } from "../../analysis/workspace.ts";
import { CompletionKind } from "../../protocol/types.ts";
import type { CompletionItem, Range } from "../../protocol/types.ts";

export async function importItems(
  workspace: Workspace,
  path: string,
  typed: string,
  range: Range,
): Promise<CompletionItem[]> {
  const paths = new Map<string, string>();
  for (const name of builtinPackagePaths) paths.set(name, "builtin");
  for (const name of ownPackages(workspace, path)) paths.set(name, "this module");
  for (const name of vendored(workspace, path)) paths.set(name, "vendored");
  for (const name of workspace.host.catalog.packages()) paths.set(name, "catalog");
  for (const name of workspace.host.knownModules?.() ?? []) if (!paths.has(name)) paths.set(name, "fetched before");
  return [...paths]
    .filter(([name]) => typed === "" || name.includes(typed) || name.startsWith(typed))
    .map(([label, detail]) => ({
      label,
      kind: CompletionKind.module,
      detail,
      sortText: `${ORDER.indexOf(detail)}${label}`,
      filterText: label,
      textEdit: { range, newText: label },
    }));
}

const ORDER = ["this module", "vendored", "catalog", "builtin", "fetched before"];

/** The folder with `cue.mod` above a file. */
export function moduleRoot(workspace: Workspace, path: string): string | undefined {
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
    const folder = path.slice(0, at);
    if (workspace.files.stat(`${folder}/cue.mod/module.cue`) === "file") return folder;
  }
  return undefined;
}

function ownPackages(workspace: Workspace, path: string): string[] {
  const root = moduleRoot(workspace, path);
  if (root === undefined) return [];
  const name = /^\s*module:\s*"([^"]+)"/m.exec(workspace.textAt(`${root}/cue.mod/module.cue`) ?? "")?.[1];
  if (name === undefined) return [];
  const own = path.slice(0, path.lastIndexOf("/"));
  const module = name.replace(/@v\d+$/, "");
  return packageFolders(workspace, root)
    .filter((folder) => folder !== own)
    .map((folder) => module + folder.slice(root.length));
}

function vendored(workspace: Workspace, path: string): string[] {
  const root = moduleRoot(workspace, path);
  if (root === undefined) return [];
  return ["gen", "pkg", "usr"].flatMap((part) => {
    const base = `${root}/cue.mod/${part}`;
    return packageFolders(workspace, base).map((folder) => folder.slice(base.length + 1));
  });
}

function packageFolders(workspace: Workspace, root: string): string[] {
  const out: string[] = [];
  const visit = (folder: string, depth: number): void => {
    const entries = workspace.files.readFolder(folder);
    if (isFileFault(entries) || depth > 8 || out.length > 500) return;
    if (entries.some(({ name, kind }) => kind !== "folder" && name.endsWith(".cue"))) out.push(folder);
    for (const { name, kind } of entries)
      if (kind === "folder" && !/^(?:[._]|cue\.mod$|node_modules$)/.test(name)) visit(`${folder}/${name}`, depth + 1);
  };
  visit(root, 0);
  return out;
}
