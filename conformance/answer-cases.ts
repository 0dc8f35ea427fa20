import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { runTasks, serveTasks } from "./pool.ts";
import type { Limits } from "./pool.ts";
import { answerTeraCase } from "./tera-engine.ts";
import type { TeraAnswer } from "./tera-engine.ts";

export const teraWorker = "tera";

export interface CaseAnswer {
  readonly id: string;
  readonly answer?: TeraAnswer;
  readonly trouble?: string;
}

/** Cases to a task: a process is asked once for many, and again one by one where one of them does not end. */
const batch = 50;

export function caseLines(file: string): string[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

/** Answers Tera cases, each given as its JSON line, in their order. */
export async function answerCases(
  lines: readonly string[],
  limits: Limits,
  jobs = availableParallelism(),
): Promise<CaseAnswer[]> {
  const answers = new Map<number, CaseAnswer>();
  const ask = async (tasks: readonly (readonly number[])[]): Promise<void> => {
    const texts = tasks.map((task) => JSON.stringify(task.map((i) => lines[i])));
    await runTasks<CaseAnswer>(teraWorker, texts, jobs, limits, (index, parts, ending) => {
      const task = tasks[index] as readonly number[];
      for (const [k, part] of parts.entries()) answers.set(task[k] as number, part);
      const stuck = task[parts.length];
      if (ending !== "done" && stuck !== undefined && task.length === 1)
        answers.set(stuck, { id: idOf(lines[stuck]), trouble: ending });
    });
  };
  const all = [...lines.keys()];
  await ask(Array.from({ length: Math.ceil(all.length / batch) }, (_, i) => all.slice(i * batch, (i + 1) * batch)));
  const missing = all.filter((i) => !answers.has(i));
  if (missing.length > 0) await ask(missing.map((i) => [i]));
  return all.flatMap((i) => answers.get(i) ?? []);
}

export function serveCases(): Promise<void> {
  return serveTasks<CaseAnswer>(async (task, emit) => {
    for (const line of JSON.parse(task) as string[]) emit(answerLine(line));
  });
}

function answerLine(line: string): CaseAnswer {
  const id = idOf(line);
  try {
    return { id, answer: answerTeraCase(line) };
  } catch (error) {
    return { id, trouble: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

function idOf(line: string | undefined): string {
  return (JSON.parse(line ?? "{}") as { id: string }).id;
}
