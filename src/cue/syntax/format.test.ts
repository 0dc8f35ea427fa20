import { describe, expect, test } from "vitest";
import { SourceFile } from "../../source/index.ts";
import { format } from "./format.ts";
import type { FormatOptions } from "./format.ts";
import {
  joinBinary,
  makeAttribute,
  makeBareStruct,
  makeBasicLit,
  makeBinary,
  makeBool,
  makeDocComment,
  makeEllipsis,
  makeEmbedDecl,
  makeField,
  makeFile,
  makeIdent,
  makeImportDecl,
  makeImportSpec,
  makeList,
  makePackage,
  makeSelector,
  makeStruct,
  makeUnary,
} from "./make.ts";
import { parseFile } from "./parse.ts";

function formatted(text: string, options: FormatOptions = {}): string {
  const { file, errors } = parseFile(new SourceFile("x.cue", text));
  expect(errors).toEqual([]);
  return format(file, options);
}

/** Pairs of what was written and what cue fmt makes of it (CUE-5). */
describe("layout", () => {
  test.each([
    ["empty file", "", "\n"],
    [
      "columns",
      "aaaa: 2 @bar() @baz()\nx: 1 // hi\nyyyy: 22 @attr() // there\n",
      "aaaa: 2  @bar() @baz()\nx:    1  // hi\nyyyy: 22 @attr() // there\n",
    ],
    ["width in code points", "日本: 1\nabc: 2\n", "日本:  1\nabc: 2\n"],
    ["one line stays", "a: {b: 1, c: 2}\n", "a: {b: 1, c: 2}\n"],
    ["a break inside opens the braces", "a: {b: 1\nc: 2}\n", "a: {b: 1\n\tc: 2\n}\n"],
    ["empty lines collapse", "a: 1\n\n\n\nb: 2\n", "a: 1\n\nb: 2\n"],
    ["commas at line ends go", "a: 1,\nb: 2,\n", "a: 1\nb: 2\n"],
    ["imports", 'package p\nimport (\n"a"\n"b"\n)\nx: 1\n', 'package p\n\nimport (\n\t"a"\n\t"b"\n)\n\nx: 1\n'],
    [
      "list commas",
      "a: [\n1,\n2\n]\nb: [1,2,]\nc: [\n1\n2, 3\n]\n",
      "a: [\n\t1,\n\t2,\n]\nb: [1, 2]\nc: [\n\t1\n\t2, 3\n]\n",
    ],
    [
      "list comments inflate the indent",
      "hhhhhhhhhhhh: [1, // a\n22, // b\n]\n",
      "hhhhhhhhhhhh: [1, // a\n\t\t\t22, // b\n]\n",
    ],
    [
      "arithmetic",
      "a: x+y*z\nb: (x+y)*z\nc: f(x+y,z*2)\nd: x[a+1]\ne: a- -b\nf: 1+2<3\n",
      "a: x + y*z\nb: (x + y) * z\nc: f(x+y, z*2)\nd: x[a+1]\ne: a - -b\nf: 1+2 < 3\n",
    ],
    ["slices", "a: x[a+1:b]\nb: x[1:b]\n", "a: x[a+1 : b]\nb: x[1:b]\n"],
    ["numbers", "a: .5\nb: 5.\nc: 1.K\nd: 1E5\n", "a: 0.5\nb: 5.0\nc: 1.0K\nd: 1e5\n"],
    ["double parentheses", "a: ((1))\n", "a: (1)\n"],
    [
      "multi-line strings move",
      'a: {\nb: """\n    x\n      y\n    """\n}\n',
      'a: {\n\tb: """\n\t\tx\n\t\t  y\n\t\t"""\n}\n',
    ],
    ["comprehensions", "for k,v in x,if k>1 { a: v }\n", "for k, v in x if k > 1 {a: v}\n"],
    ["attributes force braces", "a: b: 1 @x()\n", "a: {\n\tb: 1 @x()\n}\n"],
    ["documented after a definition", "#A: 1\n// doc\n#B: 2\n", "#A: 1\n\n// doc\n#B: 2\n"],
    ["a comment in a binary moves behind", "a: 1 |\n2 | // c\n3\n", "a: 1 |\n\t2 |\n\t3 // c\n"],
    ["raw labels are quoted", '#"a b"#: 1\n', '"a b": 1\n'],
    ["carriage returns go", "a: 1 // c\r\nb: 2\r\n", "a: 1 // c\nb: 2\n"],
  ])("%s", (_, text, want) => {
    expect(formatted(text)).toBe(want);
    expect(formatted(want)).toBe(want);
  });

  test("blanks for tabs", () => {
    expect(formatted("a: {\n\tb: 1\n}\n", { spaces: 4 })).toBe("a: {\n    b: 1\n}\n");
  });
});

