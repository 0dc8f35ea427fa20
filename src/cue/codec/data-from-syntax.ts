import { decodeBytes, decodeString } from "../syntax/index.ts";
import type { Attribute, Decl, Expr, Field, File, Label } from "../syntax/index.ts";
import { parseNumber, toText } from "../number/index.ts";
import { buildData } from "./build-data.ts";
import type { Opened } from "./build-data.ts";
import type { Data } from "./data.ts";

type Node = Expr | File;

/** Reads syntax that is plain data. A string says what in it is none. */
export function dataFromSyntax(x: Node): Data | string {
  return buildData<Node, string>(x, open, (r): r is string => typeof r === "string");
}

function open(node: Node): Opened<Node> | string {
  let x = node;
  for (;;) {
    switch (x.kind) {
      case "ParenExpr":
        x = x.x;
        continue;
      case "File":
      case "StructLit": {
        const decls = openDecls(x.kind === "File" ? x.decls : x.elts);
        if (typeof decls === "string" || "fields" in decls) return decls;
        x = decls.embedded;
        continue;
      }
      case "ListLit":
        return { items: x.elts };
      case "BasicLit":
        return asOpened(literal(x.token, x.text));
      case "UnaryExpr":
        return asOpened(signed(x.op, x.x));
      default:
        return unsupported(x.kind);
    }
  }
}

function asOpened(d: Data | string): Opened<Node> | string {
  return typeof d === "string" ? d : { data: d };
}

/** A number with a sign before it. */
function signed(op: string, x: Expr): Data | string {
  if ((op !== "-" && op !== "+") || x.kind !== "BasicLit") return unsupported("UnaryExpr");
  const d = literal(x.token, x.text);
  if (typeof d === "string" || d.kind !== "number" || d.text.startsWith("-")) return unsupported("UnaryExpr");
  return op === "+" ? d : { kind: "number", text: "-" + d.text, isInt: d.isInt };
}

function unsupported(kind: string): string {
  return `unsupported node (*ast.${kind})`;
}

function literal(token: string, text: string): Data | string {
  switch (token) {
    case "NULL":
      return { kind: "null" };
    case "TRUE":
    case "FALSE":
      return { kind: "bool", value: token === "TRUE" };
    case "INT":
    case "FLOAT":
      return { kind: "number", text: numberText(text), isInt: token === "INT" };
    default: {
      if (/^#*'/.test(text)) {
        const b = decodeBytes(text);
        if (!b.ok) return b.message;
        return /^#*'''\r?\n/.test(text)
          ? { kind: "bytes", value: b.value, block: true }
          : { kind: "bytes", value: b.value };
      }
      const s = decodeString(text);
      if (!s.ok) return s.message;
      return /^#*"""\r?\n/.test(text)
        ? { kind: "string", value: s.value, block: true }
        : { kind: "string", value: s.value };
    }
  }
}

/** A literal's own text, except where no other language reads it (`1Ki`). */
function numberText(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  const multiplied =
    last === 0x69 || (last >= 0x47 && last <= 0x54 && !text.startsWith("0x") && !text.startsWith("0X"));
  if (!multiplied) return text;
  const n = parseNumber(text);
  return typeof n === "string" ? text : toText(n.value);
}

interface OpenField {
  readonly name: string;
  readonly node: Node;
  readonly tag?: string;
}

/** The fields of a struct, or the one value that is embedded in it. */
function openDecls(decls: readonly Decl[]): { fields: OpenField[] } | { embedded: Expr } | string {
  const fields: OpenField[] = [];
  let embedded: Expr | undefined;
  for (const d of decls) {
    switch (d.kind) {
      case "Package":
      case "Attribute":
      case "CommentGroup":
        break;
      case "Field": {
        const f = openField(d);
        if (typeof f === "string") return f;
        if (embedded !== undefined) return "embedding mixed with fields";
        fields.push(f);
        break;
      }
      case "EmbedDecl":
        if (embedded !== undefined) return "multiple embedded values";
        embedded = d.expr;
        break;
      default:
        return unsupported(d.kind);
    }
  }
  return embedded === undefined ? { fields } : { embedded };
}

function openField(f: Field): OpenField | string {
  if (f.constraint !== "") return "optional fields not allowed";
  const name = labelName(f.label);
  if (name === undefined) return "only literal labels allowed";
  if (f.label.kind === "Ident" && /^_?#|^_/.test(name)) return "definition or hidden fields not allowed";
  const tag = yamlTag(f.attrs);
  return tag === undefined ? { name, node: f.value } : { name, node: f.value, tag };
}

/** The name that a label spells, if it is a constant. */
export function labelName(label: Label): string | undefined {
  if (label.kind === "Ident") return label.name;
  if (label.kind !== "BasicLit") return undefined;
  const d = literal(label.token, label.text);
  return typeof d === "object" && d.kind === "string" ? d.value : undefined;
}

/** The tag of `@yaml(,tag="!x")`. */
function yamlTag(attrs: readonly Attribute[]): string | undefined {
  for (const a of attrs) {
    const m = /^@yaml\(.*,\s*tag\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^,)]*))/s.exec(a.text);
    if (m !== null) return (m[1] ?? m[2] ?? "").trim();
  }
  return undefined;
}
