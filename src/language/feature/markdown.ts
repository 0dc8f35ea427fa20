import type { SourceText } from "../../source/index.ts";
import type { Workspace } from "../analysis/workspace.ts";

/** A link to a place, as editors follow it. */
export function placeLink(workspace: Workspace, file: SourceText, offset: number): string {
  const { line, character } = workspace.linesOf(file.name, file.text).positionAt(offset);
  const name = file.name.split("/").at(-1) ?? file.name;
  return `[${name}:${line + 1}](${workspace.uriOf(file.name)}#L${line + 1},${character + 1})`;
}
