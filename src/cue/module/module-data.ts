/**
 * Configuration files are CUE without expressions: this reads such a file into plain data that
 * remembers its places, with the checks and words of cue's "data mode".
 */
import type { SourceFile } from "../../source/index.ts";
import { decodeString } from "../syntax/index.ts";
import type { BasicLit, Decl, Expr, Field, File } from "../syntax/index.ts";
import { parseNumber } from "../number/index.ts";
import { quote } from "./module-path.ts";
import { faultAt, makeFault } from "./result.ts";
import type { Fault } from "./result.ts";

export type Data = DataStruct | DataList | DataScalar;

export interface DataStruct {
  readonly kind: "struct";
  readonly offset: number;
  readonly fields: Map<string, DataField>;
}

export interface DataField {
  readonly labelOffset: number;
  value: Data;
}

interface DataList {
  readonly kind: "list";
  readonly offset: number;
  readonly items: readonly Data[];
}

interface DataScalar {
  readonly kind: "string" | "bytes" | "int" | "float" | "bool" | "null";
  readonly offset: number;
  /** The decoded string or bytes; for other kinds the literal. */
  readonly text: string;
}

/** The top value of a file, or its mistakes. Fields given twice must agree. */
export function readData(file: File, source: SourceFile): { data?: Data; faults: Fault[] } {
  const faults: Fault[] = checkDataMode(file, source, "data");
  if (faults.length > 0) return { faults };
  const reader = new DataReader(source, faults);
  const data = reader.struct(file.decls, file.pos, []);
  return faults.length > 0 ? { faults } : { data, faults };
}

const maxFaults = 11;

/** Refuses what is not data, in source order. The forms "graph" and "dag" allow references. */
export function checkDataMode(file: File, source: SourceFile, form: string): Fault[] {
  const faults: Fault[] = [];
  // Nesting has no limit (`a: b: c: …`), so the walk keeps its own stack.
  const work: (Decl | Expr)[] = [...file.decls].reverse();
  for (let node = work.pop(); node !== undefined && faults.length < maxFaults; node = work.pop()) {
    const what = refusal(node);
    if (what !== "" && (what !== "references" || form === "data")) {
      const offset = node.kind === "Package" ? node.name.pos : node.pos;
      faults.push(faultAt("module", `${what} not allowed in ${form} mode`, source, offset));
    } else if (node.kind === "Field") work.push(node.value);
    else if (node.kind === "EmbedDecl") work.push(node.expr);
    else if (node.kind === "StructLit" || node.kind === "ListLit") {
      for (let i = node.elts.length - 1; i >= 0; i--) work.push(node.elts[i]!);
    }
  }
  return faults;
}

