// Examples of everything that `opmodel/cue` exports; each runs as a test (CUE-5).
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as api from "../index.ts";
import {
  CueContext,
  MemoryFiles,
  OverlayFiles,
  SourceCache,
  Value,
  createContext,
  errorsOfFaults,
  errorsText,
  explain,
  plainDiagnostic,
  positionText,
  reasonDiagnostic,
} from "../index.ts";

const shop = `
// A thing to sell.
#Item: {
	name!: string
	price: number & >0
	count: *1 | int
}
apple: #Item & {name: "apple", price: 3} @stock(shelf, row=4)
_hidden: 1
total: apple.price * apple.count
`;

describe("contexts", () => {
  test("compile, look up, decode", () => {
    const ctx = createContext();
    expect(ctx).toBeInstanceOf(CueContext);
    const value = ctx.compile(shop, { filename: "shop.cue" });
    expect(value).toBeInstanceOf(Value);
    expect(value.lookupPath("apple").toJS()).toEqual({ ok: true, value: { name: "apple", price: 3, count: 1 } });
    expect(value.lookupPath("total").toJS()).toEqual({ ok: true, value: 3 });
  });

  test("fork evaluates anew what is compiled already", () => {
    const files = new MemoryFiles([["/a.cue", "x: 1\n"]]);
    const ctx = createContext({ files });
    const [instance] = ctx.loadSync(["a.cue"]).instances;
    const again = ctx.fork();
    expect(again.build(instance!).toJS()).toEqual({ ok: true, value: { x: 1 } });
    expect(again.build(instance!).equals(ctx.build(instance!))).toBe(true);
    expect(createContext({ sharing: ctx }).build(instance!).toJS()).toEqual({ ok: true, value: { x: 1 } });
  });

  test("errors of syntax and names are data", () => {
    const bad = createContext().compile("a: {\n", { filename: "x.cue" });
    expect(bad.error()).toMatchObject({ code: "load", path: [] });
    const unknown = createContext().compile("a: b\n", { filename: "x.cue" });
    expect(errorsText(unknown.errors())).toBe('a: reference "b" not found:\n    x.cue:1:4\n');
    expect(unknown.validate()).toEqual(unknown.errors());
  });

  test("packages, tags and overlays", async () => {
    const files = new MemoryFiles([
      ["/app/cue.mod/module.cue", 'module: "ex.com/app"\nlanguage: version: "v0.15.0"\n'],
      ["/app/a.cue", "package app\nenv: string @tag(env)\nx: 1\n"],
    ]);
    const ctx = createContext({ files });
    const overlay = new Map([["/app/b.cue", "package app\ny: x + 1\n"]]);
    const { instances } = await ctx.load(["."], { cwd: "/app", tags: ["env=prod"], overlay });
    expect(ctx.build(instances[0]!).toJS()).toEqual({ ok: true, value: { env: "prod", x: 1, y: 2 } });
    const over = new OverlayFiles(files, new Map([["/app/a.cue", "package app\nx: 5\n"]]));
    const again = ctx.loadSync(["."], { cwd: "/app", files: over, cache: new SourceCache() });
    expect(ctx.build(again.instances[0]!).lookupPath("x").toJS()).toEqual({ ok: true, value: 5 });
  });

  test("a folder that is not there", () => {
    const ctx = createContext();
    const { instances, errors } = ctx.loadSync(["./nothing"]);
    expect(errors).toHaveLength(1);
    expect(ctx.build(instances[0]!).error()).toMatchObject({ code: "load" });
  });

  test("a program sets limits once for all contexts that say nothing of their own", () => {
    const text = "[for x in [1, 2, 3] {x}]";
    api.setLimits({ values: 3 });
    expect(api.currentLimits().values).toBe(3);
    expect(createContext().compile(text).validate()[0]?.message).toContain("more than 3 values");
    expect(
      createContext({ limits: { values: 1000 } })
        .compile(text)
        .validate(),
    ).toEqual([]);
    api.setLimits({});
    expect(createContext().compile(text).validate()).toEqual([]);
  });

  test("a signal and a time limit call an evaluation off, at the field", () => {
    const endless = "x: [for a in list.Range(0, 900, 1) for b in list.Range(0, 900, 1) if a + b < 0 {a}]";
    for (const limits of [{ signal: AbortSignal.abort() }, { milliseconds: 0 }]) {
      const [error] = createContext({ limits }).compile(`import "list"\n${endless}`, { filename: "x.cue" }).validate();
      expect(error?.reason.kind).toBe("limit");
      expect(error?.positions[0]?.file).toBe("x.cue");
    }
  });

  test("limits end an evaluation with an error", () => {
    const value = createContext({ limits: { depth: 5 } }).compile("a: b: c: d: e: f: g: 1", { filename: "x.cue" });
    expect(value.error()).toMatchObject({ message: "nested deeper than 5 levels" });
  });
});

