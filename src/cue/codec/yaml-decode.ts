import type { Expr, Field } from "../syntax/index.ts";
import { makeBinary, makeIdent, makeUnary, quoteBytes, quoteString } from "../syntax/index.ts";
import { parseNumber } from "../number/index.ts";
import { decodeBase64 } from "./base64.ts";
import type { Decoded, DecodeError } from "./decoded.ts";
import { fieldAt, listAt, literalAt, numberAt, structAt } from "./make-data.ts";
import { parseYaml } from "./yaml-tree.ts";
import type { YamlCollection, YamlNode, YamlScalar } from "./yaml-tree.ts";
import { resolveYamlScalar } from "./yaml-resolve.ts";

/** Nodes that aliases may produce in all, against bombs. */
const MAX_ALIAS_NODES = 50000;
const MAX_ALIAS_DEPTH = 1000;

/** Decodes a YAML stream. An empty one is `*null | _`. */
export function decodeYaml(text: string, attributes: ReadonlyMap<string, string> = new Map()): Decoded {
  const parsed = parseStream(text);
  if (parsed.documents.length === 0 && parsed.error === undefined) return { documents: [emptyDocument()] };
  const documents: Expr[] = [];
  for (const node of parsed.documents) {
    const x = new Extractor(text, attributes).extract(node);
    if (isError(x)) return { documents, error: x };
    documents.push(x);
  }
  return parsed.error === undefined ? { documents } : { documents, error: parsed.error };
}

