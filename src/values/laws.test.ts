// The laws of values, for random trees in files of all four formats.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeText } from "../source/index.ts";
import { NAMES, TEXTS, fileOf, fitting, isFields, isList } from "./laws-fixture.ts";
import type { Data, Fields } from "./laws-fixture.ts";
import { layerValues } from "./layers.ts";
import { merge } from "./merge.ts";
import type { Path } from "./path.ts";
import { toPlain } from "./plain.ts";
import { readValues } from "./read-values.ts";
import type { ValuesFormat } from "./read-values.ts";
import type { Tier } from "./tier.ts";
import { leavesOf, nodeAt } from "./value-tree.ts";
import type { ValueNode } from "./value-tree.ts";

const scalar: fc.Arbitrary<Data> = fc.oneof(
  fc.constantFrom<Data>(null, true, false, 0, -1, 1.5, 12345678),
  fc.integer({ min: -1000, max: 1_000_000 }),
  fc.constantFrom(...TEXTS),
  fc.string({ maxLength: 8, unit: "grapheme-ascii" }),
);

const tied = fc.letrec<{ value: Data; fields: Fields }>((tie) => ({
  value: fc.oneof({ depthSize: "small" }, scalar, fc.array(tie("value"), { maxLength: 3 }), tie("fields")),
  fields: fieldsOf(tie("value")),
}));

/** Structs, lists of anything, nulls; the same few names again and again, so that files meet. */
const values: fc.Arbitrary<Fields> = fieldsOf(tied.value).filter((f) => Object.keys(f).join() !== "values");

function fieldsOf(value: fc.Arbitrary<Data>): fc.Arbitrary<Fields> {
  return fc
    .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 4, selector: ([name]) => name })
    .map((entries) => {
      const out = Object.create(null) as Record<string, Data>;
      for (const [name, inner] of entries) out[name] = inner;
      return out;
    });
}

const format: fc.Arbitrary<ValuesFormat> = fc.constantFrom("cue", "yaml", "json", "toml");

/** A number that chooses between ways of writing the same. */
const style: fc.Arbitrary<number> = fc.nat(1_000_000);

/** Files that say nothing. */
const EMPTY: readonly (readonly [string, string])[] = [
  ["e.yaml", ""],
  ["e.yaml", "# c\n"],
  ["e.yaml", "---\n"],
  ["e.yaml", "values: {}\n"],
  ["e.yaml", "values:\n"],
  ["e.json", "{}"],
  ["e.json", "null"],
  ["e.toml", ""],
  ["e.toml", "[values]\n"],
  ["e.cue", ""],
  ["e.cue", "package x\n"],
  ["e.cue", "values: {}\n"],
  ["e.cue", "{}\n"],
];

interface Layer {
  readonly data: Fields;
  readonly node: ValueNode;
  readonly text: string;
}

const TIERS_UP: readonly Tier[] = ["author", "platform", "user", "environment"];

/** A file of a tier, read. Its name says which it is. */
function layerOf([data, kind, seed]: readonly [Fields, ValuesFormat, number], tier: Tier): Layer {
  const held = fitting(data, kind);
  const { text } = fileOf(held, kind, seed);
  const read = readValues({ name: `${tier}.${kind}`, text }, { tier });
  expect(read.diagnostics.map((d) => `${d.message} ${d.places?.map((p) => placeText(p)).join()}\n${text}`)).toEqual([]);
  return { data: held, node: read.value!, text };
}

const file = fc.tuple(values, format, style);
const files = fc.tuple(file, file, file, file);
const layersOf = (all: readonly (readonly [Fields, ValuesFormat, number])[]): Layer[] =>
  all.map((one, i) => layerOf(one, TIERS_UP[i]!));

/** The rules of merging, said once more and as plainly as possible. */
function mergeData(below: Data, above: Data): Data {
  if (!isFields(below) || !isFields(above)) return above;
  const out = Object.create(null) as Record<string, Data>;
  for (const [name, value] of Object.entries(below)) out[name] = value;
  for (const [name, value] of Object.entries(above)) out[name] = name in out ? mergeData(out[name]!, value) : value;
  return out;
}

function dataAt(data: Data, path: Path): Data | undefined {
  let at: Data | undefined = data;
  for (const step of path) {
    if (at === undefined) return undefined;
    if (typeof step === "number") at = isList(at) ? at[step] : undefined;
    else at = isFields(at) && step in at ? at[step] : undefined;
  }
  return at;
}

const same = (node: ValueNode): unknown => JSON.parse(JSON.stringify(toPlain(node)));
const json = (data: Data): unknown => JSON.parse(JSON.stringify(data));

/** The text of a place, read again as a file of its own. */
function again(node: ValueNode): unknown {
  const { file: origin, span } = node.origin;
  const text = origin.text.slice(span.start, span.end);
  const kind = origin.name.slice(origin.name.lastIndexOf(".") + 1);
  if (kind === "json") return JSON.parse(text);
  // As far to the right as it was: an indentation that a block states is relative.
  const indent = kind === "yaml" ? /^ */.exec(lineOf(origin.text, span.start))![0] : "";
  const line = `${indent}k${kind === "toml" ? " =" : ":"} ${text}${text.endsWith("\n") ? "" : "\n"}`;
  const read = readValues({ name: `again.${kind}`, text: line }, { tier: "user" });
  return read.value === undefined ? { unread: text } : same(nodeAt(read.value, ["k"])!);
}

