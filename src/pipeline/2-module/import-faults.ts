// Every import that leads nowhere. A load ends at the first one; when it has, the others are looked for one by one.
import { builtinPackagePaths, isBuiltinPackage } from "../../cue/index.ts";
import { isFileFault, parseSource } from "../../cue/load/index.ts";
import type { Files } from "../../cue/load/index.ts";
import { parseModuleFile } from "../../cue/module/index.ts";
import { didYouMean, hasReason, reasonFields } from "../../source/index.ts";
import type { Diagnostic, Place } from "../../source/index.ts";
import type { CueAccess } from "../cue-access.ts";

interface Imported {
  readonly path: string;
  readonly place: Place;
}

/** `found` are the faults of the load itself: what is no import stays as it is. */
export async function importFaults(
  cue: CueAccess,
  files: Files,
  folder: string,
  found: readonly Diagnostic[],
): Promise<readonly Diagnostic[]> {
  if (!found.some(isImportFault)) return found;
  const out: Diagnostic[] = [];
  for (const { path, place } of reachable(files, folder)) {
    const fault = await faultOf(cue, path, folder);
    if (fault !== undefined) out.push({ ...fault, severity: "error", places: [place] });
  }
  // One that only packages of others have is known from the load alone.
  return out.length === 0 ? found : [...found.filter((d) => !isImportFault(d)), ...out];
}

function isImportFault(d: Diagnostic): boolean {
  return hasReason(d, "import", "registry") || d.args?.["within"] === "import";
}

async function faultOf(
  cue: CueAccess,
  path: string,
  folder: string,
): Promise<Pick<Diagnostic, "code" | "message" | "args" | "hint"> | undefined> {
  if (!path.includes(".")) {
    if (isBuiltinPackage(path)) return undefined;
    return {
      ...reasonFields({ kind: "import", args: { path } }),
      message: `builtin package "${path}" undefined`,
      ...didYouMean(path, builtinPackagePaths, (near) => `"${near}"`),
    };
  }
  const { diagnostics } = await cue.program.load({ args: [path], cwd: folder });
  const fault = diagnostics.find((d) => d.severity === "error" && isImportFault(d));
  // A package that is there and imports what is not has its own line in the list, or is not ours to correct.
  if (fault === undefined || !concerns(fault, path)) return undefined;
  const { code, args } = fault;
  return {
    code,
    args: { ...args, within: "import" },
    message: `import failed: ${fault.message}`,
  };
}

/** Whether it is this path that leads nowhere, and not one that the package behind it imports. */
function concerns({ args }: Diagnostic, path: string): boolean {
  return args?.["path"] === path.replace(/:.*$/, "") && args["within"] !== "import";
}

/** Imports of a folder's package and of the packages of the same module that it leads to, each path once. */
function reachable(files: Files, folder: string): Imported[] {
  const root = moduleRoot(files, folder);
  const out = new Map<string, Imported>();
  const seen = new Set<string>();
  const work = [folder];
  for (let next = work.shift(); next !== undefined; next = work.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const imported of folderImports(files, next)) {
      if (!out.has(imported.path)) out.set(imported.path, imported);
      const plain = imported.path.replace(/@v\d+/, "").replace(/:.*$/, "");
      if (root !== undefined && plain.startsWith(`${root.path}/`))
        work.push(`${root.folder}${plain.slice(root.path.length)}`);
    }
  }
  return [...out.values()];
}

function folderImports(files: Files, folder: string): Imported[] {
  const entries = files.readFolder(folder);
  if (isFileFault(entries)) return [];
  const out: Imported[] = [];
  for (const { name, kind } of entries) {
    if (kind === "folder" || !name.endsWith(".cue") || /^[._]/.test(name)) continue;
    const content = files.readFile(`${folder}/${name}`);
    if (isFileFault(content)) continue;
    const { syntax, source } = parseSource(`${folder}/${name}`, content, "");
    for (const decl of syntax.decls) {
      if (decl.kind !== "ImportDecl") continue;
      for (const { path } of decl.specs)
        out.push({ path: path.text.slice(1, -1), place: { file: source, span: { start: path.pos, end: path.end } } });
    }
  }
  return out;
}

function moduleRoot(files: Files, folder: string): { readonly folder: string; readonly path: string } | undefined {
  for (let at = folder; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const content = files.readFile(`${at}/cue.mod/module.cue`);
    if (isFileFault(content)) continue;
    const file = parseModuleFile(content, `${at}/cue.mod/module.cue`);
    return file.ok ? { folder: at, path: file.value.module.replace(/@v\d+$/, "") } : undefined;
  }
  return undefined;
}
