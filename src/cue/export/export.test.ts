import { describe, expect, test } from "vitest";
import { jsonText } from "../codec/index.ts";
import type { Engine } from "../eval/index.ts";
import { loadInstancesSync, MemoryFiles } from "../load/index.ts";
import { errorText } from "../message/index.ts";
import { ProgramRuntime } from "../program/index.ts";
import { format } from "../syntax/index.ts";
import type { Vertex } from "../value/index.ts";
import {
  asFile,
  definitionOptions,
  evalOptions,
  exportOptions,
  exportSyntax,
  jsonSchema,
  openApi,
  selfContainedSyntax,
  toBinary,
  toJson,
  toText,
  toToml,
  toYaml,
  valueText,
} from "./index.ts";
import type { ExportOptions } from "./index.ts";
import { newRandom } from "./random.ts";

interface Loaded {
  readonly v: Vertex;
  readonly engine: Engine;
}

/** Evaluates files in memory and follows a path of identifiers and indices. */
function load(files: string | Record<string, string>, path = ""): Loaded {
  const all = typeof files === "string" ? { "x.cue": files } : files;
  const memory = new MemoryFiles(
    Object.entries(all).map(([n, t]) => [`/w/${n}`, new TextEncoder().encode(t)] as const),
  );
  const args = Object.keys(all).filter((n) => !n.includes("/"));
  const instance = loadInstancesSync(args, { files: memory, cwd: "/w", moduleRoot: "/w" }).instances[0]!;
  const runtime = new ProgramRuntime();
  expect(instance.errors).toEqual([]);
  expect(runtime.compile(instance).errors.map((e) => e.format)).toEqual([]);
  let v = runtime.root(instance);
  const engine = runtime.engine();
  engine.finalize(v);
  for (const p of path.split(".").filter((s) => s !== "")) {
    const label = /^\d+$/.test(p) ? (Number(p) << 3) | 2 : runtime.labels.identifier(p, instance.id || "_");
    v = v.arc(label)!;
  }
  return { v, engine };
}

const source = (text: string, options: ExportOptions, path = ""): string => {
  const { v, engine } = load(text, path);
  return format(asFile(exportSyntax(v, engine, options)), options === evalOptions ? { spaces: 4 } : { simplify: true });
};
const evaluated = (text: string, path = ""): string => source(text, evalOptions, path);
const exported = (text: string): string => source(text, exportOptions);
const defined = (text: string, path = ""): string => source(text, definitionOptions, path);
const textOf = (text: string, path: string): string => {
  const { v, engine } = load(text, path);
  return valueText(v, engine);
};

describe("value mode", () => {
  test("CUE-2: shows definitions, takes defaults, leaves out optional and hidden fields", () => {
    expect(evaluated("a: *1 | int\n#d: x: 2\no?: int\nr!: int\n_h: 1\nl: [...int]\n")).toBe(
      "a: 1\n#d: {\n    x: 2\n}\nr!: int\nl: []\n",
    );
  });

  test("keeps literals of lists as they are written, and no others", () => {
    expect(exported('a: 0x10\nb: [0x10, 1e3, #"raw"#]\nc: 1Ki\n')).toBe('a: 16\nb: [0x10, 1e3, #"raw"#]\nc: 1024\n');
  });

  test("prints expressions where a value is incomplete", () => {
    expect(evaluated("x: {}\na: x.y\nb: a + 1\nn: int\nc: n & >n\n")).toContain("a: x.y\nb: a + 1\n");
  });

  test.each([
    [">=0 & <=255 & int", "uint8"],
    ["<10 & >5", ">5 & <10"],
    ["int & >5", "int & >5"],
    [">=0 & <10 & int", "uint & <10"],
    [">=-1 & <10 & int", "int & >=-1 & <10"],
    ["*1 | int", "*1 | int"],
    ["[...int]", "[...int]"],
    ["[1, ...]", "[1, ...]"],
    ["2.0", "2.0"],
    ["'a\\x00'", "'a\\x00'"],
  ])("%s is printed as %s", (text, want) => {
    expect(textOf(`a: ${text}\n`, "a")).toBe(want);
  });

  test("text of several lines is indented with the value", () => {
    expect(exported('a: b: "x\\ny"\n')).toBe('a: b: """\n\tx\n\ty\n\t"""\n');
  });

  test("adds imports of builtins, under another name where a field hides them", () => {
    expect(evaluated('import "strings"\na: strings.MinRunes(3)\n')).toBe(
      'import "strings"\n\na: strings.MinRunes(3)\n',
    );
    expect(evaluated('import s "strings"\nstrings: 1\na: s.MinRunes(3)\n')).toBe(
      'import strings_9 "strings"\n\nstrings: 1\na:       strings_9.MinRunes(3)\n',
    );
  });

  test("export shows docs of all declarations, those of chains at the innermost field", () => {
    expect(exported("// one\na: 1\n// two\na: int\n// chain\nb: c: 1\n")).toBe(
      "// one\n\n// two\na: 1\nb: {\n\t// chain\n\tc: 1\n}\n",
    );
  });

  test("errors stand where they are, if asked for", () => {
    expect(source("a: 1 & 2\nb: 3\n", { ...evalOptions, errors: true })).toBe(
      "a: _|_ // a: conflicting values 2 and 1\nb: 3\n",
    );
  });
});

