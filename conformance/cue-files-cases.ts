// Inputs for the commands of cue that write files: some by hand, the rest at random.
import { Random } from "./random.ts";
import type { FilesCase } from "./files-case.ts";
import { yamlText } from "./random-yaml.ts";
import type { Json } from "./random-yaml.ts";
import { protoCase } from "./proto-cases.ts";
import { jsonSchemaCase, openApiCase } from "./schema-cases.ts";

export function* casesOf(seed: number, count: number, only: string | undefined): Iterable<FilesCase> {
  const kinds = {
    import: importCase,
    trim: trimCase,
    mod: modCase,
    crd: crdCase,
    jsonschema: jsonSchemaCase,
    openapi: openApiCase,
    proto: protoCase,
  } as const;
  const names = (Object.keys(kinds) as (keyof typeof kinds)[]).filter((kind) => only === undefined || kind === only);
  const random = new Random(seed);
  for (let i = 0; i < count; i++) yield kinds[names[i % names.length]!](random);
}

const NAMES = ["a", "b", "kind", "name", "spec", "foo-bar", "x.y", "_h", "#D", "1st", "if", "true", "a b", "ü", ""];
const STRINGS = [
  "",
  "x",
  "two words",
  "a\nb\n",
  'q"q',
  "\\",
  '{"a": 1}',
  "a: 1\nb: [x]\n",
  "null",
  "3",
  "é☃",
  "[1, 2]",
];
const NUMBERS = [0, 1, -7, 3.5, 1e21, 1e-9, 123456789012, 0.1];

function json(r: Random, depth: number): Json {
  const at = r.below(depth > 0 ? 8 : 5);
  if (at === 0) return r.pick(STRINGS);
  if (at === 1) return r.pick(NUMBERS);
  if (at === 2) return r.pick([true, false, null]);
  if (at === 3) return r.pick(NAMES);
  if (at === 4) return r.below(100);
  if (at === 5) return Array.from({ length: r.below(4) }, () => json(r, depth - 1));
  return object(r, depth - 1);
}

function object(r: Random, depth: number): { [name: string]: Json } {
  const out: { [name: string]: Json } = {};
  for (let i = r.below(4); i >= 0; i--) out[r.pick(NAMES)] = json(r, depth);
  return out;
}

/** An object with the fields that paths (`-l`) are made of. */
function document(r: Random): { [name: string]: Json } {
  return { kind: r.pick(["Service", "Deployment", "Job"]), name: r.pick(["web", "db", "a-b"]), ...object(r, 2) };
}

function importCase(r: Random): FilesCase {
  const format = r.pick(["json", "yaml", "jsonl", "yaml", "txt"] as const);
  const many = format === "jsonl" || (format === "yaml" && r.chance(0.4)) ? 1 + r.below(3) : 1;
  const documents = Array.from({ length: many }, () => document(r));
  const text =
    format === "txt"
      ? r.pick(STRINGS)
      : format === "json"
        ? `${JSON.stringify(documents[0], null, r.pick([0, 2, 4]))}\n`
        : format === "jsonl"
          ? documents.map((d) => `${JSON.stringify(d)}\n`).join("")
          : documents.map((d) => `${yamlText(r, d)}\n`).join("---\n");
  const args = ["import"];
  if (r.chance(0.5)) args.push("-o", "-");
  if (r.chance(0.3)) args.push("-p", "pkg");
  if (r.chance(0.4)) args.push("-R");
  if (r.chance(0.3)) args.push("--list");
  if (r.chance(0.2)) args.push("--with-context", "-l", r.pick(["data.kind", "path.Base(filename)", "index"]));
  else if (r.chance(0.5))
    args.push(
      ...r.pick([
        ["-l", "kind"],
        ["-l", "strings.ToLower(kind)", "-l", "name"],
        ["-l", '"fixed:"'],
        ["-l", "nope"],
        ["-l", '"#Def"'],
      ]),
    );
  if (r.chance(0.15)) args.push("--files");
  if (r.chance(0.1)) args.push("--dry-run");
  if (r.chance(0.2)) args.push("-f");
  const files: Record<string, string> = { [`in.${format}`]: text };
  if (r.chance(0.15)) files["in.cue"] = "x: 1\n";
  if (r.chance(0.15)) files["more.yaml"] = `${yamlText(r, document(r))}\n`;
  if (format === "txt") args.push("text:");
  args.push(...(r.chance(0.1) && format !== "txt" ? ["."] : [`${format === "txt" ? "" : ""}in.${format}`]));
  if (format === "txt")
    return {
      kind: "import",
      files,
      args: args
        .filter((a) => a !== "text:")
        .with(-1, "text: in.txt")
        .flatMap((a) => (a.startsWith("text: ") ? ["text:", "in.txt"] : [a])),
    };
  if (files["more.yaml"] !== undefined && args.at(-1) !== ".") args.push("more.yaml");
  return { kind: "import", files, args };
}

