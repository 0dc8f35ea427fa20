import { neutralise } from "./neutralise.ts";

/** Columns as wide as their widest cell, two blanks apart; nothing behind the last one. */
export function tableText(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [header, ...rows].map((row) => row.map(neutralise));
  const widths = header.map((_, i) => Math.max(...cells.map((row) => [...(row[i] ?? "")].length)));
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell + " ".repeat(widths[i]! - [...cell].length))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
