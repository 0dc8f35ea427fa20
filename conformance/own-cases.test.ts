// The repository's own cases. What the real tools answered stands in each archive and is never rewritten; a section
// that ours gets wrong is marked in the archive's head with `#wrong: SECTION`, and asserted to be wrong, so that the
// mark goes when it is right. UPDATE=1 rewrites the marks.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { answerArchive, answeredArchive } from "./answer-archive.ts";
import type { Part } from "./answer-archive.ts";
import { engine } from "./engine.ts";
import { filesUnder } from "./files-under.ts";
import { scoreArchive } from "./score-archive.ts";
import { scoreTera } from "./score-tera.ts";
import type { TeraCase } from "./score-tera.ts";
import { Tally } from "./tally.ts";
import { answerTeraCase } from "./tera-engine.ts";
import { bytesOf, formatArchive, isAnswer, parseArchive, textOf } from "./txtar.ts";
import type { Archive } from "./txtar.ts";

const here = dirname(fileURLToPath(import.meta.url));
const mark = "#wrong: ";
const folder = (name: string, ending: string): string[] =>
  existsSync(join(here, name)) ? filesUnder(join(here, name), ending) : [];

describe("CUE", () => {
  test.each(folder("cue", ".txtar").map((path) => [basename(path), path]))("%s", async (_, path) => {
    const archive = parseArchive(readFileSync(path));
    const parts: Part[] = [];
    await answerArchive(archive, engine, (part) => parts.push(part));
    const wrong = wrongSections(archive, answeredArchive(archive, parts));
    const lines = textOf(archive.comment).split("\n");
    if (process.env["UPDATE"]) {
      const head = [...lines.filter((l) => l !== "" && !l.startsWith(mark)), ...wrong.map((s) => mark + s), ""];
      writeFileSync(path, formatArchive({ comment: bytesOf(head.join("\n")), files: archive.files }));
    } else {
      const marked = lines.filter((l) => l.startsWith(mark)).map((l) => l.slice(mark.length));
      expect(wrong, "the sections that differ are those marked with #wrong").toEqual(marked);
    }
  });
});

/** The sections that differ, by name. */
function wrongSections(want: Archive, got: Archive): string[] {
  const sections = want.files.filter((f) => isAnswer(f.name)).map((f) => f.name);
  return sections.filter((name) => {
    const only = (archive: Archive): Archive => ({ ...archive, files: archive.files.filter((f) => f.name === name) });
    const tally = new Tally();
    scoreArchive("", only(want), only(got), tally);
    return [...tally.counts.values()].some(({ ok, all }) => ok < all);
  });
}

describe("Tera", () => {
  test.each(folder("tera", ".jsonl").map((path) => [basename(path), path]))("%s", (_, path) => {
    const wrong: string[] = [];
    const tally = new Tally((category, where) => wrong.push(`${category}: ${where()}`));
    for (const line of readFileSync(path, "utf8").split("\n")) {
      if (line !== "") scoreTera(JSON.parse(line) as TeraCase, answerTeraCase(line), tally);
    }
    expect(wrong).toEqual([]);
  });
});
