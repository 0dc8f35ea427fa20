// VAL-1, VAL-2: the laws that docs/guide/values.md states. `tier-laws.ts` runs thousands of cases.
import { expect, test } from "vitest";
import { runTierLaws } from "./tier-law-cases.ts";

test("the laws of value tiers hold for random modules", { timeout: 120_000 }, async () => {
  await expect(runTierLaws(25, 7)).resolves.toBeUndefined();
});
