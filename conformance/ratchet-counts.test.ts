import { expect, test } from "vitest";
import { compareCounts, countsOf, raiseCounts, totals } from "./ratchet-counts.ts";

const scores = { "cue/a": { value: { ok: 3, all: 5 }, fmt: { ok: 0, all: 2 } }, "cue/b": { value: { ok: 1, all: 1 } } };

test("counts leave out what was not reached", () => {
  expect(countsOf(scores)).toEqual({ "cue/a": { value: 3 }, "cue/b": { value: 1 } });
});

test("a drop in one category of one corpus is found, whatever rose elsewhere", () => {
  const kept = { "cue/a": { value: 4 }, "cue/c": { value: 1 } };
  expect(compareCounts(kept, countsOf(scores))).toEqual({
    drops: ["cue/a value: 4 → 3", "cue/c value: 1 → 0"],
    gains: 1,
  });
});

test("the file only goes up", () => {
  expect(raiseCounts({ "cue/a": { value: 4 } }, countsOf(scores))).toEqual({
    "cue/a": { value: 4 },
    "cue/b": { value: 1 },
  });
});

test("totals add up corpora of a kind", () => {
  expect(Object.fromEntries(totals(scores))).toEqual({ "cue value": { ok: 4, all: 6 }, "cue fmt": { ok: 0, all: 2 } });
});