describe("paths", () => {
  const value = createContext().compile('a: {"x-y": [1, {b: 2}]}\n#D: e: 5\n_h: f: 6\n');
  test.each([
    ['a."x-y"[1].b', 2],
    ["#D.e", 5],
    ["_h.f", 6],
    ['a["x-y"][0]', 1],
  ])("%s", (path, want) => {
    expect(value.lookupPath(path).toJS()).toEqual({ ok: true, value: want });
  });

  test("step by step", () => {
    expect(value.lookupPath(["a", "x-y", 0]).toJS()).toEqual({ ok: true, value: 1 });
    expect(value.lookupPath([{ identifier: "#D" }, "e"]).toJS()).toEqual({ ok: true, value: 5 });
  });

  test("what is not there", () => {
    const missing = value.lookupPath("a.nope");
    expect(missing.exists).toBe(false);
    expect(missing.error()).toMatchObject({ message: "field not found: nope", code: "incomplete" });
    expect(value.lookupPath("a b").exists).toBe(false);
    expect(value.lookupPath("").exists).toBe(true);
  });

  test("only what leads to the field is evaluated", () => {
    const ctx = createContext({ limits: { depth: 50 } });
    const v = ctx.compile("a: 1\nb: {x: {y: a}}\nloop: {z: loop}\n");
    expect(v.lookupPath("b.x.y").toJS()).toEqual({ ok: true, value: 1 });
    expect(v.validate()[0]).toMatchObject({ code: "structural_cycle" });
  });
});

