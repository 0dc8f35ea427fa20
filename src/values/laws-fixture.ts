// Files of every format for the laws: the same data, written in many ways.
import { quoteLabel, quoteString } from "../cue/syntax/index.ts";
import type { ValuesFormat } from "./read-values.ts";

export type Data = null | boolean | number | string | readonly Data[] | Fields;
export interface Fields {
  readonly [name: string]: Data;
}

export const NAMES = [
  "a",
  "b",
  "c",
  "x-y",
  "two words",
  "dotted.name",
  "名",
  "true",
  "012",
  "",
  "__proto__",
  'q"q',
  "#c",
  "- d",
];

/** Text that some format reads as something else, unless it is quoted. */
export const TEXTS = [
  "",
  " ",
  "yes",
  "null",
  "~",
  "012",
  "0o7",
  "1e3",
  ".5",
  "2001-01-01",
  "<<",
  "*a",
  "&a",
  "# no",
  "a: b",
].concat([
  "- x",
  "{{ x }}",
  "é",
  "😀",
  "\t",
  "two\nlines\n",
  "  indented\n\nlast",
  "ends\n\n",
  "back\\slash",
  `"q'`,
  "\u0000",
  "\u2028",
]);

/** What the format can hold: TOML has no null. */
export function fitting(data: Fields, to: ValuesFormat): Fields {
  return to === "toml" ? (withoutNull(data) as Fields) : data;
}

function withoutNull(data: Data): Data {
  if (data === null) return "none";
  if (isList(data)) return data.map(withoutNull);
  return isFields(data) ? mapFields(data, withoutNull) : data;
}

function mapFields(data: Fields, each: (value: Data) => Data): Fields {
  const out = Object.create(null) as Record<string, Data>;
  for (const [name, value] of Object.entries(data)) out[name] = each(value);
  return out;
}

export function isList(data: Data): data is readonly Data[] {
  return Array.isArray(data);
}

export function isFields(data: Data): data is Fields {
  return typeof data === "object" && data !== null && !isList(data);
}

/** The data as a file. */
export function fileOf(data: Fields, to: ValuesFormat, seed: number): { name: string; text: string } {
  const next = choices(seed);
  const text = {
    json: () => `${JSON.stringify(data, null, next(3))}\n`,
    cue: () => cueFields(data, next, ""),
    yaml: () => (Object.keys(data).length === 0 ? ["", "# nothing\n", "{}\n"][next(3)]! : yamlBlock(data, next, "")),
    toml: () => tomlFields(data, next),
  }[to]();
  return { name: `v.${to}`, text };
}

type Choice = (below: number) => number;

