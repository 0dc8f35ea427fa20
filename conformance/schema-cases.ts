// Random JSON Schemas and OpenAPI documents, for `cue import`.
import type { FilesCase } from "./files-case.ts";
import { yamlText } from "./random-yaml.ts";
import type { Json } from "./random-yaml.ts";
import type { Random } from "./random.ts";

type Schema = Record<string, Json> | boolean;
type Record_ = { [name: string]: Json };

const PROPERTIES = ["name", "size", "x-y", "list", "string", "type", "a b", "if", "strings", "#x", "_y", ""];
const DEFINITIONS = ["Foo", "bar", "with space", "a-b", "list"];
const DRAFTS = [
  "http://json-schema.org/draft-04/schema#",
  "http://json-schema.org/draft-06/schema#",
  "http://json-schema.org/draft-07/schema#",
  "https://json-schema.org/draft/2019-09/schema",
  "https://json-schema.org/draft/2020-12/schema",
];
const WORDS = [
  "What it is.",
  "Two lines\nof words.",
  "  spaces around  ",
  "Very long words that go on and on until they are longer than what a line of a comment may be, and then some more.",
  "",
];
const VALUES: readonly Json[] = [1, -1, 1.5, "a", "", true, null, [1, "x"], { a: 1, "b c": [] }, [], "a longer text"];

interface Dialect {
  readonly draft: number;
  readonly isOpenApi: boolean;
  /** Where definitions are. */
  readonly home: string;
}

class SchemaMaker {
  readonly #r: Random;
  readonly #dialect: Dialect;

  constructor(r: Random, dialect: Dialect) {
    this.#r = r;
    this.#dialect = dialect;
  }

  schema(depth: number): Schema {
    const r = this.#r;
    if (!this.#dialect.isOpenApi && this.#dialect.draft >= 6 && r.chance(0.04)) return r.chance(0.5);
    if (r.chance(0.12)) return { ...this.#reference(), ...(r.chance(0.2) && { description: r.pick(WORDS) }) };
    const out: Record_ = {};
    for (let i = r.below(3); i >= 0; i--) Object.assign(out, this.#part(depth));
    return out;
  }

  #reference(): Record_ {
    const r = this.#r;
    const { home, isOpenApi } = this.#dialect;
    if (isOpenApi) return { $ref: `#${home}/${r.pick(DEFINITIONS).replaceAll(" ", "%20")}` };
    return {
      $ref: r.pick([
        `#${home}/${r.pick(DEFINITIONS).replaceAll(" ", "%20")}`,
        `#${home}/${r.pick(DEFINITIONS).replaceAll(" ", "%20")}`,
        "#",
        "#/properties/name",
        "https://example.com/other.json",
        "https://example.com/schemas/other#/definitions/X",
      ]),
    };
  }

  #part(depth: number): Record_ {
    const r = this.#r;
    const { draft, isOpenApi } = this.#dialect;
    const leaf: (() => Record_)[] = [
      (): Record_ => ({
        type: r.pick(["string", "integer", "number", "boolean", "object", ...(isOpenApi ? [] : ["null"])]),
      }),
      (): Record_ => ({ type: "string", minLength: r.below(3), maxLength: r.below(9) }),
      (): Record_ => ({ minimum: r.pick([0, -1, 1.5]), maximum: 10 }),
      (): Record_ => (draft >= 6 && !isOpenApi ? { exclusiveMinimum: 1 } : { minimum: 1, exclusiveMinimum: true }),
      (): Record_ => ({ pattern: r.pick(["^[a-z]+$", "\\d", "x/y", "^a.b"]) }),
      (): Record_ => ({
        format: r.pick(["date-time", "date", "uri", "uri-reference", "email", "regex", "int32", "uuid", "zz"]),
      }),
      (): Record_ => ({ enum: Array.from({ length: 1 + r.below(3) }, () => r.pick(VALUES)) }),
      (): Record_ => (draft >= 6 && !isOpenApi ? { const: r.pick(VALUES) } : { default: r.pick(VALUES) }),
      (): Record_ => ({ title: r.pick(WORDS), description: r.pick(WORDS) }),
      (): Record_ => ({ description: r.pick(WORDS) }),
      (): Record_ => ({ default: r.pick(VALUES) }),
      (): Record_ => ({ multipleOf: r.pick([1, 2.5, 10]) }),
      (): Record_ => ({ minItems: r.below(3), maxItems: r.below(6) }),
      (): Record_ => ({ uniqueItems: r.chance(0.7) }),
      (): Record_ => ({ minProperties: 1, maxProperties: 4 }),
      (): Record_ => (isOpenApi ? { nullable: true } : { type: ["string", r.pick(["null", "integer", "array"])] }),
      (): Record_ => (draft >= 2019 || isOpenApi ? { deprecated: true } : {}),
      (): Record_ => ({ required: [r.pick(PROPERTIES)] }),
      (): Record_ => ({ "x-other": 1 }),
    ];
    if (depth === 0) return r.pick(leaf)();
    const sub = (): Schema => this.schema(depth - 1);
    const many = (): Schema[] => Array.from({ length: 1 + r.below(3) }, sub);
    const inner: (() => Record_)[] = [
      () => this.#object(depth),
      () => this.#object(depth),
      () => this.#object(depth),
      (): Record_ => ({ type: "array", items: sub() }),
      (): Record_ =>
        isOpenApi || draft > 2019 ? { items: sub() } : { items: many(), additionalItems: r.pick([true, false, sub()]) },
      (): Record_ =>
        draft > 2019 && !isOpenApi ? { prefixItems: many(), ...(r.chance(0.5) && { items: sub() }) } : {},
      (): Record_ => ({ allOf: many() }),
      (): Record_ => ({ anyOf: many() }),
      (): Record_ => ({ oneOf: many() }),
      (): Record_ => ({ not: sub() }),
      (): Record_ =>
        draft >= 7 && !isOpenApi
          ? Object.fromEntries(
              r
                .pick([
                  ["if", "then"],
                  ["if", "then", "else"],
                ])
                .map((key) => [key, sub()]),
            )
          : {},
      (): Record_ =>
        draft >= 6 && !isOpenApi ? { contains: sub(), ...(draft >= 2019 && { minContains: r.below(3) }) } : {},
      (): Record_ => (draft >= 6 && !isOpenApi ? { propertyNames: { pattern: "^[a-z]" } } : {}),
      (): Record_ => (isOpenApi ? {} : { patternProperties: { "^x": sub(), ...(r.chance(0.3) && { y$: sub() }) } }),
      (): Record_ => (isOpenApi ? {} : { dependencies: { name: ["size"], ...(r.chance(0.4) && { "a b": sub() }) } }),
    ];
    return r.chance(0.6) ? r.pick(inner)() : r.pick(leaf)();
  }

  #object(depth: number): Record_ {
    const r = this.#r;
    const properties: Record_ = {};
    for (let i = r.below(4); i >= 0; i--) properties[r.pick(PROPERTIES)] = this.schema(depth - 1);
    const names = Object.keys(properties);
    return {
      ...(r.chance(0.7) && { type: "object" }),
      properties,
      ...(r.chance(0.4) && { required: names.filter(() => r.chance(0.5)) }),
      ...(r.chance(0.3) && {
        additionalProperties: r.pick<() => Json>([() => true, () => false, () => this.schema(0)])(),
      }),
    };
  }

