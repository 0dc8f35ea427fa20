import { codeFrame, linesOf, placeText } from "../../source/index.ts";
import type { Diagnostic, Place, Severity } from "../../source/index.ts";
import type { Paint, Style } from "./colour.ts";
import { neutralise } from "./neutralise.ts";

const styles: Readonly<Record<Severity, Style>> = { error: "red", warning: "yellow", info: "cyan" };

/** Diagnostics for people: message, every place with its lines, notes, and what to do. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], paint: Paint): string {
  return diagnostics.map((d) => diagnosticText(d, paint)).join("\n") + summary(diagnostics, paint);
}

function diagnosticText(d: Diagnostic, paint: Paint): string {
  const head = d.code ? `${d.severity}[${d.code}]` : d.severity;
  const out = [`${paint(styles[d.severity], head)}${paint("bold", `: ${neutralise(d.message)}`)}`];
  if (d.path) out.push(`  at ${neutralise(d.path)}`);
  for (const place of d.places ?? []) out.push(...placeLines(place, paint));
  for (const note of d.notes ?? []) out.push(`  ${paint("dim", "note:")} ${neutralise(note)}`);
  if (d.hint) out.push(`  ${paint("green", "hint:")} ${neutralise(d.hint)}`);
  return `${out.join("\n")}\n`;
}

function placeLines(place: Place, paint: Paint): string[] {
  const label = place.label ? ` ${neutralise(place.label)}` : "";
  const why = place.hidden === undefined ? "" : paint("dim", ` (***: ${place.hidden})`);
  const out = [`  ${paint("cyan", "→")} ${neutralise(placeText(place))}${label}${why}`];
  const frame = codeFrame(place);
  const width = Math.max(0, ...frame.map((l) => String(l.number ?? "").length));
  for (const line of frame) {
    const gutter = paint("dim", `${String(line.number ?? "").padStart(width + 4)} │`);
    const text = neutralise(line.text);
    const isMark = line.number === undefined;
    out.push(`${gutter} ${isMark ? paint("red", text) : text}`.trimEnd());
  }
  return out;
}

function summary(diagnostics: readonly Diagnostic[], paint: Paint): string {
  const errors = diagnostics.filter((d) => d.severity === "error").length;
  const warnings = diagnostics.filter((d) => d.severity === "warning").length;
  if (errors + warnings < 2) return "";
  const count = (n: number, word: string): string[] => (n === 0 ? [] : [`${n} ${word}${n === 1 ? "" : "s"}`]);
  return `\n${paint("bold", [...count(errors, "error"), ...count(warnings, "warning")].join(", "))}\n`;
}

/** Diagnostics for programs: one JSON object a line. */
export function diagnosticsJson(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ quoted: _, ...d }) => `${JSON.stringify({ ...d, places: d.places?.map(placeJson) })}\n`)
    .join("");
}

function placeJson(place: Place): Record<string, unknown> {
  const { file, span, label, hidden } = place;
  if (span.start < 0) return { file: file.name, label };
  const lines = linesOf(place);
  const { line, column } = lines.at(span.start);
  const end = lines.at(span.end);
  return { file: file.name, line, column, endLine: end.line, endColumn: end.column, label, hidden };
}