/** Fields that a definition, a pattern or another file says too. */
function trimCase(r: Random): FilesCase {
  const fields = ["a", "b", "c"];
  const scalar = (): string => r.pick(["1", '"x"', "true", "2"]);
  const schema = fields.map(
    (f) =>
      `\t${f}${r.pick(["", "?", ""])}: ${r.pick([`*${scalar()} | _`, scalar(), "int", "_", `{n: ${scalar()}, m: *${scalar()} | int}`])}\n`,
  );
  const body = (depth = 1): string =>
    fields
      .filter(() => r.chance(0.7))
      .map(
        (f) =>
          `\t${f}: ${r.pick([scalar(), scalar(), `{n: ${scalar()}}`, `{n: ${scalar()}, m: ${scalar()}}`, depth > 0 ? `{${body(0).replaceAll("\n", ", ").replaceAll("\t", "")}}` : "_"])}${r.chance(0.1) ? " // why" : ""}\n`,
      )
      .join("");
  const users = Array.from({ length: 1 + r.below(3) }, (_, i) =>
    r.pick([
      `u${i}: #D\nu${i}: {\n${body()}}\n`,
      `u${i}: #D & {\n${body()}}\n`,
      `m: u${i}: {\n${body()}}\n`,
      `m: u${i}: {\n${body()}}\nm: u${i}: {\n${body()}}\n`,
      `l${i}: [...{a: *1 | int}] & [{a: 1}, {a: 2}]\n`,
      `if true {\n\tu${i}: a: 1\n}\nu${i}: a: 1\n`,
      `for k in ["p"] {\n\t(k): {\n${body()}\t}\n}\n`,
      `let L${i} = {a: 1}\nv${i}: L${i} & {a: 1}\n`,
    ]),
  );
  const files: Record<string, string> = {
    "a.cue": `package p\n\n#D: {\n${schema.join("")}\t...\n}\n${r.chance(0.5) ? `m: [string]: #D\n` : `m: [=~"u"]: {\n${schema.join("")}}\n`}`,
    "b.cue": `package p\n\n${users.join("\n")}`,
  };
  if (r.chance(0.3)) files["c.cue"] = `package p\n\nm: u0: {\n${body()}}\n`;
  const args = ["trim", ...(r.chance(0.2) ? ["-n"] : r.chance(0.2) ? ["-s"] : []), r.pick(["./...", ".", "."])];
  return { kind: "trim", files: { ...files, "cue.mod/module.cue": MODULE }, args };
}

const MODULE = 'module: "example.com/m@v0"\nlanguage: version: "v0.17.0"\n';

function modCase(r: Random): FilesCase {
  const module = r.pick([
    MODULE,
    'module: "example.com/m"\nlanguage: version: "v0.9.0"\n',
    'module: "example.com/m@v1"\nlanguage: {\n\tversion: "v0.15.0"\n}\nsource: kind: "self"\ndeps: {\n\t"example.com/dep@v0": {\n\t\tv: "v0.1.0"\n\t\tdefault: true\n\t}\n}\n',
    'module: "example.com/m@v0"\nlanguage: version: "v0.15.0"\ncustom: "example.com": {x: 1}\n',
    '// about\nmodule: "example.com/m@v0" // here\nlanguage: version: "v0.15.0"\n',
    'module: "bad path!"\nlanguage: version: "v0.15.0"\n',
  ]);
  const files: Record<string, string> = { "cue.mod/module.cue": module };
  files["a/a.cue"] = r.pick([
    'package a\n\nimport "example.com/m/b"\n\nx: b.y\n',
    'package a\n\nimport (\n\tq "example.com/m/b:b"\n\t"strings"\n)\n\nx: q.y + strings.ToUpper("a")\n',
    'package a\n\nimport "example.com/m@v0/b"\n\nx: 1\n',
    'package a\n\nimport "example.com/missing/b"\n\nx: b.y\n',
  ]);
  files["b/b.cue"] = 'package b\n\ny: "1"\n';
  const edit = (): string[] => [
    ...(r.chance(0.4) ? ["--source", r.pick(["self", "git", "other"])] : []),
    ...(r.chance(0.2) ? ["--drop-source"] : []),
    ...(r.chance(0.3) ? ["--module", r.pick(["example.com/new", "example.com/new@v2", "UPPER", "x"])] : []),
    ...(r.chance(0.4)
      ? [
          "--require",
          r.pick([
            "example.com/r@v0.1.0",
            "example.com/dep@v0.2.0",
            "example.com/r",
            "example.com/r@v1",
            "foo.bar/baz@v1.2.3-beta.1",
          ]),
        ]
      : []),
    ...(r.chance(0.2) ? ["--drop-require", r.pick(["example.com/dep@v0", "example.com/none@v0", "x"])] : []),
    ...(r.chance(0.2) ? ["--language-version", r.pick(["v0.16.0", "current", "v9.9.9", "0.16"])] : []),
  ];
  const args = r.pick<() => string[]>([
    () => ["mod", "edit", ...edit()],
    () => ["mod", "edit", ...edit()],
    () => [
      "mod",
      "rename",
      r.pick(["example.com/other", "example.com/other@v1", "example.com/m@v3", "BAD PATH", "x.y/z/w@v0"]),
    ],
    () => ["mod", "tidy", ...(r.chance(0.4) ? ["--check"] : [])],
    () =>
      [
        "mod",
        "init",
        r.pick(["example.com/n", "example.com/n@v2", "Bad", "cue.example", ""]),
        ...(r.chance(0.3) ? ["--source", "git"] : []),
        ...(r.chance(0.3) ? ["--language-version", "v0.14.0"] : []),
      ].filter((a) => a !== ""),
  ])();
  return { kind: "mod", files: args[1] === "init" && r.chance(0.8) ? { "x.cue": "a: 1\n" } : files, args };
}

