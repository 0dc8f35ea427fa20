import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Run {
  readonly ms: number;
  readonly exit: number | null;
  /** Bytes on standard output. */
  readonly bytes: number;
  readonly stderr: string;
}

/** How often a process's memory is looked at, in milliseconds. */
const glance = 4;

/** Runs a program to its end and takes the wall time. */
export function runOnce(program: Program): Run {
  const began = process.hrtime.bigint();
  const child = spawnSync(program.command, program.args, { ...options(program), maxBuffer: 1 << 30 });
  const ms = Number(process.hrtime.bigint() - began) / 1e6;
  return { ms, exit: child.status, bytes: child.stdout?.length ?? 0, stderr: child.stderr?.toString() ?? "" };
}

/**
 * The peak of a program's memory in megabytes, from the high-water mark that Linux keeps; undefined elsewhere.
 * It is a run of its own, because looking on disturbs the time.
 */
export function peakMemory(program: Program): Promise<number | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program.command, program.args, { ...options(program), stdio: "ignore" });
    let peak: number | undefined;
    const look = setInterval(() => {
      try {
        const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"));
        if (match) peak = Math.max(peak ?? 0, Number(match[1]) / 1024);
      } catch {
        // it has ended
      }
    }, glance);
    const end = (): void => {
      clearInterval(look);
      resolve(peak);
    };
    child.on("exit", end);
    child.on("error", end);
  });
}

function options({ cwd, env }: Program): { cwd?: string; env: NodeJS.ProcessEnv } {
  const clean: NodeJS.ProcessEnv = { ...process.env, ...env };
  // Reading extra certificates costs Node 20 about 75 ms at every start, whatever it does.
  delete clean["NODE_EXTRA_CA_CERTS"];
  return { env: clean, ...(cwd !== undefined && { cwd }) };
}
