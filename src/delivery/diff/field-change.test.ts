import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Secret } from "../../secrets/index.ts";
import { fieldChanges, pathText } from "./field-change.ts";

const told = (a: unknown, b: unknown): string[] =>
  fieldChanges(a, b, () => false).map(
    ({ path, kind, before, after, secret }) =>
      `${kind} ${pathText(path)}${secret ? " secret" : ` ${JSON.stringify(before)} ${JSON.stringify(after)}`}`,
  );

describe("fields of two manifests (REV-2)", () => {
  test("law: nothing differs from itself, and whatever has another JSON differs", () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(fieldChanges(a, structuredClone(a), () => false)).toEqual([]);
        const same = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
        expect(fieldChanges(a, b, () => false).length === 0).toBe(same);
      }),
    );
  });

  test("elements of lists by their key, and their order", () => {
    const env = (...names: string[]): unknown => ({ env: names.map((name) => ({ name, value: name })) });
    expect(told(env("A", "B"), env("A", "X", "B"))).toEqual(['added env[name=X] undefined {"name":"X","value":"X"}']);
    expect(told(env("A", "B"), env("B", "A"))).toEqual(['order env ["name=A","name=B"] ["name=B","name=A"]']);
    expect(told({ ports: [{ containerPort: 1 }] }, { ports: [{ containerPort: 2 }] })).toEqual([
      'removed ports[containerPort=1] {"containerPort":1} undefined',
      'added ports[containerPort=2] undefined {"containerPort":2}',
    ]);
  });

  test("elements without a key by their place, after what both begin with and before what both end with", () => {
    expect(told({ args: ["a", "b", "a"] }, { args: ["a", "c", "a"] })).toEqual(['changed args[1] "b" "c"']);
    expect(told({ n: [[1], [2]] }, { n: [[1], [3], [2]] })).toEqual(["added n[1] undefined [3]"]);
  });

  test("what is unlike in kind is changed: 1 and its text, null and nothing", () => {
    expect(told({ a: 1, b: null }, { a: "1" })).toEqual(['changed a 1 "1"', "removed b null undefined"]);
    expect(told({ a: 1 }, { a: 1n })).toEqual([]);
  });

  test("secrets are changed or not, and never shown, also inside of what is added", () => {
    const secret = (text: string): unknown => ({ data: { key: new Secret(text, "test") } });
    expect(told(secret("x"), secret("x"))).toEqual([]);
    expect(told(secret("x"), secret("y"))).toEqual(["changed data.key secret"]);
    expect(told({}, secret("y"))).toEqual(["added data secret"]);
    expect(told({ data: { key: "x" } }, secret("x"))).toEqual(["changed data.key secret"]);
  });

  test("paths quote what is no name", () => {
    expect(pathText(["metadata", "labels", "app.kubernetes.io/name"])).toBe(
      'metadata.labels["app.kubernetes.io/name"]',
    );
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
