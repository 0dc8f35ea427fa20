import fc from "fast-check";
import { expect, test } from "vitest";
import { readDotenv, writeDotenv } from "./dotenv.ts";
import { readJson, writeJson } from "./json.ts";
import { listOf, mapOf, scalar } from "./tree.ts";
import type { MapNode, SopsNode } from "./tree.ts";
import { readYaml } from "./yaml-read.ts";
import { writeYaml } from "./yaml-write.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      "a",
      " ",
      "\n",
      "\t",
      "\r",
      ":",
      "#",
      "-",
      "'",
      '"',
      "\\",
      "{",
      "]",
      "|",
      "%",
      "é",
      "😀",
      "\u2028",
      "\u0000",
    ),
  }),
  fc.constantFrom(
    "yes",
    "null",
    "~",
    "1",
    "017",
    "0x1F",
    "1e3",
    "2024-01-02",
    "1:30",
    "<<",
    "---",
    "...",
    "ENC[x]",
    " x",
    "x ",
    "true",
    ".inf",
    "-",
    "? a",
    "!t",
    "&a",
    "*a",
    "@x",
    "`x",
    "%x",
  ),
);
const wellFormed = text.filter((s) => !/\p{Surrogate}/u.test(s));
const leaf = fc.oneof(
  wellFormed.map((s) => scalar("str", s)),
  fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }).map((n) => scalar("int", String(n))),
  fc.boolean().map((b) => scalar("bool", b ? "True" : "False")),
  fc.constant<SopsNode>({ kind: "null", offset: -1 }),
);
const { node } = fc.letrec<{ node: SopsNode; map: SopsNode }>((tie) => ({
  node: fc.oneof({ depthSize: "small" }, leaf, fc.array(tie("node"), { maxLength: 3 }).map(listOf), tie("map")),
  map: fc.uniqueArray(fc.tuple(wellFormed, tie("node")), { selector: ([key]) => key, maxLength: 4 }).map(mapOf),
}));
const document = fc
  .uniqueArray(fc.tuple(wellFormed, node), { selector: ([key]) => key, minLength: 1, maxLength: 4 })
  .map(mapOf);

/** The data alone: no places, no spelling. */
function data(value: SopsNode): unknown {
  if (value.kind === "null") return null;
  if (value.kind === "scalar") return `${value.type} ${value.text}`;
  if (value.kind === "list") return value.items.map((item) => data(item.value));
  return value.entries.map((entry) => [entry.key, data(entry.value)]);
}

test("law: YAML reads what it writes", () => {
  fc.assert(
    fc.property(document, fc.integer({ min: 1, max: 3 }), (doc, copies) => {
      const docs: MapNode[] = Array(copies).fill(doc) as MapNode[];
      const read = readYaml(writeYaml(docs));
      if ("message" in read) throw new Error(`${read.message}:\n${writeYaml(docs)}`);
      expect(read.map(data)).toEqual(docs.map(data));
    }),
    { numRuns: 1000 },
  );
});

test("law: JSON reads what it writes", () => {
  fc.assert(
    fc.property(document, (doc) => {
      const read = readJson(writeJson(doc)!);
      if ("message" in read) throw new Error(read.message);
      expect(data(read)).toEqual(data(doc));
    }),
    { numRuns: 500 },
  );
});

test("law: dotenv reads what it writes", () => {
  const value = fc.string({ unit: "grapheme" }).filter((s) => !/[\r]|\\n/.test(s));
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/), value), (entries) => {
      const doc = mapOf(Object.entries(entries).map(([key, s]) => [key, scalar("str", s)] as const));
      const read = readDotenv(writeDotenv(doc)!);
      if ("message" in read) throw new Error(read.message);
      expect(data(read)).toEqual(data(doc));
    }),
  );
});
