// Work is golden output: a change that makes the evaluator do more shows here, on every machine, without a clock. If a
// count moves for a good reason, write the new one down; one that grows needs the reason in the commit.
import { describe, expect, test } from "vitest";
import { countersOf } from "../../../conformance/evaluate-text.ts";

const list = (n: number, item: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => item(i)).join("\n");

/** The counts that grow first when something is done twice. */
function work(text: string): string {
  const { unifications, conjuncts, disjuncts, nodes, tasks } = countersOf(text);
  return `unify ${unifications}, conjuncts ${conjuncts}, disjuncts ${disjuncts}, nodes ${nodes}, tasks ${tasks}`;
}

describe("counters", () => {
  test("plain data", () => {
    expect(work(list(100, (i) => `f${i}: {a: ${i}, b: "x"}`))).toMatchInlineSnapshot(
      `"unify 1, conjuncts 1, disjuncts 0, nodes 300, tasks 0"`,
    );
  });

  test("a chain of references", () => {
    expect(work(`f0: 1\n${list(100, (i) => `f${i + 1}: f${i} + 1`)}`)).toMatchInlineSnapshot(
      `"unify 1, conjuncts 1, disjuncts 0, nodes 101, tasks 0"`,
    );
  });

  test("one definition, many uses", () => {
    const schema = "#D: {name: string, port: *80 | int, tags: [...string], meta?: {a?: int, b?: string}}\n";
    expect(work(schema + list(50, (i) => `s${i}: #D & {name: "n${i}"}`))).toMatchInlineSnapshot(
      `"unify 155, conjuncts 407, disjuncts 102, nodes 357, tasks 152"`,
    );
  });

  test("a union with a discriminator tries what fits, not everything", () => {
    const kinds = list(20, (i) => `#K${i}: {kind: "k${i}", v${i}: int}`);
    const union = `#Any: ${Array.from({ length: 20 }, (_, i) => `#K${i}`).join(" | ")}\n`;
    expect(work(`${kinds}\n${union}${list(20, (i) => `u${i}: #Any & {kind: "k${i}"}`)}`)).toMatchInlineSnapshot(
      `"unify 122, conjuncts 262, disjuncts 40, nodes 221, tasks 81"`,
    );
  });

  test("an enum of scalars is a set", () => {
    const names = Array.from({ length: 100 }, (_, i) => `"n${i}"`).join(" | ");
    expect(work(`#E: ${names}\n${list(20, (i) => `e${i}: #E & "n${i * 3}"`)}`)).toMatchInlineSnapshot(
      `"unify 22, conjuncts 202, disjuncts 120, nodes 141, tasks 41"`,
    );
  });

  test("a comprehension", () => {
    expect(work('a: {for i in [1, 2, 3, 4, 5, 6, 7, 8] if i > 4 {"k\\(i)": {v: i}}}')).toMatchInlineSnapshot(
      `"unify 19, conjuncts 27, disjuncts 0, nodes 17, tasks 10"`,
    );
  });

  test("twice the input takes twice the work", () => {
    const program = (n: number): string => `#D: {a: int, b: {c: a}}\n${list(n, (i) => `x${i}: #D & {a: ${i}}`)}`;
    const [once, twice] = [countersOf(program(100)), countersOf(program(200))];
    expect(twice.unifications / once.unifications).toBeLessThanOrEqual(2);
    expect(twice.nodes / once.nodes).toBeLessThanOrEqual(2);
  });
});
