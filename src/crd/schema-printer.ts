import { compileRegexp, RegexpError } from "../cue/index.ts";
import { isRecord, type JsonSchema } from "./json-schema.ts";

/** No CRD nests deeper than etcd's size limit lets it; a deeper document is an attack on the stack. */
const depthLimit = 200;
/** Aliases of YAML make a short text large; the largest CRDs that are used have some ten thousand types. */
const nodeLimit = 100_000;

const identifier = /^[A-Za-z$][A-Za-z0-9_$]*$/;
/** Words that CUE reads as something else when they stand where a label stands. */
const reserved = new Set(["true", "false", "null", "if", "for", "let", "import", "package"]);

function label(name: string): string {
  return identifier.test(name) && !reserved.has(name) ? name : JSON.stringify(name);
}

function propertiesOf({ properties }: JsonSchema): [string, JsonSchema][] {
  return isRecord(properties) ? (Object.entries(properties) as [string, JsonSchema][]) : [];
}

function requiredOf({ required }: JsonSchema): ReadonlySet<string> {
  return new Set(Array.isArray(required) ? (required as string[]) : []);
}

/** Writes one schema as CUE, remembering the packages that its constraints need. */
export class SchemaPrinter {
  readonly #docs: boolean;
  readonly #limits: boolean;
  readonly #problem: (path: string, message: string) => void;
  readonly #imports = new Set<string>();
  #nodes = 0;

  constructor(docs: boolean, limits: boolean, problem: (path: string, message: string) => void) {
    this.#docs = docs;
    this.#limits = limits;
    this.#problem = problem;
  }

  imports(): string {
    const lines = [...this.#imports].toSorted().map((name) => `\t"${name}"\n`);
    return lines.length === 0 ? "" : `import (\n${lines.join("")})\n\n`;
  }

  /** The object itself: identity fixed, metadata as the API server knows it, the rest from the schema. */
  root(schema: JsonSchema, apiVersion: string, kind: string): string {
    const required = requiredOf(schema);
    const lines = [
      `apiVersion: ${JSON.stringify(apiVersion)}`,
      `kind: ${JSON.stringify(kind)}`,
      "metadata!: {",
      "\tname!: string",
      "\tnamespace?: string",
      "\tlabels?: {[string]: string}",
      "\tannotations?: {[string]: string}",
      "\t...",
      "}",
    ];
    for (const [name, property] of propertiesOf(schema)) {
      if (name === "apiVersion" || name === "kind" || name === "metadata") continue;
      for (const line of this.#field(name, property, required.has(name), "", 0)) lines.push(line);
    }
    return `{\n${lines.map((line) => `\t${line}`).join("\n")}\n}`;
  }

  #field(name: string, schema: JsonSchema, required: boolean, path: string, depth: number): string[] {
    const lines: string[] = [];
    if (this.#docs && isRecord(schema) && typeof schema.description === "string") {
      for (const line of schema.description.trim().split(/\r\n|[\n\r]/))
        lines.push(line.trim() === "" ? "//" : `// ${line.trim()}`);
    }
    const body = this.#type(schema, `${path}.${name}`, depth + 1).split("\n");
    lines.push(`${label(name)}${required ? "!" : "?"}: ${body[0] ?? ""}`);
    for (let i = 1; i < body.length; i++) lines.push(body[i] as string);
    return lines;
  }

  #type(schema: JsonSchema, path: string, depth: number): string {
    if (!isRecord(schema)) return "_";
    if (depth > depthLimit) {
      this.#problem(path, `nested deeper than ${depthLimit} levels: not checked below`);
      return "_";
    }
    if (++this.#nodes > nodeLimit) {
      if (this.#nodes === nodeLimit + 1) this.#problem(path, `more than ${nodeLimit} types: not checked from here on`);
      return "_";
    }
    const body = this.#bare(schema, path, depth);
    return schema.nullable === true ? `null | ${body}` : body;
  }

  #bare(schema: JsonSchema, path: string, depth: number): string {
    if (schema["x-kubernetes-int-or-string"] === true) return "int | string";
    if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    switch (schema.type) {
      case "object":
        return this.#object(schema, path, depth);
      case "array":
        return this.#array(schema, path, depth);
      case "string":
        return this.#string(schema, path);
      case "integer":
        return ["int", ...bounds(schema)].join(" & ");
      case "number":
        return ["number", ...bounds(schema)].join(" & ");
      case "boolean":
        return "bool";
      default:
        // No type is only legal with int-or-string or unknown fields preserved: anything goes.
        return schema.properties === undefined ? "_" : this.#object(schema, path, depth);
    }
  }

