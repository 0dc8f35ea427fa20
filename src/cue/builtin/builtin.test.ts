import { expect, test } from "vitest";
import { builtinPackage, builtinPackagePaths, isBuiltinPackage } from "./index.ts";
import { jacobi } from "./jacobi.ts";
import { isSorted, stableSort } from "./stable-sort.ts";
import { alignTabs } from "./tabwriter.ts";
import { namedUuid, parseUuid, uuidText } from "./uuid.ts";
import { sha1 } from "./hash/sha1.ts";

test("every package loads and has members", () => {
  for (const path of builtinPackagePaths) {
    const p = builtinPackage(path)!;
    expect(p.path).toBe(path);
    expect((p.members as ReadonlyMap<string, unknown>).size + (p.cue ?? "").length).toBeGreaterThan(0);
  }
  expect(builtinPackagePaths).toHaveLength(32);
  expect(isBuiltinPackage("nope")).toBe(false);
  expect(builtinPackage("nope")).toBeNull();
});

test("sorting is stable and its comparisons come in a fixed order", () => {
  const items = Array.from({ length: 100 }, (_, i) => ({ key: (i * 7) % 10, i }));
  stableSort(items, (a, b) => a.key < b.key);
  expect(isSorted(items, (a, b) => a.key < b.key || (a.key === b.key && a.i < b.i))).toBe(true);
  const odd = [3, 1, 2];
  stableSort(odd, () => true);
  expect(odd).toEqual([2, 1, 3]);
});

test("columns", () => {
  expect(alignTabs("a\tb\tc\nlong\tx\n\nz\ty")).toBe("a    b c\nlong x\n\nz y");
  expect(alignTabs("a\t")).toBe("a");
});

test("identifiers", () => {
  const space = parseUuid("6BA7B810-9DAD-11D1-80B4-00C04FD430C8") as Uint8Array;
  expect(uuidText(space)).toBe("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
  expect(namedUuid(space, new TextEncoder().encode("example.com"), sha1, 5)).toBe(
    "cfbff0d1-9375-5685-968c-48ce8b15ae17",
  );
});

test("Jacobi symbols", () => {
  expect([1, 2, 3, 4, 5, 6].map((x) => jacobi(BigInt(x), 7n))).toEqual([1, 1, -1, 1, -1, -1]);
  expect(jacobi(6n, 9n)).toBe(0);
});
