import { describe, expect, test } from "vitest";
import { SourceFile } from "../../source/index.ts";
import { printErrors, reportFailures } from "../message/index.ts";
import { parseExpr, parseFile } from "../syntax/index.ts";
import { ArcType, LabelTable, Tag, Vertex } from "../value/index.ts";
import type { Expr, Field, FieldReference, StructLit } from "../value/index.ts";
import { compileExpr, compileFiles } from "./index.ts";
import type { CompileContext } from "./index.ts";

function compile(...texts: string[]): { errors: string; roots: readonly StructLit[]; labels: LabelTable } {
  const labels = new LabelTable();
  const files = texts.map((text, i) => {
    const source = new SourceFile(`${"abc"[i]}.cue`, text);
    return { source, file: parseFile(source).file };
  });
  const context: CompileContext = {
    labels,
    packagePath: "_",
    importTarget: (path) => ({ sort: path === "nosuch" ? "missing" : "builtin" }),
  };
  const { roots, errors } = compileFiles(files, context);
  return { roots, labels, errors: printErrors(reportFailures(errors, labels), { cwd: "" }) };
}

/** Errors in one line each: `path: message @line:column`. */
function errors(...texts: string[]): string[] {
  return compile(...texts)
    .errors.replaceAll(/:\n {4}\S*?(\d+:\d+)/g, " @$1")
    .trim()
    .split("\n")
    .filter((l) => l !== "");
}

/** The references below an expression, as `upCount label`, in order. */
function references(x: unknown, labels: LabelTable, out: string[] = []): string[] {
  if (Array.isArray(x)) for (const e of x) references(e, labels, out);
  else if (typeof x === "object" && x !== null) {
    const node = x as { tag?: number; upCount?: number; label?: number };
    const name = {
      [Tag.LetReference]: "let",
      [Tag.ValueReference]: "value",
      [Tag.LabelReference]: "label",
      [Tag.DynamicReference]: "dynamic",
    }[node.tag ?? -1];
    if (node.tag === Tag.FieldReference) out.push(`${node.upCount} ${labels.text(node.label as number)}`);
    else if (name !== undefined) out.push(`${node.upCount} ${name}`);
    for (const [key, child] of Object.entries(x)) if (key !== "src" && key !== "selSrc") references(child, labels, out);
  }
  return out;
}

function refs(text: string): string[] {
  const { roots, labels, errors: problems } = compile(text);
  expect(problems).toBe("");
  return references(roots, labels);
}

describe("references", () => {
  test.each([
    ["a: 1, b: a", ["0 a"]],
    ["a: 1, b: c: d: a", ["2 a"]],
    ["a: 1, b: [a, [a]]", ["1 a", "2 a"]],
    ["l: [], for x in l {a: x}", ["0 l", "1 x"]],
    ["l: [], if true for x in l let y = x {a: y}", ["0 l", "0 x", "1 y"]],
    ["let x = a, a: 1, b: c: x", ["0 a", "1 let"]],
    ["a: X={b: X}", ["1 value"]],
    ["[X=string]: {b: X}", ["1 label"]],
    ["X=[string]: {b: X}", ["1 dynamic", "0 label"]],
    ['k: "a", X=(k): 1, b: X', ["0 k", "0 dynamic", "0 k"]],
    ['X="a-b": 1, c: d: X', ["1 a-b"]],
    ["a: 1, b: {a: 2, c: a}", ["0 a"]],
  ])("%s", (text, want) => {
    expect(refs(text)).toEqual(want);
  });

  test("files of a package see the fields of each other, but not their lets", () => {
    expect(compile("package p\na: b", "package p\nb: 1").errors).toBe("");
    expect(errors("package p\na: x", "package p\nlet x = 1\nb: x")).toEqual(['a: reference "x" not found @2:4']);
    expect(errors("a: b", "b: 1")).toEqual(['a: reference "b" not found @1:4']);
  });
});

describe("errors", () => {
  test.each([
    ["a: b: c", ['a.b: reference "c" not found @1:7']],
    ['"a-b": [for x in y {z}]', ['"a-b": reference "y" not found @1:18', '"a-b".for[]: reference "z" not found @1:21']],
    ["x: {a: 1, if a == 1 {b: 2}, c: b}", ['x.c: reference "b" not found @1:32']],
    ["let x = 1", ["unreferenced alias or let clause x @1:1"]],
    ["a: X={}", ["unreferenced alias or let clause X @1:4"]],
    ["let x = y, let y = x, a: x", ["let[]: cyclic references in let clause or alias @1:9"]],
    ["let x = x, a: x", ['let[]: reference "x" not found @1:9']],
    ["let X = 1, X: 2, a: X", ['cannot have both alias and field with name "X" in same scope @1:15']],
    ["X=a: 1, X=b: 2, c: X", ['alias "X" redeclared in same scope @1:9']],
    ['b: "x", [b]: 1', ['reference "b" in label expression refers to field against which it would be matched @1:10']],
    ["a: *1", ["a: preference mark not allowed at this position @1:4"]],
    ["a: string + 1", ["a: invalid operand string ('+' requires concrete value) @1:4"]],
    ["a: 1 < (>3)", ["a: invalid operand (>3) ('<' requires concrete value) @1:8"]],
    ["a: self", ['a: predeclared identifier "self" requires @experiment(aliasv2) @1:4']],
    ["a: 1.0001K", ["a: parse error: number cannot be represented as int @1:4"]],
    ['import "list"\na: 1', ['imported and not used: "list" @1:8']],
    ['import l "list"\na: 1', ['imported and not used: "list" as l @1:8']],
    ['import "nosuch"\na: nosuch', ['builtin package "nosuch" undefined @1:8']],
    [
      'import "list"\nlist: 1',
      ["list redeclared as imported package name", "\tprevious declaration at a.cue:2:1 @1:8"],
    ],
  ])("%s", (text, want) => {
    expect(errors(text)).toEqual(want);
  });

  test("a predeclared function needs the language version that brought it", () => {
    const labels = new LabelTable();
    const source = new SourceFile("a.cue", 'a: error("x")');
    const { file } = parseFile(source, { languageVersion: "v0.13.0" });
    const { errors: list } = compileFiles([{ file, source }], {
      labels,
      packagePath: "_",
      importTarget: () => ({ sort: "missing" }),
    });
    expect(reportFailures(list, labels)[0]?.message).toBe(
      'builtin "error" is not available in version v0.13.0; it was added in version "v0.14.0"',
    );
  });
});

