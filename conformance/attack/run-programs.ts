// Each hostile program in a process of its own: answered, or ended by a limit that is named, within five seconds and
// 500 MB; never by V8's own abort, a signal, or an internal error.
//
//   node tool/run.mjs conformance/attack/run-programs.ts [--only TEXT] [--jobs 2] [--seconds 5] [--megabytes 500] [--list]
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { hostilePrograms } from "./hostile-programs.ts";
import type { HostileProgram } from "./hostile-programs.ts";

export interface Bounds {
  readonly seconds: number;
  readonly megabytes: number;
}

export interface Verdict {
  readonly wrong?: string;
  readonly seconds: number;
  readonly megabytes: number;
  readonly exit: number | null;
  readonly err: string;
}

/** Far beyond what is allowed: a machine with other work is slow. Of the processor's time it gets four times as much. */
const patience = 180_000;

export function attempt(launcher: string, folder: string, program: HostileProgram, bounds: Bounds): Promise<Verdict> {
  const name = Math.random().toString(36).slice(2);
  const file = join(folder, `${name}.${program.kind === "cue" ? "cue" : "tera"}`);
  const usage = join(folder, `${name}.usage`);
  writeFileSync(file, program.text);
  const preload = join(folder, "usage.cjs");
  writeFileSync(
    preload,
    `process.on("exit", () => { const u = process.resourceUsage();
      require("fs").writeFileSync(process.env.ATTACK_USAGE, [u.maxRSS / 1024, (u.userCPUTime + u.systemCPUTime) / 1e6].join(" ")) });`,
  );
  const words =
    program.kind === "cue" ? ["cue", "export", "--out", program.out ?? "json", file] : ["template", "render", file];
  return new Promise((done) => {
    const begun = Date.now();
    const line = `ulimit -t ${bounds.seconds * 4} 2>/dev/null; exec "$0" "$@"`;
    const child = spawn("sh", ["-c", line, process.execPath, "--require", preload, launcher, ...words], {
      cwd: folder,
      env: { ...process.env, ATTACK_USAGE: usage, OPM_CACHE_DIR: join(folder, "cache"), NODE_OPTIONS: "" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let err = "";
    child.stdout.resume();
    child.stderr.on("data", (chunk: Buffer) => {
      if (err.length < 20_000) err += chunk.toString("utf8");
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), patience);
    child.on("close", (exit, signal) => {
      clearTimeout(timer);
      let measured: number[] = [];
      try {
        measured = readFileSync(usage, "utf8").split(" ").map(Number);
      } catch {
        // it ended before it could say
      }
      const megabytes = Math.round(measured[0] ?? 0);
      // Of the processor's time: other programs of the machine take their share of the clock.
      const seconds = Math.round((measured[1] ?? (Date.now() - begun) / 1000) * 10) / 10;
      const verdict = { seconds, megabytes, exit, err: err.slice(0, 2000) };
      done({ ...verdict, ...wrongOf(exit, signal, err, seconds, megabytes, bounds) });
    });
  });
}

function wrongOf(
  exit: number | null,
  signal: string | null,
  err: string,
  seconds: number,
  megabytes: number,
  bounds: Bounds,
): { wrong?: string } {
  if (signal !== null) return { wrong: `ended by ${signal}` };
  if (/FATAL ERROR|heap out of memory|Aborted/.test(err)) return { wrong: "V8's own abort" };
  if (/internal error|RangeError|Invalid string length/.test(err)) return { wrong: "an internal error" };
  if (exit !== 0 && err.trim() === "") return { wrong: `exit ${exit} without a word` };
  if (seconds > bounds.seconds) return { wrong: `${seconds} s` };
  if (megabytes > bounds.megabytes) return { wrong: `${megabytes} MB` };
  return {};
}

async function main(): Promise<void> {
  const value = (name: string, preset: string): string => {
    const at = process.argv.indexOf(name);
    return at < 0 ? preset : (process.argv[at + 1] ?? preset);
  };
  const bounds = { seconds: Number(value("--seconds", "5")), megabytes: Number(value("--megabytes", "500")) };
  const chosen = hostilePrograms().filter(({ name }) => name.includes(value("--only", "")));
  const list = process.argv.includes("--list");
  const folder = mkdtempSync(join(tmpdir(), "opm-hostile-"));
  const launcher = resolve("dist/opm.cjs");
  const waiting = [...chosen];
  let failures = 0;
  let ended = 0;
  const work = async (): Promise<void> => {
    for (let program = waiting.shift(); program !== undefined; program = waiting.shift()) {
      const verdict = await attempt(launcher, folder, program, bounds);
      if (verdict.wrong !== undefined) failures++;
      if (verdict.exit !== 0) ended++;
      if (verdict.wrong !== undefined || list)
        console.log(
          `${verdict.wrong === undefined ? "ok  " : "FAIL"} ${program.name}: ${verdict.wrong ?? ""} ` +
            `[${verdict.seconds} s, ${verdict.megabytes} MB, exit ${verdict.exit}] ${verdict.err.split("\n")[0]!.slice(0, 120)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: Number(value("--jobs", "2")) }, work));
  rmSync(folder, { recursive: true, force: true });
  console.log(`${chosen.length} programs, ${ended} ended with an error, ${failures} failures`);
  process.exit(failures === 0 ? 0 : 1);
}

if (process.argv[1]?.endsWith("run-programs.ts") === true) await main();
