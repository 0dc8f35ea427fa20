// SARIF 2.1.0: what code scanning of GitHub, GitLab and editors reads.
import { linesOf } from "../../source/index.ts";
import type { Diagnostic, Place, Severity } from "../../source/index.ts";
import { neutralise } from "./neutralise.ts";

const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

export function sarif(diagnostics: readonly Diagnostic[], version: string): string {
  const codes = [...new Set(diagnostics.map(ruleOf))].sort();
  const document = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "opm", version, rules: codes.map((id) => ({ id })) } },
        results: diagnostics.map((d) => ({
          ruleId: ruleOf(d),
          ruleIndex: codes.indexOf(ruleOf(d)),
          level: levels[d.severity],
          message: { text: messageOf(d) },
          ...(d.places !== undefined &&
            d.places.length > 0 && {
              locations: [location(d.places[0]!)],
              ...(d.places.length > 1 && { relatedLocations: d.places.slice(1).map(location) }),
            }),
        })),
      },
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const ruleOf = ({ code }: Diagnostic): string => code;

function messageOf({ path, message, notes = [], hint }: Diagnostic): string {
  const head = path === undefined ? message : `${path}: ${message}`;
  return [head, ...notes, ...(hint === undefined ? [] : [`hint: ${hint}`])].map(neutralise).join("\n");
}

function location(place: Place): Record<string, unknown> {
  const physical: Record<string, unknown> = { artifactLocation: { uri: uriOf(place.file.name) } };
  if (place.span.start >= 0) {
    // SARIF counts columns in UTF-16 units unless told otherwise, as we do inside.
    const lines = linesOf(place);
    const at = (offset: number): { line: number; column: number } => {
      const line = lines.lineAt(offset);
      return { line, column: offset - (lines.lineStarts[line - 1] as number) + 1 };
    };
    const start = at(place.span.start);
    const end = at(Math.max(place.span.end, place.span.start));
    physical["region"] = { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
  }
  return {
    physicalLocation: physical,
    ...(place.label !== undefined && { message: { text: neutralise(place.label) } }),
  };
}

const uriOf = (name: string): string => name.split("/").map(encodeURIComponent).join("/");