describe("combining", () => {
  const ctx = createContext();
  test("unify and fillPath make new values", () => {
    const schema = ctx.compile("#A: {x: int, y: *2 | int, l: [...int]}\na: #A");
    const filled = schema.fillPath("a.x", 1).fillPath("a.l[1]", 7).fillPath(["a", "l", 0], ctx.value(6));
    expect(filled.lookupPath("a").toJS()).toEqual({ ok: true, value: { x: 1, y: 2, l: [6, 7] } });
    expect(schema.lookupPath("a.x").isConcrete).toBe(false);
    expect(schema.fillPath("a.z", 1).validate()[0]).toMatchObject({ path: ["a", "z"], message: "field not allowed" });
    expect(
      ctx
        .value({ a: 1 })
        .unify({ b: ["x", null, true, 10n, 1.5] })
        .toJS(),
    ).toEqual({
      ok: true,
      value: { a: 1, b: ["x", null, true, 10, 1.5] },
    });
    expect(ctx.value(1).unify(ctx.value(2)).error()).toMatchObject({
      message: "conflicting values 2 and 1",
      code: "eval",
    });
  });

  test("expressions over a value", () => {
    const v = ctx.compile("a: [3, 1, 2]");
    expect(v.evaluate('list.SortStrings(["b", "a"])[0] + "\\(len(a))"').toJS()).toEqual({ ok: true, value: "a3" });
    expect(v.evaluate("nope").error()).toMatchObject({ message: 'reference "nope" not found' });
    expect(v.evaluate("1 +").error()?.code).toBe("load");
  });

  test.each([
    ["int", "1", true],
    ["1", "int", false],
    [">0", ">5", true],
    [">5", ">0", false],
    ["string | int", "int", true],
    ["{a: int}", "{a: 1, b: 2}", true],
    ["close({a: int})", "{a: 1, b: 2}", false],
    ["{a: 1}", "{a: int}", false],
    ["{a?: int}", "{a: 1}", true],
    ["[...int]", "[1, 2]", true],
    ["[int]", "[1, 2]", false],
    ["{[string]: int}", "{a: 1}", true],
    ["{[string]: int}", '{a: "x"}', false],
    ["_", "1", true],
    ["!=3", ">3", true],
    ['=~"^a"', '"ab"', true],
  ])("%s subsumes %s: %s", (a, b, want) => {
    expect(
      ctx
        .compile(`x: ${a}`)
        .lookupPath("x")
        .subsumes(ctx.compile(`x: ${b}`).lookupPath("x")),
    ).toBe(want);
  });

  test("equals compares data", () => {
    expect(ctx.compile("a: *1 | int, _h: 2").equals(ctx.value({ a: 1 }))).toBe(true);
    expect(ctx.value({ a: 1 }).equals(ctx.value({ a: 1, b: 2 }))).toBe(false);
  });
});

