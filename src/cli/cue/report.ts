import { relativeName } from "../../cue/index.ts";
import { explain, plainDiagnostic } from "../../cue/index.ts";
import type { CueError, Position, Value } from "../../cue/index.ts";
import type { Diagnostic } from "../../source/index.ts";

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

/** The same as diagnostics; with the value that has them, they say more. */
export function explained(errors: readonly CueError[], of: Value | undefined, cwd: string): Diagnostic[] {
  const list = of === undefined ? errors.map(plainDiagnostic) : explain(of, errors);
  return list.map((d) => ({
    ...d,
    places: (d.places ?? []).map((p) => ({ ...p, file: { name: relativeName(p.file.name, cwd), text: p.file.text } })),
    notes: (d.notes ?? []).map((n) => n.replaceAll(`${cwd}/`, "./")),
  }));
}

function place(p: Position, cwd: string, number: (n: number) => string): string {
  const name = relativeName(p.file, cwd);
  return `${name === "" ? "" : `${name}:`}${number(p.line)}:${number(p.column)}`;
}

function separated(n: number): string {
  return String(n).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}