/** A part of a schema as CRDs have them. */
function schema(r: Random, depth: number): Record<string, Json> {
  const about: Record<string, Json> = r.chance(0.3)
    ? { description: r.pick(["What it is.", "Two lines\nof words.", 'With `code` and "quotes".']) }
    : {};
  const leaf = r.pick<Record<string, Json>>([
    { type: "string" },
    { type: "string", enum: ["a", "b"] },
    { type: "string", pattern: "^[a-z]+$", maxLength: 10, minLength: 1 },
    { type: "string", format: r.pick(["date-time", "int64", "byte", "uuid"]) },
    { type: "integer", minimum: 0, maximum: 10 },
    { type: "integer", format: r.pick(["int32", "int64"]) },
    { type: "number", exclusiveMinimum: true, minimum: 1 },
    { type: "boolean", default: true },
    { "x-kubernetes-int-or-string": true },
    { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
    { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    { type: "object", additionalProperties: { type: "string" } },
    { type: "string", nullable: true },
  ]);
  if (depth === 0 || r.chance(0.4)) return { ...about, ...leaf };
  if (r.chance(0.3))
    return { ...about, type: "array", items: schema(r, depth - 1), ...(r.chance(0.3) && { minItems: 1, maxItems: 5 }) };
  const properties: Record<string, Json> = {};
  for (let i = r.below(4); i >= 0; i--)
    properties[r.pick(["size", "name", "x-y", "items", "type", "$ref", "default"])] = schema(r, depth - 1);
  const names = Object.keys(properties);
  return {
    ...about,
    type: "object",
    properties,
    ...(r.chance(0.5) && { required: names.filter(() => r.chance(0.5)) }),
    ...(r.chance(0.1) && { "x-kubernetes-preserve-unknown-fields": true }),
  };
}

function crdCase(r: Random): FilesCase {
  const crd = (i: number): Json => ({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `things${i}.example.com` },
    spec: {
      group: "example.com",
      names: { kind: `Thing${i}`, plural: `things${i}`, singular: `thing${i}`, listKind: `Thing${i}List` },
      scope: r.pick(["Namespaced", "Cluster"]),
      versions: Array.from({ length: 1 + r.below(2) }, (_, v) => ({
        name: ["v1", "v1beta1"][v]!,
        served: true,
        storage: v === 0,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: { spec: schema(r, 3), ...(r.chance(0.5) && { status: schema(r, 1) }) },
            ...(r.chance(0.3) && { required: ["spec"] }),
          },
        },
      })),
    },
  });
  const documents = Array.from({ length: 1 + r.below(2) }, (_, i) => crd(i));
  const asYaml = r.chance(0.7) || documents.length > 1;
  const text = asYaml
    ? documents.map((d) => `${yamlText(r, d)}\n`).join("---\n")
    : JSON.stringify(documents[0], null, 2);
  const name = asYaml ? "crd.yaml" : "crd.json";
  return { kind: "crd", files: { [name]: text, "cue.mod/module.cue": MODULE }, args: ["get", "crd", name] };
}
