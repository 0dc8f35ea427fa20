import { defineConfig } from "vitest/config";

const report = process.env["OPM_TEST_REPORT"];

export default defineConfig({
  test: {
    // One shared module graph for all files: the suites keep no global state, and start-up dominates otherwise.
    isolate: false,
    include: ["{src,tool,conformance,bench,examples,catalog,inspector,editor}/**/*.test.ts"],
    // Only to end what never would: machines are busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ["default", "./tool/skip-reporter.ts", ...(report ? ["json"] : [])],
    ...(report ? { outputFile: { json: report } } : {}),
  },
});
