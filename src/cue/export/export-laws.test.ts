import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createContext } from "../index.ts";

// What is printed means what was printed, whatever it is (CUE-4).

const name = fc.oneof(fc.constantFrom("a", "b", "c", "x-y", "if", "1", "_h", "#D", ""), fc.string({ maxLength: 5 }));
const data = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.string({ maxLength: 8, unit: "grapheme" }), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

/** A constraint as one would write it. */
const constraint = fc.letrec<{ scalar: string; all: string }>((tie) => ({
  scalar: fc.constantFrom(
    "int",
    "string",
    "bool",
    "number",
    "_",
    "null",
    ">0",
    "<=10",
    "!=3",
    '=~"^a"',
    "1",
    '"s"',
    "uint8",
    ">=1 & <=5",
  ),
  all: fc.oneof(
    { depthSize: "small" },
    tie("scalar"),
    fc.tuple(tie("scalar"), tie("scalar")).map(([a, b]) => `*(${a}) | ${b}`),
    fc.array(tie("all"), { maxLength: 3 }).map((xs) => `[${xs.join(", ")}]`),
    tie("all").map((x) => `[...(${x})]`),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "#D", "_h"), fc.constantFrom(":", "?:", "!:"), tie("all")), {
        maxLength: 4,
        selector: ([label]) => label,
      })
      .map((fields) => `{${fields.map(([label, mark, x]) => `${label}${mark} ${x}`).join(", ")}}`),
    fc.tuple(tie("all"), tie("all")).map(([a, b]) => `(${a}) | (${b})`),
    tie("all").map((x) => `{[=~"^p"]: ${x}}`),
    tie("all").map((x) => `close({k: ${x}})`),
  ),
})).all;

const compile = (text: string): ReturnType<ReturnType<typeof createContext>["compile"]> =>
  createContext().compile(text, { filename: "x.cue" });

describe("printed source", () => {
  test("of data is that data", () =>
    fc.assert(
      fc.property(data, (x) => {
        const value = createContext().value({ top: x } as never);
        expect(compile(value.toCue()).toJson()).toEqual(value.toJson());
        expect(value.toJson()).toMatchObject({ ok: true });
      }),
      { numRuns: 150 },
    ));

  test("of constraints says the same when it is printed again, and means the same to data", () =>
    fc.assert(
      fc.property(constraint, data, (x, y) => {
        const once = compile(`v: ${x}`);
        fc.pre(once.validate().length === 0);
        const text = once.toCue({ mode: "definition" });
        const again = compile(text);
        expect(again.validate(), text).toEqual([]);
        expect(again.toCue({ mode: "definition" })).toBe(text);
        const given = JSON.stringify(y);
        const verdict = (source: string): boolean => compile(`${source}\nv: ${given}`).toJson().ok;
        expect(verdict(text), text).toBe(verdict(`v: ${x}`));
      }),
      { numRuns: 150 },
    ));
});
