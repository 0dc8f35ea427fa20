// Every evaluation ends: random programs, each answered or ended by the meter.
//   node tool/run.mjs conformance/end-fuzz.ts [--seed N] [--from I] [--count N] [--minutes N] [--jobs N] [--kind deep|plain|both]
// Each program has 5 seconds and 500 MB in a process of its own kind; exit code 1 if one takes more, or throws.
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createContext } from "../src/cue/index.ts";
import { serverLimits } from "../src/cue/meter/index.ts";
import { deepProgram } from "./deep-program.ts";
import { randomProgram } from "./fuzz-program.ts";
import { Random } from "./random.ts";

const allowedSeconds = 5;
const allowedMegabytes = 500;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    count: { type: "string", default: "1000000" },
    minutes: { type: "string", default: "10" },
    jobs: { type: "string", default: String(availableParallelism()) },
    kind: { type: "string", default: "both" },
    show: { type: "string" },
  },
});
const seed = Number(values.seed);

function programAt(i: number): string {
  const r = new Random(seed * 1_000_003 + i);
  const isDeep = values.kind === "deep" || (values.kind === "both" && i % 2 === 0);
  return (isDeep ? deepProgram(r) : randomProgram(r)).join("\n");
}

/** What was made of a program: every way out of the engine that a user has. */
function answer(text: string): "answered" | "ended" | "refused" {
  const value = createContext({ limits: serverLimits }).compile(text, { filename: "x.cue" });
  const errors = value.validate();
  const data = value.toJson();
  if (errors.length === 0) value.toCue();
  const messages = [...errors, ...(data.ok ? [] : data.errors)].map((e) => e.message);
  if (messages.some((m) => /^(evaluation (takes|makes)|nested (deeper|too deeply))/.test(m))) return "ended";
  return errors.some((e) => e.code === "load") ? "refused" : "answered";
}

interface Range {
  readonly from: number;
  readonly to: number;
}
interface Progress {
  readonly at: number;
  readonly kind?: "answered" | "ended" | "refused";
  readonly crash?: string;
  readonly slow?: number;
}

function work({ from, to }: Range): void {
  const tell = (p: Progress): void => void process.send?.(p);
  for (let i = from; i < to; i++) {
    const text = programAt(i);
    tell({ at: i });
    const began = process.cpuUsage();
    try {
      const kind = answer(text);
      const { user, system } = process.cpuUsage(began);
      const seconds = (user + system) / 1e6;
      tell({ at: i, kind, ...(seconds > 1 && { slow: seconds }) });
    } catch (e) {
      tell({ at: i, crash: e instanceof Error ? String(e.stack) : JSON.stringify(e) });
    }
  }
  process.exit(0);
}

/** The processor time of a process, where that can be read: a busy machine takes its time for the rest. */
function processorSeconds(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}

async function lead(): Promise<void> {
  const until = Date.now() + Number(values.minutes) * 60_000;
  const end = Number(values.from) + Number(values.count);
  const tally = { answered: 0, ended: 0, refused: 0 };
  const findings: string[] = [];
  let next = Number(values.from);
  let slowest = 0;
  const find = (at: number, what: string): void => {
    findings.push(`--- ${at}: ${what}\n${programAt(at)}`);
    console.log(findings.at(-1));
  };

  const run = ({ from, to }: Range): Promise<void> =>
    new Promise((resolve) => {
      let at = from;
      let used = 0;
      const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2), {
        execArgv: [`--max-old-space-size=${allowedMegabytes}`],
        env: { ...process.env, OPM_END_FUZZ: "1" },
        silent: true,
      });
      const began = Date.now();
      const seconds = (): number => processorSeconds(child.pid) ?? (Date.now() - began) / 1000;
      // Twice what a program may take, with the start of the process.
      const watch = setInterval(() => {
        if (seconds() - used < 2 * allowedSeconds) return;
        find(at, `no answer in ${2 * allowedSeconds} s`);
        child.kill("SIGKILL");
      }, 500);
      child.on("message", (p: Progress) => {
        at = p.at;
        used = seconds();
        if (p.kind !== undefined) tally[p.kind]++;
        if (p.crash !== undefined) find(at, p.crash);
        if (p.slow !== undefined) slowest = Math.max(slowest, p.slow);
        if (p.slow !== undefined && p.slow > allowedSeconds) find(at, `${p.slow.toFixed(1)} s`);
      });
      child.on("exit", (code, signal) => {
        clearInterval(watch);
        if (code !== 0 && signal !== "SIGKILL") find(at, `ended with ${code ?? signal} (memory?)`);
        if (at + 1 < to && code !== 0 && Date.now() < until) run({ from: at + 1, to }).then(resolve);
        else resolve();
      });
      child.send({ from, to });
    });
  // Long enough for the code to be warm, short enough that the memory of one process says something of its programs.
  const batch = 5000;
  await Promise.all(
    Array.from({ length: Number(values.jobs) }, async () => {
      while (next < end && Date.now() < until) {
        const from = next;
        next += batch;
        await run({ from, to: Math.min(from + batch, end) });
      }
    }),
  );
  const total = tally.answered + tally.ended + tally.refused;
  console.log(
    `${total} programs: ${tally.answered} answered, ${tally.ended} ended by the meter, ${tally.refused} not compiled; ` +
      `slowest ${slowest.toFixed(1)} s; ${findings.length} findings`,
  );
  process.exitCode = findings.length > 0 ? 1 : 0;
}

if (values.show !== undefined) console.log(programAt(Number(values.show)));
else if (process.env["OPM_END_FUZZ"] === undefined) await lead();
else process.on("message", work);
