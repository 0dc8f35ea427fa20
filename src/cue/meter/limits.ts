/** What one operation may cost. Reaching a limit is the program's error, told at the place where it happened. */
export interface MeterLimits {
  /** Pieces of work: conjuncts, comparisons, rounds of loops. */
  readonly steps: number;
  /** Nesting of fields and of recursion. */
  readonly depth: number;
  /** Nodes of the value tree: a measure of memory that is the same on every machine. */
  readonly values: number;
  /** Texts and data that builtins, encoders and export make. */
  readonly bytes: number;
  /** For servers; without it the same program gives the same answer on a slow machine too. */
  readonly milliseconds?: number;
  /** For servers: an `AbortSignal`, or anything that says so (a flag in memory shared with another thread). */
  readonly signal?: { readonly aborted: boolean };
}

export const defaultLimits: MeterLimits = {
  // A thousand Kubernetes objects with their schema take half a million.
  steps: 30_000_000,
  depth: 2500,
  // About two gigabytes.
  values: 6_000_000,
  bytes: 512 * 1024 * 1024,
};

/** For whoever evaluates what others wrote: an answer or an end within about five seconds and 500 megabytes. */
export const serverLimits: MeterLimits = {
  steps: 50_000_000,
  depth: 1000,
  values: 1_000_000,
  bytes: 64 * 1024 * 1024,
  milliseconds: 4000,
};

let ambient: Partial<MeterLimits> = {};

/**
 * What operations of this process may cost where their caller does not say. A program sets it once, at its start, from
 * what its user asks for: contexts are made in many places, and none of them should be able to forget it.
 */
export function setLimits(limits: Partial<MeterLimits>): void {
  ambient = limits;
}

export function currentLimits(): MeterLimits {
  return { ...defaultLimits, ...ambient };
}
