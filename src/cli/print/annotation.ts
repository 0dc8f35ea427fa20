// Workflow commands of GitHub Actions: lines that become annotations of a run and of a pull request.
import { linesOf } from "../../source/index.ts";
import type { Diagnostic, Severity } from "../../source/index.ts";
import { neutralise } from "./neutralise.ts";

interface Annotation {
  readonly title?: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

export function annotation(level: "error" | "warning" | "notice", a: Annotation): string {
  const properties = [
    ["file", a.file],
    ["line", a.line],
    ["endLine", a.endLine],
    ["col", a.column],
    // Columns count only within one line.
    ["endColumn", a.endLine === a.line ? a.endColumn : undefined],
    ["title", a.title],
  ]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
    .join(",");
  return `::${level}${properties === "" ? "" : ` ${properties}`}::${escapeData(a.message)}\n`;
}

const levels: Readonly<Record<Severity, "error" | "warning" | "notice">> = {
  error: "error",
  warning: "warning",
  info: "notice",
};

export function diagnosticAnnotations(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map((d) => {
      const [place] = d.places ?? [];
      const at = place === undefined || place.span.start < 0 ? undefined : linesOf(place);
      const start = at?.at(place!.span.start);
      const end = at?.at(place!.span.end);
      return annotation(levels[d.severity], {
        ...(d.code !== undefined && { title: d.code }),
        message: [
          `${d.path === undefined ? "" : `${d.path}: `}${d.message}`,
          ...(d.notes ?? []),
          ...(d.hint === undefined ? [] : [`hint: ${d.hint}`]),
        ].join("\n"),
        ...(place !== undefined && { file: place.file.name }),
        ...(start && { line: start.line, column: start.column }),
        ...(end && { endLine: end.line, endColumn: end.column }),
      });
    })
    .join("");
}

function escapeData(text: string): string {
  const lines = text.split("\n").map(neutralise).join("\n");
  return lines.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
