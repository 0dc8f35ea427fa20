import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { didYouMean, editDistance, nearNames, nearestName } from "./nearest-name.ts";

describe("the name that was meant", () => {
  test.each([
    ["nmae", ["name", "node"], "name"],
    ["Port", ["port"], "port"],
    ["x", ["abc"], null],
    ["replicsa", ["replicas"], "replicas"],
    ["replicaCount", ["replicas", "replicaCounts", "image"], "replicaCounts"],
    ["a", [], null],
  ])("nearest to %s in %j: %s", (name, candidates, want) => {
    expect(nearestName(name, candidates)).toBe(want);
  });

  test("no hint where nothing is near", () => {
    expect(didYouMean("iamge", ["image", "name"])).toEqual({ hint: "did you mean image?" });
    expect(didYouMean("iamge", ["image"], (n) => `"${n}"`)).toEqual({ hint: 'did you mean "image"?' });
    expect(didYouMean("zzz", ["image", "name"])).toEqual({});
    expect(didYouMean("zzz", [])).toEqual({});
  });

  test("several, the best first, and never the name itself", () => {
    expect(nearNames("prot", ["prod", "port", "prot", "postgres"], 3)).toEqual(["port", "prod"]);
    expect(nearNames("prot", ["prod", "port"], 1)).toEqual(["port"]);
  });
});

describe("edit distance", () => {
  const word = fc.string({ maxLength: 8, unit: fc.constantFrom("a", "b", "c") });

  test("swapped neighbours are one edit", () => expect(editDistance("ab", "ba")).toBe(1));

  test("is symmetric, 0 for equal words alone, and at most the longer length", () =>
    fc.assert(
      fc.property(word, word, (a, b) => {
        const d = editDistance(a, b);
        expect(editDistance(b, a)).toBe(d);
        expect(d === 0).toBe(a === b);
        expect(d).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(d).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    ));

  test("a limit changes nothing below it", () =>
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 9 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(editDistance(a, b), limit));
      }),
    ));
});
