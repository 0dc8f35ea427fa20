import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { answerArchive, answeredArchive } from "./answer-archive.ts";
import type { Part } from "./answer-archive.ts";
import { engine } from "./engine.ts";
import { filesUnder } from "./files-under.ts";
import { runTasks, serveTasks } from "./pool.ts";
import type { Ending, Limits } from "./pool.ts";
import { formatArchive, parseArchive } from "./txtar.ts";

export const archiveWorker = "archive";

export interface FolderAnswer {
  readonly archives: number;
  /** What did not end well: `language/x.txtar: timeout`. */
  readonly troubles: readonly string[];
}

/** Answers every archive under root and writes it under out, at the same relative path. */
export async function answerFolder(
  root: string,
  out: string,
  limits: Limits,
  only: readonly string[] = [],
  jobs: number = availableParallelism(),
): Promise<FolderAnswer> {
  const paths = only.length > 0 ? only : filesUnder(root, ".txtar");
  const troubles: string[] = [];
  await runTasks<Part>(archiveWorker, paths, jobs, limits, (index, parts, ending) => {
    const path = paths[index] as string;
    const name = relative(root, path);
    troubles.push(...troublesOf(name, parts, ending));
    const target = join(out, name);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, formatArchive(answeredArchive(parseArchive(readFileSync(path)), parts)));
  });
  return { archives: paths.length, troubles: troubles.sort() };
}

function troublesOf(name: string, parts: readonly Part[], ending: Ending): string[] {
  const crashes = parts.flatMap((p) => ("crash" in p ? [`${name}: ${p.section}: ${p.crash}`] : []));
  return ending === "done" ? crashes : [...crashes, `${name}: ${ending}`];
}

export function serveArchives(): Promise<void> {
  return serveTasks<Part>((path, emit) => answerArchive(parseArchive(readFileSync(path)), engine, emit));
}
