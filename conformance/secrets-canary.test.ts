import { expect, test } from "vitest";
import { KIND_NAMES } from "./secrets-canary-module.ts";
import { coverageOf, planCanary, runCanary } from "./secrets-canary.ts";

// The whole of it: node tool/run.mjs conformance/secrets-canary.ts
test("no command prints or writes a secret, whatever goes wrong (SEC-7, SEC-8)", async () => {
  const report = await runCanary({ count: KIND_NAMES.length, seed: 4000, commands: 3 });
  expect(report.hits).toEqual([]);
  expect(report.masked).toBeGreaterThan(0);
}, 240_000);

test("the whole of it has every form of a command with every kind of failure, at least three times", () => {
  const met = coverageOf(planCanary({ count: 500 }));
  expect(met.size).toBeGreaterThan(4000);
  expect(Math.min(...met.values())).toBeGreaterThanOrEqual(3);
});
