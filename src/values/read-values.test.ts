import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeText, SourceFile } from "../source/index.ts";
import { toPlain } from "./plain.ts";
import { formatOfText, readInline, readValues } from "./read-values.ts";
import { assign, readSetFlag } from "./set-flag.ts";
import { leavesOf, nodeAt } from "./value-tree.ts";

const read = (name: string, text: string) => readValues({ name, text }, { tier: "user" });
const plain = (name: string, text: string) => {
  const result = read(name, text);
  expect(result.diagnostics).toEqual([]);
  return toPlain(result.value!);
};

describe("values files (VAL-3)", () => {
  const data = { name: "web", n: 3, f: 1.5, on: true, none: null, list: [1, "two", { k: "v" }], "a-b": { "c.d": "x" } };
  test.each([
    [
      "v.cue",
      'package main\n\n// doc\nvalues: {\n\tname: "web"\n\tn: 0x3, f: 1.5, on: true, none: null\n\tlist: [1, "two", {k: "v"}]\n\t"a-b": "c.d": "x"\n}\n',
    ],
    [
      "v.cue",
      'name: "web"\nn: 3\nf: 1.5\non: true\nnone: null\nlist: [1, "two", k: "v"]\n"a-b": {"c.d": "x"}\n'
        .replace("k: ", "{k: ")
        .replace('"v"]', '"v"}]'),
    ],
    ["v.yaml", "# c\nname: web\nn: 3\nf: 1.5\non: true\nnone: null\nlist:\n- 1\n- two\n- {k: v}\na-b:\n  c.d: x\n"],
    [
      "v.yml",
      "values:\n  name: web\n  n: 3\n  f: 1.5\n  on: true\n  none: ~\n  list: [1, two, {k: v}]\n  a-b: {c.d: x}\n",
    ],
    ["v.json", JSON.stringify({ values: data })],
    ["v.json", JSON.stringify(data, null, 2)],
    ["-", JSON.stringify(data, null, 2)],
    ["-", "name: web\nn: 3\nf: 1.5\non: true\nnone: null\nlist: [1, two, {k: v}]\na-b:\n  c.d: x\n"],
  ])("%s", (name, text) => expect(JSON.parse(JSON.stringify(plain(name, text)))).toEqual(data));

  test("TOML", () => {
    expect(JSON.parse(JSON.stringify(plain("v.toml", 'name = "web"\nn = 3\n[a.b]\nk = [1, 2]\n')))).toEqual({
      name: "web",
      n: 3,
      a: { b: { k: [1, 2] } },
    });
  });

  test("nothing is an empty struct", () => {
    for (const [name, text] of [
      ["v.yaml", ""],
      ["v.yaml", "# only a comment\n"],
      ["v.cue", "package x\n"],
      ["v.json", "{}"],
      ["v.yaml", "values:\n"],
    ] as const)
      expect(JSON.stringify(plain(name, text))).toBe("{}");
  });

  test("a field named values among others is a field", () => {
    expect(JSON.stringify(plain("v.yaml", "values: {a: 1}\nother: 2\n"))).toBe('{"values":{"a":1},"other":2}');
  });

  test("exact numbers", () => {
    expect(plain("v.json", '{"n": 9007199254740993}')).toMatchObject({ n: 9007199254740993n });
  });

  test.each([
    ["v.yaml", "a:\n  b: 1\n c: 2\n", /^v\.yaml:3/],
    ["v.json", '{"a": 1,\n "b": }', /^v\.json:2:\d+$/],
    ["v.cue", "a: {\n\tb: 1\n", /^v\.cue:\d+:\d+$/],
    ["v.toml", "a = 1\nb = = 2\n", /^v\.toml:2/],
    ["v.yaml", "a: 1\n---\nb: 2\n", /^v\.yaml:3:1$/],
    ["v.yaml", "- 1\n", /^v\.yaml:1:1$/],
    ["v.cue", "a: b: 1\na: b: 2\n", /^v\.cue:2:7$/],
    ["v.cue", "a: 1\nb: a\n", /^v\.cue:2:4$/],
    ["v.cue", "for x in [1] {a: x}\n", /^v\.cue:1:1$/],
  ])("a mistake in %s is shown in its own lines: %j", (name, text, place) => {
    const result = read(name, text);
    expect(result.value).toBeUndefined();
    expect(placeText(result.diagnostics[0]!.places![0]!)).toMatch(place);
  });

  test("defaults and constraints are kept as expressions", () => {
    const root = read("v.cue", 'a: *3 | int\nb: >=1 & <=10\nc: (*"x" | string)\n').value!;
    expect(toPlain(root)).toEqual({ a: 3, b: ">=1 & <=10", c: "x" });
    expect(nodeAt(root, ["a"])).toMatchObject({ kind: "expr", text: "*3 | int", bare: " 3 | int" });
  });

  test("tags (SEC-3)", () => {
    const root = read(
      "v.cue",
      'db: password: _ @secret(source=k8s, path="db", key=pw)\nlevel: string @env(LEVEL)\nport: int @opm(runtime:number:PORT)\n',
    ).value!;
    expect(
      [...leavesOf(root)].map(({ node }) => (node.kind === "tag" ? [node.attribute, node.wants] : node.kind)),
    ).toEqual([
      ['@secret(source=k8s, path="db", key=pw)', "secret"],
      ["@env(LEVEL)", "string"],
      ["@opm(runtime:number:PORT)", "number"],
    ]);
  });

  test("deep and hostile input ends in a diagnostic", () => {
    expect(read("v.cue", `${"a: ".repeat(5000)}1`).diagnostics[0]!.message).toContain("deeper");
    expect(read("v.json", "[".repeat(20000)).diagnostics.length).toBeGreaterThan(0);
    let bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
    for (let i = 1; i < 9; i++)
      bomb += `a${i}: &a${i} [${Array(10)
        .fill(`*a${i - 1}`)
        .join(",")}]\n`;
    expect(read("v.yaml", bomb).diagnostics.length).toBe(1);
  });

  test("law: the place of every leaf contains its value, in every format", () => {
    const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.stringMatching(/^[a-z]{1,8}$/));
    const object = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,5}$/),
      fc.oneof(
        leaf,
        fc.array(leaf, { maxLength: 3 }),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), leaf, { maxKeys: 3 }),
      ),
      { minKeys: 1, maxKeys: 4 },
    );
    fc.assert(
      fc.property(object, fc.constantFrom("v.json", "v.yaml", "v.cue"), (value, name) => {
        fc.pre(!("values" in value));
        const root = read(name, JSON.stringify(value, null, 1)).value!;
        expect(JSON.parse(JSON.stringify(toPlain(root)))).toEqual(value);
        for (const { node } of leavesOf(root)) {
          const { file, span } = node.origin;
          expect(JSON.parse(file.text.slice(span.start, span.end))).toEqual(JSON.parse(JSON.stringify(toPlain(node))));
        }
      }),
    );
  });
});

