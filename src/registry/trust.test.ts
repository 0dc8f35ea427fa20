import { expect, test } from "vitest";
import { readTrust, ruleFor } from "./trust.ts";

test("the longest prefix counts, at whole steps of a path (REV-5)", () => {
  const policy = readTrust({
    modules: [
      { prefix: "example.com/", keys: ["a"] },
      { prefix: "example.com/web", keys: ["b"] },
    ],
  });
  if (typeof policy === "string") throw new Error(policy);
  expect(policy.others).toBe("refuse");
  const keys = (path: string): readonly string[] | undefined => ruleFor(policy, path)?.keys;
  expect(keys("example.com/web")).toEqual(["b"]);
  expect(keys("example.com/web/x")).toEqual(["b"]);
  expect(keys("example.com/website")).toEqual(["a"]);
  expect(keys("example.org/web")).toBeUndefined();
});

test("what is misspelt is refused, and allows nothing", () => {
  for (const bad of [
    null,
    [],
    "x",
    {},
    { modules: {} },
    { modules: [], other: "allow" },
    { modules: [], others: "maybe" },
    { modules: [{ prefix: "a" }] },
    { modules: [{ prefix: "a", keys: "k" }] },
    { modules: [{ prefix: "a", keys: [], key: "k" }] },
  ])
    expect(typeof readTrust(bad)).toBe("string");
});
