import type { PackageAnalysis } from "./package-analysis.ts";
import type { Workspace } from "./workspace.ts";

/** The folder of the module that a file belongs to: its package is a module, or the nearest one above is. */
export async function moduleOf(workspace: Workspace, path: string): Promise<string | undefined> {
  if (path.endsWith(".cue")) {
    const analysis = await workspace.packageOf(path);
    if (isModule(analysis)) return analysis.folder;
  }
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
    const folder = path.slice(0, at);
    const entries = workspace.files.readFolder(folder);
    if ("fault" in entries) continue;
    const hasCue = entries.some(({ name, kind }) => kind !== "folder" && name.endsWith(".cue"));
    if (hasCue && isModule(await workspace.packageIn(folder))) return folder;
    if (entries.some(({ name }) => name === "cue.mod" || name === ".git")) return undefined;
  }
  return undefined;
}

const isModule = ({ root }: PackageAnalysis): boolean => root?.field("kind")?.text() === "Module";
