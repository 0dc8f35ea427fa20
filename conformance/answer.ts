// npm run -s answer -- -o OUT -root DIR [ARCHIVE…] [-jobs N] [-seconds N]
// Writes every archive under DIR (or those named) again under OUT, answered by our engine.
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { answerFolder, archiveWorker, serveArchives } from "./answer-folder.ts";
import { defaultLimits, workerKind } from "./pool.ts";

if (workerKind() === archiveWorker) await serveArchives();
else await run();

async function run(): Promise<void> {
  // `-root` is written with one dash, as the judges write it.
  const args = process.argv.slice(2).map((a) => (/^-(root|jobs|seconds)$/.test(a) ? `-${a}` : a));
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: "string", short: "o" },
      root: { type: "string", default: "." },
      jobs: { type: "string", default: String(availableParallelism()) },
      seconds: { type: "string", default: String(defaultLimits.seconds) },
    },
  });
  if (!values.out) {
    console.error("usage: npm run -s answer -- -o OUT -root DIR [ARCHIVE…]");
    process.exit(2);
  }
  const began = performance.now();
  const limits = { ...defaultLimits, seconds: Number(values.seconds) };
  const only = positionals.map((p) => resolve(p));
  const { archives, troubles } = await answerFolder(
    resolve(values.root),
    resolve(values.out),
    limits,
    only,
    Number(values.jobs),
  );
  for (const trouble of troubles) console.error(trouble);
  console.error(
    `${archives} archives, ${troubles.length} troubles, ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
}
