// npm run -s bench -- SUITE [WORD…] [--rounds N] [--generator FILE] [--json]
// Runs the same inputs through ours and through the peers on the PATH, in turns.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { clusterBench } from "./cluster.ts";
import { fleetBench } from "./fleet.ts";
import { PROMISES, editorBench, editorLine } from "./editor.ts";
import { pageBench, pageLines } from "./page.ts";
import { benchReal } from "./real.ts";
import { resultLine, runRace } from "./race.ts";
import { suites } from "./suite.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "11" },
    generator: { type: "string" },
    json: { type: "boolean" },
  },
});
const [name = "", ...words] = positionals;
if (name === "cluster") process.exit(cluster());
if (name === "editor") process.exit(await editor());
if (name === "page") process.exit(await page());
const suite = suites.get(name);
if (suite === undefined && name !== "fleet" && name !== "real") {
  console.error(
    `usage: npm run -s bench -- ${[...suites.keys(), "cluster", "editor", "page", "fleet", "real"].join("|")} [--rounds N] [--generator FILE] [--json]`,
  );
  process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), "opm-bench-"));
let broken = false;
try {
  if (name === "real") await benchReal({ root: process.cwd(), scratch, words });
  if (name === "fleet")
    broken = !(await fleetBench(process.cwd(), scratch, Number(words[0] ?? 2000), values.json === true));
  const generator = values.generator === undefined ? {} : { generator: resolve(values.generator) };
  for (const race of suite?.({ root: process.cwd(), scratch, words, ...generator }) ?? []) {
    if (!values.json) console.log(`${race.title}  (median, spread, ratio to the first, peak memory)`);
    for (const result of await runRace(race, Number(values.rounds))) {
      broken ||= result.limit !== undefined && result.ratio > result.limit;
      console.log(values.json ? JSON.stringify(result) : `  ${resultLine(result)}`);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = broken ? 1 : 0;

/** Not a race: what a server is asked changes it. */
function cluster(): number {
  const folder = mkdtempSync(join(tmpdir(), "opm-bench-"));
  try {
    return clusterBench(folder, Number(words[0] ?? 2000), values.json === true) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Not a race: two servers are asked the same questions. */
async function editor(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "opm-bench-"));
  const components = Number(words[0] ?? 100);
  try {
    if (!values.json)
      console.log(
        `a module of ${components} components  (promised on an idle machine: initialize ${PROMISES.initialize} ms, answers ${PROMISES.p95} ms at 95 %, diagnostics ${PROMISES.diagnostics} ms after a pause, ${PROMISES.memory} MB)`,
      );
    for (const result of await editorBench(process.cwd(), folder, Number(values.rounds), components))
      console.log(values.json ? JSON.stringify(result) : `  ${editorLine(result)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

/** Not a race: nobody else has such a page. */
async function page(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "opm-bench-"));
  const components = Number(words[0] ?? 30);
  try {
    const result = await pageBench(process.cwd(), folder, Number(values.rounds), components);
    if (values.json) console.log(JSON.stringify(result));
    else console.log([`a module of ${components} components`, ...pageLines(result)].join("\n  "));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}
