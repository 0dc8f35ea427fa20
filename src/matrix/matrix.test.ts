import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../cue/load/index.ts";
import { findFolders } from "./find-folders.ts";
import { parseShard, shardOf } from "./shard.ts";

describe("shards (ENV-9)", () => {
  test("law: they partition the jobs: every job is in exactly one, in the same order, evenly", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat()), fc.integer({ min: 1, max: 12 }), (jobs, count) => {
        const shards = Array.from({ length: count }, (_, i) => shardOf(jobs, { index: i + 1, count }));
        expect(shards.flat().toSorted((a, b) => jobs.indexOf(a) - jobs.indexOf(b))).toEqual(jobs);
        expect(shards.flat().length).toBe(jobs.length);
        for (const shard of shards) expect(shard).toEqual(shard.toSorted((a, b) => jobs.indexOf(a) - jobs.indexOf(b)));
        expect(shardOf(jobs, undefined)).toEqual(jobs);
        expect(Math.max(...shards.map((s) => s.length)) - Math.min(...shards.map((s) => s.length))).toBeLessThanOrEqual(
          1,
        );
      }),
    );
  });

  test("i/n with i from 1 to n, and nothing else", () => {
    expect(parseShard("2/5")).toEqual({ index: 2, count: 5 });
    for (const text of ["0/5", "6/5", "1", "1/0", "a/b", "1/2/3", " 1/2"]) expect(parseShard(text)).toBeUndefined();
  });
});

describe("folders with CUE in them", () => {
  const files = new MemoryFiles([
    ["/apps/blog/module.cue", ""],
    ["/apps/blog/cue.mod/module.cue", ""],
    ["/apps/blog/inner/x.cue", ""],
    ["/apps/team/shop/bundle.cue", ""],
    ["/apps/.git/x.cue", ""],
    ["/apps/notes.txt", ""],
  ]);

  test("the folder itself, or those below it", () => {
    expect(findFolders(files, "/apps/blog")).toEqual(["/apps/blog"]);
    expect(findFolders(files, "/apps")).toEqual(["/apps/blog", "/apps/team/shop"]);
  });
});