describe("looking at a value", () => {
  const ctx = createContext();
  const value = ctx.compile(shop, { filename: "shop.cue" });

  test("fields", () => {
    expect(value.fields().map((f) => f.name)).toEqual(["apple", "total"]);
    expect(value.fields({ definitions: true, hidden: true }).map((f) => f.selector)).toEqual([
      "#Item",
      "apple",
      "_hidden",
      "total",
    ]);
    const item = value.lookupPath("#Item").fields();
    expect(item.map((f) => [f.name, f.presence])).toEqual([
      ["name", "required"],
      ["price", "member"],
      ["count", "member"],
    ]);
    expect(ctx.compile("a?: int").fields({ optional: true })[0]).toMatchObject({ presence: "optional" });
    expect(
      ctx
        .value([1, 2])
        .elements()
        .map((e) => e.toJS()),
    ).toEqual([
      { ok: true, value: 1 },
      { ok: true, value: 2 },
    ]);
  });

  test("kinds and defaults", () => {
    const count = value.lookupPath("#Item.count");
    expect([count.kind, count.incompleteKind, count.hasDefault, count.isConcrete]).toEqual(["int", "int", true, true]);
    expect(count.default().toJS()).toEqual({ ok: true, value: 1 });
    const price = value.lookupPath("#Item.price");
    expect([price.kind, price.incompleteKind, price.isConcrete]).toEqual(["bottom", "number", false]);
    expect([price.isStruct, createContext().compile("a: {b: 1 & 2}").lookupPath("a").isStruct]).toEqual([false, true]);
    expect(value.lookupPath("apple").isClosed).toBe(true);
    expect(price.toString()).toBe(">0");
  });

  test("validate", () => {
    expect(value.validate({ concrete: true, final: true })).toEqual([]);
    const open = ctx.compile("a: int\nb: {c!: string}\nd: 1 & 2\n", { filename: "o.cue" });
    expect(open.validate().map((e) => e.path.join("."))).toEqual(["d"]);
    const all = ctx
      .compile("a: int\nb: {c!: string}\n", { filename: "o.cue" })
      .validate({ concrete: true, final: true });
    expect(all.map((e) => `${e.path.join(".")}: ${e.message} [${e.code}]`)).toEqual([
      "a: incomplete value int [incomplete]",
      "b.c: field is required but not present [incomplete]",
    ]);
    expect(all[0]!.positions.map(positionText)).toEqual(["o.cue:1:4"]);
  });

  test("attributes and doc comments", () => {
    expect(value.lookupPath("apple").attributes("stock")[0]).toMatchObject({
      name: "stock",
      body: "shelf, row=4",
      on: "field",
      position: { file: "shop.cue", line: 8 },
    });
    expect(value.lookupPath("#Item").docs()).toMatchObject([
      { text: "A thing to sell.", position: { line: 2, column: 1 } },
    ]);
  });

  test("origins tell who decided and what lost", () => {
    const v = ctx.compile("#D: port: *80 | int & <1000\na: #D\na: port: 443\nb: a.port\n", { filename: "o.cue" });
    expect(
      v
        .lookupPath("a.port")
        .origins()
        .map((o) => [o.role, o.text, o.alone, o.position?.line]),
    ).toEqual([
      ["value", "443", "443", 3],
      ["overridden", "*80 | int & <1000", "80", 1],
    ]);
    expect(
      v
        .lookupPath("b")
        .origins()
        .map((o) => [o.role, o.position?.line]),
    ).toEqual([
      ["value", 3],
      ["reference", 4],
      ["overridden", 1],
    ]);
    expect(v.lookupPath("#D.port").origins()[0]).toMatchObject({ role: "default" });
  });

  test("marks ride along", () => {
    const v = ctx.compile('user: string, password: string, url: "db://\\(user):\\(password)@host", n: len(password)');
    const filled = v.fillPath("password", ctx.marked("hunter2", "secret")).fillPath("user", "joe");
    expect(filled.lookupPath("url").marks()).toEqual(["secret"]);
    expect(filled.lookupPath("n").marks()).toEqual(["secret"]);
    expect(filled.lookupPath("user").marks()).toEqual([]);
    expect(
      ctx
        .marked(ctx.value({ a: ["x"] }), "secret")
        .lookupPath("a[0]")
        .marks(),
    ).toEqual(["secret"]);
  });

  test("big integers and odd names survive", () => {
    const v = ctx.compile("big: 123456789012345678901, \"__proto__\": 1, bytes: 'ab', f: 1.5");
    const out = v.toJS();
    if (!out.ok) throw new Error("not ok");
    const data = out.value as Record<string, unknown>;
    expect(data["big"]).toBe(123456789012345678901n);
    expect(Object.keys(data)).toContain("__proto__");
    expect(data["bytes"]).toEqual(new Uint8Array([97, 98]));
    expect(v.path).toEqual([]);
    expect(v.lookupPath("f").path).toEqual(["f"]);
  });
});