test("the format of a text without a name", () => {
  expect(formatOfText('{"a": 1}')).toBe("json");
  expect(formatOfText("a: b: 1\n")).toBe("cue");
  expect(formatOfText("a: x @env(A)\n")).toBe("cue");
  expect(formatOfText("// c\na: 1\n")).toBe("cue");
  expect(formatOfText("a:\n  b: 1\n")).toBe("yaml");
});

test("--set values in brackets", () => {
  const host = { readText: () => null, readJson: readInline };
  const base = read("v.yaml", "a: [1]\n").value!;
  const flag = readSetFlag({ kind: "set", argument: 'a={x: [1, "y"], "z": true}' }, host);
  expect(toPlain(assign(base, flag.value!).value!)).toEqual({ a: { x: [1, "y"], z: true } });
  const { node } = flag.value!;
  const x = nodeAt(node, ["x", 1])!;
  expect(x.origin.file.text.slice(x.origin.span.start, x.origin.span.end)).toBe('"y"');
  const bad = readSetFlag({ kind: "set-json", argument: 'a={"x": 1' }, host);
  expect(bad.diagnostics).toMatchObject([{ places: [{ file: { name: "--set-json" } }] }]);
});

test("a mistake shows no value of the file around it (SEC-7)", () => {
  for (const [name, text] of [
    ["v.yaml", "a: [1\npassword: canary-1\nblock: |\n  canary-2\n- 'canary-3'\n"],
    ["v.json", '{"a": "canary-1",\n "b" 2}'],
    ["v.cue", 'a: "canary-1"\nb: {\nc: é"canary-2\n'],
    ["v.toml", 'a = "canary-1"\nb = = "canary-2"\n'],
    ["v.cue", 'a: "canary-1"\na: "canary-2"\n'],
  ] as const) {
    const { diagnostics } = read(name, text);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(JSON.stringify(diagnostics)).not.toContain("canary");
    for (const d of diagnostics) {
      const before = new SourceFile(name, text);
      for (const place of d.places!)
        if (place.span.start >= 0) expect(placeText(place)).toBe(placeText({ ...place, file: before }));
    }
  }
  const flag = readSetFlag(
    { kind: "set-json", argument: 'a.b={"x": "canary"' },
    { readText: () => null, readJson: readInline },
  );
  expect(JSON.stringify(flag)).not.toContain("canary");
});
