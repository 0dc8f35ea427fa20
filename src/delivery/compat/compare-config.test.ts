import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createContext } from "../../cue/index.ts";
import { compareSchemas } from "./compare-config.ts";

/** Two schemas, and the paths that break. */
const PAIRS: readonly (readonly [before: string, after: string, breaks: string])[] = [
  // Nothing, and fields that come and go.
  ["a: int", "a: int", ""],
  ["a: int", "a: int\nb?: string", ""],
  ["a: int", 'a: int\nb: string | *"x"', ""],
  ["a: int", "a: int\nb: string", "b required"],
  ["a: int", "a: int\nb!: string", "b required"],
  ["a: int\nb?: string", "a: int", "b removed"],
  ["a: int\nb: string", "a: int", "b removed"],
  ["a?: int", "a: int", "a required"],
  ["a?: int", "a!: int", "a required"],
  ["a: int", "a?: int", ""],
  ["a!: int", "a: int", ""],
  ["a?: int", "a: int | *1", "a default"],
  // Types.
  ["a: int", "a: number", ""],
  ["a: number", "a: int", "a narrowed"],
  ["a: int", "a: string", "a narrowed"],
  ["a: int", "a: int | string", ""],
  ["a: int | string", "a: int", "a narrowed"],
  ["a: string", "a: _", ""],
  ["a: bool", "a: bool | null", ""],
  ["a: bytes", "a: bytes | string", ""],
  // Bounds.
  ["a: >=1 & <=5", "a: >=0 & <=9", ""],
  ["a: >=0 & <=9", "a: >=1 & <=5", "a narrowed"],
  ["a: int", "a: int & >=0", "a narrowed"],
  ["a: int & >=0", "a: int", ""],
  ["a: >0", "a: >=0", ""],
  ["a: >=0", "a: >0", "a narrowed"],
  ["a: !=0", "a: number", ""],
  ['a: =~"^a"', 'a: =~"^a"', ""],
  ['a: =~"^a"', 'a: =~"^ab"', "a narrowed"],
  ['a: =~"^a"', "a: string", ""],
  // Choices.
  ['a: "x" | "y"', 'a: "x" | "y" | "z"', ""],
  ['a: "x" | "y" | "z"', 'a: "x" | "y"', "a narrowed"],
  ['a: "x" | "y"', "a: string", ""],
  ["a: 1 | 2", "a: int", ""],
  ["a: true | false", "a: bool", ""],
  // Defaults.
  ["a: int | *1", "a: int | *1", ""],
  ["a: int | *1", "a: int | *2", "a default"],
  ["a: int | *1", "a: int", "a required"],
  ["a: int", "a: int | *1", ""],
  ["a: int | *1", "a: number | *1", ""],
  ['a: *"x" | "y"', 'a: *"x" | "y" | "z"', ""],
  ['a: *"x" | "y"', 'a: "x" | *"y"', "a default"],
  ["a: int | *1", "a: 1", "a narrowed"],
  // Structs.
  ["s: {a: int}", "s: {a: int, b?: int}", ""],
  ["s: {a: int}", "s: {a: int, b: int}", "s.b required"],
  ["s: {a: int, b?: int}", "s: {a: int}", "s.b removed"],
  ["s: {a: int | *1}", "s: {a: int | *2}", "s.a default"],
  ["s?: {a: int}", "s: {a: int}", "s required"],
  ["s: {a: int, ...}", "s: {a: int}", "s closed"],
  ["s: {a: int}", "s: {a: int, ...}", ""],
  ["s: {a: int}", "s: int", "s undecided"],
  // Maps and lists.
  ["m: [string]: int", "m: [string]: number", ""],
  ["m: [string]: number", "m: [string]: int", "m.<name> narrowed"],
  ["m: [string]: {a: int}", "m: [string]: {a: int, b: int}", "m.<name>.b required"],
  ["m: [string]: int", "m: {a?: int}", "m closed"],
  ["m: {a?: int}", "m: [string]: int", ""],
  ["l: [...int]", "l: [...number]", ""],
  ["l: [...number]", "l: [...int]", "l[] narrowed"],
  ["l: [...{a: int}]", "l: [...{a: int, b?: int}]", ""],
  ["l: [...{a: int}]", "l: [...{a: int, b: int}]", "l[].b required"],
  ["l: [int, int]", "l: [int, int]", ""],
  ["l: [...int]", "l: [int, ...int]", "l narrowed"],
  // Fields that depend on others.
  ["a: int | *1\nb: >=1", "a: int | *1\nb: >=a", "b undecided"],
  ["a: int | *1\nb: >=a", "a: int | *1\nb: >=a", ""],
  ["a: bool | *false", "a: bool | *false\nif a {b: string}", " undecided"],
  ["a: bool\nif a {b: string}", "a: bool\nif a {b: string}", ""],
  ["a: bool\nif a {b: string}", "a: bool\nb?: string", " undecided"],
];

describe("compatible configurations (REV-4)", () => {
  test.each(PAIRS)("%j to %j", (before, after, breaks) => {
    const found = compareSchemas(before, after)
      .filter(({ breaking }) => breaking)
      .map(({ path, kind }) => `${path} ${kind}`);
    expect(found[0] ?? "").toBe(breaks);
  });

  test("law: a configuration that the old one accepts is accepted by one that is told to be compatible", () => {
    const scalar = fc.constantFrom(
      "int",
      "string",
      "number",
      "bool",
      ">=0",
      ">=1 & <=5",
      '"x" | "y"',
      "int | *1",
      '*"x" | string',
      "_",
      "int | string",
      "[...int]",
      "[...number]",
      "[string]: int",
      "{p: int, q?: string}",
      "{p: int | *1}",
      "{p: int, ...}",
    );
    const schema = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.tuple(fc.constantFrom("", "?", "!"), scalar), {
      maxKeys: 3,
    });
    const value = fc.constantFrom<unknown>(
      0,
      1,
      3,
      9,
      -1,
      1.5,
      "x",
      "y",
      "z",
      true,
      [],
      [1],
      [1.5],
      {},
      { p: 1 },
      { p: 2, q: "s" },
      { p: 1, r: 1 },
      { k: 1 },
      null,
    );
    const config = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), value, { maxKeys: 3 });
    const textOf = (fields: Record<string, [string, string]>): string =>
      Object.entries(fields)
        .map(([name, [mark, type]]) => `${name}${mark}: ${type}`)
        .join("\n");
    const accepts = (text: string, data: unknown): boolean => {
      const whole = createContext().compile(`#config: {\n${text}\n}\nout: #config & ${JSON.stringify(data)}`);
      return whole.field("out")!.validate({ concrete: true, final: true }).length === 0;
    };
    let compared = 0;
    fc.assert(
      fc.property(schema, schema, fc.array(config, { minLength: 6, maxLength: 6 }), (o, n, configs) => {
        const [before, after] = [textOf(o), textOf(n)];
        if (compareSchemas(before, after).some(({ breaking }) => breaking)) return;
        for (const data of configs) {
          if (!accepts(before, data)) continue;
          compared++;
          expect(accepts(after, data), `${before}\n--\n${after}\n--\n${JSON.stringify(data)}`).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
    expect(compared).toBeGreaterThan(20);
  });
});
