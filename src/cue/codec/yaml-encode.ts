import type { Expr, File } from "../syntax/index.ts";
import { encodeBase64 } from "./base64.ts";
import type { Data, DataField } from "./data.ts";
import { dataFromSyntax } from "./data-from-syntax.ts";
import { cueQuotes, isSimpleKey, yamlString } from "./yaml-scalar-text.ts";
import type { QuoteRule } from "./yaml-scalar-text.ts";

/** Writes syntax that is plain data as one YAML document with a final line break. */
export function encodeYaml(x: Expr | File): { text: string } | { error: string } {
  const data = dataFromSyntax(x);
  return typeof data === "string" ? { error: `yaml: ${data}` } : { text: yamlText(data) };
}

interface Frame {
  readonly items: readonly Data[] | undefined;
  readonly fields: readonly DataField[] | undefined;
  next: number;
  readonly indent: number;
  /** The first line continues one that is begun (`- a: 1`). */
  inline: boolean;
}

/** A YAML document: block style, two columns for each level, never folded. */
export function yamlText(root: Data, quotes: QuoteRule = cueQuotes): string {
  const out: string[] = [];
  const stack: Frame[] = [];

  /** Begins a value in the line at hand; `afterKey` means behind `key:`. */
  const begin = (d: Data, indent: number, afterKey: boolean, tag: string): void => {
    const gap = afterKey ? " " : "";
    const prefix = tag === "" ? gap : `${gap}${tag} `;
    if (d.kind === "list" && d.items.length > 0) {
      if (afterKey || tag !== "") out.push(prefix.trimEnd(), "\n");
      stack.push({ items: d.items, fields: undefined, next: 0, indent, inline: !afterKey && tag === "" });
    } else if (d.kind === "struct" && d.fields.length > 0) {
      if (afterKey || tag !== "") out.push(prefix.trimEnd(), "\n");
      stack.push({ items: undefined, fields: d.fields, next: 0, indent, inline: !afterKey && tag === "" });
    } else {
      const text = scalarText(d, indent, tag !== "", quotes);
      out.push(prefix, text, text.endsWith("\n") && !text.startsWith('"') && isOpenBlock(text) ? "" : "\n");
    }
  };

  begin(root, 0, false, "");
  while (stack.length > 0) {
    const f = stack[stack.length - 1] as Frame;
    const pad = f.inline ? "" : " ".repeat(f.indent);
    f.inline = false;
    if (f.items !== undefined) {
      if (f.next === f.items.length) {
        stack.pop();
        continue;
      }
      out.push(pad, "- ");
      begin(f.items[f.next++] as Data, f.indent + 2, false, "");
    } else {
      const fields = f.fields as readonly DataField[];
      if (f.next === fields.length) {
        stack.pop();
        continue;
      }
      const { name, value, tag } = fields[f.next++] as DataField;
      if (isSimpleKey(name)) {
        out.push(pad, yamlString(name, 0, { isKey: true, quotes }), ":");
        begin(value, f.indent + 2, true, tag ?? "");
      } else {
        out.push(pad, "? ", yamlString(name, f.indent + 2, { quotes }), "\n", " ".repeat(f.indent), ": ");
        begin(value, f.indent + 2, false, tag ?? "");
      }
    }
  }
  return out.join("");
}

/** A block whose text is empty already ends its line. */
function isOpenBlock(text: string): boolean {
  return /^\|2?[-+]?\n$/.test(text) && text.includes("-");
}

function scalarText(d: Data, indent: number, tagged: boolean, quotes: QuoteRule): string {
  switch (d.kind) {
    case "null":
      return "null";
    case "bool":
      return d.value ? "true" : "false";
    case "number":
      return d.text;
    case "string":
      return yamlString(d.value, indent === 0 ? 2 : indent, { block: d.block, tagged, quotes });
    case "bytes":
      return binaryText(d.value, indent === 0 ? 2 : indent, d.block === true, tagged);
    case "list":
      return "[]";
    case "struct":
      return "{}";
  }
}

function binaryText(value: Uint8Array, indent: number, block: boolean, tagged: boolean): string {
  const text = encodeBase64(value);
  const tag = tagged ? "" : "!!binary";
  if (text === "") return tag;
  return `${tag === "" ? "" : `${tag} `}${block ? `|-\n${" ".repeat(indent)}` : ""}${text}`;
}
