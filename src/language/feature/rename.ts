import { isValidIdent } from "../../cue/syntax/index.ts";
import type { Workspace } from "../analysis/workspace.ts";
import { ResponseError, RpcError } from "../protocol/connection.ts";
import type { Range, TextEdit, WorkspaceEdit } from "../protocol/types.ts";
import type { Target } from "../analysis/target.ts";
import { find, findReferences } from "./navigate.ts";
import type { Reference } from "./navigate.ts";
import { dataReferences } from "./values-references.ts";

/** The range that would be renamed, with the name that is there; null where nothing can be. */
export async function prepareRename(
  workspace: Workspace,
  path: string,
  offset: number,
): Promise<{ range: Range; placeholder: string } | null> {
  const found = await find(workspace, path, offset);
  const target = found?.resolver.targetAt(found.file, offset);
  if (found === undefined || target === undefined || target.import !== undefined) return null;
  if (target.declarations.some(({ file }) => !file.name.startsWith("/") && !/^[A-Za-z]:/.test(file.name))) return null;
  const lines = workspace.linesOf(path);
  return { range: lines.rangeOf(target.node.pos, target.node.end), placeholder: target.name };
}

/** Renames a field or a name everywhere: in its package, in those that import it, and in values files. */
export async function rename(
  workspace: Workspace,
  path: string,
  offset: number,
  newName: string,
): Promise<WorkspaceEdit | null> {
  const found = await findReferences(workspace, path, offset);
  return found === undefined ? null : renameTarget(workspace, found.target, found.references, newName);
}

export async function renameTarget(
  workspace: Workspace,
  target: Target,
  references: readonly Reference[],
  newName: string,
): Promise<WorkspaceEdit> {
  const foreign = target.declarations.find(({ file }) => !file.name.startsWith("/") && !/^[A-Za-z]:/.test(file.name));
  if (foreign !== undefined)
    throw new ResponseError(
      RpcError.requestFailed,
      `${target.name} is declared in ${foreign.file.name}, which is not yours`,
    );
  const isIdent = isValidIdent(newName);
  const needsIdent =
    references.some(({ quoted, isDeclaration }) => !quoted && !isDeclaration) ||
    (target.binding !== undefined && target.binding.kind !== "field");
  if (newName === "" || (!isIdent && needsIdent))
    throw new ResponseError(RpcError.requestFailed, `${JSON.stringify(newName)} is no name that CUE can refer to`);
  const kindOf = (name: string): string => /^_?#?/.exec(name)![0];
  if (kindOf(target.name) !== kindOf(newName) && (target.binding === undefined || target.binding.kind === "field"))
    throw new ResponseError(
      RpcError.requestFailed,
      `${target.name} and ${newName} are not of one kind: definitions begin with #, hidden fields with _`,
    );
  const changes: Record<string, TextEdit[]> = {};
  const add = (file: string, text: string | undefined, start: number, end: number, newText: string): void => {
    const uri = workspace.uriOf(file);
    const lines = workspace.linesOf(file, text);
    (changes[uri] ??= []).push({ range: lines.rangeOf(start, end), newText });
  };
  for (const { place, quoted } of references) {
    const text = quoted || !isIdent ? JSON.stringify(newName) : newName;
    // A mended text has the same offsets as the document.
    add(place.file.name, undefined, place.span.start, place.span.end, text);
  }
  for (const { path: file, start, end, newText } of dataReferences(workspace, target, newName))
    add(file, undefined, start, end, newText);
  return { changes };
}
