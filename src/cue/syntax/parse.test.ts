import { describe, expect, test } from "vitest";
import { SourceFile } from "../../source/index.ts";
import type { Field, ListLit, StructLit } from "./ast.ts";
import { format } from "./format.ts";
import { parseExpr, parseFile } from "./parse.ts";
import type { ParseOptions } from "./parse-options.ts";

function errorsOf(text: string, options: ParseOptions = {}): string[] {
  const source = new SourceFile("x.cue", text);
  return parseFile(source, options).errors.map(({ message, offset }) => {
    const { line, column } = source.at(offset);
    return `${line}:${column} ${message}`;
  });
}

describe("mistakes are named and placed as cue does (CUE-1)", () => {
  test.each<[string, string[]]>([
    ["a: 1 b: 2", ["1:6 missing ',' in struct literal"]],
    ["a: [1 2]", ["1:7 missing ',' in list literal"]],
    ["a: f(1 2)", ["1:8 missing ',' in argument list"]],
    ["a b: 1", ["1:3 expected label or ':', found 'IDENT' b"]],
    ["a: }", ["1:4 expected operand, found '}'"]],
    ["a: 1 +", ["1:7 expected operand, found 'EOF'"]],
    ["a: {\nb: 1\n", ["2:6 expected '}', found 'EOF'"]],
    ["a: (1\n", ["1:6 expected ')', found newline"]],
    ["}", ["1:1 expected 'EOF', found '}'"]],
    ["[a, b]: 1", ["1:1 square bracket must have exactly one element"]],
    ["let x 1", ["1:7 expected '=', found 'INT' 1"]],
    ["package 1", ["1:9 expected 'IDENT', found 'INT' 1"]],
    ["package #foo", ["1:13 invalid package name #foo"]],
    ["import foo\n", ["1:11 expected 'STRING', found newline"]],
    ['import "a b"', ['1:8 invalid import path: "a b"']],
    ["for x y {}", ["1:7 expected 'in', found 'IDENT' y"]],
    ["__a: 1", ["1:1 identifiers starting with '__' are reserved"]],
    ["a~X: 1", ["1:2 postfix alias syntax requires @experiment(aliasv2)"]],
    ["a: x...", ["1:5 postfix ... operator requires @experiment(explicitopen)"]],
    ["a: [...,1]", ["1:9 expected ']', found 'INT' 1"]],
    ["a: b.+", ["1:6 expected selector, found '+'"]],
    ["if a {} else {}", ["1:9 else requires @experiment(try)"]],
    ["@experiment(no)\na: 1", ['2:1 parsing experiments for version "v0.17.1": unknown experiment "no"']],
    ['a: "b\nc: 1', ["1:4 string literal not terminated"]],
    [
      'a: """b"""',
      ['1:4 expected newline after multiline quote """', '1:8 expected newline after multiline quote """'],
    ],
    ['a: """\n  x\n\t"""', ["1:4 non-matching whitespace for multiline strings"]],
    ['a: "\\q"', ["1:6 unknown escape sequence"]],
    ['a: "\\u12"', ["1:9 illegal character U+0022 '\"' in escape sequence"]],
    ["a: 0x", ["1:4 illegal hexadecimal number"]],
    ["a: 08", ["1:4 illegal integer number"]],
    ["a: 1_", ["1:5 illegal '_' in number"]],
    ["a: ^", ["1:4 illegal character U+005E '^'"]],
    ["é: ^", ["1:5 illegal character U+005E '^'"]],
    ["a: 1\0", ["1:5 illegal character NUL", "1:5 illegal character U+0000"]],
    ["a: \udcff", ["1:4 illegal UTF-8 encoding", "1:4 illegal character U+FFFD '\ufffd'"].sort()],
    ["a: 1 @x", ["1:8 invalid attribute: expected '('"]],
    ["a: 1 @x(", ["1:9 attribute missing ')'"]],
  ])("%j", (text, want) => expect(errorsOf(text)).toEqual(want));

  test("one for each line, eleven in all", () => {
    expect(errorsOf("a b c\nd e f")).toEqual([
      "1:3 expected label or ':', found 'IDENT' b",
      "2:3 expected label or ':', found 'IDENT' e",
    ]);
    expect(errorsOf("a b\n".repeat(40))).toHaveLength(11);
  });

  test("the language version decides (CUE-1)", () => {
    const list = "a: [\n1\n2\n]";
    expect(errorsOf(list)).toEqual([]);
    expect(errorsOf(list, { languageVersion: "v0.16.0" })).toEqual([
      "3:1 missing ',' before newline in list literal",
      "4:2 missing ',' in list literal",
    ]);
    expect(errorsOf("a: ==1", { languageVersion: "v0.14.0" })).toEqual(["1:4 expected operand, found '=='"]);
    expect(errorsOf("@experiment(try)\n", { languageVersion: "v0.15.0" })).toEqual([
      '1:18 parsing experiments for version "v0.15.0": cannot set experiment "try" before version v0.16.0',
    ]);
  });
});

