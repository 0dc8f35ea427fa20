import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { answerCases, caseLines } from "./answer-cases.ts";
import { answerFolder } from "./answer-folder.ts";
import { filesUnder } from "./files-under.ts";
import type { Limits } from "./pool.ts";
import { scoreArchive } from "./score-archive.ts";
import { scoreTera } from "./score-tera.ts";
import type { TeraCase } from "./score-tera.ts";
import { Tally } from "./tally.ts";
import type { Count } from "./tally.ts";
import { parseArchive } from "./txtar.ts";

/** Counts by category, by corpus: `cue/language`, `tera/filters`. */
export type Scores = Record<string, Record<string, Count>>;

export interface CorpusResult {
  readonly scores: Scores;
  readonly troubles: readonly string[];
}

/** The folder with the answers of the real tools: OPM_CORPUS, else beside the clone; undefined where there is none. */
export function corpusFolder(root: string): string | undefined {
  const folder = process.env["OPM_CORPUS"] ?? join(root, "..", "shared", "conformance");
  return existsSync(folder) ? resolve(folder) : undefined;
}

/** Answers and scores everything in a corpus folder: archives under cue/, JSON lines under tera/. */
export async function runCorpus(folder: string, out: string, limits: Limits): Promise<CorpusResult> {
  const scores: Scores = {};
  const troubles: string[] = [];
  const put = (corpus: string, tally: Tally): void => {
    scores[corpus] = Object.fromEntries([...tally.counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  const cue = join(folder, "cue");
  if (existsSync(cue)) {
    const answered = await answerFolder(cue, out, limits);
    troubles.push(...answered.troubles);
    for (const part of readdirSync(cue).sort()) {
      const tally = new Tally();
      for (const file of filesUnder(join(cue, part), ".txtar")) {
        const name = relative(cue, file);
        scoreArchive(name, parseArchive(readFileSync(file)), parseArchive(readFileSync(join(out, name))), tally);
      }
      put(`cue/${part}`, tally);
    }
  }
  const tera = join(folder, "tera");
  if (existsSync(tera)) {
    const files = filesUnder(tera, ".jsonl").map((file) => ({ file, lines: caseLines(file) }));
    const answered = await answerCases(
      files.flatMap((f) => f.lines),
      limits,
    );
    const answers = new Map(answered.map((a) => [a.id, a]));
    for (const { file, lines } of files) {
      const tally = new Tally();
      for (const line of lines) {
        const item = JSON.parse(line) as TeraCase;
        const answer = answers.get(item.id);
        if (answer?.trouble) troubles.push(`${item.id}: ${answer.trouble}`);
        scoreTera(item, answer?.answer, tally);
      }
      put(`tera/${relative(tera, file).replace(/\.jsonl$/, "")}`, tally);
    }
  }
  return { scores, troubles };
}
