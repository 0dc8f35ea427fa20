// npm run -s ratchet [-- --update] [--corpus DIR] [--verbose]
// Answers the corpora and compares the counts with conformance/ratchet.json: none may drop.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { serveCases, teraWorker } from "./answer-cases.ts";
import { archiveWorker, serveArchives } from "./answer-folder.ts";
import { compareCounts, countsOf, raiseCounts, totals } from "./ratchet-counts.ts";
import type { Counts } from "./ratchet-counts.ts";
import { corpusFolder, runCorpus } from "./corpus.ts";
import { defaultLimits, workerKind } from "./pool.ts";
import { tallyTable } from "./tally.ts";

const file = "conformance/ratchet.json";

if (workerKind() === archiveWorker) await serveArchives();
else if (workerKind() === teraWorker) await serveCases();
else process.exitCode = await run();

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: { update: { type: "boolean" }, corpus: { type: "string" }, verbose: { type: "boolean", short: "v" } },
  });
  const corpus = values.corpus ?? corpusFolder(process.cwd());
  if (corpus === undefined) {
    console.log("skipped: there is no corpus (OPM_CORPUS names its folder)");
    return 0;
  }
  const out = mkdtempSync(join(tmpdir(), "opm-ratchet-"));
  const began = performance.now();
  const { scores, troubles } = await runCorpus(corpus, out, defaultLimits).finally(() =>
    rmSync(out, { recursive: true, force: true }),
  );
  if (values.verbose) for (const trouble of troubles) console.log(trouble);
  console.log(tallyTable(totals(scores)));
  console.log(
    `${troubles.length} troubles (--verbose lists them), ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  const reached = countsOf(scores);
  const kept = JSON.parse(readFileSync(file, "utf8")) as Counts;
  if (values.update) {
    writeFileSync(file, `${JSON.stringify(raiseCounts(kept, reached), null, 2)}\n`);
    return 0;
  }
  const { drops, gains } = compareCounts(kept, reached);
  for (const drop of drops) console.log(`dropped: ${drop}`);
  if (drops.length > 0)
    console.log(
      "Something that was right is wrong now. `npm run -s answer` and `npm run -s score -- --list` show what.",
    );
  else if (gains > 0) console.log(`${gains} counts rose; \`npm run -s ratchet -- --update\` keeps them.`);
  return drops.length > 0 ? 1 : 0;
}