describe("trees", () => {
  const fieldOf = (text: string): Field => {
    const { file, errors } = parseFile(new SourceFile("x.cue", text));
    expect(errors).toEqual([]);
    return file.decls.at(-1) as Field;
  };

  test("places are offsets", () => {
    const field = fieldOf("\u{1F600}x: 1".slice(2) + " + foo.bar");
    expect(field).toMatchObject({ kind: "Field", pos: 0, end: 14, colon: 1, constraint: "" });
    expect(field.value).toMatchObject({ kind: "BinaryExpr", op: "+", pos: 3, end: 14, opPos: 5 });
  });

  test("precedence and associativity", () => {
    const shape = (text: string): string => {
      const show = (x: ReturnType<typeof parseExpr>["expr"]): string => {
        if (x.kind === "BinaryExpr") return `(${show(x.x)}${x.op}${show(x.y)})`;
        if (x.kind === "UnaryExpr") return `${x.op}${show(x.x)}`;
        return x.kind === "Ident" ? x.name : x.kind;
      };
      return show(parseExpr(new SourceFile("", text)).expr);
    };
    expect(shape("a | b & c || d && e == f + g * -h")).toBe("(a|(b&(c||(d&&(e==(f+(g*-h)))))))");
    expect(shape("a - b - c")).toBe("((a-b)-c)");
  });

  test("chains, constraints and labels", () => {
    const field = fieldOf('a?: "b"!: [string]: (c): 1 @x()');
    expect(field.constraint).toBe("?");
    const inner = (field.value as StructLit).elts[0] as Field;
    expect(inner).toMatchObject({ constraint: "!", label: { kind: "BasicLit", token: "STRING" } });
    expect((field.value as StructLit).lbrace).toBe(-1);
    expect(field.end).toBe(31);
  });

  test("keywords are names where they can be", () => {
    expect(fieldOf("for: if: let: in: true: null: 1")).toMatchObject({ label: { kind: "Ident", name: "for" } });
    expect(fieldOf("x: a.for.if").value).toMatchObject({ kind: "SelectorExpr", sel: { name: "if" } });
  });

  test("an explicit comma is remembered past comments", () => {
    const list = fieldOf("x: [1, // c\n2\n3]").value as ListLit;
    expect(list.elts.map((x) => ("rel" in x ? x.rel & 8 : 0))).toEqual([0, 8, 0]);
  });

  test("comments belong to what they stand by", () => {
    const { file } = parseFile(new SourceFile("x", "// file\n\n// doc\na: 1 // line\nb: 2\n"));
    const field = file.decls[0] as Field;
    const groups = [...(file.comments ?? []), ...(field.comments ?? [])];
    expect(groups.map((g) => [g.list[0]?.text, g.doc, g.line, g.position])).toEqual([
      ["// file", false, false, 0],
      ["// doc", true, false, 0],
      ["// line", false, true, 5],
    ]);
  });

  test("package and imports alone", () => {
    const text = '@if(x)\npackage p\nimport "a"\nb: }';
    expect(parseFile(new SourceFile("x", text), { mode: "imports" })).toMatchObject({ errors: [] });
    const { file } = parseFile(new SourceFile("x", text), { mode: "package" });
    expect(file.decls.map((d) => d.kind)).toEqual(["Attribute", "Package"]);
  });
});

test("operators that are words, for modules whose language had them (PIPE-11)", () => {
  const text = 'a: x div 2 + 7 mod y*3\nb: "\\(x rem 2)m"\ndiv: mod: 1\n';
  const { file, errors } = parseFile(new SourceFile("t.cue", text), { languageVersion: "v0.15.0" });
  expect(errors).toEqual([]);
  expect(format(file)).toBe('a: div(x, 2) + mod(7, y)*3\nb: "\\(rem(x, 2))m"\ndiv: mod: 1\n');
  expect(errorsOf("a: x div 2", { languageVersion: "v0.17.0" })).not.toEqual([]);
});
