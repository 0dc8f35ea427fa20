// SOPS documents to YAML: block style, four spaces, as sops itself writes.
import { toBase64 } from "../bytes.ts";
import type { MapNode, ScalarNode, SopsNode } from "./tree.ts";
import { resolvePlain } from "./yaml-scalar.ts";

const STEP = "    ";

export function writeYaml(documents: readonly MapNode[]): string {
  return documents
    .map((document) => {
      const lines: string[] = [];
      if (document.entries.length === 0) lines.push("{}");
      else writeMap(document, "", lines);
      return `${lines.join("\n")}\n`;
    })
    .join("---\n");
}

function writeMap(map: MapNode, indent: string, lines: string[]): void {
  for (const entry of map.entries) {
    comments(entry.comments, indent, lines);
    writeValue(`${indent}${entry.merge ? "<<" : keyText(entry.key)}:`, entry.value, indent, entry.inline, lines);
  }
  comments(map.trailing, indent, lines);
}

function writeValue(head: string, value: SopsNode, indent: string, inline: string | undefined, lines: string[]): void {
  const note = inline === undefined ? "" : ` #${inline}`;
  if (value.kind === "map" && value.entries.length > 0) {
    lines.push(head + note);
    writeMap(value, indent + STEP, lines);
  } else if (value.kind === "list" && value.items.length > 0) {
    lines.push(head + note);
    for (const item of value.items) {
      comments(item.comments, indent + STEP, lines);
      writeItem(item.value, indent + STEP, item.inline, lines);
    }
    comments(value.trailing, indent + STEP, lines);
  } else if (value.kind === "scalar") {
    const [first, ...rest] = scalarLines(value, indent + STEP);
    if (rest.length > 0) lines.push(`${head} ${first}${note}`, ...rest);
    else lines.push(`${head} ${first}${note}`);
  } else {
    lines.push(`${head} ${value.kind === "null" ? "null" : value.kind === "map" ? "{}" : "[]"}${note}`);
    if (value.kind !== "null") comments(value.trailing, indent, lines);
  }
}

// `-` stands where the first line of the item's content would be indented.
function writeItem(value: SopsNode, indent: string, inline: string | undefined, lines: string[]): void {
  if (value.kind === "map" && value.entries.length > 0 && value.entries[0]!.comments.length === 0) {
    const at = lines.length;
    writeMap(value, `${indent}  `, lines);
    lines[at] = `${indent}- ${lines[at]!.slice(indent.length + 2)}`;
    if (inline !== undefined) lines.splice(at, 0, `${indent}#${inline}`);
  } else if (value.kind === "map" && value.entries.length > 0) {
    lines.push(`${indent}-${inline === undefined ? "" : ` #${inline}`}`);
    writeMap(value, `${indent}  `, lines);
  } else writeValue(`${indent}-`, value, indent, inline, lines);
}

function comments(texts: readonly string[], indent: string, lines: string[]): void {
  for (const text of texts) lines.push(`${indent}#${text}`);
}

function keyText(key: string): string {
  return isPlain(key) && !key.includes(":") ? key : quote(key);
}

function scalarLines(node: ScalarNode, indent: string): string[] {
  if (node.bytes !== undefined) return [`!!binary ${toBase64(node.bytes)}`];
  if (node.type !== "str") return [node.source ?? nonString(node)];
  const text = node.text;
  if (isPlain(text) || (text.startsWith("ENC[") && /^ENC\[AES256_GCM,[A-Za-z0-9+/=,:]*\]$/.test(text))) return [text];
  if (text.includes("\n") && isBlock(text)) {
    const keep = text.endsWith("\n\n") ? "+" : text.endsWith("\n") ? "" : "-";
    const body = text.endsWith("\n") ? text.slice(0, -1) : text;
    return [`|${keep}`, ...body.split("\n").map((line) => (line === "" ? "" : indent + line))];
  }
  return [quote(text)];
}

function nonString(node: ScalarNode): string {
  switch (node.type) {
    case "bool":
      return node.text.toLowerCase();
    case "float":
      if (node.text === "+Inf") return ".inf";
      if (node.text === "-Inf") return "-.inf";
      if (node.text === "NaN") return ".nan";
      return node.text.includes(".") ? node.text : `${node.text}.0`;
    default:
      return node.text;
  }
}

// A block scalar cannot hold other controls, must not begin with a blank (that would set its indent), and readers
// differ on carriage returns.
function isBlock(text: string): boolean {
  return (
    !/^[ \t\n]/.test(text) &&
    !/[^\n\t\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]|[\u2028\u2029]/u.test(text)
  );
}

const PLAIN = /^[A-Za-z0-9_./$(<][A-Za-z0-9_./@+=,:;()<>*^%$~ -]*$/;
// Words that some YAML reader takes for something else.
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|~|<<|=)$/i;

function isPlain(text: string): boolean {
  if (!PLAIN.test(text) || WORDS.test(text) || text.includes(": ") || text.endsWith(":") || text.endsWith(" "))
    return false;
  if (/^[0-9.]/.test(text) && /^[0-9_.:eExXoObBa-fA-F+-]+$/.test(text)) return false; // 1:30, 0x1F, 1e3 and their kin
  const resolved = resolvePlain(text, 0);
  return typeof resolved !== "string" && resolved.kind === "scalar" && resolved.type === "str";
}

function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
