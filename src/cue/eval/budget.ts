/** Limits of one evaluation. Reaching one is the user's error, with the place where it happened. */
export interface BudgetLimits {
  /** Conjuncts that may be scheduled. */
  readonly steps: number;
  /** Nesting of fields and of evaluation. */
  readonly depth: number;
  /** Vertices that may be made, as a measure of memory that is the same on every machine. */
  readonly vertices?: number;
}

/** Six million vertices take about two gigabytes. */
const defaultVertices = 6_000_000;

export const defaultLimits: BudgetLimits = { steps: 100_000_000, depth: 2500, vertices: defaultVertices };

/** Thrown when a limit is reached; carries what and how much. */
export class BudgetExceeded {
  readonly what: "steps" | "depth" | "vertices";
  readonly limit: number;
  constructor(what: "steps" | "depth" | "vertices", limit: number) {
    this.what = what;
    this.limit = limit;
  }

  /** What happened, for a message. */
  get text(): string {
    switch (this.what) {
      case "depth":
        return `nested deeper than ${this.limit} levels`;
      case "steps":
        return `evaluation takes more than ${this.limit} steps`;
      case "vertices":
        return `evaluation makes more than ${this.limit} values`;
    }
  }
}

export class Budget {
  readonly limits: BudgetLimits;
  #steps = 0;
  #vertices = 0;
  constructor(limits: BudgetLimits = defaultLimits) {
    this.limits = limits;
  }

  /** Counts vertices before they are made. */
  vertices(count: number): void {
    this.#vertices += count;
    const limit = this.limits.vertices ?? defaultVertices;
    if (this.#vertices > limit) throw new BudgetExceeded("vertices", limit);
  }

  step(): void {
    if (++this.#steps > this.limits.steps) throw new BudgetExceeded("steps", this.limits.steps);
  }
}