/** What a node is that data does not have; "" if it may be there. */
function refusal(node: Decl | Expr): string {
  switch (node.kind) {
    case "ImportDecl":
      return "imports";
    case "Field":
      if (node.label.kind === "Ident" && /^_?#/.test(node.label.name)) return "definitions";
      return node.label.kind === "Ident" || node.label.kind === "BasicLit" ? "" : "optional fields";
    case "Package":
    case "Ident":
    case "SelectorExpr":
    case "Alias":
    case "LetClause":
      return "references";
    case "Ellipsis":
      return "ellipsis";
    case "UnaryExpr":
      if (node.op === "*") return "default values";
      if (node.op === "-" || node.op === "+") return node.x.kind === "BasicLit" ? "" : "expressions";
      return node.op === "!" ? "expressions" : "constraints";
    case "EmbedDecl":
    case "StructLit":
    case "ListLit":
    case "BasicLit":
    case "BottomLit":
    case "BadExpr":
    case "BadDecl":
    case "Attribute":
    case "CommentGroup":
      return "";
    default:
      return "expressions";
  }
}

/** Configuration is flat; what nests deeper is an attack or a mistake. */
const maxDepth = 500;

class DataReader {
  readonly #source: SourceFile;
  readonly #faults: Fault[];

  constructor(source: SourceFile, faults: Fault[]) {
    this.#source = source;
    this.#faults = faults;
  }

  struct(decls: readonly Decl[], offset: number, path: readonly string[]): Data {
    const fields = new Map<string, DataField>();
    let scalar: Data | undefined;
    for (const d of decls) {
      if (d.kind === "Field") this.#field(d, fields, path);
      else if (d.kind === "EmbedDecl") {
        const inner = this.value(d.expr, path);
        if (inner.kind === "struct") for (const [name, f] of inner.fields) this.#add(fields, name, f, path);
        else scalar = scalar === undefined ? inner : this.#unify(scalar, inner, path);
      }
    }
    return scalar ?? { kind: "struct", offset, fields };
  }

  #field(f: Field, fields: Map<string, DataField>, path: readonly string[]): void {
    const label = f.label;
    // Optional fields and hidden fields are no data.
    if (f.constraint !== "") return;
    if (label.kind === "Ident" && label.name.startsWith("_")) return;
    let name: string;
    if (label.kind === "Ident") name = label.name;
    else if (label.kind === "BasicLit" && label.token === "STRING") name = unquoteLiteral(label.text) ?? label.text;
    else return;
    this.#add(fields, name, { labelOffset: f.pos, value: this.value(f.value, [...path, name]) }, path);
  }

  #add(fields: Map<string, DataField>, name: string, f: DataField, path: readonly string[]): void {
    const known = fields.get(name);
    if (known === undefined) fields.set(name, f);
    else known.value = this.#unify(known.value, f.value, [...path, name]);
  }

  value(e: Expr, path: readonly string[]): Data {
    switch (e.kind) {
      case "StructLit":
        if (path.length > maxDepth) return this.#tooDeep(e);
        return this.struct(e.elts, e.pos, path);
      case "ListLit":
        if (path.length > maxDepth) return this.#tooDeep(e);
        return { kind: "list", offset: e.pos, items: e.elts.map((x, i) => this.value(x, [...path, String(i)])) };
      case "UnaryExpr": {
        const inner = this.value(e.x, path);
        return inner.kind === "int" || inner.kind === "float"
          ? { ...inner, offset: e.pos, text: e.op + inner.text }
          : inner;
      }
      case "BasicLit":
        return this.#scalar(e, path);
      default:
        this.#faults.push(faultAt("module", "explicit error (_|_ literal) in source", this.#source, e.pos));
        return { kind: "null", offset: e.pos, text: "null" };
    }
  }

  #tooDeep(e: Expr): Data {
    this.#faults.push(faultAt("module", `exceeds maximum nesting depth of ${maxDepth}`, this.#source, e.pos));
    return { kind: "null", offset: e.pos, text: "null" };
  }

  #scalar(e: BasicLit, path: readonly string[]): Data {
    const offset = e.pos;
    switch (e.token) {
      case "STRING":
        return { kind: "string", offset, text: unquoteLiteral(e.text) ?? this.#bad(e, path) };
      case "BYTES":
        return { kind: "bytes", offset, text: unquoteLiteral(e.text) ?? e.text };
      case "NULL":
        return { kind: "null", offset, text: "null" };
      case "TRUE":
      case "FALSE":
        return { kind: "bool", offset, text: e.text };
      default:
        return { kind: e.token === "INT" ? "int" : "float", offset, text: e.text };
    }
  }

  #bad(e: BasicLit, path: readonly string[]): string {
    this.#faults.push(
      makeFault("module", "invalid string literal", [this.#source.position(e.pos)], path.map(pathElement)),
    );
    return "";
  }

  #unify(a: Data, b: Data, path: readonly string[]): Data {
    if (a.kind === "struct" && b.kind === "struct") {
      for (const [name, f] of b.fields) this.#add(a.fields, name, f, path);
      return a;
    }
    if (a.kind === "list" && b.kind === "list" && a.items.length === b.items.length) {
      return { ...a, items: a.items.map((x, i) => this.#unify(x, b.items[i]!, [...path, String(i)])) };
    }
    if (isScalar(a) && isScalar(b) && a.kind === b.kind && sameScalar(a, b)) return a;
    const types = a.kind === b.kind ? "" : ` (mismatched types ${b.kind} and ${a.kind})`;
    const places = [this.#source.position(a.offset), this.#source.position(b.offset)];
    this.#faults.push(
      makeFault(
        "module",
        `conflicting values ${showData(b)} and ${showData(a)}${types}`,
        places,
        path.map(pathElement),
      ),
    );
    return a;
  }
}

function isScalar(d: Data): d is DataScalar {
  return d.kind !== "struct" && d.kind !== "list";
}

function sameScalar(a: DataScalar, b: DataScalar): boolean {
  if (a.text === b.text) return true;
  if (a.kind !== "int") return false;
  const x = parseNumber(a.text);
  const y = parseNumber(b.text);
  return (
    typeof x !== "string" && typeof y !== "string" && x.value.coeff === y.value.coeff && x.value.neg === y.value.neg
  );
}

function unquoteLiteral(text: string): string | undefined {
  const decoded = decodeString(text);
  return decoded.ok ? decoded.value : undefined;
}

/** A value in a message. */
export function showData(d: Data): string {
  switch (d.kind) {
    case "string":
      return quote(d.text);
    case "list":
      return `[${d.items.map(showData).join(",")}]`;
    case "struct":
      return `{${[...d.fields].map(([name, f]) => `${pathElement(name)}:${showData(f.value)}`).join(",")}}`;
    default:
      return d.text;
  }
}

/** A name in a path: quoted unless it is an identifier. */
export function pathElement(name: string): string {
  return /^[\p{L}_$#][\p{L}\p{Nd}_$]*$/u.test(name) ? name : quote(name);
}
