// YAML, JSON and TOML as syntax, broken or not: editors ask while people type.
import { decodeJson, decodeToml, decodeYaml } from "../../cue/index.ts";
import { makeFile } from "../../cue/syntax/index.ts";
import type { Decl, File } from "../../cue/syntax/index.ts";

export type DataFormat = "yaml" | "json" | "toml";

export function formatOfPath(path: string): DataFormat | undefined {
  const ending = /\.(ya?ml|json|toml)$/i.exec(path)?.[1]?.toLowerCase();
  return ending === "yml" ? "yaml" : (ending as DataFormat | undefined);
}

/** The fields of a data file as declarations, each at its place. Lines that cannot be read are left out. */
export function dataSyntax(path: string, text: string): File {
  const format = formatOfPath(path) ?? "yaml";
  const decls = (format === "yaml" ? readYaml(text) : readOther(text, format)).flatMap((document): Decl[] =>
    document.kind === "StructLit" ? document.elts : [],
  );
  const file = makeFile(decls, path);
  file.pos = 0;
  file.end = text.length;
  return file;
}

const ROUNDS = 20;

function readYaml(text: string): ReturnType<typeof decodeYaml>["documents"] {
  let current = text;
  for (let round = 0; round < ROUNDS; round++) {
    const { documents, error } = decodeYaml(current);
    if (error === undefined) return documents;
    const next = withoutLine(current, error.line > 0 ? error.line : lineOf(current, error.offset));
    if (next === current) return documents;
    current = next;
  }
  return decodeYaml(current).documents;
}

function readOther(text: string, format: "json" | "toml"): ReturnType<typeof decodeYaml>["documents"] {
  if (format === "json") {
    const { documents, error } = decodeJson(text);
    // JSON is YAML, and that reader goes on after mistakes.
    return error === undefined ? documents : readYaml(text.replaceAll("\t", " "));
  }
  let current = text;
  for (let round = 0; round < ROUNDS; round++) {
    const { documents, error } = decodeToml(current);
    if (error === undefined) return documents;
    const next = withoutLine(current, error.line > 0 ? error.line : lineOf(current, error.offset));
    if (next === current) return documents;
    current = next;
  }
  return [];
}

const lineOf = (text: string, offset: number): number => text.slice(0, Math.max(0, offset)).split("\n").length;

/** The text with a line blanked; the one before it if that is blank already. */
function withoutLine(text: string, line: number): string {
  const lines = text.split("\n");
  for (let i = Math.min(line, lines.length) - 1; i >= 0; i--) {
    if (lines[i]!.trim() === "") continue;
    lines[i] = " ".repeat(lines[i]!.length);
    return lines.join("\n");
  }
  return text;
}
