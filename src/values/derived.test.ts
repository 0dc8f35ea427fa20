// What is asked twice is computed once, and what nobody computes is not asked at all (SEC-7).
import { describe, expect, test } from "vitest";
import { createContext } from "../cue/index.ts";
import { Evaluation } from "./derived.ts";
import { viewOf } from "./value-view.ts";

const SECRETS = [["pw"]];

/** Unifications for each question of a release about the same values. */
function workFor(values: string, questions = 3) {
  const context = createContext();
  const root = context.compile(`#config: {pw: string, note: string}\nvalues: #config\nvalues: {${values}}`);
  const view = viewOf(root.field("values")!);
  const work: number[] = [];
  let leaves: readonly string[] = [];
  for (let i = 0; i < questions; i++) {
    // One for each release, as values are read anew for it.
    const before = context.counters()["unifications"]!;
    leaves = [...new Evaluation(view).derived(SECRETS).leaves];
    work.push(context.counters()["unifications"]! - before);
  }
  return { leaves, work };
}

describe("values that are made from secrets", () => {
  test("are computed once, however many releases ask", () => {
    const { leaves, work } = workFor('pw: "hunter2", note: "x-\\(pw)"');
    expect(leaves).toEqual(["note"]);
    expect(work[0]).toBeGreaterThan(0);
    expect(work.slice(1)).toEqual([0, 0]);
  });

  test.each([
    'pw: "hunter2", note: "plain"',
    'pw: "hunter2" | "x", note: string',
    '"pw": "hunter2", note: *"a" | string',
  ])("are not looked for where everything is written: %s", (values) =>
    expect(workFor(values)).toEqual({ leaves: [], work: [0, 0, 0] }),
  );

  test.each([
    ["a reference to a struct", 'pw: "hunter2", inner: {a: pw}, note: inner.a', ["inner.a", "note"]],
    ["an embedding", 'let x = {note: pw}, x, pw: "hunter2"', ["note"]],
    ["a comprehension", 'pw: "hunter2", if true {note: pw}', ["note"]],
    ["a list", 'pw: "hunter2", list: [pw, "a"]', ["list[0]"]],
  ])("are found through %s", (_, values, expected) => {
    const context = createContext();
    const view = viewOf(context.compile(values.replace(", x,", "\nx\n")));
    expect([...new Evaluation(view).derived(SECRETS).leaves]).toEqual(expected);
  });
});
