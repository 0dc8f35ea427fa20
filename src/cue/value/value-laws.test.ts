import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createContext } from "../index.ts";
import { SourceFile, cueCode } from "../../source/index.ts";
import { parseExpr } from "../syntax/index.ts";
import {
  BottomKind,
  BytesKind,
  IntKind,
  LabelTable,
  NullKind,
  NumberKind,
  StringKind,
  StructKind,
  TopKind,
  isDefinitionLabel,
  isHiddenLabel,
  isStringLabel,
  kindString,
  quoteSelector,
  unionMarks,
  wordings,
} from "./index.ts";
import type { Marks } from "./index.ts";

const text = fc.oneof(fc.string({ maxLength: 10 }), fc.string({ maxLength: 6, unit: "grapheme" }));

describe("labels", () => {
  test("one number for a name, whatever was asked before", () =>
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), (names) => {
        const labels = new LabelTable();
        const first = names.map((name) => labels.string(name));
        expect(names.map((name) => labels.string(name))).toEqual(first);
        expect(new Set(first).size).toBe(new Set(names).size);
        expect(first.map((label) => labels.text(label))).toEqual(names);
        expect(first.every((l) => isStringLabel(l) && !isDefinitionLabel(l) && !isHiddenLabel(l))).toBe(true);
      }),
    ));

  test("a definition, a hidden field and a field of one spelling are three", () => {
    const labels = new LabelTable();
    const all = [
      labels.identifier("#a", "p"),
      labels.identifier("_a", "p"),
      labels.identifier("a", "p"),
      labels.string("#a"),
    ];
    expect(new Set(all).size).toBe(4);
    expect(all.map(isDefinitionLabel)).toEqual([true, false, false, false]);
    expect(all.map(isHiddenLabel)).toEqual([false, true, false, false]);
    // Hidden fields belong to their package, definitions to everybody.
    expect(labels.identifier("_a", "q")).not.toBe(all[1]);
    expect(labels.identifier("#a", "q")).toBe(all[0]);
  });

  test("a selector that is printed is one that is read", () =>
    fc.assert(
      fc.property(text, (name) => {
        const written = quoteSelector(name);
        // The grammar, as that of cue, has no selector for the empty name; paths have.
        const { expr, errors } = parseExpr(new SourceFile("x", `a.${written}`));
        if (name !== "") expect([errors, expr.kind]).toEqual([[], "SelectorExpr"]);
        const data = { [name]: 1 };
        expect(createContext().value(data).lookupPath(written).toJS()).toEqual({ ok: true, value: 1 });
      }),
    ));
});

test("kinds print as in messages of cue", () => {
  expect(
    [
      BottomKind,
      TopKind,
      IntKind,
      NumberKind,
      StringKind | BytesKind,
      NumberKind | StringKind,
      NullKind | StructKind,
    ].map(kindString),
  ).toEqual(["_|_", "_", "int", "number", "(string|bytes)", "(string|number)", "(null|struct)"]);
});

describe("marks", () => {
  const marks: fc.Arbitrary<Marks> = fc.option(
    fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 }).map((names) => ({ names: names.toSorted() })),
    { nil: null },
  );

  const shown = (m: Marks): string[] => (m === null ? [] : [...m.names]);

  test("are a set: the order of unions and their repetition change nothing", () =>
    fc.assert(
      fc.property(marks, marks, marks, (a, b, c) => {
        expect(shown(unionMarks(a, b))).toEqual(shown(unionMarks(b, a)));
        expect(shown(unionMarks(unionMarks(a, b), c))).toEqual(shown(unionMarks(a, unionMarks(b, c))));
        expect(shown(unionMarks(a, a))).toEqual(shown(a));
        expect(shown(unionMarks(a, null))).toEqual(shown(a));
        for (const name of shown(a)) expect(shown(unionMarks(a, b))).toContain(name);
      }),
    ));
});

test("each wording has a reason, and as many names as arguments", () => {
  for (const [wording, [kind, ...names]] of Object.entries(wordings)) {
    expect(Object.keys(cueCode)).toContain(kind);
    expect([wording, names.length]).toEqual([wording, wording.split("%").length - 1]);
    expect([wording, new Set(names).size]).toEqual([wording, names.length]);
  }
});
