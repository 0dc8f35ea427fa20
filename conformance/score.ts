// npm run -s score -- WANT GOT [--list CATEGORY] [--json]
// Compares two folders of archives: WANT holds the right answers, GOT ours.
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { filesUnder } from "./files-under.ts";
import { scoreArchive } from "./score-archive.ts";
import { Tally, tallyTable } from "./tally.ts";
import { parseArchive } from "./txtar.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "string" }, json: { type: "boolean" } },
});
const [want, got] = positionals;
if (want === undefined || got === undefined) {
  console.error("usage: npm run -s score -- WANT GOT [--list CATEGORY] [--json]");
  process.exit(2);
}
const tally = new Tally((category, where) => {
  if (category === values.list) console.log(where());
});
for (const file of filesUnder(want, ".txtar")) {
  const name = relative(want, file);
  const ours = join(got, name);
  scoreArchive(
    name,
    parseArchive(readFileSync(file)),
    existsSync(ours) ? parseArchive(readFileSync(ours)) : undefined,
    tally,
  );
}
console.log(values.json ? JSON.stringify(Object.fromEntries(tally.counts)) : tallyTable(tally.counts));
