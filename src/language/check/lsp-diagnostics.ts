// Diagnostics of the program as those of the protocol, by document.
import type { LanguageHost } from "../analysis/host.ts";
import type { Workspace } from "../analysis/workspace.ts";
import { DiagnosticSeverity } from "../protocol/types.ts";
import type { Location, LspDiagnostic } from "../protocol/types.ts";
import { hasReason, reasonOf } from "../../source/index.ts";
import { EDITOR_CODE } from "../editor-code.ts";
import type { Diagnostic, Place } from "../../source/index.ts";

const SEVERITY = {
  error: DiagnosticSeverity.error,
  warning: DiagnosticSeverity.warning,
  info: DiagnosticSeverity.information,
} as const;

/** What code actions need of a diagnostic. */
export interface DiagnosticData {
  readonly path?: string;
  readonly hint?: string;
  /** Why CUE refused it. */
  readonly reason?: string;
  readonly args?: Diagnostic["args"];
}

/**
 * Each at its first place in an open document, the others related. One that names no open document is told at the head
 * of `home`, if its package is why we look.
 */
export function byDocument(
  workspace: Workspace,
  diagnostics: readonly Diagnostic[],
  home: string | undefined,
): Map<string, LspDiagnostic[]> {
  const out = new Map<string, LspDiagnostic[]>();
  for (const d of diagnostics) {
    const places = (d.places ?? []).filter(({ span }) => span.start >= 0);
    const first = places.find(({ file }) => workspace.documents.has(file.name));
    const path = first?.file.name ?? home;
    if (path === undefined) continue;
    const list = out.get(path) ?? [];
    out.set(path, list);
    const made = lspDiagnostic(workspace, d, first, places);
    if (!list.some((known) => sameDiagnostic(known, made))) list.push(made);
  }
  return out;
}

/** Diagnostics as they are, wherever their places are. */
export function lspDiagnosticsOf(workspace: Workspace, diagnostics: readonly Diagnostic[]): LspDiagnostic[] {
  return diagnostics.map((d) => {
    const places = (d.places ?? []).filter(({ span }) => span.start >= 0);
    return lspDiagnostic(workspace, d, undefined, places);
  });
}

function lspDiagnostic(
  workspace: Workspace,
  d: Diagnostic,
  first: Place | undefined,
  places: readonly Place[],
): LspDiagnostic {
  const nowhere = { line: 0, character: 0 };
  const related = places
    .filter((place) => place !== first)
    .map((place) => ({ location: locationOf(workspace, place), message: place.label ?? "see here" }));
  const told = [d.message, ...(d.path === undefined || d.path === "" ? [] : [`at ${d.path}`])];
  for (const note of d.notes ?? []) told.push(`note: ${note}`);
  if (d.hint !== undefined) told.push(`hint: ${d.hint}`);
  const link = d.code === undefined ? undefined : messageLink(workspace.host, d.code);
  const reason = reasonOf(d)?.kind;
  const data: DiagnosticData = {
    ...(d.path !== undefined && { path: d.path }),
    ...(d.hint !== undefined && { hint: d.hint }),
    ...(reason !== undefined && { reason }),
    ...(d.args !== undefined && { args: d.args }),
  };
  return {
    range: first === undefined ? { start: nowhere, end: nowhere } : locationOf(workspace, first).range,
    severity: SEVERITY[d.severity],
    ...(d.code !== undefined && { code: d.code }),
    ...(link !== undefined && { codeDescription: { href: link } }),
    source: "opm",
    message: told.join("\n"),
    ...(isUnnecessary(d) && { tags: [1] }),
    ...(related.length > 0 && { relatedInformation: related }),
    data,
  };
}

const isUnnecessary = (d: Diagnostic): boolean => hasReason(d, "unused") || d.code === EDITOR_CODE.unusedValue;

export function locationOf(workspace: Workspace, { file, span }: Place): Location {
  const lines = workspace.linesOf(file.name, file.text);
  const end = span.end > span.start ? span.end : wordEnd(file.text, span.start);
  return { uri: workspace.uriOf(file.name), range: lines.rangeOf(span.start, end) };
}

/** A place without an extent covers the word that begins there, so that something is underlined. */
function wordEnd(text: string, start: number): number {
  const word = /^(?:[\w$#-]+|[^\s\w])/.exec(text.slice(start, start + 200));
  return start + (word?.[0].length ?? 0);
}

const PAGES: readonly (readonly [RegExp, string])[] = [
  [/^OPM00/, "command-line"],
  [/^OPM1[0-5]/, "pipeline"],
  [/^OPM16/, "releases"],
  [/^OPM2/, "cue"],
  [/^OPM40/, "values"],
  [/^OPM43/, "governance"],
  [/^OPM5/, "secrets"],
  [/^OPM60/, "templates"],
  [/^OPM90/, "editor"],
  [/^OPM92/, "page"],
  [/^OPM94/, "trust"],
];

/** The page that explains a code, where the host has it. */
export function messageLink({ messagePages }: LanguageHost, code: string): string | undefined {
  const page = PAGES.find(([codes]) => codes.test(code))?.[1];
  return messagePages === undefined || page === undefined
    ? undefined
    : `${messagePages}/${page}.md#${code.toLowerCase()}`;
}

const sameDiagnostic = (a: LspDiagnostic, b: LspDiagnostic): boolean =>
  a.message === b.message &&
  a.range.start.line === b.range.start.line &&
  a.range.start.character === b.range.start.character;