describe("definition mode", () => {
  test("CUE-2: merges literals, keeps references, constraints and attributes", () => {
    expect(defined("package p\n\n// doc\na?: int @x(1)\nb: a2: c.d\nb: e: 1\nc: d: int\n#D: {x!: string, ...}\n")).toBe(
      "package p\n\n// doc\na?: int @x(1)\nb: {\n\ta2: c.d\n\te:  1\n}\nc: d: int\n#D: {\n\tx!: string\n\t...\n}\n",
    );
  });

  test("evaluates what refers to nothing, keeps lets that are used, comprehensions and close", () => {
    expect(
      defined("let x = a\nlet y = a\na: 10/4\nb: x\nc: close({d: 1})\ne: {for k, v in {a: 1} {(k): v}}\nf: [y]\n"),
    ).toContain("a: 2.5\n");
    expect(defined("c: close({d: 1})\n")).toBe("c: close({\n\td: 1\n})\n");
  });

  test("a closed root stays in a definition", () => {
    expect(defined("#A: {name: string}\n", "#A")).toBe("\n_#def\n_#def: {\n\tname: string\n}\n");
  });

  test("what lies outside is inlined or becomes a let", () => {
    expect(defined("n: int\n#Def: x: int\nh: {f: n + 1, d: #Def & {x: 1}, s: one}\none: 1\n", "h")).toBe(
      "f: N + 1\nd: DEF.#x & {\n\tx: 1\n}\ns: 1\n\n//cue:path: n\nlet N = int\n\n//cue:path: #Def\nlet DEF = {\n\t#x: {\n\t\tx: int\n\t}\n}\n",
    );
  });
});

describe("data", () => {
  const { v, engine } = load("a: {z: 1, y: [1.50, null, \"x<\"]}\nb: true\nc: 'hi'\n_h: 1\n#d: 2\no?: 3\n");

  test("CUE-2: JSON in output order", () => {
    expect(toJson(v, engine)).toEqual({
      text: '{\n    "a": {\n        "z": 1,\n        "y": [\n            1.50,\n            null,\n            "x<"\n        ]\n    },\n    "b": true,\n    "c": "aGk="\n}\n',
    });
    expect(toJson(v, engine, { indent: "", escapeHtml: true })).toEqual({
      text: '{"a":{"z":1,"y":[1.50,null,"x\\u003c"]},"b":true,"c":"aGk="}\n',
    });
  });

  test("YAML and TOML", () => {
    expect(toYaml(v, engine)).toEqual({
      text: 'a:\n  z: 1\n  "y":\n    - 1.50\n    - null\n    - x<\nb: true\nc: !!binary aGk=\n',
    });
    const t = load('b: x: "s"\na: [1, 2]\n');
    expect(toToml(t.v, t.engine)).toEqual({ text: "a = [1, 2]\n\n[b]\nx = 's'\n" });
  });

  test("text and binary take strings; other kinds are mistakes", () => {
    const s = load('"hello"\n');
    expect(toText(s.v, s.engine)).toEqual({ text: "hello\n" });
    expect(toBinary(s.v, s.engine)).toEqual({ bytes: new TextEncoder().encode("hello") });
    const n = load("l: 12\n", "l");
    const r = toText(n.v, n.engine);
    expect("error" in r && errorText(r.error.err, { labels: n.engine.runtime.labels })).toBe(
      "l: cannot use value 12 (type int) as string",
    );
  });

  test("what is not concrete is reported, all of it", () => {
    const n = load("a: int\nb: string\n");
    const r = toJson(n.v, n.engine);
    expect("error" in r && errorText(r.error.err, { labels: n.engine.runtime.labels })).toBe(
      "a: incomplete value int (and 1 more errors)",
    );
  });
});