function choices(seed: number): Choice {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

function cueFields(data: Fields, next: Choice, indent: string): string {
  return Object.entries(data)
    .map(([name, value]) => `${indent}${quoteLabel(name)}: ${cueShort(value, next, indent)}\n`)
    .join("");
}

// `a: b: 1` is `a: {b: 1}`.
function cueShort(data: Data, next: Choice, indent: string): string {
  const [only, ...more] = isFields(data) ? Object.entries(data) : [];
  if (only === undefined || more.length > 0 || next(2) === 0) return cueValue(data, next, indent);
  return `${quoteLabel(only[0])}: ${cueShort(only[1], next, indent)}`;
}

function cueValue(data: Data, next: Choice, indent: string): string {
  if (isList(data)) return `[${data.map((item) => cueValue(item, next, indent)).join(", ")}]`;
  if (isFields(data))
    return Object.keys(data).length === 0 ? "{}" : `{\n${cueFields(data, next, `${indent}\t`)}${indent}}`;
  if (typeof data === "number" && Number.isInteger(data) && data > 0 && next(3) === 0) return `0x${data.toString(16)}`;
  return typeof data === "string" ? quoteString(data) : String(data);
}

function yamlBlock(data: Fields, next: Choice, indent: string): string {
  return Object.entries(data)
    .map(([name, value]) => `${indent}${yamlText(name, next, true)}:${yamlValue(value, next, indent)}`)
    .join("");
}

// From after the colon or the dash to the end of the line.
function yamlValue(data: Data, next: Choice, indent: string): string {
  const inner = `${indent}  `;
  if (isList(data))
    return data.length === 0 || next(3) === 0
      ? ` ${yamlFlow(data, next)}\n`
      : `\n${data.map((item) => `${inner}-${isList(item) && item.length > 0 ? ` ${yamlFlow(item, next)}\n` : yamlValue(item, next, inner)}`).join("")}`;
  if (isFields(data))
    return Object.keys(data).length === 0 || next(3) === 0
      ? ` ${yamlFlow(data, next)}\n`
      : `\n${yamlBlock(data, next, inner)}`;
  if (typeof data === "string" && /^[ -~é\n]+$/.test(data) && data.includes("\n") && next(2) === 0) {
    const keep = data.endsWith("\n\n") || data === "\n" ? "+" : data.endsWith("\n") ? "" : "-";
    const mark = /^[\s]/.test(data) ? "2" : "";
    const body = data.endsWith("\n") ? data.slice(0, -1) : data;
    return ` |${mark}${keep}\n${body
      .split("\n")
      .map((line) => (line === "" ? "" : inner + line))
      .join("\n")}\n`;
  }
  return ` ${yamlFlow(data, next)}${next(4) === 0 ? " # said" : ""}\n`;
}

function yamlFlow(data: Data, next: Choice): string {
  if (isList(data)) return `[${data.map((item) => yamlFlow(item, next)).join(", ")}]`;
  if (isFields(data))
    return `{${Object.entries(data)
      .map(([name, value]) => `${yamlText(name, next, true)}: ${yamlFlow(value, next)}`)
      .join(", ")}}`;
  if (data === null) return ["null", "~", "Null"][next(3)]!;
  if (typeof data === "boolean") return next(2) === 0 ? String(data) : String(data).toUpperCase();
  return typeof data === "string" ? yamlText(data, next, false) : String(data);
}

function yamlText(text: string, next: Choice, key: boolean): string {
  if (/^[a-zé][a-zé ]*[a-zé]$/.test(text) && !/^(?:true|false|null)$/.test(text) && next(2) === 0) return text;
  if (/^[ -~é]*$/.test(text) && next(2) === 0) return `'${text.replaceAll("'", "''")}'`;
  return key || next(2) === 0 ? JSON.stringify(text) : JSON.stringify(text).replace("é", "\\u00e9");
}

function tomlFields(data: Fields, next: Choice): string {
  const entries = Object.entries(data);
  const isTable = (value: Data): value is Fields => isFields(value) && Object.keys(value).length > 0;
  const tables = entries.filter(([, value]) => isTable(value) && next(2) === 0);
  const plain = entries.filter((entry) => !tables.includes(entry));
  const arrays = plain.filter(
    ([, v]) => isList(v) && v.length > 0 && v.every((item) => isFields(item)) && next(2) === 0,
  );
  const line = ([name, value]: readonly [string, Data]): string => `${JSON.stringify(name)} = ${tomlValue(value)}\n`;
  return [
    ...plain.filter((entry) => !arrays.includes(entry)).map(line),
    ...tables.map(
      ([name, value]) =>
        `[${JSON.stringify(name)}]\n${Object.entries(value as Fields)
          .map(line)
          .join("")}`,
    ),
    ...arrays.flatMap(([name, list]) =>
      (list as readonly Fields[]).map(
        (item) => `[[${JSON.stringify(name)}]]\n${Object.entries(item).map(line).join("")}`,
      ),
    ),
  ].join("");
}

function tomlValue(data: Data): string {
  if (isList(data)) return `[${data.map(tomlValue).join(", ")}]`;
  if (isFields(data))
    return `{${Object.entries(data)
      .map(([name, value]) => `${JSON.stringify(name)} = ${tomlValue(value)}`)
      .join(", ")}}`;
  return typeof data === "string" ? JSON.stringify(data).replaceAll("\u007f", "\\u007f") : String(data);
}
