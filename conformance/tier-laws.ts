// Tries the laws of value tiers: node tool/run.mjs conformance/tier-laws.ts [--cases 5000] [--seed 1]
import { runTierLaws } from "./tier-law-cases.ts";

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const [cases, seed] = [option("cases", 5000), option("seed", 1)];
const start = Date.now();
await runTierLaws(cases, seed);
process.stdout.write(`${cases} cases hold (seed ${seed}, ${Math.round((Date.now() - start) / 1000)} s)\n`);
