import { relativeName } from "../../cue/message/index.ts";
import type { CueError, Position } from "../../cue/index.ts";

/**
 * Errors as the original prints them. `localised`: what its command loop prints goes through a printer that
 * separates thousands in lines and columns.
 */
export function errorText(errors: readonly CueError[], cwd: string, localised = false): string {
  const number = localised ? separated : String;
  let out = "";
  for (const { path, message, positions } of errors) {
    if (path.length > 0) out += `${path.join(".")}: `;
    out += message;
    if (positions.length > 0) out += ":";
    out += "\n";
    for (const p of positions) out += `    ${place(p, cwd, number)}\n`;
  }
  return out;
}

function place(p: Position, cwd: string, number: (n: number) => string): string {
  const name = relativeName(p.file, cwd);
  return `${name === "" ? "" : `${name}:`}${number(p.line)}:${number(p.column)}`;
}

function separated(n: number): string {
  return String(n).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}
