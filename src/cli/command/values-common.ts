// How values are shown, whatever the command.
import { SourceFile, linesOf, placeText } from "../../source/index.ts";
import type { Place } from "../../source/index.ts";
import type { ReleaseValues } from "../../pipeline/index.ts";
import { NumberText, manifestJson, manifestYaml } from "../../pipeline/index.ts";
import { decodeBytes, format as format_, parseExpr, parseFile } from "../../cue/syntax/index.ts";
import { effective, secretPathTest, showValue } from "../../values/index.ts";
import type { Path, ValueNode } from "../../values/index.ts";
import { relativeName } from "../print/relative-places.ts";

export function isSecretIn({ secrets }: ReleaseValues): (path: Path) => boolean {
  const test = secretPathTest(secrets);
  // What a secret's struct says of where it goes is no secret; its value and text in its place are.
  return (path) => test(path) && !OPEN.has(String(path.at(-1)));
}

const OPEN: ReadonlySet<string> = new Set([
  "source",
  "path",
  "remoteKey",
  "description",
  "$opm",
  "$secretName",
  "$dataKey",
  "$description",
]);

/** A place as data. */
export function placeData(place: Place, cwd: string): { file: string; line: number; column: number } {
  const { line, column } = place.span.start < 0 ? { line: 0, column: 0 } : linesOf(place).at(place.span.start);
  return { file: shortPlace({ ...place, span: { start: -1, end: -1 } }, cwd), line, column };
}

export function shortPlace(place: Place, cwd: string): string {
  return placeText({ ...place, file: { name: relativeName(place.file.name, cwd), text: place.file.text } });
}

/** The formats for programs. */
type DataFormat = "yaml" | "json" | "cue";

export function isDataFormat(format: unknown): format is DataFormat {
  return format === "yaml" || format === "json" || format === "cue";
}

export function printData(data: unknown, format: DataFormat): string {
  if (format === "yaml") return manifestYaml(data);
  const json = manifestJson(data);
  if (format === "json") return json;
  // JSON is CUE; the formatter writes it as one would.
  const expr = parseExpr(new SourceFile("data", json)).expr;
  const text = expr.kind === "StructLit" ? format_(expr.elts, { simplify: true }) : format_(expr, { simplify: true });
  return text === "" ? "{}\n" : `${text.trimEnd()}\n`;
}

/** CUE as one would write it. Of several releases each is a field: `values` twice in one file would be one struct. */
export function cueText(text: string, name: string | undefined): string {
  const whole = name === undefined ? text : `${JSON.stringify(name)}: {\n${text}\n}\n`;
  return format_(parseFile(new SourceFile("values", whole)).file);
}

/** One part for each release. A single one is the whole; of several, each says what it is about. */
export function printParts(
  parts: readonly { readonly name: string; readonly data: unknown }[],
  format: DataFormat,
): string {
  const [first] = parts;
  if (parts.length === 1) return printData(first!.data, format);
  return printData(
    parts.map(({ name, data }) => ({ release: name, values: data })),
    format,
  );
}

/** A value as data: a choice that is left to its default, and `***` for a secret; what is no data is its text. */
export function typedValue(node: ValueNode, isSecret: (path: Path) => boolean, path: Path): unknown {
  const plain = plainValues(node, isSecret, path);
  return plain === undefined ? showValue(node, Number.POSITIVE_INFINITY) : plain;
}

/** Plain data without what is no data yet: a type or a bound has no place in YAML. */
export function plainValues(node: ValueNode, isSecret: (path: Path) => boolean, path: Path = []): unknown {
  const value = effective(node);
  switch (value.kind) {
    case "expr":
      return undefined;
    case "struct": {
      const out = new Map<string, unknown>();
      for (const [name, inner] of value.fields) {
        const plain = plainValues(inner, isSecret, [...path, name]);
        if (plain !== undefined) out.set(name, plain);
      }
      return out;
    }
    case "list":
      return value.items.map((item, i) => plainValues(item, isSecret, [...path, i]) ?? null);
    default:
  }
  if (isSecret(path)) return "***";
  switch (value.kind) {
    case "null":
      return null;
    case "bool":
      return value.text === "true";
    case "number":
      return new NumberText(value.text);
    case "bytes": {
      const bytes = decodeBytes(value.text);
      return bytes.ok ? bytes.value : value.text;
    }
    case "secret":
      return "***";
    case "tag":
      return value.attribute;
    default:
      return value.text;
  }
}