describe("output", () => {
  const ctx = createContext();
  const value = ctx.compile('#D: {x: int}\na: #D & {x: 1}\nb: ["y", 2]\ns: "text"\n', { filename: "o.cue" });

  test("JSON, YAML, TOML", () => {
    expect(value.lookupPath("a").toJson()).toEqual({ ok: true, value: '{\n    "x": 1\n}' });
    expect(value.lookupPath("b").toJson({ indent: "" })).toEqual({ ok: true, value: '["y",2]' });
    expect(ctx.value("<").toJson({ escapeHtml: true })).toEqual({ ok: true, value: '"\\u003c"' });
    expect(value.lookupPath("b").toYaml()).toEqual({ ok: true, value: '- "y"\n- 2\n' });
    expect(value.lookupPath("a").toToml()).toEqual({ ok: true, value: "x = 1\n" });
    expect(value.lookupPath("#D").toJson()).toMatchObject({
      ok: false,
      errors: [{ message: "incomplete value int", code: "incomplete" }],
    });
  });

  test("text and bytes", () => {
    expect(value.lookupPath("s").toText()).toEqual({ ok: true, value: "text" });
    expect(value.lookupPath("s").toBytes()).toEqual({ ok: true, value: new TextEncoder().encode("text") });
    expect(value.lookupPath("a.x").toText()).toMatchObject({
      ok: false,
      errors: [{ message: "cannot use value 1 (type int) as string" }],
    });
  });

  test("source in four modes; it evaluates to the same again", () => {
    expect(value.toCue({ mode: "definition" })).toBe(
      '#D: {\n\tx: int\n}\na: #D & {\n\tx: 1\n}\nb: ["y", 2]\ns: "text"\n',
    );
    expect(value.toCue({ mode: "export" })).toBe('a: x: 1\nb: ["y", 2]\ns: "text"\n');
    expect(value.toCue({ mode: "eval" })).toContain("#D: {\n\tx: int\n}");
    expect(ctx.compile("a: *1 | int").toCue()).toBe("a: *1 | int\n");
    expect(ctx.compile("a: *1 | int").toSource()).toEqual({ ok: true, value: "a: *1 | int\n" });
    expect(value.syntax().kind).toBe("File");
    expect(ctx.compile(value.toCue({ mode: "definition" })).equals(value)).toBe(true);
  });

  test("schemas for editors and forms", () => {
    const v = ctx.compile("// A port.\n#P: int & >0\n#A: {port: #P, name?: string}");
    const schema = v.lookupPath("#A").toJsonSchema();
    expect(JSON.parse(schema.ok ? schema.value : "")).toMatchObject({ type: "object", required: ["port"] });
    const doc = v.toOpenApi({ title: "T", version: "1" });
    expect(JSON.parse(doc.ok ? doc.value : "")).toMatchObject({ info: { title: "T" } });
  });

  test("source that stands alone", () => {
    const v = ctx.compile("#Port: int & <9\na: {p: #Port, q: p}").lookupPath("a");
    const text = v.toSelfContainedCue();
    expect(text).not.toBe("");
    expect(ctx.compile(text).isBroken).toBe(false);
  });

  test("values that could not be compiled are broken", () => {
    expect([ctx.compile("a: {b: 1 & 2}").isWrong, ctx.compile("1 & 2").isWrong]).toEqual([false, true]);
    expect([ctx.compile("a: b").isBroken, ctx.compile("a: 1 & 2").isBroken]).toEqual([true, false]);
  });

  test("mistakes of the loader as errors", () => {
    const { errors } = ctx.loadSync(["nowhere.cue"]);
    expect(errorsOfFaults(errors)).toMatchObject([
      { code: "load", message: "stat /nowhere.cue: no such file or directory" },
    ]);
  });

  test("what JavaScript has and CUE has not is the program's mistake", () => {
    expect(() => ctx.value(Number.NaN)).toThrow(TypeError);
    expect(() => ctx.value((() => 1) as never)).toThrow(TypeError);
    expect(ctx.value(new Map([["a", 1]])).toJS()).toEqual({ ok: true, value: { a: 1 } });
    expect(ctx.value({ a: undefined, b: new Uint8Array([1]) }).toJS()).toEqual({
      ok: true,
      value: { b: new Uint8Array([1]) },
    });
  });

  test("explain says more than the plain errors", () => {
    const v = ctx.compile("#A: {port?: int}\na: #A & {prot: 1}", { filename: "e.cue" });
    expect(explain(v, v.validate())[0]).toMatchObject({ path: "a.prot", hint: "did you mean port?" });
    const [error] = v.validate();
    expect(plainDiagnostic(error!)).toMatchObject({ path: "a.prot", message: "field not allowed", severity: "error" });
  });
});

