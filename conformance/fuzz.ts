// Differential fuzzer: random programs, both engines, smallest differing case.
//   node tool/run.mjs conformance/fuzz.ts [--seed N] [--count N] [--minutes N] [--show N] [--messages]
// Needs the judge that prints the rows of a program: `judge` on the PATH, or OPM_JUDGE.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { valueText } from "../src/cue/export/index.ts";
import { ProgramRuntime } from "../src/cue/program/index.ts";
import { randomProgram } from "./fuzz-program.ts";
import { Random } from "./random.ts";
import { workspaceRows } from "./rows.ts";

interface Row {
  readonly path: string;
  readonly [key: string]: unknown;
}

const options = readOptions(process.argv.slice(2));
const judge = process.env["OPM_JUDGE"] ?? "judge";
const folder = mkdtempSync(join(tmpdir(), "opm-fuzz-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function readOptions(args: readonly string[]): {
  seed: number;
  count: number;
  minutes: number;
  show: number;
  messages: boolean;
} {
  const value = (name: string, fallback: number): number => {
    const i = args.indexOf(name);
    return i < 0 ? fallback : Number(args[i + 1]);
  };
  return {
    seed: value("--seed", 1),
    count: value("--count", 1e9),
    minutes: value("--minutes", 1),
    show: value("--show", 10),
    messages: args.includes("--messages"),
  };
}

/** The judge's rows, or null where it has no answer (it may run for ever, or crash). */
function judgeRows(text: string): Row[] | null {
  writeFileSync(join(folder, "x.cue"), text);
  const r = spawnSync(judge, ["-values", "x.cue"], {
    cwd: folder,
    timeout: 5000,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (r.status !== 0) return null;
  return r.stdout
    .split("\n")
    .filter(Boolean)
    .map((l) => JSON.parse(l) as Row);
}

function ourRows(text: string): Row[] | string {
  try {
    const files = new Map([["x.cue", new TextEncoder().encode(text)]]);
    const rows = workspaceRows({ files, args: ["x.cue"] }, new ProgramRuntime(), (v, e) => valueText(v, e));
    return JSON.parse(JSON.stringify(rows)) as Row[];
  } catch (e) {
    return e instanceof Error ? `${e.name}: ${e.message}` : JSON.stringify(e);
  }
}

/** What a row says; texts and positions only where they are asked for. */
function core(row: Row): string {
  const { path, arc, status, len, json, kind, closed, own, msg, pos, cue } = row;
  const shown = options.messages ? [msg, pos ?? [], cue] : [];
  return JSON.stringify([
    path,
    arc ?? "",
    status,
    len ?? -1,
    json ?? "",
    status === "load" ? "" : kind,
    closed ?? false,
    own ?? false,
    ...shown,
  ]);
}

/** The first difference, or null. undefined: the judge does not answer. */
function difference(text: string): string | null | undefined {
  const want = judgeRows(text);
  if (want === null) return undefined;
  const got = ourRows(text);
  if (typeof got === "string") return `crash: ${got}`;
  // Of programs that do not load, only that they do not load is compared.
  const bad = (rows: readonly Row[]): boolean => rows.some((r) => r["status"] === "load");
  if (bad(want) || bad(got))
    return bad(want) === bad(got) ? null : `load: want ${JSON.stringify(want[0])} got ${JSON.stringify(got[0])}`;
  const ours = new Map(got.map((r) => [r.path, r]));
  for (const w of want) {
    const g = ours.get(w.path);
    ours.delete(w.path);
    if (g === undefined || core(w) !== core(g)) return `want ${JSON.stringify(w)}\n     got  ${JSON.stringify(g)}`;
  }
  for (const g of ours.values()) return `extra ${JSON.stringify(g)}`;
  return null;
}

const differs = (text: string): boolean => typeof difference(text) === "string";

/** Drops lines, then ever shorter runs of tokens, as long as the programs still differ. */
function shrink(lines: readonly string[]): string {
  const fewerLines = dropRuns(lines, (kept) => differs(kept.join("\n")), [1]);
  const tokens = fewerLines.join("\n").match(/[\w#]+|"(?:[^"\\]|\\.)*"|\s+|./g) ?? [];
  return dropRuns(tokens, (kept) => differs(kept.join("")), [24, 12, 6, 4, 3, 2, 1]).join("");
}

/** What is left when no run of these lengths can go without the rest becoming dull. */
function dropRuns<T>(parts: readonly T[], isStillOf: (kept: readonly T[]) => boolean, lengths: readonly number[]): T[] {
  let best = [...parts];
  for (let changed = true; changed;) {
    changed = false;
    for (const length of lengths)
      for (let i = 0; i + length <= best.length;) {
        const fewer = [...best.slice(0, i), ...best.slice(i + length)];
        if (fewer.length > 0 && isStillOf(fewer)) {
          best = fewer;
          changed = true;
        } else i++;
      }
  }
  return best;
}

execFileSync(judge, ["-values", "x.cue"], { cwd: (writeFileSync(join(folder, "x.cue"), "a: 1\n"), folder) });
const until = Date.now() + options.minutes * 60_000;
let same = 0;
let silent = 0;
const differing: string[] = [];
for (let i = 0; i < options.count && Date.now() < until; i++) {
  const lines = randomProgram(new Random(options.seed * 1_000_003 + i));
  const d = difference(lines.join("\n"));
  if (d === undefined) silent++;
  else if (d === null) same++;
  else if (differing.length < options.show) {
    const small = shrink(lines);
    differing.push(`${small}\n  -> ${difference(small) ?? d}`);
    console.log(`--- ${i}\n${differing.at(-1)}`);
  } else differing.push("");
}
const all = same + differing.length;
console.log(
  `${same} of ${all} equal (${((100 * same) / Math.max(1, all)).toFixed(2)} %), ${silent} without an answer of the judge`,
);
