import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryRegistry } from "../../registry/memory-registry.ts";
import { InstancePool } from "../../pipeline/instance-pool.ts";
import { createContext } from "../api/index.ts";
import type { CueContext } from "../api/index.ts";
import { MemoryFiles, SourceCache } from "../load/index.ts";

const registry = new MemoryRegistry();
registry.addFiles("lib.example/base@v0", "v0.1.0", [
  ["cue.mod/module.cue", 'module: "lib.example/base@v0"\nlanguage: version: "v0.15.0"\n'],
  [
    "base.cue",
    'package base\n#Name: =~"^[a-z]+$"\n#Labels: [#Name]: string\nlimit: 3\n#Interface: {name: string, #shape: {...}}',
  ],
]);
registry.addFiles("lib.example/types@v0", "v0.1.0", [
  [
    "cue.mod/module.cue",
    'module: "lib.example/types@v0"\nlanguage: version: "v0.15.0"\ndeps: "lib.example/base@v0": v: "v0.1.0"\n',
  ],
  [
    "types.cue",
    `package types
import ("lib.example/base", "strings")
#Meta: {name!: base.#Name, labels: base.#Labels, #upper: strings.ToUpper(name)}
#Tree: {value: int, left?: #Tree, right?: #Tree}
#Port: {number: uint & <=9, protocol: *"TCP" | "UDP", mode?: "a" | "b"}
#Kinds: {kind: "x", size: int} | {kind: "y", text: string} | *{kind: "none"}
#Sum: {in: [...int], let count = len(in), out: [for i, v in in if i < base.limit {v + count}]}
#Open: {a: 1, ...}
#Both: {#Port, protocol: _, extra: #Meta, if protocol == "UDP" {unreliable: true}}
#Wrong: {n: int & "text"}
table: {for k in ["p", "q"] {(k): {#Port, number: len(k)}}}
#Interface: base.#Interface & {name: "i", #shape: {host: string, port: int, mode: *"a" | "b"}}
#Server: {#interface: #Interface.name, #Interface.#shape}
#Alias: #Server
#AliasOfAlias: #Alias
#Embedding: {#Alias, more: int}
#Pair: {a: #Alias, b?: #Port, c: [...#Alias], d: [string]: #Port, e: #Alias | #Port, f: *#Port | null}
#Meet: #Open & {b: int, c: #Tree}
#Closed: close({a: 1, b?: #Alias})
#Guarded: {on: bool | *false, if on {with: #Alias}, let x = "\\(on)", text: x}
#Hidden: {_secret: 1, #def: {x: int}, out: _secret + 1, y: #def & {x: 2}}
#Recursive: {next: null | #Recursive, name: #Name}
#Name: base.#Name
whole: {a: #Port & {number: 2}, b: [a.number, table.p.number]}`,
  ],
]);

/** Uses of the library: right ones, and mistakes of every kind. */
const uses = [
  't.#Meta & {name: "ab", labels: c: "d"}',
  't.#Meta & {name: "AB"}',
  't.#Meta & {name: "ab", labels: C: "d"}',
  't.#Meta & {nam: "x"}',
  "t.#Meta",
  '(t.#Meta & {name: "ab"}).#upper',
  "t.#Tree & {value: 1, left: {value: 2, right: value: 3}}",
  "t.#Tree & {value: 1, left: {valu: 2}}",
  "t.#Port & {number: 3}",
  't.#Port & {number: 3, protocol: "UDP", mode: "b"}',
  't.#Port & {number: 30, mode: "c"}',
  "t.#Port.number & 4",
  't.#Kinds & {kind: "x", size: 2}',
  't.#Kinds & {kind: "y", size: 2}',
  "t.#Kinds",
  "t.#Sum & {in: [1, 2, 3, 4]}",
  '(t.#Sum & {in: [5]}).out & ["no"]',
  "t.#Open & {b: 2}",
  "t.#Open & {a: 2}",
  't.#Both & {number: 1, protocol: "UDP", extra: name: "n"}',
  't.#Both & {number: 1, extra: {name: "n", more: 1}}',
  "t.#Wrong & {n: 1}",
  't.#Server & {host: "h", port: 1}',
  't.#Alias & {host: "h", port: 2}',
  't.#Alias & {host: "h", prt: 2}',
  't.#AliasOfAlias & {host: "h", port: 3}',
  't.#AliasOfAlias & {host: "h", port: 3, more: 1}',
  't.#Embedding & {host: "h", port: 1, more: 2}',
  't.#Embedding & {host: "h", port: 1, other: 2}',
  't.#Pair & {a: {host: "h", port: 1}, b: number: 1, c: [{host: "i", port: 2}], d: x: number: 3, e: number: 1, f: number: 2}',
  't.#Pair & {a: {host: "h", port: 1, x: 1}, d: x: numbr: 3}',
  't.#Pair & {e: {host: "h", number: 1}, c: [1]}',
  "t.#Pair.c & []",
  't.#Meet & {b: 1, c: value: 1, d: "open"}',
  't.#Closed & {b: {host: "h", port: 1}}',
  "t.#Closed & {c: 1}",
  't.#Guarded & {on: true, with: {host: "h", port: 1}}',
  't.#Guarded & {with: {host: "h"}}',
  "t.#Guarded",
  "t.#Hidden",
  "t.#Hidden & {y: x: 3}",
  't.#Recursive & {name: "a", next: {name: "b", next: null}}',
  't.#Recursive & {name: "a", next: {name: "B", next: null}}',
  't.#Alias & t.#Open & {host: "h", port: 1}',
  '{t.#Alias, extra: 1} & {host: "h", port: 1}',
  't.#Interface.#shape & {host: "h", port: 1, any: 2}',
  "t.table.q",
  "t.whole & {a: number: 2}",
  "t.whole.b[1] + t.table.p.number",
  "t.none",
  "[for k, v in t.table {v & {number: <5}}]",
  't.table & {r: t.#Port & {number: 3}, "\\(t.whole.a.protocol)": 1}',
];