describe("looking into values", () => {
  const ctx = createContext();
  const schema = ctx.compile(
    `#C: {
	// How many.
	n: *1 | int & <=10
	name!: string
	opt?: {a: 1}
	_own: "ours"
	in: x: "deep"
	...
}
c: #C & {name: "web"}
shut: close({a: 1})
l: [1, "b"]
`,
    { filename: "c.cue" },
  );

  test("field, at, members, names, text, scalar", () => {
    const c = schema.field("#C")!;
    expect(c.field("name")).toBeUndefined();
    expect(c.field("name", { declared: true })?.incompleteKind).toBe("string");
    expect(c.at("in", "x")?.scalar).toMatchObject({ kind: "string", text: "deep" });
    expect([c.text("in", "x"), c.text("n"), c.text("nothing", "x")]).toEqual(["deep", undefined, undefined]);
    expect(c.entries().map(({ name }) => name)).toEqual(["n", "in"]);
    expect(c.members().map(({ name }) => name)).toEqual(["n", "_own", "in"]);
    expect(c.names()).toEqual(["n", "name", "opt", "_own", "in"]);
    expect(c.field("_own")?.text()).toBe("ours");
    expect(
      schema
        .field("l")!
        .elements()
        .map((e) => e.scalar?.kind),
    ).toEqual(["number", "string"]);
  });

  test("alternatives, allowed, allows, places, declarations", () => {
    const n = schema.at("#C", "n")!;
    expect(n.alternatives().map(String)).toEqual(["1", "<=10 & int"]);
    expect(n.allowed()).toBe("1 | <=10 & int");
    expect([schema.field("shut")!.allows("b"), schema.field("#C")!.allows("b")]).toEqual([false, true]);
    const [place] = schema.at("c", "name")!.places();
    expect(place!.file.text.slice(place!.span.start, place!.span.end)).toBe('"web"');
    expect(
      schema
        .at("c", "name")!
        .declarations()
        .map((d) => d.syntax?.kind),
    ).toEqual(["BasicLit", "Ident"]);
  });

  test("meet is closed as a reference is, with is not", () => {
    const a = ctx.compile("#A: {b: int}\na: #A").field("#A")!;
    const tree = { kind: "struct", fields: [{ selector: "c", value: { kind: "null", text: "null" } }] } as const;
    expect(a.with(tree).validate()).toEqual([]);
    expect(a.meet(tree).validate()).toMatchObject([{ path: ["c"], message: "field not allowed" }]);
    expect(a.meet(tree, "it").validate()).toMatchObject([{ path: ["it", "c"] }]);
    expect(ctx.compile("a: b.c\nb: c: {d: 1}").field("a")?.targetPath).toEqual(["b", "c"]);
  });

  test("alone: some declarations without the others", () => {
    const v = ctx.compile("a: int\na: <5\na: b\nb: 7").field("a")!;
    expect(v.errors()).not.toEqual([]);
    expect(v.alone((d) => d.syntax?.kind !== "UnaryExpr")?.toJS()).toEqual({ ok: true, value: 7 });
    expect(v.alone(() => false)).toBeUndefined();
  });

  test("data hands over what is marked", () => {
    const v = ctx.compile("a: string, b: a + \"!\", n: 12345678901234567890, x: 'hi'");
    const filled = v.fillPath("a", ctx.marked("s3cret", "m"));
    expect(filled.data()).toEqual({ a: "***", b: "***", n: 12345678901234567890n, x: "aGk=" });
    expect(filled.data(({ text, marks }) => `${text}:${marks.join()}`)).toMatchObject({
      a: "s3cret:m",
      b: "s3cret!:m",
    });
  });

  test("trees keep places and marks", () => {
    const file = { name: "v.yaml", text: "n: 11\nname: hunter2\nl: [1.5, null, true]\n" };
    const at = (text: string) => ({
      file,
      span: { start: file.text.indexOf(text), end: file.text.indexOf(text) + text.length },
    });
    const expression = ctx.tree({
      kind: "all",
      of: [
        { kind: "number", text: "-3" },
        { kind: "bytes", text: "'x'" },
      ],
    });
    expect(expression.errors()[0]?.message).toContain("mismatched types");
    const tree: api.StructTree = {
      kind: "struct",
      fields: [
        { selector: "n", value: { kind: "number", text: "11", place: at("11") } },
        { selector: "name", value: { kind: "string", text: "hunter2", place: at("hunter2"), marks: ["name"] } },
        {
          selector: "l",
          value: {
            kind: "list",
            items: [
              { kind: "number", text: "1.5" },
              { kind: "null", text: "null" },
              { kind: "bool", text: "true" },
            ],
          },
        },
      ],
    };
    const filled = schema.field("#C")!.with(tree);
    expect(filled.path).toEqual([]);
    expect(filled.field("name")?.marks()).toEqual(["name"]);
    expect(filled.field("l")?.data()).toEqual([1.5, null, true]);
    const places = filled.validate().flatMap(({ positions }) => positions.map(positionText));
    expect(places).toContain("v.yaml:1:4");
  });

  test("snapshot: a checked value for another evaluation", () => {
    const v = ctx.compile('a: {b: "x", f: 1.0, l: [true]}, #d: {e: 2}, n: string', { filename: "s.cue" });
    const tree = v.fillPath("n", ctx.marked("s3cret", "m")).snapshot(["#d"]);
    const again = createContext().tree(tree);
    expect(again.data()).toEqual({ a: { b: "x", f: 1, l: [true] }, n: "***" });
    expect(again.at("a", "f")?.kind).toBe("float");
    expect(again.at("#d", "e")?.data()).toBe(2);
    expect(again.field("n")?.marks()).toEqual(["m"]);
    expect(again.at("a", "b")?.places()[0]).toMatchObject({ file: { name: "s.cue" }, label: "a.b" });
    expect(v.selfContainedSyntax().kind).toBe("File");
  });

  test("packages: adopt, package, forget, compileErrors, declares, conforms", () => {
    const files = new MemoryFiles([["/a.cue", "package a\n#T: {x: string}\n"]]);
    const other = createContext({ files });
    const [instance] = other.loadSync(["a.cue"]).instances;
    expect(other.compileErrors(instance!)).toEqual([]);
    expect([other.declares(instance!, "#T"), other.declares(instance!, "#U")]).toEqual([true, false]);
    expect(other.conforms(instance!, "#T", { x: "y" })).toBe(true);
    expect(other.conforms(instance!, "#T", { x: 1 })).toBe(false);
    expect(other.package(instance!).at("#T", "x")?.incompleteKind).toBe("string");
    other.forget(instance!);
    expect(other.counters()["unifications"]).toBeGreaterThan(0);
    other.resetCounters();
    expect(other.counters()["unifications"]).toBe(0);
    const made = { ...instance!, id: "made" };
    other.adopt(made, { kind: "struct", fields: [{ selector: "a", value: { kind: "string", text: "b" } }] });
    expect(other.package(made).data()).toEqual({ a: "b" });
  });

  test("formats and the rest", () => {
    expect(api.isValidJson("{}")).toBe(true);
    for (const { documents } of [api.decodeJson('{"a":1}'), api.decodeYaml("a: 1"), api.decodeToml("a = 1")])
      expect(documents).toHaveLength(1);
    expect([api.yamlText, api.jsonText, api.labelName].every((f) => typeof f === "function")).toBe(true);
    expect(api.compareBytes("a", "b")).toBe(-1);
    expect(api.sha256(new Uint8Array())).toHaveLength(32);
    expect(api.builtinPackagePaths.every(api.isBuiltinPackage)).toBe(true);
    expect(api.builtinMembers("strings").find(({ name }) => name === "Join")?.params).toEqual(["list", "string"]);
    expect([api.decimalText("1_0.50"), api.decimalText("x")]).toEqual([{ text: "10.50", isInt: false }, undefined]);
    expect(api.quoteSelector("a-b")).toBe('"a-b"');
    expect(api.relativeName("/a/b.cue", "/a")).toBe("./b.cue");
    expect(api.compileRegexp("(")).toBeInstanceOf(api.RegexpError);
  });
});

