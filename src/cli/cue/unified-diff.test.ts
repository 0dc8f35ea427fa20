import { expect, test } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

test("one change with its surroundings", () => {
  const old = "a\nb\nc\nd\ne\nf\ng\nh\n";
  expect(unifiedDiff("x.orig", old, "x", old.replace("e\n", "E\nE2\n"))).toBe(
    "diff x.orig x\n--- x.orig\n+++ x\n@@ -2,7 +2,8 @@\n b\n c\n d\n-e\n+E\n+E2\n f\n g\n h\n",
  );
});

test("changes far apart are separate, near ones together", () => {
  const lines = Array.from({ length: 20 }, (_, i) => `${i}\n`);
  const changed = (...at: number[]) =>
    unifiedDiff("a", lines.join(""), "b", lines.map((l, i) => (at.includes(i) ? "x\n" : l)).join(""));
  expect(changed(1, 17).match(/^@@/gm)).toHaveLength(2);
  expect(changed(5, 9).match(/^@@/gm)).toHaveLength(1);
});

test("a missing line feed at the end is told", () => {
  expect(unifiedDiff("a", "x", "b", "x\n")).toContain("-x\n\\ No newline at end of file\n+x\n");
});

test("what differs between lines that occur once is replaced as a whole", () => {
  expect(unifiedDiff("a", "{\n1\n}\nx\n{\n2\n}\n", "b", "{\n}\nx\n{\n3\n}\n")).toBe(
    "diff a b\n--- a\n+++ b\n@@ -1,7 +1,6 @@\n {\n-1\n }\n x\n {\n-2\n+3\n }\n",
  );
});
