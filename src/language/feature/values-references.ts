// Keys of YAML, JSON and TOML files that set a field: of `#config` in files with values, of others in files that are embedded.
import type { Workspace } from "../analysis/workspace.ts";
import type { Target } from "../analysis/target.ts";
import { dataSyntax, formatOfPath } from "../analysis/data-file.ts";
import { labelText } from "../analysis/syntax-path.ts";
import type { Field, Node } from "../../cue/syntax/index.ts";
import { isFileFault } from "../../cue/load/index.ts";

interface ValuesReference {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** The new name as that file writes it. */
  readonly newText: string;
}

/** The keys that set a field, in files with values of its module and in data that is embedded. */
export function dataReferences(workspace: Workspace, target: Target, newName = target.name): ValuesReference[] {
  const out = valuesFileReferences(workspace, target, newName);
  for (const { file, span } of target.declarations)
    if (formatOfPath(file.name) !== undefined) out.push(keyReference(file.name, file.text, span.start, newName));
  return out;
}

function keyReference(path: string, text: string, at: number, newName: string): ValuesReference {
  // Some readers place a quoted name inside of its quotes.
  const start = /["']/.test(text[at - 1] ?? "") ? at - 1 : at;
  const quote = /^["']/.exec(text.slice(start))?.[0];
  const end = quote === undefined ? wordEnd(text, start) : text.indexOf(quote, start + 1) + 1;
  const plain = /^[A-Za-z_][\w-]*$/.test(newName);
  const bare = plain ? newName : JSON.stringify(newName);
  return { path, start, end, newText: quote === undefined ? bare : `${quote}${newName}${quote}` };
}

function valuesFileReferences(workspace: Workspace, target: Target, newName: string): ValuesReference[] {
  const path = target.value?.path ?? [];
  const at = configPath(path.map(unquoted));
  if (at === undefined || at.length === 0) return [];
  const declared = target.declarations[0]?.file.name;
  if (declared === undefined) return [];
  const folder = declared.slice(0, declared.lastIndexOf("/"));
  const out: ValuesReference[] = [];
  for (const file of valuesFiles(workspace, folder)) {
    const text = workspace.textAt(file);
    if (text === undefined) continue;
    const key = keyAt(dataSyntax(file, text).decls as Node[], at);
    if (key !== undefined) out.push(keyReference(file, text, key.pos, newName));
  }
  return out;
}

function wordEnd(text: string, start: number): number {
  return start + /^[^\s:=]*/.exec(text.slice(start))![0].length;
}

/** What stands behind `#config` or `values`. */
export function configPath(path: readonly string[]): readonly string[] | undefined {
  if (path[0] === "#config" || path[0] === "values") return path.slice(1);
  return path[0] === "environments" && path[2] === "values" ? path.slice(3) : undefined;
}

const unquoted = (step: string): string => (step.startsWith('"') ? (JSON.parse(step) as string) : step);

function keyAt(decls: readonly Node[], path: readonly string[]): Node | undefined {
  const only = decls.length === 1 && decls[0]!.kind === "Field" && labelText(decls[0].label) === "values";
  let inner =
    only && (decls[0] as Field).value.kind === "StructLit"
      ? ((decls[0] as Field).value as { elts: Node[] }).elts
      : decls;
  let found: Field | undefined;
  for (const name of path) {
    found = inner.find((d): d is Field => d.kind === "Field" && labelText(d.label) === name);
    if (found === undefined) return undefined;
    inner = found.value.kind === "StructLit" ? (found.value.elts as Node[]) : [];
  }
  return found?.label;
}

/** Data files in a module's folder and below it that may hold values for it. */
function valuesFiles(workspace: Workspace, folder: string): string[] {
  const out: string[] = [];
  const visit = (at: string, depth: number): void => {
    const entries = workspace.files.readFolder(at);
    if (isFileFault(entries) || depth > 3 || out.length > 200) return;
    if (depth > 0 && entries.some(({ name }) => name === "cue.mod")) return;
    for (const { name, kind } of entries) {
      if (/^[._]|^(?:cue\.mod|node_modules|vendor|dist|manifests)$/.test(name)) continue;
      if (kind === "folder") visit(`${at}/${name}`, depth + 1);
      else if (formatOfPath(name) !== undefined) out.push(`${at}/${name}`);
    }
  };
  visit(folder, 0);
  return out;
}