/** Documents before the one with a mistake count, though the parser reads all or nothing. */
function parseStream(text: string): ReturnType<typeof parseYaml> {
  const parsed = parseYaml(text);
  const { error } = parsed;
  if (error === undefined || parsed.documents.length > 0 || error.offset <= 0) return parsed;
  const cut = text.lastIndexOf("\n---", error.offset - 1) + 1;
  if (cut <= 0 || /^(?:\s|#.*)*$/.test(text.slice(0, cut))) return parsed;
  const before = parseYaml(text.slice(0, cut));
  return before.error === undefined ? { documents: before.documents, error } : parsed;
}

function emptyDocument(): Expr {
  const star = makeUnary("*", literalAt("NULL", "null", 0, 0));
  star.pos = 0;
  star.end = 0;
  const any = makeIdent("_");
  any.pos = 0;
  any.end = 0;
  const either = makeBinary("|", star, any);
  either.pos = 0;
  either.end = 0;
  return either;
}

function isError(x: Expr | Field[] | DecodeError): x is DecodeError {
  return "message" in x;
}

const SHORT_TAG = /^(?:!!|!<tag:yaml\.org,2002:)([a-z]+)>?$/;

class Extractor {
  private readonly src: string;
  private readonly attributes: ReadonlyMap<string, string>;
  private aliasNodes = 0;
  private readonly expanding = new Set<YamlNode>();

  constructor(src: string, attributes: ReadonlyMap<string, string>) {
    this.src = src;
    this.attributes = attributes;
  }

  extract(node: YamlNode): Expr | DecodeError {
    if (this.expanding.size > 0 && ++this.aliasNodes > MAX_ALIAS_NODES) {
      return this.error(node, `aliases expand to more than ${MAX_ALIAS_NODES} nodes`);
    }
    switch (node.kind) {
      case "scalar":
        return this.scalar(node);
      case "alias": {
        if (this.expanding.has(node)) return this.error(node, `anchor "${node.name}" value contains itself`);
        if (this.expanding.size >= MAX_ALIAS_DEPTH) {
          return this.error(node, `aliases expand to more than ${MAX_ALIAS_NODES} nodes`);
        }
        this.expanding.add(node);
        const x = this.extract(node.target);
        this.expanding.delete(node);
        return x;
      }
      case "seq": {
        const elts: Expr[] = [];
        for (const item of node.items) {
          const x = this.extract(item);
          if (isError(x)) return x;
          elts.push(x);
        }
        return listAt(elts, node.pos, node.end);
      }
      case "map": {
        const fields: Field[] = [];
        const problem = this.insert(node, fields, false);
        return problem ?? structAt(fields, node.pos, node.end);
      }
    }
  }

  /** Adds the pairs of a mapping; after a merge, a pair replaces what it brought under the same name. */
  private insert(map: YamlCollection, fields: Field[], merging: boolean): DecodeError | undefined {
    let merged = merging;
    for (let i = 0; i + 1 < map.items.length; i += 2) {
      const key = map.items[i] as YamlNode;
      const value = map.items[i + 1] as YamlNode;
      if (
        key.kind === "scalar" &&
        key.value === "<<" &&
        key.plain &&
        (key.tag === "" || key.tag === "!" || key.tag === "!!merge")
      ) {
        merged = true;
        const problem = this.merge(value, fields);
        if (problem !== undefined) return problem;
        continue;
      }
      const name = this.label(key);
      if (typeof name !== "string") return name;
      const attribute = this.attributes.get(value.tag);
      const x = this.extract(attribute === undefined ? value : { ...value, tag: "" });
      if (isError(x)) return x;
      const field = fieldAt(name, x, key.pos, key.end);
      if (attribute !== undefined)
        field.attrs = [
          { kind: "Attribute", text: `@${attribute}()`, pos: value.pos, end: value.pos, rel: 0, comments: null },
        ];
      const same = merged
        ? fields.findIndex((f) => f.label.kind === "BasicLit" && f.label.text === quoteString(name))
        : -1;
      if (same >= 0) (fields[same] as Field).value = x;
      else fields.push(field);
    }
    return undefined;
  }

  private merge(node: YamlNode, fields: Field[]): DecodeError | undefined {
    if (node.kind === "map") return this.insert(node, fields, true);
    if (node.kind === "alias" && node.target.kind === "map") {
      if (this.expanding.size >= MAX_ALIAS_DEPTH || this.expanding.has(node)) {
        return this.error(node, `anchor "${node.name}" value contains itself`);
      }
      this.expanding.add(node);
      const problem = this.insert(node.target, fields, true);
      this.expanding.delete(node);
      return problem;
    }
    if (node.kind === "seq") {
      // Earlier mappings win, so they are laid over the later ones.
      for (let i = node.items.length - 1; i >= 0; i--) {
        const problem = this.merge(node.items[i] as YamlNode, fields);
        if (problem !== undefined) return problem;
      }
      return undefined;
    }
    return this.error(node, "map merge requires map or sequence of maps as the value");
  }

  private label(key: YamlNode): string | DecodeError {
    const node = key.kind === "alias" ? key.target : key;
    if (node.kind !== "scalar") return this.error(key, `invalid map key: !!${node.kind === "map" ? "map" : "seq"}`);
    const x = this.scalar(node);
    if (isError(x)) return x;
    if (x.kind !== "BasicLit") return this.error(key, `invalid label ${node.value}`);
    // A key like `Null` is written as what it means.
    return x.token === "STRING" || x.token === "BYTES" ? node.value : x.text;
  }

  private scalar(node: YamlScalar): Expr | DecodeError {
    const { value, pos, end } = node;
    const tag = this.tagOf(node);
    switch (tag) {
      case "str":
        return literalAt("STRING", quoteString(value, { multiline: "auto", indent: 1 }), pos, end);
      case "timestamp":
        return literalAt("STRING", quoteString(value), pos, end);
      case "null":
        return literalAt("NULL", "null", pos, end);
      case "bool": {
        const yes = value === "true" || value === "True" || value === "TRUE";
        return literalAt(yes ? "TRUE" : "FALSE", yes ? "true" : "false", pos, end);
      }
      case "binary": {
        const data = decodeBase64(value.replace(/[\r\n]/g, ""));
        if (typeof data === "number") return this.error(node, "!!binary value contains invalid base64 data");
        return literalAt("BYTES", quoteBytes(data), pos, end);
      }
      case "int":
        return this.number(node, true);
      case "float":
        return this.number(node, false);
      default:
        return {
          ...this.error(node, `cannot unmarshal tag ${JSON.stringify(node.tag)}`),
          about: { kind: "tag", name: node.tag },
        };
    }
  }

  private tagOf(node: YamlScalar): string {
    if (node.tag === "" || node.tag === "!") {
      if (!node.plain || node.tag === "!") return "str";
      const tag = resolveYamlScalar(node.value);
      // Digits behind a zero that are no octal number are text.
      return tag === "float" && /^[-+]?0[0-9_]+$/.test(node.value) ? "str" : tag;
    }
    return SHORT_TAG.exec(node.tag)?.[1] ?? node.tag;
  }

  private number(node: YamlScalar, asInt: boolean): Expr | DecodeError {
    let text = node.value;
    const name = asInt ? "!!int" : "!!float";
    if (!asInt && /^[-+]?\.(inf|nan)$/i.test(text)) {
      // The language has no such literals; whoever compiles this says so.
      const sign = text[0] === "-" ? "-" : "+";
      return numberAt(/nan$/i.test(text) ? "NaN" : sign + "Inf", false, node.pos, node.end);
    }
    if (/^0[0-9]/.test(text)) text = "0o" + text.slice(1);
    const parsed = parseNumber(text);
    if (typeof parsed === "string")
      return this.error(node, `cannot decode ${JSON.stringify(text)} as ${name}: ${parsed}`);
    if (asInt && !parsed.isInt) {
      return this.error(node, `cannot decode ${JSON.stringify(text)} as ${name}: not a literal number`);
    }
    if (text[0] === "+") {
      const plus = makeUnary("+", numberAt(text.slice(1), parsed.isInt, node.pos + 1, node.end));
      plus.pos = node.pos;
      plus.end = node.end;
      return plus;
    }
    return numberAt(text, parsed.isInt, node.pos, node.end);
  }

  private error(node: YamlNode, message: string): DecodeError {
    let line = 1;
    for (let i = 0; i < node.pos; i++) if (this.src.charCodeAt(i) === 10) line++;
    return { message, offset: node.pos, line };
  }
}