const sources = new SourceCache();
const pool = new InstancePool();

interface Answer {
  readonly told: readonly unknown[];
  readonly source: string;
  readonly places: ReadonlySet<string>;
}

function answer(context: CueContext, program: readonly string[]): Answer {
  const text = program.map((use, i) => `f${i}: ${use}\n`).join("");
  const files = new MemoryFiles([
    [
      "/w/cue.mod/module.cue",
      'module: "ex.com/m@v0"\nlanguage: version: "v0.15.0"\ndeps: {"lib.example/types@v0": v: "v0.1.0"\n"lib.example/base@v0": v: "v0.1.0"}\n',
    ],
    ["/w/m.cue", `package m\nimport t "lib.example/types"\n${text}`],
  ]);
  const { instances, errors } = context.loadSync(["."], { files, registry, cwd: "/w", cache: sources });
  expect(errors).toEqual([]);
  const instance = pool.share(instances[0]!);
  expect(context.compileErrors(instance)).toEqual([]);
  const root = context.build(instance);
  const told = root.validate({ concrete: true });
  const places = new Set(told.flatMap((e) => e.positions.map((p) => `${p.file}:${p.line}:${p.column}`)));
  return { told: told.map(({ message, path }) => ({ message, path })), source: root.toCue(), places };
}

/** The same values and the same errors. Who refers to a finished alias refers to what it stands for: one place less. */
function expectSame(got: Answer, alone: Answer): void {
  expect({ told: got.told, source: got.source }).toEqual({ told: alone.told, source: alone.source });
  for (const place of got.places) expect(alone.places).toContain(place);
}

test("definitions that a library finishes for all mean what they mean to one evaluation alone", () => {
  const library = createContext({ lasting: true });
  fc.assert(
    fc.property(fc.subarray(uses, { minLength: 1, maxLength: 6 }), (program) => {
      const alone = answer(createContext(), program);
      expectSame(answer(createContext({ sharing: library }), program), alone);
      expectSame(answer(createContext({ sharing: library }), program), alone);
    }),
    { numRuns: 60 },
  );
});

test.each(uses)("%s, by whoever comes first and by who comes later", (use) => {
  const alone = answer(createContext(), [use]);
  const library = createContext({ lasting: true });
  for (let time = 0; time < 2; time++) expectSame(answer(createContext({ sharing: library }), [use]), alone);
});

test("a field that a finished struct lacks is told as one that it may still get", () => {
  const library = createContext({ lasting: true });
  const told = (context: CueContext): unknown => answer(context, ["t.table.p.missing"]).told;
  expect(told(createContext({ sharing: library }))).toEqual(told(createContext()));
});

test("what is finished is not evaluated again", () => {
  const library = createContext({ lasting: true });
  const program = ["t.whole", 't.#Both & {number: 1, extra: name: "n"}', "t.table"];
  const cost = (): number => {
    library.resetCounters();
    answer(createContext({ sharing: library }), program);
    return library.counters()["unifications"]!;
  };
  const first = cost();
  expect(cost()).toBeLessThan(first / 2);
});

test("an evaluation that is called off in the library leaves nothing half-finished to the next", () => {
  const alone = answer(createContext(), uses);
  const library = createContext({ lasting: true });
  for (let steps = 20; steps < 1500; steps += 90) {
    const broken = createContext({ sharing: library, limits: { steps } });
    answer(broken, uses);
    expectSame(answer(createContext({ sharing: library, limits: { steps: 1e6 } }), uses), alone);
  }
});
