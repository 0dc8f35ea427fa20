// npm run -s answer:tera -- FILE.jsonl…
// Prints one line for each case: {"id", "output"} or {"id", "stage", "error", "at"?}.
import { answerCases, caseLines, serveCases, teraWorker } from "./answer-cases.ts";
import { defaultLimits, workerKind } from "./pool.ts";

if (workerKind() === teraWorker) await serveCases();
else await run();

async function run(): Promise<void> {
  const files = process.argv.slice(2);
  if (files.length === 0) {
    console.error("usage: npm run -s answer:tera -- FILE.jsonl…");
    process.exit(2);
  }
  const answers = await answerCases(files.flatMap(caseLines), defaultLimits);
  for (const { id, answer, trouble } of answers) {
    if (trouble) console.error(`${id}: ${trouble}`);
    if (answer) process.stdout.write(`${JSON.stringify({ id, ...answer })}\n`);
  }
}
