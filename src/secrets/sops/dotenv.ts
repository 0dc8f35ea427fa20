// dotenv files: KEY=value lines, values verbatim; the `sops` block is flattened into sops_… keys.
import { tell, secretsCode } from "../../source/index.ts";
import { listOf, mapOf, scalar } from "./tree.ts";
import type { Entry, MapNode, ReadFailure, SopsNode } from "./tree.ts";

const PREFIX = "sops_";

export function readDotenv(text: string): MapNode | ReadFailure {
  const document: MapNode = { kind: "map", entries: [], trailing: [], offset: 0 };
  const flat: [string, string][] = [];
  let comments: string[] = [];
  let offset = 0;
  const keys = new Set<string>();
  for (const raw of text.split("\n")) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    const eq = line.indexOf("=");
    if (line.startsWith("#")) comments.push(line.slice(1));
    else if (line.trim() !== "") {
      if (eq < 0)
        return {
          message: tell(secretsCode.unreadable, "a line of a dotenv file is neither KEY=value nor a comment").message,
          offset,
        };
      const key = line.slice(0, eq);
      if (keys.has(key))
        return { message: tell(secretsCode.unreadable, "duplicate key in a dotenv file").message, offset };
      keys.add(key);
      const value = line.slice(eq + 1).replaceAll("\\n", "\n");
      if (key.startsWith(PREFIX)) flat.push([key.slice(PREFIX.length), value]);
      else {
        const entry: Entry = {
          key,
          value: { kind: "scalar", type: "str", text: value, offset: offset + eq + 1 },
          comments,
          keyOffset: offset,
        };
        document.entries.push(entry);
        comments = [];
      }
    }
    offset += raw.length + 1;
  }
  document.trailing = comments;
  if (flat.length > 0) document.entries.push({ key: "sops", value: unflatten(flat), comments: [], keyOffset: 0 });
  return document;
}

// Only what age files have: lists of flat mappings, and scalars.
function unflatten(flat: readonly [string, string][]): MapNode {
  const lists = new Map<string, Map<number, [string, SopsNode][]>>();
  const plain: [string, SopsNode][] = [];
  for (const [key, value] of flat) {
    const m = /^([a-z_]+?)__list_([0-9]{1,4})__map_([a-z_]+)$/.exec(key);
    if (m === null)
      plain.push([
        key,
        key === "mac_only_encrypted" ? scalar("bool", value === "true" ? "True" : "False") : scalar("str", value),
      ]);
    else {
      const list = lists.get(m[1]!) ?? new Map<number, [string, SopsNode][]>();
      lists.set(m[1]!, list);
      const item = list.get(Number(m[2])) ?? [];
      list.set(Number(m[2]), item);
      item.push([m[3]!, scalar("str", value)]);
    }
  }
  for (const [name, list] of lists)
    plain.push([name, listOf([...list].sort((a, b) => a[0] - b[0]).map(([, fields]) => mapOf(fields)))]);
  return mapOf(plain);
}

export function writeDotenv(document: MapNode): string | null {
  const lines: string[] = [];
  for (const entry of document.entries) {
    if (entry.key === "sops" && entry.value.kind === "map") {
      flatten(entry.value, lines);
      continue;
    }
    for (const comment of entry.comments) lines.push(`#${comment}`);
    const text =
      entry.value.kind === "null"
        ? ""
        : entry.value.kind === "scalar" && entry.value.bytes === undefined
          ? entry.value.text
          : null;
    if (text === null || entry.key.startsWith(PREFIX)) return null;
    lines.push(`${entry.key}=${text.replaceAll("\n", "\\n")}`);
  }
  for (const comment of document.trailing) lines.push(`#${comment}`);
  return `${lines.join("\n")}\n`;
}

function flatten(block: MapNode, lines: string[]): void {
  for (const { key, value } of block.entries) {
    if (value.kind === "scalar")
      lines.push(
        `${PREFIX}${key}=${(value.type === "bool" ? value.text.toLowerCase() : value.text).replaceAll("\n", "\\n")}`,
      );
    else if (value.kind === "list")
      value.items.forEach((item, i) => {
        if (item.value.kind !== "map") return;
        for (const field of item.value.entries)
          if (field.value.kind === "scalar")
            lines.push(`${PREFIX}${key}__list_${i}__map_${field.key}=${field.value.text.replaceAll("\n", "\\n")}`);
      });
  }
}
