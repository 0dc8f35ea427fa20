/** Package arguments to instances: one for each package, or for each folder that a pattern matches. */
import { formatImportPath, isLocalImport, makeFault, parseImportPath, quote } from "../module/index.ts";
import type { Fault } from "../module/index.ts";
import { isFileFault } from "./files.ts";
import type { InstanceLoader } from "./instance-loader.ts";
import type { Instance } from "./instance.ts";
import { errorInstance } from "./load-context.ts";
import type { LoadContext } from "./load-context.ts";
import { isNoFiles } from "./package-builder.ts";
import { baseOf, cleanPath, hasPathPrefix, joinPath, relativePath } from "./path.ts";

export function matchArguments(c: LoadContext, loader: InstanceLoader, args: readonly string[]): Instance[] {
  const out: Instance[] = [];
  for (const arg of args) {
    const pattern = canonicalArgument(arg);
    const found = matchArgument(c, loader, pattern);
    if (found.faults.length > 0) out.push(errorInstance(c.files, c.moduleRoot, c.mainFile, found.faults));
    else if (found.instances.length === 0) {
      const fault = makeFault(
        { kind: "package", args: { empty: true, path: found.shown } },
        `cue: ${quote(found.shown)} matched no packages`,
      );
      out.push(errorInstance(c.files, c.moduleRoot, c.mainFile, [fault]));
    } else out.push(...found.instances);
  }
  return out;
}

interface Match {
  readonly shown: string;
  readonly instances: Instance[];
  readonly faults: Fault[];
}

function canonicalArgument(arg: string): string {
  if (!arg.startsWith("./")) return arg === "" ? "" : cleanPath(arg);
  const clean = `./${cleanPath(arg)}`;
  return clean === "./." ? "." : clean;
}

function matchArgument(c: LoadContext, loader: InstanceLoader, arg: string): Match {
  // Names that mean sets of packages elsewhere mean nothing here.
  if (arg === "all" || arg === "std" || arg === "cmd") return { shown: arg, instances: [], faults: [] };
  const ip = parseImportPath(arg);
  const name = ip.explicit ? ip.qualifier : c.package === "*" ? "" : c.package;
  const path = formatImportPath({ ...ip, qualifier: "", explicit: false });
  if (path.includes("...")) {
    if (!isLocalImport(path)) return { shown: path, instances: [], faults: [] };
    return matchPattern(c, loader, path, name === "*" ? "" : name);
  }
  const p = isLocalImport(path) ? loader.relative(path, name) : loader.absolute(arg, undefined);
  return { shown: path, instances: loader.load(p), faults: [] };
}

/** Every folder from the pattern's start down, except hidden ones, test data and nested modules. */
function matchPattern(c: LoadContext, loader: InstanceLoader, pattern: string, name: string): Match {
  const match: Match = { shown: pattern, instances: [], faults: [] };
  const before = pattern.slice(0, pattern.indexOf("..."));
  const top = joinPath(c.cwd, before.slice(0, before.lastIndexOf("/") + 1));
  if (!hasPathPrefix(top, c.moduleRoot)) {
    match.faults.push(
      makeFault("package", `cue: pattern ${pattern} refers to dir ${top}, outside module root ${c.moduleRoot}`),
    );
    return match;
  }
  const work = [top];
  for (let dir = work.pop(); dir !== undefined; dir = work.pop()) {
    const isTop = dir === top;
    if (!isTop && skipped(c, dir)) continue;
    const entries = c.files.readFolder(dir);
    c.files.lists?.(dir);
    if (isFileFault(entries)) continue;
    const p = loader.relative(localName(c.cwd, dir), name);
    const found = loader.load(p);
    if (!found.some((i) => isBare(c, i))) match.instances.push(...found);
    // Broken files show themselves when the instance is used; other mistakes end the match.
    for (const i of found) if (i.invalidFiles.length === 0 && !isBare(c, i)) match.faults.push(...i.errors);
    for (let i = entries.length - 1; i >= 0; i--) {
      const e = entries[i]!;
      if (e.kind === "folder" && !(isTop && e.name === "cue.mod")) work.push(joinPath(dir, e.name));
    }
  }
  return match;
}

/** A folder without files of a package is no mistake below a pattern. */
function isBare(c: LoadContext, i: Instance): boolean {
  const only = i.errors.length === 1 ? i.errors[0] : undefined;
  return (
    only !== undefined && isNoFiles(only) && i.invalidFiles.length === 0 && !(c.dataFiles && i.dataFiles.length > 0)
  );
}

function localName(cwd: string, dir: string): string {
  const r = relativePath(cwd, dir);
  return `./${r}`;
}

function skipped(c: LoadContext, dir: string): boolean {
  const name = baseOf(dir);
  if (name.startsWith(".") || name.startsWith("_") || name === "testdata") return true;
  return !isFileFault(c.files.stat(joinPath(dir, "cue.mod")));
}
