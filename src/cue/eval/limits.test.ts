import { describe, expect, test } from "vitest";
import { programOf } from "../../../conformance/evaluate-text.ts";
import { Exhausted } from "../meter/index.ts";

function exceeded(text: string, limits: { steps: number; depth: number }): Exhausted | undefined {
  const { engine, root } = programOf(text, limits);
  try {
    engine.finalize(root);
    return undefined;
  } catch (error) {
    if (error instanceof Exhausted) return error;
    throw error;
  }
}

describe("limits of an evaluation", () => {
  const many = `n: [${Array.from({ length: 200 }, (_, i) => i).join(", ")}]\na: [for x in n for y in n {x + y}]`;

  test("steps", () => {
    expect(exceeded(many, { steps: 1000, depth: 100 })).toEqual(new Exhausted("steps", 1000));
    expect(exceeded("a: 1", { steps: 1000, depth: 100 })).toBeUndefined();
  });

  test("depth", () => {
    const deep = `${"a: {".repeat(60)}${"}".repeat(60)}`;
    expect(exceeded(deep, { steps: 1_000_000, depth: 50 })).toEqual(new Exhausted("depth", 50));
    expect(exceeded(deep, { steps: 1_000_000, depth: 100 })).toBeUndefined();
  });

  test("a struct that grows forever ends", () => {
    const endless = "#F: {n: int, next: #F & {n: n + 1}}\na: #F & {n: 0}";
    // Found as a cycle, long before a limit.
    expect(exceeded(endless, { steps: 10_000, depth: 100 })).toBeUndefined();
  });

  test("a disjunction that is resumed when nothing is left to try does not stand for itself", () => {
    const seed = `#D: {#E: *{b: #D, ...} | "\\(#D)-z", #D: #E.b.f.c, d: {f: #E, if d == _|_ {f: 3}} | a.c.e}
a: b.d
b: {a!: {b: _h, _h?: b, a: a.a}}`;
    expect(exceeded(seed, { steps: 10_000, depth: 100 })).toBeUndefined();
  });

  test("a history of references that grows with every level is charged by its length", () => {
    const seed = '#E: {c: [c, "x" | "y"], b: ({#E, f: bool}).b}';
    expect(exceeded(seed, { steps: 1_000_000, depth: 100_000 })).toEqual(new Exhausted("steps", 1_000_000));
  });

  test("a node in a cycle that is finished while its disjuncts are tried, or is an error while it is shared", () => {
    const finished = "#E: {(c.a): _, c?: or([if #E != _|_ {}, _])}";
    expect(exceeded(finished, { steps: 10_000, depth: 100 })).toBeUndefined();
    const shared = "let L = {#E!: {}}\n#D: L\nf: {#E, #E!: #D & f}.d";
    expect(exceeded(shared, { steps: 10_000, depth: 100 })).toBeUndefined();
  });

  test("a disjunction that is suspended leaves no scope behind", () => {
    const text = `import "list"
import "encoding/json"
_h: list.Sort([_, {if #D.f == _|_ {}}, _], {less: _})
#D?: ({b!: json} & {_h!: e, e: #D.d} | _) | #D.b`;
    expect(exceeded(text, { steps: 100_000, depth: 100 })).toBeUndefined();
  });
});