describe("source that stands alone", () => {
  const again = (files: string | Record<string, string>, path: string): string => {
    const { v, engine } = load(files, path);
    const text = format(selfContainedSyntax(v, engine));
    const second = load(text);
    const one = toJson(v, engine);
    const two = toJson(second.v, second.engine);
    expect(two).toEqual(one);
    return text;
  };

  test("CUE-5: carries what it needs of its package, and nothing else", () => {
    const text = again("a: b.c & 1\nb: c: int\nunused: 5\nlet L = 2\nd: L\n", "a");
    expect(text).toContain("main.a");
    expect(text).not.toContain("unused");
    expect(text).not.toContain("let L");
  });

  test("packages are written into it, their hidden fields apart from others", () => {
    const text = again(
      {
        "cue.mod/module.cue": 'module: "x.test@v0"\nlanguage: version: "v0.15.0"\n',
        "p/p.cue": 'package p\nimport "strings"\n#T: {_h: "a", out: strings.ToUpper(_h), ...}\nunused: 1\n',
        "x.cue": 'package x\nimport "x.test/p"\nv: p.#T & {_h: 5, name: "n"}\n',
      },
      "v",
    );
    expect(text).toContain('import "strings"');
    expect(text).not.toContain("x.test");
    expect(text).not.toContain("unused");
  });

  test("a struct is written at the top: its order and what it allows stay", () => {
    const closed = again("v: {#Y, a: 1}\n#Y: {b: 2}\nunused: 3\n", "v");
    expect(closed).toContain("main.#Y");
    expect(closed).not.toContain("main.v");
    expect(again("v: {z: w.a, b: 1}\nv: {c: 2}\nw: {a: 1}\n", "v")).toContain("z: main.w.a");
    expect(again("v: {z: 1, y: v.z}\n", "v")).toContain("y: main.v.z");
    expect(again("v: {a: 1}\n", "v")).not.toContain("let main");
  });

  test("declarations that may be closed are unified, not embedded beside each other", () => {
    again("v: close({a: 1}) | close({b: 2})\nv: {a: 1}\n", "v");
    again("#Y: {b?: 2, a?: 1}\nv: {#Y}\nv: {a: 1}\n", "v");
  });

  test("what cannot be said at the top is selected", () => {
    expect(again("[string]: {a: >1}\nv: {a: 2}\n", "v")).toContain("main.v");
    expect(again("let L = 3\nv: {a: L}\n", "v")).toContain("main.v");
    expect(again('k: "x"\nv: {[k]: int, x: 1}\n', "v")).toContain("main.v");
    expect(again("a: *1 | int\nb: *3 | int\nv: {b & a} & 3\n", "v")).toContain("main.v");
  });

  test("comments between operands do not part them", () => {
    again("v: 2 + // two\n\t3 + // three\n\t4 // four\n", "v");
  });

  test("references that go in circles stay as they are", () => {
    again("a: b - 1\nb: a + 1\nb: 2\nc: {x: d.y, y: 1}\nd: {y: c.y}\n", "c");
  });

  test("names that only one file sees do not meet", () => {
    again({ "x.cue": "package p\nlet L = 1\na: L\n", "y.cue": "package p\nlet L = 2\nb: L\nc: [a, b]\n" }, "c");
  });
});

