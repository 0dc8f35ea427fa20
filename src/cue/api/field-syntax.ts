import { attributeName, attributeText, parseAttribute } from "../load/index.ts";
import type { AttributeField } from "../load/index.ts";
import type { Attribute as AttributeNode, CommentGroup, Node } from "../syntax/index.ts";
import { Tag, conjunctExpr } from "../value/index.ts";
import type { Vertex } from "../value/index.ts";

import type { Position } from "./cue-error.ts";

/** An attribute of a field or of a struct. */
export interface Attribute {
  readonly name: string;
  /** What stands between the parentheses. */
  readonly body: string;
  /** The body cut at its commas. */
  readonly fields: readonly AttributeField[];
  /** Whether it stands behind a field or inside of a struct. */
  readonly on: "field" | "struct";
  readonly position: Position;
}

/** The attributes of everything that was unified in a vertex. */
export function attributesOf(v: Vertex): Attribute[] {
  const out: Attribute[] = [];
  const seen = new Set<AttributeNode>();
  for (const c of v.conjuncts) {
    for (const [node, on] of [
      [c.x.src?.node, "field"],
      [conjunctExpr(c.x)?.src?.node, "struct"],
    ] as const) {
      if (node === null || node === undefined) continue;
      const list = on === "field" ? (node.kind === "Field" ? node.attrs : []) : declaredIn(node);
      for (const a of list) {
        if (seen.has(a)) continue;
        seen.add(a);
        const src = c.x.src ?? conjunctExpr(c.x)?.src;
        if (src === null || src === undefined) continue;
        const { line, column } = src.file.lines.at(a.pos);
        const position = { file: src.file.name, line, column, offset: a.pos, source: src.file };
        out.push({ name: attributeName(a), body: attributeText(a), fields: parseAttribute(a).fields, on, position });
      }
    }
  }
  return out;
}

function declaredIn(node: Node): AttributeNode[] {
  const decls = node.kind === "StructLit" ? node.elts : node.kind === "File" ? node.decls : [];
  return decls.filter((d): d is AttributeNode => d.kind === "Attribute");
}

/** A doc comment: its lines without the slashes. */
export interface Doc {
  readonly text: string;
  readonly position: Position;
}

/** The doc comments of every declaration of the field, each text once. */
export function docsOf(v: Vertex): Doc[] {
  const out: Doc[] = [];
  for (const c of v.conjuncts) {
    const { src } = c.x;
    const node = src?.node;
    if (src === null || node === null || node === undefined) continue;
    if (
      c.x.tag !== Tag.Field &&
      c.x.tag !== Tag.DynamicField &&
      c.x.tag !== Tag.BulkOptionalField &&
      node.kind !== "File"
    )
      continue;
    for (const group of docGroups(node)) {
      const text = group.list.map((line) => line.text.replace(/^\/\/ ?/, "")).join("\n");
      if (out.some((d) => d.text === text)) continue;
      const { line, column } = src.file.lines.at(group.pos);
      out.push({ text, position: { file: src.file.name, line, column, offset: group.pos, source: src.file } });
    }
  }
  return out;
}

function docGroups(node: Node): CommentGroup[] {
  if (node.kind === "File") {
    const clause = node.decls.find((d) => d.kind === "Package");
    return clause === undefined ? [] : docGroups(clause);
  }
  const groups = "comments" in node ? (node.comments ?? []) : [];
  const label = node.kind === "Field" ? (node.label.comments ?? []) : [];
  return [...groups, ...label].filter((g) => g.doc);
}