  #object(schema: JsonSchema, path: string, depth: number): string {
    const limits = this.#lengths("struct", "MinFields", schema.minProperties, "MaxFields", schema.maxProperties);
    const extra = schema.additionalProperties;
    const properties = propertiesOf(schema);
    let body: string;
    if (isRecord(extra)) {
      body = `{[string]: ${this.#type(extra as JsonSchema, `${path}.additionalProperties`, depth + 1)}}`;
    } else if (properties.length === 0) {
      body = "{...}";
    } else {
      const required = requiredOf(schema);
      const lines = properties.flatMap(([name, property]) =>
        this.#field(name, property, required.has(name), `${path}.properties`, depth),
      );
      if (extra === true || schema["x-kubernetes-preserve-unknown-fields"] === true) lines.push("...");
      if (schema["x-kubernetes-embedded-resource"] === true) lines.push("...");
      body = `{\n${lines.map((line) => `\t${line}`).join("\n")}\n}`;
    }
    return [...limits, body].join(" & ");
  }

  #array(schema: JsonSchema, path: string, depth: number): string {
    const limits = this.#lengths("list", "MinItems", schema.minItems, "MaxItems", schema.maxItems);
    const element = schema.items === undefined ? "_" : this.#type(schema.items, `${path}.items`, depth + 1);
    // A disjunction inside a list type needs its parentheses: `...a | b` would not parse as meant.
    return [
      ...limits,
      element.includes(" | ") && !element.startsWith("{") ? `[...(${element})]` : `[...${element}]`,
    ].join(" & ");
  }

  #string(schema: JsonSchema, path: string): string {
    const parts = this.#lengths("strings", "MinRunes", schema.minLength, "MaxRunes", schema.maxLength);
    if (typeof schema.pattern === "string" && schema.pattern !== "" && this.#isPattern(schema.pattern, path))
      parts.push(`=~${JSON.stringify(schema.pattern)}`);
    return parts.length === 0 ? "string" : parts.join(" & ");
  }

  /** Look-aheads and the like are no part of CUE's regular expressions: the API server judges those itself. */
  #isPattern(pattern: string, path: string): boolean {
    const compiled = compileRegexp(pattern);
    if (!(compiled instanceof RegexpError)) return true;
    this.#problem(path, `the pattern ${JSON.stringify(pattern)} cannot be checked here`);
    return false;
  }

  #lengths(library: string, least: string, min: unknown, most: string, max: unknown): string[] {
    if (!this.#limits) return [];
    const parts: string[] = [];
    if (typeof min === "number" && min > 0) parts.push(`${library}.${least}(${min})`);
    if (typeof max === "number") parts.push(`${library}.${most}(${max})`);
    if (parts.length > 0) this.#imports.add(library);
    return parts;
  }
}

function bounds(schema: JsonSchema): string[] {
  const parts: string[] = [];
  if (typeof schema.minimum === "number")
    parts.push(`${schema.exclusiveMinimum === true ? ">" : ">="}${schema.minimum}`);
  if (typeof schema.maximum === "number")
    parts.push(`${schema.exclusiveMaximum === true ? "<" : "<="}${schema.maximum}`);
  return parts;
}
