import fc from "fast-check";
import { expect, test } from "vitest";
import { createContext } from "../index.ts";
import { MemoryFiles } from "./memory-files.ts";

// A package is what its files say together, however they are cut and named (CUE-3).

const declaration = fc.constantFrom(
  "a: int",
  "a: 1",
  "b: a + 1",
  "c: #D & {n: a}",
  "#D: {n: int, m: *n | int}",
  'd: "\\(b)-x"',
  "e: [for k, v in c {v}]",
  "if a > 0 {f: b}",
  "g?: string",
  '[=~"^x"]: int',
  "x1: 5",
);
const always = ["a: int", "a: 1", "b: a + 1", "c: #D & {n: a}", "#D: {n: int, m: *n | int}"];

function answer(files: readonly (readonly [string, readonly string[]])[]): unknown {
  const memory = new MemoryFiles([
    ["/w/cue.mod/module.cue", 'module: "ex.com/m@v0"\nlanguage: version: "v0.17.0"\n'],
    ...files.map(([name, lines]) => [`/w/${name}.cue`, `package m\n${lines.join("\n")}\n`] as const),
  ]);
  const context = createContext({ files: memory });
  const { instances } = context.loadSync(["."], { cwd: "/w" });
  expect(instances.flatMap((i) => i.errors)).toEqual([]);
  const json = context.build(instances[0]!).toJson();
  return json.ok ? (JSON.parse(json.value) as unknown) : json.errors.map((e) => e.message).sort();
}

test("cutting a package into files changes nothing but the order", () =>
  fc.assert(
    fc.property(
      fc.shuffledSubarray(
        always.map((_, i) => i),
        { minLength: always.length },
      ),
      fc.array(declaration, { maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 11, maxLength: 11 }),
      (order, more, places) => {
        const lines = [...order.map((i) => always[i] as string), ...more];
        const parts: string[][] = [[], [], []];
        lines.forEach((line, i) => parts[places[i] as number]!.push(line));
        const cut = parts.map((part, i) => [`f${i}`, part] as const);
        expect(answer(cut)).toEqual(answer([["all", lines]]));
      },
    ),
    { numRuns: 60 },
  ));
