// Compares the parser and the formatter with the answers of the conformance corpus.
//
//   node tool/run.mjs conformance/syntax-corpus.ts [--list fmt|errors] [--filter text]
//
// The corpus lies outside the repository: OPM_CORPUS, or ../shared/conformance.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { SourceFile } from "../src/source/index.ts";
import { format, parseFile } from "../src/cue/syntax/index.ts";

interface Section {
  name: string;
  text: string;
}

/** Splits a txtar archive. */
function sectionsOf(archive: string): Section[] {
  const sections: Section[] = [];
  let current: Section | null = null;
  for (const line of archive.split(/(?<=\n)/)) {
    const marker = /^-- (.+) --\r?\n?$/.exec(line);
    if (marker !== null) sections.push((current = { name: marker[1] as string, text: "" }));
    else if (current !== null) current.text += line;
  }
  return sections;
}

function* archives(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* archives(path);
    else if (entry.name.endsWith(".txtar")) yield path;
  }
}

const args = process.argv.slice(2);
const option = (name: string): string => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? "") : "");
const list = option("--list");
const filter = option("--filter");
const root = join(resolve(process.env["OPM_CORPUS"] ?? "../shared/conformance"), "cue");
if (!existsSync(root)) {
  console.log("no corpus");
  process.exit(0);
}

let formatted = 0;
let formattedRight = 0;
let erroneous = 0;
let erroneousRight = 0;
let unexpected = 0;
for (const path of archives(root)) {
  if (filter !== "" && !path.includes(filter)) continue;
  const sections = sectionsOf(readFileSync(path, "utf8"));
  const byName = new Map(sections.map((section) => [section.name, section.text]));
  const version = /version:\s*"(v[^"]+)"/.exec(byName.get("cue.mod/module.cue") ?? "")?.[1];
  const wantErrors = byName.get("want/export.err") ?? byName.get("want/vet.err") ?? "";
  for (const { name, text } of sections) {
    if (!name.endsWith(".cue") || name.startsWith("want/")) continue;
    const source = new SourceFile(name, text);
    const { file, errors } = parseFile(source, { languageVersion: version });
    const want = byName.get(`want/fmt/${name}`);
    if (errors.length === 0) {
      formatted++;
      const got = format(file);
      if (got === (want ?? text)) formattedRight++;
      else if (list === "fmt") {
        console.log(`=== ${path} ${name}\n--- got\n${got}\n--- want\n${want ?? text}`);
      }
      if (/expected |missing ','|illegal |not terminated/.test(wantErrors) && !name.includes("/")) {
        if (wantErrors.includes(`${name}:`)) {
          unexpected++;
          if (list === "errors") console.log(`=== ${path} ${name}: accepted\n${wantErrors}`);
        }
      }
    } else if (want !== undefined) {
      unexpected++;
      if (list === "errors") console.log(`=== ${path} ${name}: refused`, errors);
    } else if (!name.includes("/")) {
      erroneous++;
      const got = errors.map((error) => {
        const { line, column } = source.at(error.offset);
        return `${error.message}:\n    ./${name}:${line}:${column}\n`;
      });
      if (got.join("") === wantErrors || got.every((text) => wantErrors.includes(text))) erroneousRight++;
      else if (list === "errors") console.log(`=== ${path} ${name}\n--- got\n${got.join("")}--- want\n${wantErrors}`);
    }
  }
}
const percent = (part: number, whole: number): string =>
  `${part}/${whole} ${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
console.log(`fmt    ${percent(formattedRight, formatted)}`);
console.log(`errors ${percent(erroneousRight, erroneous)}; accepted or refused wrongly: ${unexpected}`);
