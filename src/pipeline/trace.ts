import type { Diagnostic } from "../source/index.ts";
import type { DerivedCache } from "./host.ts";

/** The phases of one run with their results and times: what `--trace FILE` writes. */
export interface TraceEntry {
  readonly phase: number;
  readonly name: string;
  readonly ms: number;
  readonly result: unknown;
}

const PHASES = ["ConfigLoader", "ProviderLoader", "ModuleLoader", "ReleaseBuilder", "Matcher", "Executor"] as const;

export class Trace {
  readonly entries: TraceEntry[] = [];
  /** What was derived, or parsed and compiled, in an earlier run; and what had to be now. */
  readonly cache: { readonly hits: string[]; readonly misses: string[] } = { hits: [], misses: [] };
  readonly #clock: () => number;
  readonly #keep: boolean;

  /** `keep: false` for runs of a thousand releases: times alone, because results would fill the memory. */
  constructor(clock: () => number, { keep = true }: { readonly keep?: boolean } = {}) {
    this.#clock = clock;
    this.#keep = keep;
  }

  /** Runs a phase and keeps what it returned. */
  async phase<T>(number: number, work: () => T | Promise<T>): Promise<T> {
    const from = this.#clock();
    const result = await work();
    this.entries.push({
      phase: number,
      name: PHASES[number]!,
      ms: Math.round((this.#clock() - from) * 1000) / 1000,
      result: this.#keep ? result : undefined,
    });
    return result;
  }

  /** A cache whose use is kept too. */
  watch(cache: DerivedCache): DerivedCache {
    return {
      get: (key) => {
        const text = cache.get(key);
        (text === undefined ? this.cache.misses : this.cache.hits).push(key);
        return text;
      },
      put: (key, text) => cache.put(key, text),
    };
  }

  /** Packages that were there, parsed and compiled, and those that were not. */
  needs({ hits, misses }: { readonly hits: readonly string[]; readonly misses: readonly string[] }): void {
    this.cache.hits.push(...hits);
    this.cache.misses.push(...misses);
  }

  /** JSON that anyone may read: evaluated values stay behind, and with them every secret. */
  toJSON(): unknown {
    return { version: 1, phases: this.entries, cache: this.cache };
  }

  /** The same as text: with every message made safe, and without the texts of files that messages point into. */
  text(safe: (diagnostic: Diagnostic) => Diagnostic = (d) => d): string {
    const write = (key: string, value: unknown): unknown => {
      if (key === "diagnostics" && Array.isArray(value)) return (value as Diagnostic[]).map(safe);
      if (key === "file" && typeof value === "object" && value !== null && "text" in value)
        return (value as { name?: unknown }).name;
      return value;
    };
    return `${JSON.stringify(this, write, 2)}\n`;
  }
}