test("an error says why as data: programs never read its words", () => {
  const [error] = createContext().compile("a: 1\na: 2\n").validate();
  expect(error!.reason).toEqual({ kind: "conflict", args: { left: "2", right: "1", literals: true } });
  expect(plainDiagnostic(error!)).toMatchObject({ code: "OPM2101", args: { left: "2", right: "1" } });
  // What is found by other means can be told in the same form.
  expect(reasonDiagnostic("incomplete", { value: "string" })).toEqual({
    code: "OPM2112",
    severity: "error",
    message: "incomplete value string",
    args: { value: "string" },
  });
});

describe("what is made from something marked", () => {
  const text = `
import "strings"
values: {
	password: "hunter2"
	url:      "https://\\(password)@host"
	upper:    strings.ToUpper(password)
	chosen: {hunter2: "a", b: "c"}[password]
	keys: {(password): 1}
	names: [for k, _ in keys {k}]
	plain: "x"
	bad: strings.MaxRunes(2) & strings.ToUpper(values.password)
}
`;

  test("marking marks what depends on a scalar, its names too, wherever it stands", () => {
    const ctx = createContext();
    const told: string[] = [];
    ctx.onMarked((made) => told.push(made));
    const values = ctx.compile(text).lookupPath("values");
    const marked = values.marking(["password"], "secret")!;
    expect(marked.path).toEqual(["values"]);
    const marks = Object.fromEntries(marked.entries().map(({ name, value }) => [name, value.marks().length > 0]));
    expect(marks).toMatchObject({ password: true, url: true, upper: true, chosen: true, names: true, plain: false });
    const [key] = marked.lookupPath("keys").fields();
    expect(key).toMatchObject({ name: "hunter2", isMarked: true });
    expect(marked.lookupPath("keys").markedNames()).toEqual([{ path: [], marks: ["secret"] }]);
    expect(values.lookupPath("url").marks()).toEqual([]);
    // Also what only an error shows.
    expect(told).toContain("HUNTER2");
    expect(values.marking(["nothing"], "secret")).toBeUndefined();
    ctx.onMarked(null);
  });
});

