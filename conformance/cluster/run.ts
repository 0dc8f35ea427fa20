// npm run -s test:cluster [NUMBER…]: the cases of releases in clusters, on a real control plane.
import { Skipped, Trial } from "./harness.ts";
import type { Case, Level } from "./harness.ts";
import { findServer } from "./find-server.ts";
import { applyCases } from "./apply-cases.ts";
import { crashCases } from "./crash-cases.ts";
import { ownershipCases } from "./ownership-cases.ts";
import { kindCases } from "./kind-cases.ts";
import { surroundingCases } from "./surrounding-cases.ts";
import { readinessCases } from "./readiness-cases.ts";
import { pruneCases } from "./prune-cases.ts";
import { accessCases } from "./access-cases.ts";
import { verbCases } from "./verb-cases.ts";
import { child } from "./child.ts";

const levels: readonly Level[] = ["api", "controllers", "full"];
const cases: readonly Case[] = [
  ...applyCases,
  ...crashCases,
  ...ownershipCases,
  ...kindCases,
  ...surroundingCases,
  ...readinessCases,
  ...pruneCases,
  ...accessCases,
  ...verbCases,
];

async function main(): Promise<number> {
  const server = findServer();
  if (typeof server === "string") {
    console.log(`skipped: ${server}`);
    return 0;
  }
  const wanted = process.argv.slice(2).map(Number);
  const chosen = cases
    .filter(({ number }) => wanted.length === 0 || wanted.includes(number))
    .sort((a, b) => a.number - b.number);
  let failed = 0;
  let skipped = 0;
  for (const one of chosen) {
    if (levels.indexOf(one.level) > levels.indexOf(server.level)) {
      skipped++;
      console.log(`- ${one.number} ${one.title}: needs the level ${one.level}`);
      continue;
    }
    const trial = new Trial(server);
    const began = Date.now();
    try {
      await trial.begin();
      await one.run(trial);
      console.log(`✔ ${one.number} ${one.title} (${Date.now() - began} ms)`);
    } catch (error) {
      if (error instanceof Skipped) {
        skipped++;
        console.log(`- ${one.number} ${one.title}: ${error.message}`);
        continue;
      }
      failed++;
      console.log(
        `✘ ${one.number} ${one.title}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    } finally {
      await trial.end().catch(() => undefined);
    }
  }
  const numbers = new Set(chosen.map(({ number }) => number));
  console.log(
    `${numbers.size} cases: ${chosen.length - failed - skipped} passed, ${failed} failed, ${skipped} skipped`,
  );
  return failed > 0 ? 1 : 0;
}

process.exit(process.argv[2] === "child" ? await child(process.argv.slice(3)) : await main());
