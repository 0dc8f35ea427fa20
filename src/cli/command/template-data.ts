import { load, loadAll, YAMLException } from "js-yaml";
import { parse as parseToml, TomlError } from "smol-toml";
import { parseJson } from "../../tera/index.ts";

const DATA_FORMATS = ["toml", "yaml", "json"] as const;
export type DataFormat = (typeof DATA_FORMATS)[number];

type DataResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly offset: number };

/** Reads data; a YAML stream of several documents is fine where only its form matters (`stream`). */
export function readData(text: string, format: DataFormat, stream = false): DataResult {
  if (format === "json") return parseJson(text);
  try {
    if (format === "toml") return { ok: true, value: parseToml(text, { integersAsBigInt: "asNeeded" }) };
    return { ok: true, value: stream ? loadAll(text) : load(text) };
  } catch (error) {
    if (error instanceof TomlError) {
      // The library's message repeats the text around the mistake, which may hold secrets.
      const message = (error.message.split("\n")[0] as string).replace("Invalid TOML document: ", "");
      return { ok: false, message, offset: offsetOf(text, error.line, error.column) };
    }
    if (error instanceof YAMLException) {
      return { ok: false, message: error.reason, offset: Math.min(error.mark?.position ?? 0, text.length) };
    }
    throw error;
  }
}

/** The format that a file's name tells, with or without `.tera`. */
export function formatOfName(name: string): DataFormat | undefined {
  const ending = /\.(toml|ya?ml|json)(?:\.tera)?$/i.exec(name)?.[1]?.toLowerCase();
  return ending === "yml" ? "yaml" : (ending as DataFormat | undefined);
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let i = 1; i < line; i++) {
    const end = text.indexOf("\n", start);
    if (end < 0) break;
    start = end + 1;
  }
  return Math.min(text.length, start + column - 1);
}
