// Compares parser and formatter with the corpus: every CUE file of every archive is printed, or
// refused with the messages and places that cue gives.
//
//   node tool/run.mjs conformance/syntax-corpus.ts [--list fmt|errors] [--filter TEXT]
import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { format, parseFile } from "../src/cue/syntax/index.ts";
import { SourceFile } from "../src/source/index.ts";
import { filesUnder } from "./files-under.ts";
import { isAnswer, parseArchive, textOf } from "./txtar.ts";

const args = process.argv.slice(2);
const option = (name: string): string => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? "") : "");
const list = option("--list");
const filter = option("--filter");

interface Count {
  right: number;
  all: number;
}

const printed: Count = { right: 0, all: 0 };
const refused: Count = { right: 0, all: 0 };

/** Answers of a file that parses: without a section it stays as it is. */
function checkPrinted(where: string, got: string, want: string): void {
  printed.all++;
  if (got === want) printed.right++;
  else if (list === "fmt") console.log(`=== ${where}\n--- got\n${got}\n--- want\n${want}`);
}

function checkRefused(where: string, got: readonly string[], want: string): void {
  refused.all++;
  if (got.length > 0 && got.every((text) => want.includes(text))) refused.right++;
  else if (list === "errors") console.log(`=== ${where}\n--- got\n${got.join("")}--- want\n${want}`);
}

function checkArchive(name: string, path: string): void {
  const files = parseArchive(readFileSync(path)).files;
  const sections = new Map(files.map((file) => [file.name, file.data]));
  const section = (title: string): string => textOf(sections.get(title) ?? new Uint8Array());
  const version = /version:\s*"(v[^"]+)"/.exec(section("cue.mod/module.cue"))?.[1];
  const answered = files.some((file) => isAnswer(file.name) && !file.name.endsWith("cli.jsonl"));
  if (!answered) return;
  for (const { name: title, data } of files) {
    if (!title.endsWith(".cue") || title.includes("/")) continue;
    const source = SourceFile.fromBytes(title, data);
    const { file, errors } = parseFile(source, { languageVersion: version });
    const where = `${name} ${title}`;
    if (errors.length === 0) {
      checkPrinted(where, format(file), sections.has(`want/fmt/${title}`) ? section(`want/fmt/${title}`) : source.text);
    } else {
      const got = errors.map(({ message, offset }) => {
        const { line, column } = source.at(offset);
        return `${message}:\n    ./${title}:${line}:${column}\n`;
      });
      checkRefused(where, got, section("want/export.err") || section("want/vet.err"));
    }
  }
}

const folder = resolve(process.env["OPM_CORPUS"] ?? "../shared/conformance");
if (!existsSync(folder)) {
  console.log("no corpus: set OPM_CORPUS");
} else {
  for (const path of filesUnder(join(folder, "cue"), ".txtar")) {
    if (path.includes(filter)) checkArchive(relative(folder, path), path);
  }
  for (const [what, { right, all }] of [
    ["fmt", printed],
    ["errors", refused],
  ] as const) {
    console.log(`${what} ${right}/${all} ${((100 * right) / Math.max(1, all)).toFixed(2)} %`);
  }
}