describe("schemas", () => {
  const { v, engine } = load(
    'import "strings"\n// A thing.\n#D: {\n\t// Its name.\n\tname!: strings.MinRunes(3)\n\tport: *80 | uint16\n\tkind: "a" | *"b"\n\tkids?: [...#D]\n\tmeta?: [string]: #O\n}\n#O: {x: bool, ...}\n',
  );
  const definition = v.arcs[0] as Vertex;

  test("CUE-5: JSON Schema has descriptions, defaults, references and closedness", () => {
    expect(JSON.parse(jsonText(jsonSchema(definition, engine, { title: "t" })))).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "t",
      description: "A thing.",
      type: "object",
      properties: {
        name: { type: "string", minLength: 3, description: "Its name." },
        port: { type: "integer", minimum: 0, maximum: 65535, default: 80 },
        kind: { enum: ["b", "a"], default: "b" },
        kids: { type: "array", items: { $ref: "#/$defs/D" } },
        meta: { type: "object", additionalProperties: { $ref: "#/$defs/O" } },
      },
      required: ["name"],
      additionalProperties: false,
      $defs: { D: { $ref: "#" }, O: { type: "object", properties: { x: { type: "boolean" } }, required: ["x"] } },
    });
  });

  const schemaOf = (text: string): unknown => {
    const { v: root, engine: e } = load(text);
    const { $schema: _, ...rest } = JSON.parse(jsonText(jsonSchema(root.arcs[0] as Vertex, e))) as Record<
      string,
      unknown
    >;
    return rest;
  };

  test.each([
    [
      "a list that must not be empty",
      'import "list"\n#D: [...int] & list.MinItems(1) & list.MaxItems(3)\n',
      { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 3 },
    ],
    ["texts in order", '#D: >="a" & <="m"\n', { type: "string" }],
    ["an address", 'import "net"\n#D: net.IP\n', { type: "string", anyOf: [{ format: "ipv4" }, { format: "ipv6" }] }],
    [
      "numbers of 64 bits",
      '#D: uint16 | "auto"\n',
      { anyOf: [{ type: "integer", minimum: 0, maximum: 65535 }, { const: "auto" }] },
    ],
    ["null", "#D: null | string\n", { anyOf: [{ const: null }, { type: "string" }] }],
    [
      "a tuple",
      "#D: [string, ...int]\n",
      { type: "array", prefixItems: [{ type: "string" }], minItems: 1, items: { type: "integer" } },
    ],
    [
      "what a closed definition refuses",
      "#D: #B & {extra?: bool}\n#B: {id!: string}\n",
      { type: "object", properties: { id: { type: "string" } }, required: ["id"], additionalProperties: false },
    ],
    [
      "keys by pattern",
      '#D: {[=~"^x-"]: int}\n',
      { type: "object", patternProperties: { "^x-": { type: "integer" } }, additionalProperties: false },
    ],
    [
      "definitions to choose from",
      '#D: #A | #B\n#A: {k: "a"}\n#B: {k: "b"}\n',
      {
        anyOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }],
        $defs: {
          A: { type: "object", properties: { k: { const: "a" } }, additionalProperties: false },
          B: { type: "object", properties: { k: { const: "b" } }, additionalProperties: false },
        },
      },
    ],
    ["another name for a definition", "#D: #A\n#A: int\n", { $ref: "#/$defs/A", $defs: { A: { type: "integer" } } }],
  ])("%s", (_, text, want) => {
    expect(schemaOf(text)).toEqual(want);
  });

  test("durations are those of CUE", () => {
    const { pattern } = schemaOf('import "time"\n#D: time.Duration\n') as { pattern: string };
    for (const d of ["0", "1h30m", "-1.5s", ".5ms", "10us"]) expect(new RegExp(pattern, "u").test(d), d).toBe(true);
    for (const d of ["", "1", "PT1H", "1h 2m", "h"]) expect(new RegExp(pattern, "u").test(d), d).toBe(false);
  });

  test("OpenAPI lists all definitions", () => {
    const doc = JSON.parse(jsonText(openApi(v, engine, { title: "T", version: "1" }))) as {
      components: { schemas: object };
    };
    expect(Object.keys(doc.components.schemas)).toEqual(["D", "O"]);
  });
});

test("names are drawn in the order of the original", () => {
  const r = newRandom();
  expect(Array.from({ length: 16 }, () => r.below(16).toString(16).toUpperCase()).join(" ")).toBe(
    "9 B 6 0 7 0 6 F 7 1 9 9 2 6 E 4",
  );
  expect(newRandom().below(15) + 1).toBe(10);
});

test("deep values do not overflow the stack", () => {
  const n = 700;
  expect(exported(`x: ${"[".repeat(n)}1${"]".repeat(n)}\n`)).toContain("[1]");
  expect(defined(`y: int\nx: ${"{a: ".repeat(n)}y${"}".repeat(n)}\n`)).toContain("a: y");
});
