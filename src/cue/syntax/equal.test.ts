import { describe, expect, test } from "vitest";
import { SourceFile } from "../../source/index.ts";
import { equalNodes } from "./equal.ts";
import { parseFile } from "./parse.ts";
import { childrenOf, walk } from "./walk.ts";

const tree = (text: string): ReturnType<typeof parseFile>["file"] => parseFile(new SourceFile("x", text)).file;

describe("equality of trees", () => {
  test.each([
    ["a: b: 1", "a: {\n// c\nb: 1}"],
    ["a: ((b))", "a: (b)"],
    ["a: [..._]", "a: [...]"],
    ['a: """\n  x\n  """', 'a: "x"'],
    ['a: "x\\(y)"', 'a: #"x\\#(y)"#'],
    ["a: 5.", "a: 5.0"],
    ["a: 0x10", "a: 16"],
  ])("%j says what %j says", (x, y) => expect(equalNodes(tree(x), tree(y))).toBe(true));

  test.each([
    ["a: 1", "a: 1.0"],
    ["a: 1", "a?: 1"],
    ["a: x[1:]", "a: x[:1]"],
    ["a: 'x'", 'a: "x"'],
    ['a: "x\\(y)"', 'a: "\\(y)x"'],
    ["a: b", "a: b, c: 1"],
    ["for x in y {}", "for x, x in y {}"],
  ])("%j does not say what %j says", (x, y) => expect(equalNodes(tree(x), tree(y))).toBe(false));
});

describe("walk", () => {
  const text = 'for k, v in s[1:n] if !f(k...) {a?: b: {X=c: d.e @t()}, [X=string]: "\\(v)" | _|_}';

  test("visits in source order, and leaves what it entered", () => {
    const { file } = parseFile(new SourceFile("x", `@experiment(explicitopen)\n${text}`));
    let last = -1;
    const open: string[] = [];
    walk(
      file,
      (node) => {
        expect(node.pos).toBeGreaterThanOrEqual(last);
        last = node.pos;
        open.push(node.kind);
      },
      (node) => expect(open.pop()).toBe(node.kind),
    );
    expect(open).toEqual([]);
  });

  test("does not go where it is told not to", () => {
    const seen: string[] = [];
    walk(tree("a: {b: 1}"), (node) => {
      seen.push(node.kind);
      return node.kind !== "StructLit";
    });
    expect(seen).toEqual(["File", "Field", "Ident", "StructLit"]);
    expect(childrenOf(tree("a: 1, b: 2")).map((node) => node.kind)).toEqual(["Field", "Field"]);
  });
});
