import { decodeNumber, decodeString, Rel } from "../syntax/index.ts";
import type { BasicLit, Expr, Field } from "../syntax/index.ts";

/** Kinds of data as bits, so that a set of them is a number. */
export const Kind = { null: 1, bool: 2, int: 4, float: 8, string: 16, list: 32, struct: 64 } as const;
export const NUMBER: number = Kind.int | Kind.float;
export const ALL_KINDS = 127;

/** Words for kinds, in messages. */
export function kindName(kind: number): string {
  const found = Object.entries(Kind).find(([, bit]) => bit === kind);
  return found?.[0] ?? "_|_";
}

/** A value of a document, which knows where in it it stands. There is one object for each value. */
export class JsonNode {
  readonly expr: Expr;
  readonly path: readonly string[];
  readonly kind: number;
  /** Where it begins in the text: a field's value at its name. */
  readonly offset: number;
  /** How that stands to what is before it. */
  readonly rel: number;
  #fields: Map<string, JsonNode> | undefined;
  #items: JsonNode[] | undefined;

  constructor(expr: Expr, path: readonly string[] = [], at: { pos: number; rel?: number } = expr) {
    this.expr = expr;
    this.path = path;
    this.kind = kindOf(expr);
    this.offset = at.pos;
    this.rel = (at.rel ?? 0) & Rel.mask;
  }

  get pointer(): string {
    return pointerOf(this.path);
  }

  /** Empty if it is no object. */
  fields(): ReadonlyMap<string, JsonNode> {
    if (this.#fields !== undefined) return this.#fields;
    this.#fields = new Map();
    if (this.expr.kind !== "StructLit") return this.#fields;
    for (const d of this.expr.elts) {
      if (d.kind !== "Field") continue;
      const name = nameOf(d);
      if (name !== undefined) this.#fields.set(name, new JsonNode(d.value, [...this.path, name], d.label as BasicLit));
    }
    return this.#fields;
  }

  /** Empty if it is no list. */
  items(): readonly JsonNode[] {
    return (this.#items ??=
      this.expr.kind === "ListLit" ? this.expr.elts.map((x, i) => new JsonNode(x, [...this.path, String(i)])) : []);
  }

  at(token: string): JsonNode | undefined {
    if (this.kind === Kind.struct) return this.fields().get(token);
    return /^(?:0|[1-9]\d*)$/.test(token) ? this.items()[Number(token)] : undefined;
  }

  /** The value that a JSON pointer leads to. */
  find(pointer: string): JsonNode | undefined {
    let node: JsonNode | undefined = this;
    for (const token of pointerTokens(pointer)) node = node?.at(token);
    return node;
  }

  get text(): string | undefined {
    if (this.kind !== Kind.string) return undefined;
    const decoded = decodeString((this.expr as BasicLit).text);
    return decoded.ok ? decoded.value : undefined;
  }

  get bool(): boolean | undefined {
    return this.kind === Kind.bool ? (this.expr as BasicLit).token === "TRUE" : undefined;
  }

  /** A whole number that is not negative, however it is written. */
  get whole(): bigint | undefined {
    if (this.expr.kind !== "BasicLit" || (this.kind & NUMBER) === 0) return undefined;
    const { text } = this.expr;
    if (/^\d+$/.test(text)) return BigInt(text);
    const number = Number(text);
    return Number.isInteger(number) && number >= 0 ? BigInt(number) : undefined;
  }
}

export function pointerOf(tokens: readonly string[]): string {
  return tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The parts of a JSON pointer: "/a/b~1c" has "a" and "b/c". */
export function pointerTokens(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .replace(/^\//, "")
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function nameOf({ label }: Field): string | undefined {
  if (label.kind === "Ident") return label.name;
  if (label.kind !== "BasicLit") return undefined;
  const decoded = decodeString(label.text);
  return decoded.ok ? decoded.value : undefined;
}

function kindOf(x: Expr): number {
  switch (x.kind) {
    case "StructLit":
      return Kind.struct;
    case "ListLit":
      return Kind.list;
    case "UnaryExpr":
      return kindOf(x.x) & NUMBER;
    case "BasicLit":
      break;
    default:
      return 0;
  }
  if (x.token === "NULL") return Kind.null;
  if (x.token === "TRUE" || x.token === "FALSE") return Kind.bool;
  if (x.token === "STRING") return Kind.string;
  if (x.token === "BYTES") return 0;
  const number = decodeNumber(x.text);
  return number.ok && number.kind === "int" ? Kind.int : Kind.float;
}