test("a program whose trees were put away answers as before: values, places, source, messages", () => {
  const text = `package p
// What it is called.
#A: {name!: string @tag(n), port: *80 | int, "x-\\(name)": port + 1, [=~"^l-"]: {k: string}}
a: #A & {name: "n", "l-1": k: "v"}
bad: #A & {name: 3, other: 1}
`;
  const answers = (putAway: boolean): unknown => {
    const ctx = createContext();
    ctx.notePlaces();
    const instance = ctx.loadSync(["x.cue"], { files: new MemoryFiles([["/x.cue", text]]) }).instances[0]!;
    expect(ctx.compileErrors(instance)).toEqual([]);
    if (putAway) ctx.putAway(instance.files);
    const value = ctx.fork().build(instance);
    const a = value.lookupPath("#A");
    return [
      value.lookupPath("a").toJson(),
      value
        .validate()
        .map(({ message, positions }) => [message, positions.map(({ line, column, end }) => [line, column, end])]),
      value.toCue(),
      a.toCue({ docs: true }),
      a.docs(),
      a
        .lookupPath("name")
        .declarations()
        .map(({ field, syntax, tagged }) => [field?.kind, syntax?.kind, tagged?.attrs[0]?.text]),
    ];
  };
  expect(answers(true)).toEqual(answers(false));
});

test("everything that is exported has an example here", () => {
  const text = readFileSync(import.meta.filename, "utf8");
  const members = Object.getOwnPropertyNames(Value.prototype).concat(Object.getOwnPropertyNames(CueContext.prototype));
  for (const name of [...Object.keys(api), ...members.filter((m) => m !== "constructor")]) {
    expect([name, new RegExp(`\\b${name}\\b`).test(text)]).toEqual([name, true]);
  }
});
