import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shardFolders } from "./shard.ts";

const names = (n: number): string[] => Array.from({ length: n }, (_, i) => `apps/app-${i}`);

describe("folders of shards", () => {
  test("law: every folder is in exactly one, whatever it weighs, and none is much too heavy", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 200 }), fc.integer({ min: 1, max: 9 }), fc.nat(), (n, count, seed) => {
        const folders = names(n);
        const weight = (folder: string): number => 1 + ((folder.length * 7 + seed) % 5);
        const shards = Array.from({ length: count }, (_, i) => shardFolders(folders, { index: i + 1, count }, weight));
        if (n < count * 4) {
          expect(shards.every((s) => s === undefined)).toBe(true);
          return;
        }
        expect(shards.flatMap((s) => s!).sort()).toEqual([...folders].sort());
        const load = (shard: readonly string[]): number => shard.reduce((sum, folder) => sum + weight(folder), 0);
        const fair = load(folders) / count;
        for (const shard of shards) expect(load(shard!)).toBeLessThanOrEqual(fair * 1.1 + 5);
      }),
    );
  });

  test("a folder more moves few others", () => {
    const of = (folders: readonly string[]): Map<string, number> =>
      new Map(
        Array.from({ length: 8 }, (_, i) =>
          shardFolders(folders, { index: i + 1, count: 8 })!.map((f) => [f, i] as const),
        ).flat(),
      );
    const before = of(names(400));
    const after = of([...names(400), "apps/new"]);
    const moved = [...before].filter(([folder, shard]) => after.get(folder) !== shard);
    expect(moved.length).toBeLessThan(40);
  });
});
