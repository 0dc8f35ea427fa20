// Types every CUE file of the corpus, character by character, into a language server, and asks at each: whatever the
// prefix, there is an answer, and within the budget.
// node tool/run.mjs conformance/prefix-run.ts [--part I/N] [--filter TEXT] [--step N] [--budget MS] [--after N]
import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { inspect, parseArgs } from "node:util";
import { EditorLines, uriOfPath } from "../src/language/index.ts";
import { filesUnder } from "./files-under.ts";
import { TestClient } from "./language-client.ts";
import { isAnswer, parseArchive, textOf } from "./txtar.ts";

const { values: given } = parseArgs({
  options: {
    part: { type: "string", default: "1/1" },
    filter: { type: "string", default: "" },
    step: { type: "string", default: "1" },
    budget: { type: "string", default: "1000" },
    after: { type: "string", default: "0" },
  },
});
const step = Number(given.step);
const budget = Number(given.budget);
/** Beside the evaluation, which the budget is about, there are parsing, loading and other programs of the machine. */
const SLACK = 2000;

const counts = { files: 0, prefixes: 0, wrong: 0, slowest: 0 };

function wrong(where: string, what: string): void {
  counts.wrong++;
  console.log(`${where}: ${what}`);
}

async function typeFile(client: TestClient, path: string, text: string, where: string): Promise<void> {
  const textDocument = { uri: uriOfPath(path) };
  client.open(path, "");
  for (let end = 0; end < text.length; end = Math.min(text.length, end + step)) {
    const next = Math.min(text.length, end + step);
    client.edit(path, end, end, text.slice(end, next));
    counts.prefixes++;
    const begun = performance.now();
    const position = new EditorLines(text.slice(0, next)).positionAt(next);
    const asked = { textDocument, position };
    try {
      await client.request("textDocument/completion", asked);
      await client.request("textDocument/hover", asked);
      await client.settle();
    } catch (error) {
      wrong(`${where}:${next}`, error instanceof Error ? (error.stack ?? error.message) : inspect(error, { depth: 1 }));
      client.crashes.length = 0;
    }
    client.sent.length = 0;
    const took = performance.now() - begun;
    counts.slowest = Math.max(counts.slowest, took);
    if (took > budget + SLACK) wrong(`${where}:${next}`, `took ${took.toFixed(0)} ms`);
  }
  client.close(path);
}

async function typeArchive(path: string, name: string): Promise<void> {
  const files = parseArchive(readFileSync(path)).files.filter((file) => !isAnswer(file.name));
  const around = Object.fromEntries(files.map((file) => [`/w/${file.name}`, textOf(file.data)]));
  for (const { name: title, data } of files.filter((file) => file.name.endsWith(".cue"))) {
    const client = await TestClient.start(around, { initializationOptions: { budget } });
    counts.files++;
    await typeFile(client, `/w/${title}`, textOf(data), `${name} ${title}`);
  }
}

const folder = resolve(process.env["OPM_CORPUS"] ?? "../shared/conformance");
const [part, parts] = given.part.split("/").map(Number) as [number, number];
if (!existsSync(folder)) {
  console.log("no corpus: set OPM_CORPUS");
} else {
  const all = filesUnder(join(folder, "cue"), ".txtar").filter((path) => path.includes(given.filter));
  for (const [i, path] of all.entries()) {
    if (i % parts !== part - 1 || i < Number(given.after)) continue;
    await typeArchive(path, relative(folder, path));
    if (i % 50 < parts) console.log(`${i + 1} of ${all.length}: ${JSON.stringify(counts)}`);
  }
  console.log(`${counts.wrong === 0 ? "all well" : `${counts.wrong} wrong`}: ${JSON.stringify(counts)}`);
  process.exitCode = counts.wrong === 0 ? 0 : 1;
}