function lineOf(text: string, offset: number): string {
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1);
}

describe("laws of values", () => {
  test("law: a file of any format reads as the data that it was written from (VAL-3)", () => {
    fc.assert(
      fc.property(file, (one) => {
        const { data, node } = layerOf(one, "user");
        expect(same(node)).toEqual(json(data));
      }),
      { numRuns: 300 },
    );
  });

  test("law: tiers merge as the rules say: structs by field, all else replaces, null too (VAL-2, ENV-5)", () => {
    fc.assert(
      fc.property(files, (all) => {
        const layers = layersOf(all);
        const [author, platform, user, environment] = layers.map(({ node }) => node);
        const tree = layerValues({ author: author!, platform: [platform!], user: [user!], environment: environment! });
        expect(same(tree.value!)).toEqual(json(layers.map(({ data }): Data => data).reduce(mergeData)));
      }),
      { numRuns: 120 },
    );
  });

  test("law: merging is associative over tiers, with chains and places (VAL-1, VAL-2)", () => {
    fc.assert(
      fc.property(files, (all) => {
        const [a, b, c, d] = layersOf(all).map(({ node }) => node) as [ValueNode, ValueNode, ValueNode, ValueNode];
        const told = (root: ValueNode) =>
          [...leavesOf(root)].map(({ path, node }) => [
            path,
            same(node),
            placeText(node.origin),
            node.shadowed.map((below) => [placeText(below.origin), same(below)]),
          ]);
        const left = told(merge(merge(merge(a, b), c), d));
        expect(told(merge(a, merge(b, merge(c, d))))).toEqual(left);
        expect(told(merge(merge(a, b), merge(c, d)))).toEqual(left);
        expect(told(merge(a, merge(merge(b, c), d)))).toEqual(left);
      }),
      { numRuns: 300 },
    );
  });

  test("law: an empty overlay changes nothing, whatever its format and wherever it stands (VAL-2)", () => {
    const empty = fc.constantFrom(...EMPTY);
    fc.assert(
      fc.property(file, file, empty, (one, other, [name, text]) => {
        const nothing = readValues({ name, text }, { tier: "user" }).value!;
        const [a, b] = [layerOf(one, "author").node, layerOf(other, "environment").node];
        expect(merge(a, nothing)).toBe(a);
        expect(merge(merge(a, nothing), b)).toEqual(merge(a, b));
        expect(merge(a, merge(nothing, b))).toEqual(merge(a, b));
      }),
      { numRuns: 150 },
    );
  });

  test("law: the place of every leaf is text with its value, in the highest file that sets it (VAL-5)", () => {
    fc.assert(
      fc.property(files, (all) => {
        const layers = layersOf(all);
        const root = layers.map(({ node }) => node).reduce((below, above) => merge(below, above));
        for (const { path, node } of leavesOf(root)) {
          const top = layers.findLastIndex(({ data }) => dataAt(data, path) !== undefined);
          const isEmptyStruct = node.kind === "struct";
          // Structs belong to all who wrote one; an empty one says nothing.
          if (!isEmptyStruct) expect(node.origin.tier, path.join(".")).toBe(TIERS_UP[top]);
          if (path.length === 0 || isTomlHeader(node)) continue;
          expect(again(node), node.origin.file.text).toEqual(same(node));
        }
      }),
      { numRuns: 150 },
    );
  });

  test("law: the chain of a leaf is what lower files say there, each at its own place (VAL-5)", () => {
    fc.assert(
      fc.property(files, (all) => {
        const layers = layersOf(all);
        const root = layers.map(({ node }) => node).reduce((below, above) => merge(below, above));
        for (const { path, node } of leavesOf(root)) {
          if (path.some((step) => typeof step === "number") || node.kind === "struct") continue;
          const below: (readonly [Tier, Data])[] = [];
          for (let i = layers.length - 1; i >= 0; i--) {
            const { data } = layers[i]!;
            const said = dataAt(data, path);
            if (said !== undefined) below.push([TIERS_UP[i]!, said]);
            // What replaced a struct around it hides everything below.
            else if (path.some((_, depth) => !isFields(dataAt(data, path.slice(0, depth)) ?? {}))) break;
          }
          expect(node.origin.tier).toBe(below[0]![0]);
          const chain = node.shadowed.filter(({ kind }) => kind !== "struct");
          const wanted = below.slice(1).filter(([, data]) => !isFields(data));
          expect(chain.map((s) => [s.origin.tier, same(s)])).toEqual(wanted.map(([tier, data]) => [tier, json(data)]));
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** An empty table `[a]` is written by its name alone. */
function isTomlHeader({ kind, origin }: ValueNode): boolean {
  return kind === "struct" && origin.file.name.endsWith(".toml");
}
