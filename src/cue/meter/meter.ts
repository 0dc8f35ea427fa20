import { Exhausted } from "./exhausted.ts";
import { currentLimits } from "./limits.ts";
import type { MeterLimits } from "./limits.ts";

/** Steps between two looks at the clock and at the signal. */
const stepsBetweenLooks = 2048;

/**
 * What one operation (an evaluation, an export) may still cost. Every loop and every recursion whose length the program
 * decides draws on it before it does the work, so that none of them can run for ever or fill the memory. Running out
 * throws `Exhausted`; the operation as a whole then fails, at the field that it was in.
 *
 * A meter counts; it never asks what the work is. One step is about what inserting one conjunct costs: work that
 * grows with the size of something is charged by that size.
 */
export class Meter {
  readonly limits: MeterLimits;
  #steps = 0;
  #values = 0;
  #bytes = 0;
  #depth = 0;
  /** The count of steps at which something has to be looked at: the limit itself, or the clock. */
  #nextLook = 0;
  #deadline = Infinity;
  #operations = 0;

  constructor(limits: Partial<MeterLimits> = {}) {
    this.limits = { ...currentLimits(), ...limits };
    this.#begin();
  }

  /** How much was drawn so far. */
  get used(): { readonly steps: number; readonly values: number; readonly bytes: number } {
    return { steps: this.#steps, values: this.#values, bytes: this.#bytes };
  }

  /** Runs one operation. The outermost begins with everything; what it calls draws on what it has left. */
  during<T>(run: () => T): T {
    if (this.#operations === 0) this.#begin();
    const depth = this.#depth;
    this.#operations++;
    try {
      return run();
    } finally {
      this.#operations--;
      this.#depth = depth;
      // What is read in between is charged to nobody's account.
      if (this.#operations === 0) this.#begin();
    }
  }

  /** Draws one step. */
  step(): void {
    if (++this.#steps > this.#nextLook) this.#look();
  }

  /** Draws the steps of a piece of work whose length is known, before it begins. */
  steps(count: number): void {
    if ((this.#steps += count) > this.#nextLook) this.#look();
  }

  /** Draws values (nodes, elements of lists) before they are made. */
  values(count: number): void {
    if ((this.#values += count) > this.limits.values) throw new Exhausted("values", this.limits.values);
    this.steps(count);
  }

  /** Draws bytes of text or data before they are allocated. */
  bytes(count: number): void {
    if ((this.#bytes += count) > this.limits.bytes) throw new Exhausted("bytes", this.limits.bytes);
    this.steps(count >>> 6);
  }

  /** One level down in a recursion; `leave` is the way back. What throws in between need not leave. */
  enter(): void {
    if (++this.#depth > this.limits.depth) throw new Exhausted("depth", this.limits.depth);
    this.step();
  }

  leave(): void {
    this.#depth--;
  }

  #begin(): void {
    const { milliseconds } = this.limits;
    this.#steps = this.#values = this.#bytes = this.#depth = 0;
    this.#deadline = milliseconds === undefined ? Infinity : performance.now() + milliseconds;
    this.#setNextLook();
  }

  #setNextLook(): void {
    const { steps, milliseconds, signal } = this.limits;
    const watched = milliseconds !== undefined || signal !== undefined;
    this.#nextLook = watched ? Math.min(steps, this.#steps + stepsBetweenLooks) : steps;
  }

  #look(): void {
    const { steps, milliseconds, signal } = this.limits;
    if (this.#steps > steps) throw new Exhausted("steps", steps);
    if (signal?.aborted === true) throw new Exhausted("signal", 0);
    if (performance.now() > this.#deadline) throw new Exhausted("milliseconds", milliseconds as number);
    this.#setNextLook();
  }
}
