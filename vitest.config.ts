import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // One shared module graph for all files: the suites keep no global state, and start-up dominates otherwise.
    isolate: false,
    include: ["{src,tool,conformance,bench,examples,catalog}/**/*.test.ts"],
    testTimeout: 30_000,
  },
});
