import { expect, test } from "vitest";
import { runCanary } from "./secrets-canary.ts";

// The whole of it: node tool/run.mjs conformance/secrets-canary.ts
test("no command prints or writes a secret (SEC-7, SEC-8)", async () => {
  const report = await runCanary(8, 4000, 2);
  expect(report.hits).toEqual([]);
  expect(report.masked).toBeGreaterThan(0);
}, 120_000);
