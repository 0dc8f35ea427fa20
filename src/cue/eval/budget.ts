/** Limits of one evaluation. Reaching one is the user's error, with the place where it happened. */
export interface BudgetLimits {
  /** Conjuncts that may be scheduled. */
  readonly steps: number;
  /** Nesting of fields and of evaluation. */
  readonly depth: number;
}

export const defaultLimits: BudgetLimits = { steps: 100_000_000, depth: 2500 };

/** Thrown when a limit is reached; carries what and how much. */
export class BudgetExceeded {
  readonly what: "steps" | "depth";
  readonly limit: number;
  constructor(what: "steps" | "depth", limit: number) {
    this.what = what;
    this.limit = limit;
  }
}

export class Budget {
  readonly limits: BudgetLimits;
  #steps = 0;
  constructor(limits: BudgetLimits = defaultLimits) {
    this.limits = limits;
  }

  step(): void {
    if (++this.#steps > this.limits.steps) throw new BudgetExceeded("steps", this.limits.steps);
  }
}