describe("literals and operators", () => {
  const value = (text: string): Expr => ((compile(`a: ${text}`).roots[0] as StructLit).decls[0] as Field).value;

  test("a disjunction is flat, except where parentheses say otherwise", () => {
    const d = value("1 | *2 | (3 | 4)");
    if (d.tag !== Tag.DisjunctionExpr) throw new Error("no disjunction");
    expect(d.values.map((x) => [x.expr.tag, x.isDefault])).toEqual([
      [Tag.Num, false],
      [Tag.Num, true],
      [Tag.DisjunctionExpr, false],
    ]);
    expect(d.hasDefaults).toBe(true);
  });

  test("labels are normalised, values are not", () => {
    const { roots, labels } = compile('"e\u0301": "e\u0301"');
    const f = roots[0]?.decls[0] as Field;
    expect(labels.text(f.label)).toBe("\u00e9");
    expect(f.value).toMatchObject({ s: "e\u0301" });
  });

  test("interpolations hold text and expressions in turn", () => {
    const x = value('"a\\(1)\\tb\\(2)"');
    if (x.tag !== Tag.Interpolation) throw new Error("no interpolation");
    expect(x.parts.map((p) => (p.tag === Tag.String ? p.s : p.tag))).toEqual(["a", Tag.Num, "\tb", Tag.Num, ""]);
  });

  test("constraints of fields", () => {
    const decls = compile("a?: 1, b!: 1, c: 1").roots[0]?.decls as Field[];
    expect(decls.map((d) => d.arcType)).toEqual([ArcType.Optional, ArcType.Required, ArcType.Member]);
  });

  test.each([
    ["sums", Array.from({ length: 20_000 }, () => "1").join(" + ")],
    ["alternatives", Array.from({ length: 20_000 }, (_, i) => i).join(" | ")],
    ["selectors", `x${".y".repeat(20_000)}`],
    ["fields", `${"a: ".repeat(9000)}1`],
    ["lists", `${"[".repeat(9000)}1${"]".repeat(9000)}`],
    ["structs", `${"{a: ".repeat(9000)}1${"}".repeat(9000)}`],
    ["embeddings", `${"{".repeat(9000)}1${"}".repeat(9000)}`],
    ["calls", `${"len(".repeat(9000)}x${")".repeat(9000)}`],
    ["signs", `${"-".repeat(9000)}1`],
    ["right operands", `${"1 + (".repeat(9000)}1${")".repeat(9000)}`],
    ["left operands", `${"(".repeat(9000)}x${".y + 1)".repeat(9000)}`],
    ["indices", `${"x[".repeat(9000)}0${"]".repeat(9000)}`],
    ["conditions", `{${"if x {".repeat(9000)}${"}".repeat(9000)}}`],
    ["open lists", `${"[...".repeat(9000)}1${"]".repeat(9000)}`],
  ])("long %s do not exhaust the stack", (_name, text) => {
    expect(compile(`x: _, a: ${text}`).errors).toBe("");
  });
});

test("operands are checked however deep they are", () => {
  const deep = (x: string): string => `a: ${"[1, ".repeat(1000)}${x}${"]".repeat(1000)}`;
  expect(errors(deep("1 + 2"))).toEqual([]);
  expect(errors(deep("1 + int"))).toEqual(["a: invalid operand int ('+' requires concrete value) @1:4008"]);
});

test("an expression outside of files finds fields of the vertices it is given", () => {
  const labels = new LabelTable();
  const inner = new Vertex(null, 0, ArcType.Member);
  const outer = new Vertex(null, 0, ArcType.Member);
  inner.addArc(new Vertex(inner, labels.string("a"), ArcType.Member));
  outer.addArc(new Vertex(outer, labels.string("b"), ArcType.Member));
  const source = new SourceFile("--expression", "[a, b, json.X]");
  const {
    expr,
    env,
    errors: list,
  } = compileExpr(parseExpr(source).expr, {
    labels,
    packagePath: "_",
    source,
    vertices: [inner, outer],
    builtinPath: (name) => (name === "json" ? "encoding/json" : null),
  });
  expect(list).toEqual([]);
  expect(references(expr, labels)).toEqual(["1 a", "2 b"]);
  expect([env.vertex, env.up?.vertex]).toEqual([inner, outer]);
  expect((expr as { elems?: FieldReference[] }).elems?.length).toBe(3);
});
