import type { MeterLimits } from "./limits.ts";

/** Thrown when a limit is reached; says which. It is no Error: nobody looks at its stack. */
export class Exhausted {
  readonly what: keyof MeterLimits;
  readonly limit: number;
  constructor(what: keyof MeterLimits, limit: number) {
    this.what = what;
    this.limit = limit;
  }

  /** What to do about it. */
  get hint(): string {
    switch (this.what) {
      case "depth":
        return "look for a value that contains itself, or raise the limit of depth";
      case "milliseconds":
      case "signal":
        return "evaluate less at once, or allow more time";
      default:
        return `look for a value that grows with every use of it, or raise the limit of ${this.what}`;
    }
  }
}
