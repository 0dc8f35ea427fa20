// Answers cases: node tool/run.mjs conformance/tera-run.ts FILE.jsonl… > answers.jsonl
import { readFileSync } from "node:fs";
import { answerTeraLine } from "./tera-answer.ts";

const out: string[] = [];
for (const file of process.argv.slice(2)) {
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line.trim() !== "") out.push(JSON.stringify(answerTeraLine(line)));
  }
}
process.stdout.write(`${out.join("\n")}\n`);
