import { describe, expect, test } from "vitest";
import { SourceFile } from "../../source/index.ts";
import { format, parseExpr } from "../syntax/index.ts";
import { detectSchema, fromCustomResources, fromJsonSchema, fromOpenApi } from "./index.ts";

const read = (document: unknown) => parseExpr(new SourceFile("", JSON.stringify(document))).expr;

function cue(document: unknown, options: { packageName?: string; strictKeywords?: boolean } = {}): string {
  const made = fromJsonSchema({ packageName: "", ...options, document: read(document) });
  return "file" in made
    ? format(made.file, { simplify: true }).trimStart()
    : made.faults.map((f) => f.message).join("\n");
}

describe("JSON Schema", () => {
  test("kinds, bounds and patterns become types", () => {
    expect(cue({ type: "integer", minimum: 0, exclusiveMaximum: 10 })).toBe("int & <10 & >=0\n");
    expect(cue({ type: ["string", "null"], pattern: "^a" })).toBe('null | =~"^a"\n');
    expect(cue({ enum: ["a", 1, { b: [] }] })).toBe('"a" | 1 | close({\n\tb!: []\n})\n');
    expect(cue({})).toBe("_\n");
  });

  test("objects are open, closed or covered as they say", () => {
    const properties = { a: { type: "string" } };
    expect(cue({ properties, type: "object" })).toBe("a?: string\n...\n");
    expect(cue({ properties, type: "object", additionalProperties: false })).toBe("close({\n\ta?: string\n})\n");
    expect(cue({ properties, type: "object", required: ["a"], additionalProperties: { type: "integer" } })).toBe(
      'a!: string\n{[!~"^(a)$"]: int}\n',
    );
  });

  test("combinations are counted", () => {
    expect(cue({ oneOf: [{ type: "string" }, { type: "integer" }] })).toBe("matchN(1, [string, int])\n");
    expect(cue({ anyOf: [{ minimum: 1 }, { maxLength: 2 }] })).toContain("matchN(>=1, [");
    expect(cue({ not: { type: "null" } })).toBe("matchN(0, [null])\n");
  });

  test("definitions have names, whatever refers to them in whatever order", () => {
    const made = cue({
      properties: { next: { $ref: "#" }, b: { $ref: "#/$defs/b" }, c: { $ref: "#/properties/b" } },
      $defs: { b: { type: "string" }, "c d": { $ref: "https://example.com/x.json" } },
    });
    expect(made).toContain("_schema: {");
    expect(made).toContain("\tnext?: _schema\n");
    expect(made).toContain('\tc?:    _#defs."/properties/b"\n');
    expect(made).toContain('\t#: "c d": x\n');
    expect(made).toContain('import "example.com/x.json:x"');
  });

  test("a field that is called like a package does not hide it", () => {
    const made = cue({ properties: { list: { type: "array", items: {}, maxItems: 2 } } });
    expect(made).toContain('"list"?: list.MaxItems(2)');
  });

  test("what is wrong is said with its place, and nothing is made", () => {
    const wrong = (document: unknown): unknown => fromJsonSchema({ packageName: "", document: read(document) });
    expect(wrong({ type: "strnig" })).toEqual({ faults: [{ message: 'unknown type "strnig"', offset: 1 }] });
    for (const document of [
      { $ref: "#/$defs/none" },
      { pattern: "(" },
      { minLength: -1 },
      { properties: [] },
      { required: ["a", "a"] },
      { $schema: "https://json-schema.org/draft/1999/schema" },
      3,
    ])
      expect(wrong(document)).toHaveProperty("faults");
    expect(cue({ frobnicate: 1 }, { strictKeywords: true })).toBe('unknown keyword "frobnicate"');
    let deep: unknown = {};
    for (let i = 0; i < 2000; i++) deep = { not: deep };
    expect(cue(deep)).toContain("nested deeper");
  });
});

test("OpenAPI: schemas are definitions, the rest says who made them", () => {
  const document = {
    openapi: "3.0.0",
    info: { title: "API", version: "1" },
    components: { schemas: { Foo: { type: "string", nullable: true }, "a-b": { $ref: "#/components/schemas/Foo" } } },
  };
  const made = fromOpenApi({ packageName: "p", document: read(document) });
  expect("file" in made && format(made.file, { simplify: true })).toBe(
    '// API\npackage p\n\ninfo: {\n\ttitle:   *"API" | string\n\tversion: *"1" | string\n}\n\n#Foo: null | string\n\n#SchemaMap: "a-b": #Foo\n',
  );
  expect(detectSchema(read(document))).toBe("openapi");
  expect(detectSchema(read({ $schema: "http://json-schema.org/draft-07/schema#" }))).toBe("jsonschema");
  expect(detectSchema(read({ $schema: "http://example.com/schema" }))).toBe("");
});

test("custom resources: names that lead elsewhere are refused", () => {
  const crd = (singular: string, name: string): unknown =>
    fromCustomResources(
      read({
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        spec: {
          group: "example.com",
          names: { kind: "Thing", plural: "things", singular },
          scope: "Cluster",
          versions: [{ name, schema: { openAPIV3Schema: { type: "object" } } }],
        },
      }),
    );
  expect(crd("thing", "v1")).toHaveProperty("resources");
  expect(crd("../../etc/thing", "v1")).toHaveProperty("faults");
  expect(crd("thing", "../v1")).toHaveProperty("faults");
});
