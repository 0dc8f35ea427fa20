import { describe, expect, test } from "vitest";
import { createContext } from "../index.ts";
import type { Reason } from "../index.ts";

const reasons = (source: string): Reason[] =>
  createContext({ limits: { steps: 100_000, depth: 300 } })
    .compile(source, { filename: "x.cue" })
    .validate({ concrete: true })
    .map(({ reason }) => reason);

describe("the reason of an error", () => {
  test.each<[string, Reason["kind"], Reason["args"]]>([
    ["a: {", "syntax", {}],
    ['a: "\\z"', "syntax", {}],
    ["a: b", "unresolved", { name: "b" }],
    ['import "strngs"\na: strngs.x', "import", { path: "strngs" }],
    ["let x = 1\na: 1", "unused", { name: "x" }],
    ["a: {let _ = 1}", "declaration", {}],
    ["a: 1\na: 2", "conflict", { left: "2", right: "1", literals: true }],
    [
      "a: string\na: 2",
      "conflict",
      { left: "string", right: "2", leftType: "string", rightType: "int", literals: false },
    ],
    ["a: [1]\na: [1, 2]", "conflict", {}],
    ["a: <5 & >5", "conflict", {}],
    ["a: <5\na: 7", "bound", { value: "7", bound: "<5" }],
    [
      'import "strings"\na: strings.MinRunes(3)\na: "x"',
      "validator",
      { value: '"x"', validator: "strings.MinRunes(3)" },
    ],
    ["#A: {b: 1}\na: #A & {c: 2}", "notAllowed", {}],
    ["a: {b!: int}", "missing", {}],
    ["a: {b!: int, c: b}", "missing", { field: "b" }],
    ["a: string", "incomplete", { value: "string" }],
    ["b: int\na: b + 1", "nonConcrete", { value: "int", operator: "+" }],
    ['b: int\na: "x\\(b)"', "nonConcrete", { within: "interpolation" }],
    ["b: {}\na: b.c", "undefined", { field: "c" }],
    ["a: [1][3]", "undefined", { index: 3, length: 1 }],
    ["a: 1 | 2", "incomplete", {}],
    ["b: 1 | 2\na: b + 1", "ambiguous", {}],
    ["a: b + 1\nb: a + 1", "cycle", {}],
    ["#L: {n: #L}\na: #L", "structuralCycle", {}],
    ['a: error("no such luck")', "user", {}],
    ["a: _|_", "user", {}],
    ['a: "x" + 1', "operand", { left: '"x"', right: "1", operator: "+", leftType: "string", rightType: "int" }],
    ['import "strconv"\na: strconv.Atoi("x")', "call", { function: "strconv.Atoi", within: "call" }],
    ['import "strings"\na: strings.ToUpper(1)', "call", { argument: 1, wanted: "string" }],
    [
      'import "strings"\nb: string\na: strings.ToUpper(b)',
      "nonConcrete",
      { within: "call", function: "strings.ToUpper" },
    ],
  ])("%s", (source, kind, args) => {
    const found = reasons(source);
    expect(found).toContainEqual({ kind, args: expect.objectContaining(args) });
  });

  test("of a disjunction is its own, and its branches keep theirs", () => {
    expect(reasons('a: {k: "x", n: 1} | {k: "y"}\na: k: "z"').map(({ kind, args }) => [kind, args["count"]])).toEqual([
      ["disjunction", 2],
      ["conflict", undefined],
      ["conflict", undefined],
    ]);
  });

  test("of a limit", () => {
    const deep = `a: ${"{x: ".repeat(400)}1${"}".repeat(400)}`;
    expect(reasons(deep)).toEqual([{ kind: "limit", args: { limit: 300 } }]);
  });

  test("a literal is what somebody gave: neither a type nor null is one", () => {
    const literals = (source: string): unknown => reasons(source).map(({ args }) => args["literals"]);
    expect(literals('a: "x & y"\na: "z"')).toEqual([true]);
    expect(literals("a: null\na: 1")).toEqual([false]);
    expect(literals("a: {}\na: 1")).toEqual([false]);
  });
});
