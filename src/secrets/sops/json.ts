// JSON text to and from a SOPS document: order kept, duplicate keys and trailing text refused, integers exact.
import { tell, secretsCode } from "../../source/index.ts";
import { MAX_DEPTH, MAX_NODES } from "./tree.ts";
import type { Item, MapNode, ReadFailure, SopsNode } from "./tree.ts";
import { goFloat } from "./go-text.ts";

class Failed {
  readonly failure: ReadFailure;
  constructor(message: string, offset: number) {
    this.failure = {
      message: tell(secretsCode.unreadable, "not valid JSON: {problem}", { problem: message }).message,
      offset,
    };
  }
}

export function readJson(text: string): MapNode | ReadFailure {
  const reader = new Reader(text);
  try {
    const root = reader.value(0);
    reader.end();
    if (root.kind !== "map")
      return {
        message: tell(secretsCode.unreadable, "the top level of a SOPS file must be an object").message,
        offset: 0,
      };
    return root;
  } catch (error) {
    if (error instanceof Failed) return error.failure;
    throw error;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;
  #nodes = 0;
  constructor(text: string) {
    this.#text = text;
  }

  end(): void {
    this.#blank();
    if (this.#at < this.#text.length) throw new Failed("text after the end of the object", this.#at);
  }

  value(depth: number): SopsNode {
    this.#blank();
    const offset = this.#at;
    if (depth > MAX_DEPTH) throw new Failed(`nested deeper than ${MAX_DEPTH}`, offset);
    if (++this.#nodes > MAX_NODES) throw new Failed(`more than ${MAX_NODES} values`, offset);
    const c = this.#text[this.#at];
    if (c === "{") return this.#object(offset, depth);
    if (c === "[") return this.#array(offset, depth);
    if (c === '"') return { kind: "scalar", type: "str", text: this.#string(), offset };
    for (const [word, node] of WORDS) {
      if (!this.#text.startsWith(word, offset)) continue;
      this.#at += word.length;
      return node === null
        ? { kind: "null", offset }
        : { kind: "scalar", type: "bool", text: node, source: word, offset };
    }
    return this.#number(offset);
  }

  #object(offset: number, depth: number): MapNode {
    this.#at++;
    const node: MapNode = { kind: "map", entries: [], trailing: [], offset };
    const keys = new Set<string>();
    this.#blank();
    if (this.#take("}")) return node;
    for (;;) {
      this.#blank();
      const keyOffset = this.#at;
      if (this.#text[keyOffset] !== '"') throw new Failed("a key in quotes is expected", keyOffset);
      const key = this.#string();
      if (keys.has(key)) throw new Failed("duplicate key in an object", keyOffset);
      keys.add(key);
      this.#blank();
      if (!this.#take(":")) throw new Failed("`:` is expected", this.#at);
      node.entries.push({ key, value: this.value(depth + 1), comments: [], keyOffset });
      this.#blank();
      if (this.#take("}")) return node;
      if (!this.#take(",")) throw new Failed("`,` or `}` is expected", this.#at);
    }
  }

  #array(offset: number, depth: number): SopsNode {
    this.#at++;
    const items: Item[] = [];
    this.#blank();
    if (!this.#take("]"))
      for (;;) {
        items.push({ value: this.value(depth + 1), comments: [] });
        this.#blank();
        if (this.#take("]")) break;
        if (!this.#take(",")) throw new Failed("`,` or `]` is expected", this.#at);
      }
    return { kind: "list", items, trailing: [], offset };
  }

  #string(): string {
    const start = this.#at;
    let i = start + 1;
    for (; ; i++) {
      const c = this.#text.charCodeAt(i);
      if (Number.isNaN(c)) throw new Failed("a string does not end", start);
      if (c === 34) break;
      if (c === 92) i++;
      else if (c < 32) throw new Failed("a control character in a string", i);
    }
    this.#at = i + 1;
    try {
      return JSON.parse(this.#text.slice(start, i + 1)) as string;
    } catch {
      throw new Failed("a bad escape in a string", start);
    }
  }

  #number(offset: number): SopsNode {
    const m = /^-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/.exec(this.#text.slice(offset, offset + 400));
    if (m === null) throw new Failed("a value is expected", offset);
    this.#at += m[0].length;
    const source = m[0];
    if (m[1] === undefined && m[2] === undefined) {
      const int = BigInt(source);
      if (int >= -(1n << 63n) && int < 1n << 63n)
        return { kind: "scalar", type: "int", text: String(int), source, offset };
    }
    return { kind: "scalar", type: "float", text: goFloat(Number(source)), source, offset };
  }

  #blank(): void {
    for (; ; this.#at++) {
      const c = this.#text.charCodeAt(this.#at);
      if (c !== 32 && c !== 10 && c !== 13 && c !== 9) return;
    }
  }

  #take(c: string): boolean {
    if (this.#text[this.#at] !== c) return false;
    this.#at++;
    return true;
  }
}

const WORDS: readonly (readonly [string, string | null])[] = [
  ["true", "True"],
  ["false", "False"],
  ["null", null],
];

/** Tabs and Go's escapes, as sops writes. Null if a value has no JSON form (binary data, infinities). */
export function writeJson(document: MapNode): string | null {
  const out: string[] = [];
  return write(document, "", out) ? `${out.join("")}\n` : null;
}

function write(node: SopsNode, indent: string, out: string[]): boolean {
  const inner = `${indent}\t`;
  if (node.kind === "null") out.push("null");
  else if (node.kind === "scalar") {
    if (node.bytes !== undefined) return false;
    if (node.type === "str" || node.type === "time") out.push(quote(node.text));
    else if (node.type === "bool") out.push(node.text.toLowerCase());
    else {
      const text = node.source ?? node.text;
      if (!/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/.test(text)) return false;
      out.push(text);
    }
  } else {
    const parts = node.kind === "map" ? node.entries : node.items;
    const [open, close] = node.kind === "map" ? "{}" : "[]";
    out.push(open!);
    for (let i = 0; i < parts.length; i++) {
      out.push(i === 0 ? "\n" : ",\n", inner);
      const part = parts[i]!;
      if ("key" in part) out.push(quote(part.key as string), ": ");
      if (!write(part.value, inner, out)) return false;
    }
    if (parts.length > 0) out.push("\n", indent);
    out.push(close!);
  }
  return true;
}

function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
