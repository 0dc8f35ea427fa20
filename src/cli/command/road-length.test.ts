// How far it is from a command to the engine: the files that a call goes through, from the command's own file to the
// first one of src/cue (ARCHITECTURE.md, "A command, from shell to exit").
import { afterAll, expect, test } from "vitest";
import { Value } from "../../cue/index.ts";
import { opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

/** The longest road is what counts: files that one call goes through, each once. */
const MOST = 25;

test("mod build of hello reaches the engine through at most 25 files", async () => {
  const roads = new Map<string, readonly string[]>();
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 200;
  const proto = Value.prototype as unknown as Record<string, unknown>;
  const kept = Object.entries(Object.getOwnPropertyDescriptors(proto)).filter(
    ([name, { value }]) => name !== "constructor" && typeof value === "function",
  );
  for (const [name, { value }] of kept)
    proto[name] = function (this: unknown, ...args: unknown[]): unknown {
      const files = [...new Set([...new Error("here").stack!.matchAll(/\/(src\/[\w/.-]+?\.ts)/g)].map((m) => m[1]!))];
      const road = files.filter((file) => !/^src\/cue\/|\.test\.ts$|fixture/.test(file));
      roads.set(road.join(" < "), road);
      return (value as (...args: unknown[]) => unknown).apply(this, args);
    };
  try {
    expect(await opm("mod build examples/hello")).toMatchObject({ exit: 0, err: "" });
  } finally {
    for (const [name, descriptor] of kept) Object.defineProperty(proto, name, descriptor);
    Error.stackTraceLimit = limit;
  }
  const longest = [...roads.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
  // Every road begins at the command; one that does not was cut.
  expect([...roads.values()].filter((road) => road.at(-1)?.startsWith("src/cli/")).length).toBeGreaterThan(0);
  expect(longest.length, longest.join(" < ")).toBeGreaterThan(3);
  expect(longest.length, longest.join(" < ")).toBeLessThanOrEqual(MOST);
});
