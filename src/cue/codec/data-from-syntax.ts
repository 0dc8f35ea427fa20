import { decodeBytes, decodeString } from "../syntax/index.ts";
import type { Attribute, Decl, Expr, Field, File, Label } from "../syntax/index.ts";
import { parseNumber, toText } from "../number/index.ts";
import type { Data, DataField } from "./data.ts";

/** Reads syntax that is plain data. A string says what in it is none. */
export function dataFromSyntax(x: Expr | File): Data | string {
  switch (x.kind) {
    case "File":
      return fromDecls(x.decls);
    case "StructLit":
      return fromDecls(x.elts);
    case "ListLit": {
      const items: Data[] = [];
      for (const e of x.elts) {
        const d = dataFromSyntax(e);
        if (typeof d === "string") return d;
        items.push(d);
      }
      return { kind: "list", items };
    }
    case "BasicLit":
      return literal(x.token, x.text);
    case "UnaryExpr": {
      if ((x.op !== "-" && x.op !== "+") || x.x.kind !== "BasicLit") return unsupported(x.kind);
      const d = literal(x.x.token, x.x.text);
      if (x.op === "+" && typeof d === "object" && d.kind === "number") return d;
      if (typeof d === "string" || d.kind !== "number" || d.text.startsWith("-")) return unsupported(x.kind);
      return { kind: "number", text: "-" + d.text, isInt: d.isInt };
    }
    case "ParenExpr":
      return dataFromSyntax(x.x);
    default:
      return unsupported(x.kind);
  }
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
        return b.ok ? { kind: "bytes", value: b.value } : b.message;
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

function fromDecls(decls: readonly Decl[]): Data | string {
  const fields: DataField[] = [];
  let embedded: Data | undefined;
  for (const d of decls) {
    switch (d.kind) {
      case "Package":
      case "Attribute":
      case "CommentGroup":
        break;
      case "Field": {
        const f = fromField(d);
        if (typeof f === "string") return f;
        if (embedded !== undefined) return "embedding mixed with fields";
        fields.push(f);
        break;
      }
      case "EmbedDecl": {
        if (embedded !== undefined) return "multiple embedded values";
        const e = dataFromSyntax(d.expr);
        if (typeof e === "string") return e;
        embedded = e;
        break;
      }
      default:
        return unsupported(d.kind);
    }
  }
  return embedded ?? { kind: "struct", fields };
}

function fromField(f: Field): DataField | string {
  if (f.constraint !== "") return "optional fields not allowed";
  const name = labelName(f.label);
  if (name === undefined) return "only literal labels allowed";
  if (f.label.kind === "Ident" && /^_?#|^_/.test(name)) return "definition or hidden fields not allowed";
  const value = dataFromSyntax(f.value);
  if (typeof value === "string") return value;
  const tag = yamlTag(f.attrs);
  return tag === undefined ? { name, value } : { name, value, tag };
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
