import type { Io } from "../io.ts";
import { neutralise } from "./neutralise.ts";

const patienceMs = 500;
const pauseMs = 100;

/**
 * Says on stderr what is going on, once it has taken half a second: one line that is rewritten, and removed at the
 * end. Only on a terminal: a log gets the same bytes whatever the time.
 * Steps are announced by the work itself: evaluation never yields, so a timer would not fire.
 */
export class Progress {
  readonly #io: Io;
  readonly #enabled: boolean;
  readonly #began: number;
  #shown = 0;
  #open = false;

  constructor(io: Io, enabled: boolean) {
    this.#io = io;
    this.#enabled = enabled && io.isTerminal("stderr");
    this.#began = io.clock();
  }

  step(what: string): void {
    if (!this.#enabled) return;
    const passed = this.#io.clock() - this.#began;
    if (passed < patienceMs || passed - this.#shown < pauseMs) return;
    this.#shown = passed;
    this.#io.stderr(`\r\x1b[K${neutralise(what)} (${(passed / 1000).toFixed(1)} s)`);
    this.#open = true;
  }

  /** Clears the line, before anything else is printed. */
  clear(): void {
    if (this.#open) this.#io.stderr("\r\x1b[K");
    this.#open = false;
  }
}
