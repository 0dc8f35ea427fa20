/** `@tag(key, type=…, short=a|b, var=…)`: values from the command line for fields. */
import { faultAt, isIdentifier, makeFault, quote } from "../module/index.ts";
import type { Fault } from "../module/index.ts";
import { parseNumber } from "../number/index.ts";
import { childrenOf, makeBasicLit, makeBool, makeUnary, quoteString } from "../syntax/index.ts";
import type { Attribute, Expr, Field, Node } from "../syntax/index.ts";
import { attributeName, lookUpField, parseAttribute } from "./attribute.ts";
import type { Instance, LoadedFile } from "./instance.ts";

/** A value for `var=name`: text becomes a string, an expression stays. */
export type TagVariable = () => Expr | string;

interface TagSettings {
  /** `key=value` or bare names, as given with -t. */
  readonly tags: readonly string[];
  /** Values for `var=`, used with -T; undefined leaves such fields alone. */
  readonly variables: ReadonlyMap<string, TagVariable> | undefined;
}

interface Tag {
  readonly key: string;
  readonly type: "string" | "int" | "number" | "bool";
  readonly shorthands: readonly string[];
  readonly variable: string;
  readonly field: Field;
  readonly instance: Instance;
  filled: boolean;
}

/** Which tags are set for @if, and which of them some file asked for. */
export class Tagger {
  readonly #settings: TagSettings;
  readonly #set = new Set<string>();
  readonly #asked = new Set<string>();

  constructor(settings: TagSettings) {
    this.#settings = settings;
    for (const t of settings.tags) if (!t.includes("=")) this.#set.add(t);
  }

  readonly isSet = (tag: string): boolean => {
    this.#asked.add(tag);
    return this.#set.has(tag);
  };

  /** Fills the tagged fields of all instances. Mistakes in a tag stay with its instance. */
  inject(instances: readonly Instance[]): void {
    const tags: Tag[] = [];
    for (const i of instances) for (const f of i.files) findTags(i, f, tags);
    const bad = this.#fill(tags);
    if (bad !== undefined) for (const i of instances) i.errors.push(bad);
  }

  #fill(tags: readonly Tag[]): Fault | undefined {
    for (const text of this.#settings.tags) {
      const equals = text.indexOf("=");
      const key = equals < 0 ? text : text.slice(0, equals);
      const value = equals < 0 ? text : text.slice(equals + 1);
      let found = this.#asked.has(text);
      for (const t of tags) {
        const times = equals < 0 ? t.shorthands.filter((s) => s === text).length : t.key === key ? 1 : 0;
        for (let n = 0; n < times; n++) {
          found = true;
          const expr = parseTagValue(t, value);
          if (typeof expr === "string") return makeFault("tag", expr);
          put(t, expr);
        }
      }
      if (!found)
        return makeFault("tag", equals < 0 ? `tag ${quote(text)} not used in any file` : `no tag for ${quote(key)}`);
    }
    return this.#settings.variables === undefined ? undefined : fillVariables(tags, this.#settings.variables);
  }
}

function fillVariables(tags: readonly Tag[], variables: ReadonlyMap<string, TagVariable>): Fault | undefined {
  const values = new Map<string, Expr>();
  for (const t of tags) {
    if (t.filled || t.variable === "") continue;
    let value = values.get(t.variable);
    if (value === undefined) {
      const variable = variables.get(t.variable);
      if (variable === undefined) return makeFault("tag", `tag variable '${t.variable}' not found`);
      const v = variable();
      value = typeof v === "string" ? stringLiteral(v) : v;
      values.set(t.variable, value);
    }
    put(t, value);
  }
  return undefined;
}

function put(t: Tag, expr: Expr): void {
  t.filled = true;
  const list = t.instance.injected.get(t.field);
  if (list === undefined) t.instance.injected.set(t.field, [{ expr, source: undefined }]);
  else list.push({ expr, source: undefined });
}

/** Walks a file for tagged fields; those in places where no tag may be are mistakes. */
function findTags(instance: Instance, file: LoadedFile, out: Tag[]): void {
  if (!file.source.text.includes("@tag")) return;
  // Nodes still to visit; `forbidden` says why a tag in them is a mistake.
  const work: { node: Node; forbidden: string }[] = [{ node: file.syntax, forbidden: "" }];
  for (let w = work.pop(); w !== undefined; w = work.pop()) {
    const { node } = w;
    let { forbidden } = w;
    if (node.kind === "ListLit" && forbidden === "") forbidden = "@tag not allowed within lists";
    else if (node.kind === "Comprehension" && forbidden === "") forbidden = "@tag not allowed within comprehension";
    else if (node.kind === "Field") {
      if (forbidden === "" && (node.constraint !== "" || !hasName(node)))
        forbidden = "@tag not allowed within field constraint";
      for (const a of node.attrs) {
        if (attributeName(a) !== "tag") continue;
        if (forbidden !== "") instance.errors.push(faultAt("tag", forbidden, file.source, a.pos));
        else addTag(instance, file, node, a, out);
      }
    }
    const children = childrenOf(node);
    for (let i = children.length - 1; i >= 0; i--) work.push({ node: children[i]!, forbidden });
  }
}

function hasName(field: Field): boolean {
  let label = field.label;
  if (label.kind === "Alias") {
    const inner = label.expr;
    if (inner.kind !== "Ident" && inner.kind !== "BasicLit") return false;
    label = inner;
  }
  return label.kind === "Ident" || label.kind === "BasicLit";
}

function addTag(instance: Instance, file: LoadedFile, field: Field, attribute: Attribute, out: Tag[]): void {
  const a = parseAttribute(attribute);
  const first = a.fields[0]!;
  const key = first.key === "" ? first.value : first.text;
  const bad = (message: string): void => void instance.errors.push(faultAt("tag", message, file.source, attribute.pos));
  if (!isIdentifier(key)) return bad(`invalid identifier ${quote(key)}`);
  const type = lookUpField(a, "type", 1) ?? "string";
  if (type !== "string" && type !== "int" && type !== "number" && type !== "bool")
    return bad(`invalid type ${quote(type)}`);
  const short = lookUpField(a, "short", 1);
  out.push({
    key,
    type,
    shorthands: short === undefined ? [] : short.split("|"),
    variable: lookUpField(a, "var", 1) ?? "",
    field,
    instance,
    filled: false,
  });
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ["1", true],
  ["t", true],
  ["T", true],
  ["true", true],
  ["TRUE", true],
  ["True", true],
  ["0", false],
  ["f", false],
  ["F", false],
  ["false", false],
  ["FALSE", false],
  ["False", false],
]);

function parseTagValue(t: Tag, text: string): Expr | string {
  switch (t.type) {
    case "string":
      return stringLiteral(text);
    case "bool": {
      const value = truths.get(text.trim());
      return value === undefined
        ? `invalid boolean ${quote(text.trim())} for injection tag ${quote(t.key)}`
        : makeBool(value);
    }
    default: {
      const number = parseNumber(text);
      if (typeof number === "string") return `invalid number for injection tag ${quote(t.key)}: ${number}`;
      if (!number.isInt && t.type === "int") return `invalid int ${quote(text)} for injection tag ${quote(t.key)}`;
      const sign = text[0] === "-" || text[0] === "+" ? text[0] : undefined;
      const literal = makeBasicLit(number.isInt ? "INT" : "FLOAT", sign === undefined ? text : text.slice(1));
      return sign === undefined ? literal : makeUnary(sign, literal);
    }
  }
}

function stringLiteral(text: string): Expr {
  return makeBasicLit("STRING", quoteString(text));
}
