/**
 * How many requests run at once. A 429 halves it, and every fifty answers without one add one again: the server says
 * how much it can take.
 */
export class Limiter {
  readonly #most: number;
  #limit: number;
  #running = 0;
  #good = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(start = 8, most = 16) {
    this.#limit = start;
    this.#most = most;
  }

  get limit(): number {
    return this.#limit;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limit) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running++;
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  // A place is handed over, so that nobody slips in between.
  #release(): void {
    if (this.#running > this.#limit) this.#running--;
    else {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
    while (this.#running < this.#limit && this.#waiting.length > 0) {
      this.#running++;
      this.#waiting.shift()!();
    }
  }

  overloaded(): void {
    this.#limit = Math.max(1, this.#limit >> 1);
    this.#good = 0;
  }

  answered(): void {
    if (++this.#good % 50 === 0) this.#limit = Math.min(this.#most, this.#limit + 1);
  }
}
