import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize, sep } from "node:path";
import type { CommandAnswer, Engine, Workspace } from "./engine.ts";
import { bytesOf, isAnswer, textOf } from "./txtar.ts";
import type { Archive } from "./txtar.ts";

/** A section of the answer, or what went wrong in ours while making it. */
export type Part =
  | { readonly section: string; readonly text: string }
  | { readonly section: string; readonly crash: string };

interface Command {
  readonly args: readonly string[];
  /** The section that standard output goes to if it succeeds, and standard error if it fails. */
  readonly good?: string;
  readonly bad?: string;
}

const commands: readonly Command[] = [
  { args: ["export"], good: "want/export.json", bad: "want/export.err" },
  { args: ["export", "--out", "yaml"], good: "want/export.yaml" },
  { args: ["export", "--out", "cue"], good: "want/export.cue" },
  { args: ["eval"], good: "want/eval.cue", bad: "want/eval.err" },
  { args: ["def"], good: "want/def.cue", bad: "want/def.err" },
  { args: ["vet", "-c"], bad: "want/vet.err" },
];

/**
 * Answers an archive section by section, the cheap ones first, and hands each over as soon as it is there, so that
 * whatever a later one does, the earlier ones count. Reads the inputs, and of want/cli.jsonl the arguments alone.
 */
export async function answerArchive(archive: Archive, engine: Engine, emit: (part: Part) => void): Promise<void> {
  const workspace = workspaceOf(archive);
  const attempt = async (section: string, make: () => Promise<void> | void): Promise<void> => {
    try {
      await make();
    } catch (error) {
      emit({ section, crash: error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error) });
    }
  };
  if (engine.format) {
    const { format } = engine;
    for (const [name, data] of workspace.files) {
      if (!name.endsWith(".cue")) continue;
      await attempt(`want/fmt/${name}`, () => {
        const text = format(name, data);
        if (text !== undefined && text !== textOf(data)) emit({ section: `want/fmt/${name}`, text });
      });
    }
  }
  if (engine.rows && workspace.args.length > 0) {
    const { rows } = engine;
    await attempt("want/values.jsonl", () => {
      const text = rows(workspace).map((row) => `${JSON.stringify(row)}\n`);
      emit({ section: "want/values.jsonl", text: text.join("") });
    });
  }
  if (engine.command) await answerCommands(archive, workspace, engine.command, attempt, emit);
}

async function answerCommands(
  archive: Archive,
  workspace: Workspace,
  command: NonNullable<Engine["command"]>,
  attempt: (section: string, make: () => Promise<void>) => Promise<void>,
  emit: (part: Part) => void,
): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "opm-answer-")));
  const run = async (args: readonly string[]): Promise<CommandAnswer | undefined> => {
    const answer = await command(args, folder);
    if (answer === undefined) return undefined;
    return { ...answer, stdout: hideFolder(answer.stdout, folder), stderr: hideFolder(answer.stderr, folder) };
  };
  try {
    layOut(workspace, folder);
    const lines = archive.files.find((f) => f.name === "want/cli.jsonl");
    if (lines) {
      await attempt("want/cli.jsonl", async () => {
        let text = "";
        for (const args of commandLines(textOf(lines.data)))
          text += `${JSON.stringify({ args, ...(await run(args)) })}\n`;
        emit({ section: "want/cli.jsonl", text });
      });
      return;
    }
    if (workspace.args.length === 0) return;
    for (const { args, good, bad } of commands) {
      await attempt(good ?? bad ?? "", async () => {
        const answer = await run([...args, ...workspace.args]);
        const section = answer?.exit === 0 ? good : bad;
        if (answer && section) emit({ section, text: answer.exit === 0 ? answer.stdout : answer.stderr });
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function workspaceOf(archive: Archive): Workspace {
  const files = new Map(archive.files.filter((f) => !isAnswer(f.name)).map((f) => [f.name, f.data]));
  return { files, args: [...files.keys()].filter((name) => name.endsWith(".cue") && !name.includes("/")) };
}

function commandLines(text: string): string[][] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => (JSON.parse(line) as { args: string[] }).args);
}

function layOut({ files }: Workspace, folder: string): void {
  for (const [name, data] of files) {
    const path = normalize(join(folder, name));
    if (!path.startsWith(folder + sep)) throw new Error(`${name} lies outside of the archive`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data);
  }
}

/** Answers do not depend on where the folder happens to be. */
function hideFolder(text: string, folder: string): string {
  return text.replaceAll(`${folder}/`, "").replaceAll(folder, ".");
}

/** The archive with our answers in place of those it came with. */
export function answeredArchive(archive: Archive, parts: readonly Part[]): Archive {
  const inputs = archive.files.filter((f) => !isAnswer(f.name));
  const answers = parts.flatMap((p) => ("text" in p ? [{ name: p.section, data: bytesOf(p.text) }] : []));
  return { comment: archive.comment, files: [...inputs, ...answers] };
}
