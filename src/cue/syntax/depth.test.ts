import { describe, expect, test } from "vitest";
import { SourceFile } from "../../source/index.ts";
import { format } from "./format.ts";
import { parseFile } from "./parse.ts";
import { walk } from "./walk.ts";

const deep = 100_000;
const wide = 30_000;
const tooDeep = "expression exceeds maximum nesting depth of 10000";

/** The recursion of parser, printer and visitor is on the heap (CUE-1). */
describe("depth", () => {
  test.each([
    ["structs", "x: " + "{a: ".repeat(deep)],
    ["lists", "x: " + "[".repeat(deep)],
    ["parentheses", "x: " + "(".repeat(deep)],
    ["unary operators", "x: " + "-".repeat(deep) + "1"],
    ["interpolations", "x: " + '"\\('.repeat(deep)],
    ["label chains", "a: ".repeat(deep) + "1"],
    ["comprehensions", "if a {".repeat(deep)],
  ])("%s end in one diagnostic", (_, text) => {
    const { errors } = parseFile(new SourceFile("x", text));
    expect(errors.map((e) => e.message)).toEqual([tooDeep]);
    expect(errors[0]?.offset).toBeGreaterThan(0);
  });

  test.each([
    ["structs", "x: " + "{a: ".repeat(9_000) + "1" + "}".repeat(9_000)],
    ["lists", "x: " + "[".repeat(9_000) + "1" + "]".repeat(9_000)],
    ["label chains", "a: ".repeat(9_000) + "1"],
    ["operators", "x: 1" + " | 1".repeat(wide)],
    ["selectors", "x: a" + ".b".repeat(wide)],
    ["calls", "x: a" + "()".repeat(wide)],
  ])("%s within the limit are read, visited and printed", (_, text) => {
    const { file, errors } = parseFile(new SourceFile("x", text));
    expect(errors).toEqual([]);
    expect(format(file)).toBe(text + "\n");
    let depth = 0;
    walk(
      file,
      () => void depth++,
      () => void depth--,
    );
    expect(depth).toBe(0);
  });

  test("attributes in attributes", () => {
    expect(parseFile(new SourceFile("x", "@a(".repeat(deep))).errors.length).toBeGreaterThan(0);
    expect(parseFile(new SourceFile("x", "@a" + "(".repeat(deep))).errors.length).toBeGreaterThan(0);
  });
});
