import type { Files, Registry } from "../cue/load/index.ts";
import type { JobAnswer, JobBatch } from "./5-execute/job-batch.ts";
import type { JobMemory } from "./5-execute/job-memory.ts";
import type { CatalogRegistry } from "./catalog-registry.ts";
import type { PackageCache } from "./package-cache.ts";

/** What the pipeline needs of the machine it runs on. */
export interface PipelineHost {
  readonly files: Files;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder; undefined in a browser. */
  readonly home?: string;
  readonly catalog: CatalogRegistry;
  /** The registry of a setting (as CUE_REGISTRY); undefined: the one that is used when nothing is configured. */
  registry(setting: string | undefined): Registry;
  /** A module of the catalog comes from the configured registry instead. */
  shadowed?(module: string, asked: string): void;
  /** Packages that are parsed and compiled already; without them everything is. */
  readonly packages?: PackageCache;
  /** What was derived from the catalog in earlier runs. */
  readonly cache?: DerivedCache;
  /** Other threads; without them everything runs in this one. */
  readonly workers?: JobWorkers;
  /** The day, `2026-12-31`; without it that of this machine. */
  today?(): string;
  /** What was rendered before in this process; without it every job is run. */
  readonly memory?: JobMemory;
  /** Milliseconds, for timings alone. */
  clock(): number;
}

/** Texts by key. A key names everything that a text was made of, so an entry is never out of date. */
export interface DerivedCache {
  get(key: string): string | undefined;
  put(key: string, text: string): void;
}

export interface JobWorkers {
  /** How many batches can run at once beside this thread. */
  readonly count: number;
  /** Starts them before there is something to do, because loading the program takes a thread a while. */
  begin?(): void;
  /** Answers in the order of the jobs; null for a job that failed, or all of them if the worker did. */
  run(batch: JobBatch): Promise<readonly (JobAnswer | null)[] | null>;
  /** Lets answers arrive while this thread is busy. */
  turn?(): Promise<void>;
}
