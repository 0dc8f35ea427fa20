import type { Reporter, TestModule } from "vitest/node";

/** Says at the very end which tests were left out and why, so that a skip never goes unseen. */
export default class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const reasons = new Map<string, number>();
    for (const module of modules) {
      for (const test of module.children.allTests("skipped")) {
        const result = test.result();
        const reason = ("note" in result && result.note) || "no reason given";
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
    }
    for (const [reason, count] of [...reasons].sort()) console.log(`skipped ${count}: ${reason}`);
  }
}
