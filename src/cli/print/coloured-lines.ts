import type { Paint } from "./colour.ts";

const SIGNS = { "+": "green", "-": "red", "~": "yellow" } as const;

/** Trees, tables and differences with colours, line by line; a line that has some already stays as it is. */
export function colouredLines(text: string, paint: Paint): string {
  return text
    .split("\n")
    .map((line) => (line.includes("\x1b") ? line : colouredLine(line, paint)))
    .join("\n");
}

function colouredLine(line: string, paint: Paint): string {
  // The head of a table: words in capitals, columns apart.
  if (/^[A-Z][A-Z ]*(?: {2,}[A-Z][A-Z ]*)+$/.test(line)) return paint("bold", line);
  const change = /^([+~-])( \S+?:)( .*)?$/.exec(line);
  if (change !== null) {
    const style = SIGNS[change[1] as keyof typeof SIGNS];
    return `${paint(style, change[1]! + change[2]!)}${(change[3] ?? "").replace(/ {2}\(.*\)$/, (place) => paint("dim", place))}`;
  }
  const branch =
    /^((?:[\u2502 ] {2})*[\u251c\u2514]\u2500 )(resource |trait |blueprint |nothing: )?(.*?)( because of .*)?$/.exec(
      line,
    );
  if (branch === null) return line;
  const [, stem = "", kind = "", name = "", why = ""] = branch;
  const shown = kind !== "" ? paint("dim", kind + name) : why === "" ? paint("green", name) : paint("cyan", name);
  return `${paint("dim", stem)}${shown}${why === "" ? "" : paint("dim", why)}`;
}