describe("simplify", () => {
  test.each([
    ["quotes and braces", 'a: {"b": {"c-d": 1}}\n', 'a: b: "c-d": 1\n'],
    ["a reference keeps the quotes", 'foo: 1\nx: {"foo": foo}\n', 'foo: 1\nx: "foo": foo\n'],
    ["catch-alls", "a: {\n\t[string]: _\n\tb: 1\n}\n", "a: {\n\tb: 1\n\t...\n}\n"],
  ])("%s", (_, text, want) => expect(formatted(text, { simplify: true })).toBe(want));
});

describe("trees made by programs", () => {
  test("a file", () => {
    const doc = makeField(
      makeIdent("b"),
      makeList([makeBasicLit("INT", "1"), makeBool(true), makeEllipsis(makeIdent("int"))]),
    );
    doc.comments = [makeDocComment("What b is.\n\nAnd why.")];
    const attributed = makeField(makeIdent("#c"), makeIdent("string"), "?");
    attributed.attrs = [makeAttribute("@x(y)")];
    const file = makeFile([
      makePackage(makeIdent("p")),
      makeImportDecl([makeImportSpec(null, makeBasicLit("STRING", '"list"'))]),
      makeField(makeIdent("a-b"), makeBasicLit("INT", "1")),
      doc,
      makeField(makeIdent("s"), makeBareStruct([attributed, makeEmbedDecl(makeIdent("#d"))])),
    ]);
    expect(format(file)).toBe(
      'package p\n\nimport "list"\n\n"a-b": 1\n// What b is.\n//\n// And why.\nb: [1, true, ...int]\ns: {\n\t#c?: string @x(y)\n\t#d\n}\n',
    );
  });

  test("braces and simplification", () => {
    const inner = (): ReturnType<typeof makeField> => makeField(makeIdent("b"), makeBasicLit("INT", "1"));
    const bare = makeField(makeIdent("a"), makeBareStruct([inner()]));
    const braced = makeField(makeIdent("a"), makeStruct([inner()]));
    expect(format(makeFile([bare]))).toBe("a: {\n\tb: 1\n}\n");
    expect(format(makeFile([bare]), { simplify: true })).toBe("a: b: 1\n");
    expect(format(makeFile([braced]), { simplify: true })).toBe("a: b: 1\n");
  });

  test("parentheses are added where the tree needs them", () => {
    const [a, b, c] = ["a", "b", "c"].map(makeIdent) as [
      ReturnType<typeof makeIdent>,
      ReturnType<typeof makeIdent>,
      ReturnType<typeof makeIdent>,
    ];
    expect(format(makeBinary("*", makeBinary("+", a, b), c))).toBe("(a + b) * c");
    expect(format(makeUnary("-", makeBinary("+", a, b)))).toBe("-(a + b)");
    expect(format(makeSelector(makeUnary("-", a), b))).toBe("(-a).b");
    expect(format(joinBinary("&", [a, b, c]))).toBe("a & b & c");
  });
});
