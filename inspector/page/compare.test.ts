import fc from "fast-check";
import { expect, test } from "vitest";
import { manifestYaml } from "../../src/pipeline/index.ts";
import type { ObjectPicture } from "../../src/picture/index.ts";
import { compareFields, compareReleases } from "./compare.ts";
import { lineDiff } from "../../src/picture/line-diff.ts";

const object = (data: unknown): ObjectPicture => ({
  id: "A/b",
  kind: "A",
  name: "b",
  namespace: "",
  component: "",
  transformer: "",
  yaml: manifestYaml(data),
});

test("names the fields that changed, with both texts", () => {
  const before = object({ spec: { replicas: 1, args: ["a", "b"], text: "x\ny\n" } });
  const after = object({ spec: { replicas: 2, args: ["a"], text: "x\nz\n", more: true } });
  expect(compareFields(before, after)).toEqual([
    { path: "spec.more", after: "true" },
    { path: "spec.replicas", before: "1", after: "2" },
    { path: "spec.text", before: "|\nx\ny", after: "|\nx\nz" },
    { path: "spec.args[1]", before: "b" },
  ]);
});

test("equal releases have no change", () => {
  const release = { objects: [object({ a: 1 })] } as never;
  expect(compareReleases(release, release)).toEqual([]);
});

// Law: the lines that stay and those taken away are the old text, those that stay and those added the new one.
test("a diff of lines leads from one text to the other", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = lineDiff(before, after);
      expect(diff.filter(({ kind }) => kind !== "added").map(({ text }) => text)).toEqual(before);
      expect(diff.filter(({ kind }) => kind !== "removed").map(({ text }) => text)).toEqual(after);
    }),
  );
});
