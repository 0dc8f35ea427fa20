import fc from "fast-check";
import { expect, test } from "vitest";
import { manifestYaml } from "../pipeline/index.ts";
import { yamlPaths } from "./yaml-paths.ts";

test("names the field on each line, in lists of maps and in blocks of text", () => {
  const text = manifestYaml({
    metadata: { labels: { "a.b/c": "x" } },
    spec: { args: ["-a", "b: c"], ports: [{ name: "http", port: 80 }, { name: "x" }] },
    text: "one\n\n  two\n",
  });
  const lines = text.trimEnd().split("\n");
  const rows = yamlPaths(text).map((path, i) => `${lines[i]!.trim()} <- ${path.join("/")}`);
  expect(rows).toEqual([
    "metadata: <- metadata",
    "labels: <- metadata/labels",
    "a.b/c: x <- metadata/labels/a.b/c",
    "spec: <- spec",
    "args: <- spec/args",
    "- -a <- spec/args/0",
    "- 'b: c' <- spec/args/1",
    "ports: <- spec/ports",
    "- name: http <- spec/ports/0/name",
    "port: 80 <- spec/ports/0/port",
    "- name: x <- spec/ports/1/name",
    "text: | <- text",
    "one <- text",
    " <- text",
    "two <- text",
  ]);
});

// PAGE-1: a click on a line must find its own field, whatever the data.
test("every leaf of random data has a line of its own path", () => {
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant("a\nb\n"));
  const key = fc.oneof(
    fc.stringMatching(/^[a-z][a-z0-9./ -]{0,8}[a-z0-9]$/),
    fc.string({ minLength: 1, maxLength: 6 }),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      scalar,
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(key, tie("tree"), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(key, tree, { minKeys: 1, maxKeys: 4 }), (data) => {
      const known = new Set(yamlPaths(manifestYaml(data)).map((path) => JSON.stringify(path)));
      for (const path of leaves(data)) expect(known).toContain(JSON.stringify(path));
    }),
    { numRuns: 500 },
  );
});

function leaves(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap((item, i) => leaves(item, [...path, i]));
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]));
  return [path];
}