  definitions(): Record_ {
    return Object.fromEntries(DEFINITIONS.map((name) => [name, this.schema(1)]));
  }
}

function fileOf(r: Random, name: string, document: Json): Record<string, string> {
  if (r.chance(0.5)) return { [`${name}.json`]: `${JSON.stringify(document, null, r.pick([0, 2, 2]))}\n` };
  return { [`${name}.yaml`]: `${yamlText(r, document)}\n` };
}

function argsOf(r: Random, what: string, files: Record<string, string>): string[] {
  const args = ["import"];
  if (r.chance(0.5)) args.push("-o", "-");
  if (r.chance(0.4)) args.push("-p", "pkg");
  if (r.chance(0.15)) args.push("-l", r.pick(['"#Def"', "#D:", '"a b"']));
  if (r.chance(0.05)) args.push("--list");
  if (r.chance(0.05)) args.push("-R");
  if (what !== "") args.push(what);
  return [...args, ...Object.keys(files)];
}

export function jsonSchemaCase(r: Random): FilesCase {
  const at = r.below(DRAFTS.length);
  const draft = [4, 6, 7, 2019, 2020][at]!;
  const isSaid = r.chance(0.7);
  const home = draft >= 2019 ? "$defs" : "definitions";
  const maker = new SchemaMaker(r, { draft: isSaid ? draft : 2020, isOpenApi: false, home: `/${home}` });
  const root = maker.schema(3);
  const document: Json = {
    ...(isSaid && { $schema: DRAFTS[at]! }),
    ...(r.chance(0.2) && { [draft === 4 && isSaid ? "id" : "$id"]: "https://example.com/root" }),
    ...(typeof root === "object" ? root : { not: root }),
    [home]: maker.definitions(),
  };
  const files = fileOf(r, "schema", document);
  const isStrict = r.chance(0.1);
  const as = files["schema.yaml"] === undefined || r.chance(0.05) ? "" : "+yaml";
  const what = isStrict ? `jsonschema+strict${as}:` : isSaid && r.chance(0.7) ? "" : `jsonschema${as}:`;
  return { kind: "jsonschema", files, args: argsOf(r, what, files) };
}

export function openApiCase(r: Random): FilesCase {
  const isThree = r.chance(0.7);
  const maker = new SchemaMaker(r, { draft: isThree ? 4 : 2020, isOpenApi: true, home: "/components/schemas" });
  const document: Json = {
    openapi: isThree ? "3.0.3" : "3.1.0",
    info: {
      title: "An API",
      version: "v1",
      ...(r.chance(0.4) && { description: r.pick(WORDS) }),
      ...(r.chance(0.3) && { contact: { name: "me", url: "https://example.com" }, "x-odd": [1, { a: 2 }] }),
    },
    paths: {},
    components: { schemas: maker.definitions() },
  };
  const files = fileOf(r, "api", document);
  return {
    kind: "openapi",
    files,
    args: argsOf(r, r.chance(0.7) ? "" : files["api.yaml"] === undefined ? "openapi:" : "openapi+yaml:", files),
  };
}
