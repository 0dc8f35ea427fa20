import { runeCount } from "./text/utf8.ts";

/**
 * Aligns tab-terminated cells in columns. A column is the run of neighbouring lines that have a cell there; the text
 * behind the last tab of a line belongs to none.
 */
export function alignTabs(text: string, padding = 1): string {
  const lines = text.split(/[\n\f]/).map((line) => line.split(/[\t\v]/));
  // Nothing behind the very last tab is no cell, so that tab ends none.
  const last = lines[lines.length - 1] as string[];
  if (last[last.length - 1] === "") last.pop();
  const breaks = text.match(/[\n\f]/g) ?? [];
  const widths = lines.map((cells) => new Array<number>(Math.max(0, cells.length - 1)).fill(0));
  const columns = lines.reduce((n, cells) => Math.max(n, cells.length - 1), 0);
  for (let column = 0; column < columns; column++) {
    for (let from = 0; from < lines.length; from++) {
      if (column >= (lines[from] as string[]).length - 1) continue;
      let to = from;
      let width = 0;
      for (; to < lines.length && column < (lines[to] as string[]).length - 1; to++) {
        width = Math.max(width, runeCount((lines[to] as string[])[column] as string) + padding);
        // A form feed ends all columns.
        if (breaks[to] === "\f") {
          to++;
          break;
        }
      }
      for (let i = from; i < to; i++) (widths[i] as number[])[column] = width;
      from = to - 1;
    }
  }
  return lines
    .map((cells, i) =>
      cells
        .map((cell, j) => {
          const width = widths[i]?.[j];
          return width === undefined ? cell : cell + " ".repeat(width - runeCount(cell));
        })
        .join(""),
    )
    .join("\n");
}
