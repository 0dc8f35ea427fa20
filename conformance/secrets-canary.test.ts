import { expect, test } from "vitest";
import { DERIVED_NAMES, KIND_NAMES } from "./secrets-canary-module.ts";
import { coverageOf, planCanary, runCanary } from "./secrets-canary.ts";

// The whole of it: node tool/run.mjs conformance/secrets-canary.ts
test("no command prints or writes a secret, whatever goes wrong (SEC-7, SEC-8)", async () => {
  const report = await runCanary({ count: KIND_NAMES.length, seed: 4000, commands: 3 });
  expect(report.hits).toEqual([]);
  expect(report.masked).toBeGreaterThan(0);
}, 240_000);

// The whole of it: node tool/run.mjs conformance/secrets-canary.ts --derived
test("nor what is made from one, in any tier (SEC-7)", async () => {
  const report = await runCanary({ count: 2 * DERIVED_NAMES.length, seed: 7000, commands: 2, derived: true });
  expect(report.hits).toEqual([]);
  expect(report.masked).toBeGreaterThan(0);
}, 240_000);

test("the whole of it has every form of a command with every kind of failure, at least three times", () => {
  const met = coverageOf(planCanary({ count: 500 }));
  expect(met.size).toBeGreaterThan(4000);
  expect(Math.min(...met.values())).toBeGreaterThanOrEqual(3);
});
