// What an editor waits for: ours beside `cue lsp`, on the same module of a hundred components.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LanguageProcess } from "./language-process.ts";
import { writeComponents } from "./component-module.ts";
import { findProgram } from "./peer.ts";

export interface EditorResult {
  readonly server: string;
  /** Milliseconds. */
  readonly initialize: number;
  readonly first: number | undefined;
  /** After a pause of typing; undefined where no diagnostics come. */
  readonly diagnostics: number | undefined;
  readonly p50: number;
  readonly p95: number;
  /** Completion right after a keystroke. */
  readonly typing50: number;
  readonly typing95: number;
  /** Megabytes. */
  readonly memory: number;
}

const REQUESTS = ["hover", "completion", "definition", "documentSymbol", "signatureHelp"] as const;
const PATIENCE = 15_000;

export async function editorBench(
  root: string,
  scratch: string,
  rounds: number,
  components: number,
): Promise<EditorResult[]> {
  const folder = join(scratch, "module");
  writeComponents(folder, components);
  const cue = findProgram("cue");
  const servers: [string, string, string[]][] = [["opm lsp", join(root, "opm"), ["lsp"]]];
  if (cue !== undefined) servers.push(["cue lsp", cue, ["lsp"]]);
  const out: EditorResult[] = [];
  for (const [name, command, args] of servers) {
    // The first start writes caches, as the first of a day does.
    await started(command, args, folder).then(({ process: p }) => p.stop());
    out.push(await measured(name, command, args, folder, rounds));
  }
  return out;
}

async function started(
  command: string,
  args: string[],
  folder: string,
): Promise<{ process: LanguageProcess; initialize: number }> {
  const from = performance.now();
  const process = new LanguageProcess(command, args, folder);
  await process.request("initialize", {
    processId: null,
    rootUri: `file://${folder}`,
    workspaceFolders: [{ uri: `file://${folder}`, name: "module" }],
    capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
  });
  const initialize = performance.now() - from;
  process.notify("initialized", {});
  return { process, initialize };
}

async function measured(
  server: string,
  command: string,
  args: string[],
  folder: string,
  rounds: number,
): Promise<EditorResult> {
  const { process, initialize } = await started(command, args, folder);
  const uri = `file://${folder}/svc7.cue`;
  const text = readFileSync(`${folder}/svc7.cue`, "utf8");
  const wrong = `${text}\n#components: svc7: spec: scaling: count: "seven"\n`;
  let version = 1;
  process.notify("textDocument/didOpen", { textDocument: { uri, languageId: "cue", version, text: wrong } });
  const first = await process.diagnostics(uri, (n) => n > 0, PATIENCE);
  const change = (to: string): void =>
    process.notify("textDocument/didChange", {
      textDocument: { uri, version: ++version },
      contentChanges: [{ text: to }],
    });
  change(text);
  if (first !== undefined) await process.diagnostics(uri, (n) => n === 0, PATIENCE);
  const lines = text.split("\n");
  const times: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const request of REQUESTS) {
      const line = (round * 7 + 12) % lines.length;
      const position = { line, character: Math.max(0, (lines[line]?.length ?? 0) - 2) };
      const from = performance.now();
      await process.request(`textDocument/${request}`, { textDocument: { uri }, position });
      // The first round is not warm.
      if (round > 0) times.push(performance.now() - from);
    }
  const typing: number[] = [];
  const word = "\n#components: svc7: spec: container: imagePullPolicy";
  for (let length = 1; length <= word.length; length++) {
    const typed = text + word.slice(0, length);
    const at = typed.split("\n");
    const position = { line: at.length - 1, character: at.at(-1)!.length };
    const from = performance.now();
    change(typed);
    await process.request("textDocument/completion", { textDocument: { uri }, position });
    typing.push(performance.now() - from);
  }
  const settled = process.diagnostics(uri, () => true, PATIENCE);
  change(text);
  if (first !== undefined) await settled;
  const waits: number[] = [];
  for (let round = 0; round < 3 && first !== undefined; round++) {
    const waiting = process.diagnostics(uri, (n) => n > 0, PATIENCE);
    change(wrong);
    waits.push((await waiting) ?? PATIENCE);
    const clean = process.diagnostics(uri, (n) => n === 0, PATIENCE);
    change(text);
    await clean;
  }
  const { memory } = process;
  await process.stop();
  return {
    server,
    initialize,
    first,
    diagnostics: quantile(waits, 0.5),
    p50: quantile(times, 0.5) ?? 0,
    p95: quantile(times, 0.95) ?? 0,
    typing50: quantile(typing, 0.5) ?? 0,
    typing95: quantile(typing, 0.95) ?? 0,
    memory,
  };
}

function quantile(values: readonly number[], q: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}

/** The promises that are made for a machine with nothing else to do. */
export const PROMISES = { initialize: 150, p95: 20, diagnostics: 300, memory: 250 } as const;

export function editorLine(r: EditorResult): string {
  const ms = (value: number | undefined): string =>
    value === undefined ? "none" : `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  return [
    r.server.padEnd(8),
    `initialize ${ms(r.initialize)}`,
    `first diagnostics ${ms(r.first)}`,
    `diagnostics after an edit ${ms(r.diagnostics)}`,
    `answers ${ms(r.p50)} median, ${ms(r.p95)} at 95 %`,
    `completion after a keystroke ${ms(r.typing50)}, ${ms(r.typing95)}`,
    `${r.memory.toFixed(0)} MB`,
  ].join("  ");
}
