import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { SourceFile } from "../../source/index.ts";
import { format, parseFile, walk } from "./index.ts";
import type { File, Node } from "./index.ts";
import { PutAway, canBePutAway, headOf, mayHaveAttributes, nodeOfText } from "./put-away.ts";

const catalog = readdirSync("catalog", { recursive: true, encoding: "utf8" })
  .filter((path, i) => path.endsWith(".cue") && i % 5 === 0)
  .map((path) => new SourceFile(path, readFileSync(`catalog/${path}`, "utf8")));

function nodesOf(file: File): readonly Node[] {
  const nodes: Node[] = [];
  walk(file, (node) => void nodes.push(node));
  return nodes;
}

test("a tree that was put away is the same when somebody asks for it, node by node", () => {
  for (const source of catalog) {
    const { file } = parseFile(source);
    const again = parseFile(source).file;
    const before = nodesOf(again);
    const end = file.decls.findIndex((d) => d.kind !== "Package" && d.kind !== "ImportDecl");
    const head = end < 0 ? file.decls : file.decls.slice(0, end);
    const tree = new PutAway(file, source);
    const numbers = nodesOf(file).map((node) => tree.numberOf(node)!);
    tree.close();
    // The head needs no tree, and stays what it was.
    for (const [i, decl] of head.entries()) expect(headOf(file)[i]).toBe(decl);
    expect(Object.getOwnPropertyDescriptor(file, "decls")!.get, source.name).toBeDefined();
    const shape = (node: Node): unknown[] => [node.kind, node.pos, node.end];
    expect(numbers.map((number) => shape(nodeOfText(source, number)!))).toEqual(before.map(shape));
    expect(nodeOfText(source, 0)).toBe(file);
    expect(format(file)).toBe(format(again));
  }
});

test("what is not of the tree has no number", () => {
  const source = new SourceFile("x.cue", "a: 1");
  const tree = new PutAway(parseFile(source).file, source);
  expect(tree.numberOf(parseFile(source).file)).toBeUndefined();
  expect(nodeOfText(new SourceFile("y.cue", "a: 1"), 0)).toBeNull();
});

test("a file whose attributes stand below its head keeps its tree", () => {
  const parse = (text: string): File => parseFile(new SourceFile("x.cue", text)).file;
  expect(canBePutAway(parse('@if(a)\npackage x\nimport "list"\na: list.MaxItems(1)'))).toBe(true);
  expect(canBePutAway(parse("a: 1\n@extern(embed)\n"))).toBe(false);
});

test("whether fields have attributes is known without the tree", () => {
  for (const [text, has] of [
    ["@if(a)\npackage x\na: 1", false],
    ["a: b: 1 @secret()", true],
  ] as const) {
    const source = new SourceFile("x.cue", text);
    expect(mayHaveAttributes(source)).toBe(true);
    const { file } = parseFile(source);
    new PutAway(file, source).close();
    expect(mayHaveAttributes(source)).toBe(has);
  }
});
