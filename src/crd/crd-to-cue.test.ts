import { describe, expect, test } from "vitest";
import { crdToCue } from "./index.ts";

function crd(schema: unknown, extra: Record<string, unknown> = {}): unknown {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    spec: {
      group: "example.com",
      names: { kind: "Widget" },
      versions: [{ name: "v1", served: true, schema: { openAPIV3Schema: schema }, ...extra }],
    },
  };
}

const spec = (properties: unknown, more: Record<string, unknown> = {}): unknown => ({
  type: "object",
  properties: { spec: { type: "object", properties, ...more } },
  required: ["spec"],
});

function fields(properties: unknown, more?: Record<string, unknown>, options = {}): string {
  const { files } = crdToCue([crd(spec(properties, more))], options);
  return /\tspec!: ([\s\S]*)\n\}\n$/.exec(files[0]?.text ?? "")?.[1]?.replaceAll("\n\t", "\n") ?? "";
}

describe("crdToCue", () => {
  test("writes one file per served version in the layout of cue.mod/gen", () => {
    const { files, problems } = crdToCue([crd(spec({ size: { type: "integer" } }))]);
    expect(problems).toEqual([]);
    expect(files.map((file) => file.path)).toEqual(["example.com/widget/v1/types_gen.cue"]);
    expect(files[0]?.text).toBe(
      [
        "package v1",
        "",
        "#Widget: {",
        '\tapiVersion: "example.com/v1"',
        '\tkind: "Widget"',
        "\tmetadata!: {",
        "\t\tname!: string",
        "\t\tnamespace?: string",
        "\t\tlabels?: {[string]: string}",
        "\t\tannotations?: {[string]: string}",
        "\t\t...",
        "\t}",
        "\tspec!: {",
        "\t\tsize?: int",
        "\t}",
        "}",
        "",
      ].join("\n"),
    );
  });

  test("carries enums, patterns, bounds and lengths", () => {
    const made = fields({
      mode: { type: "string", enum: ["a", "b"] },
      name: { type: "string", pattern: "^[a-z]+$", maxLength: 5 },
      port: { type: "integer", minimum: 1, maximum: 65535 },
      list: { type: "array", maxItems: 2, items: { type: "string", enum: ["x", "y"] } },
    });
    expect(made).toContain('mode?: "a" | "b"');
    expect(made).toContain('name?: strings.MaxRunes(5) & =~"^[a-z]+$"');
    expect(made).toContain("port?: int & >=1 & <=65535");
    expect(made).toContain('list?: list.MaxItems(2) & [...("x" | "y")]');
  });

  test("leaves lengths out on request, and then imports nothing", () => {
    const { files } = crdToCue([crd(spec({ name: { type: "string", maxLength: 5 } }))], { limits: false });
    expect(files[0]?.text).not.toContain("import");
  });

  test("keeps what the API server keeps: unknown fields, maps, int-or-string, null", () => {
    const made = fields({
      any: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      map: { type: "object", additionalProperties: { type: "string" } },
      port: { "x-kubernetes-int-or-string": true },
      maybe: { type: "string", nullable: true },
      "odd-name": { type: "boolean" },
    });
    expect(made).toContain("any?: {...}");
    expect(made).toContain("map?: {[string]: string}");
    expect(made).toContain("port?: int | string");
    expect(made).toContain("maybe?: null | string");
    expect(made).toContain('"odd-name"?: bool');
  });

  test("writes descriptions as comments unless told not to", () => {
    const properties = { size: { type: "integer", description: "How big.\n\nIn inches." } };
    expect(fields(properties)).toContain("// How big.\n\t//\n\t// In inches.\n\tsize?: int");
    expect(fields(properties, {}, { docs: false })).not.toContain("//");
  });

  test("opens lists, skips other kinds and versions that are not served", () => {
    const list = { kind: "List", items: [crd(spec({})), { kind: "Service" }] };
    expect(crdToCue([list, null, "text", 3]).files).toHaveLength(1);
    expect(crdToCue([crd(spec({}), { served: false })]).files).toHaveLength(0);
  });

  test("reports broken definitions as data", () => {
    const broken = [
      { kind: "CustomResourceDefinition" },
      { kind: "CustomResourceDefinition", spec: { group: "x.y", names: { kind: "A b" }, versions: [] } },
      crd(undefined),
    ];
    expect(crdToCue(broken).problems.map((problem) => [problem.document, problem.path])).toEqual([
      [0, "spec"],
      [1, "spec.names.kind"],
      [2, "spec.versions[0].schema"],
    ]);
  });

  test("does not overflow the stack on a deep schema", () => {
    let schema: unknown = { type: "string" };
    for (let i = 0; i < 100_000; i++) schema = { type: "object", properties: { a: schema } };
    const { problems } = crdToCue([crd(schema)]);
    expect(problems[0]?.message).toMatch(/nested deeper/);
  });
});
