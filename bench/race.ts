import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { peakMemory, runOnce } from "./measure.ts";
import type { Program } from "./measure.ts";

/** The same work, done by several programs. The first is the yardstick. */
export interface Race {
  readonly title: string;
  readonly runners: readonly Runner[];
}

export interface Runner extends Program {
  readonly name: string;
  /** Ours writes its counters where OPM_STATS says. */
  readonly ours?: boolean;
  /** The most that its time may be of the yardstick's, where we promise one. */
  readonly limit?: number;
}

export interface Result {
  readonly race: string;
  readonly name: string;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Of the yardstick's median. */
  readonly ratio: number;
  readonly limit?: number;
  readonly memory?: number;
  readonly bytes: number;
  readonly counters?: Readonly<Record<string, number>>;
  readonly failed?: string;
}

/** Runs all programs in turns, so that whatever else the machine does hits them alike. */
export async function runRace(race: Race, rounds: number): Promise<Result[]> {
  const times = race.runners.map((): number[] => []);
  const bytes = race.runners.map(() => 0);
  const failed: (string | undefined)[] = race.runners.map((runner) => {
    const warm = runOnce(runner);
    return warm.exit === 0 ? undefined : `exit ${warm.exit}: ${warm.stderr.split("\n")[0] ?? ""}`;
  });
  for (let round = 0; round < rounds; round++) {
    for (const [i, runner] of race.runners.entries()) {
      if (failed[i] !== undefined) continue;
      const run = runOnce(runner);
      times[i]!.push(run.ms);
      bytes[i] = run.bytes;
    }
  }
  const medians = times.map(median);
  const results: Result[] = [];
  for (const [i, runner] of race.runners.entries()) {
    const memory = failed[i] === undefined ? await peakMemory(runner) : undefined;
    const counters = runner.ours && failed[i] === undefined ? countersOf(runner) : undefined;
    results.push({
      race: race.title,
      name: runner.name,
      median: medians[i]!,
      min: Math.min(...times[i]!),
      max: Math.max(...times[i]!),
      ratio: medians[i]! / medians[0]!,
      bytes: bytes[i]!,
      ...(runner.limit !== undefined && { limit: runner.limit }),
      ...(memory !== undefined && { memory }),
      ...(counters !== undefined && { counters }),
      ...(failed[i] !== undefined && { failed: failed[i] }),
    });
  }
  return results;
}

function countersOf(runner: Runner): Record<string, number> | undefined {
  const folder = mkdtempSync(join(tmpdir(), "opm-bench-"));
  const file = join(folder, "stats.json");
  runOnce({ ...runner, env: { ...runner.env, OPM_STATS: file } });
  const counters = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, number>) : {};
  rmSync(folder, { recursive: true, force: true });
  return Object.keys(counters).length > 0 ? counters : undefined;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function resultLine(r: Result): string {
  const name = r.name.padEnd(34);
  if (r.failed !== undefined) return `${name} failed: ${r.failed}`;
  const clock = `${r.median.toFixed(1).padStart(9)} ms  ${r.min.toFixed(1)}–${r.max.toFixed(1)}`.padEnd(34);
  const verdict = r.limit === undefined ? "" : r.ratio <= r.limit ? ` (≤ ${r.limit})` : ` (MORE THAN ${r.limit})`;
  const memory = r.memory === undefined ? "" : `  ${r.memory.toFixed(0)} MB`;
  const counters = Object.entries({ ...r.counters, bytes: r.bytes }).map(([key, value]) => `${key} ${value}`);
  return `${name}${clock} ×${r.ratio.toFixed(2)}${verdict}${memory}  ${counters.join(" ")}`;
}
