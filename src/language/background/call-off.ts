/**
 * Ends evaluations of texts that have changed meanwhile. The other side counts changes in shared memory before it sends
 * them; as long as one of them has not been handled here, nothing that is evaluated is wanted.
 */
export class CallOff {
  readonly #changes: Int32Array | undefined;
  #handled = 0;
  /** How often something was called off: what was asked before and answered after is worthless. */
  times = 0;
  #isBroken = false;

  constructor(changes: Int32Array | undefined) {
    this.#changes = changes;
  }

  /** For the meters of evaluations. */
  get aborted(): boolean {
    if (this.#changes === undefined || Atomics.load(this.#changes, 0) === this.#handled) return false;
    if (!this.#isBroken) this.times++;
    this.#isBroken = true;
    return true;
  }

  /** A change was handled. Whether something was called off for it: what is half evaluated must be forgotten. */
  handled(): boolean {
    this.#handled++;
    const was = this.#isBroken;
    this.#isBroken = false;
    return was;
  }
}
