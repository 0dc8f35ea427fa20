// What happens during a run: a table that is drawn again on a terminal, lines in a pipe, events for programs.
import { keyOf, nameOf } from "../../cluster/index.ts";
import type { RunEvent } from "../../cluster/index.ts";
import type { Io } from "../io.ts";
import type { Paint } from "./colour.ts";
import { neutralise } from "./neutralise.ts";

const mostRows = 12;
const pauseMs = 100;
/** The time that a phase takes is shown, so that nobody wonders whether anything happens. */
const tickMs = 1000;
const noWrap = "\x1b[?7l";
const wrap = "\x1b[?7h";

export class RunPrinter {
  readonly #io: Io;
  readonly #json: boolean;
  readonly #live: boolean;
  readonly #paint: Paint;
  readonly #waiting = new Map<string, { name: string; health: string; message: string }>();
  #drawn = 0;
  #later: ReturnType<typeof setTimeout> | undefined;
  #last = -Infinity;
  #done = 0;
  #count = 0;
  #phase = "";
  #began = 0;
  /** The release that events are about, where there are several. */
  release = "";

  constructor(io: Io, json: boolean, paint: Paint) {
    this.#io = io;
    this.#json = json;
    this.#live = !json && io.isTerminal("stderr");
    this.#paint = paint;
  }

  readonly emit = (event: RunEvent): void => {
    if (this.#json) {
      this.#io.stdout(`${JSON.stringify({ ...(this.release !== "" && { release: this.release }), ...event })}\n`);
      return;
    }
    switch (event.type) {
      case "phase":
        this.#phase = event.phase;
        this.#began = this.#io.clock();
        this.#done = 0;
        this.#count = event.count ?? 0;
        this.#waiting.clear();
        break;
      case "waiting-for-lock":
        this.#line(`waiting for ${event.holder} to end, or to be silent for ${event.seconds} s`);
        break;
      case "done":
        this.#done++;
        if (!this.#live) this.#line(`${verbs[event.action] ?? event.action} ${nameOf(event.id)}`);
        break;
      case "warning":
        this.#line(`warning: ${event.id === undefined ? "" : `${nameOf(event.id)}: `}${event.message}`);
        break;
      case "health": {
        const key = keyOf(event.id);
        const name = nameOf(event.id);
        if (event.health === "Current") this.#waiting.delete(key);
        else this.#waiting.set(key, { name, health: event.health, message: event.message });
        if (!this.#live && event.health !== "Current")
          this.#line(`${name}: ${event.health === "InProgress" ? "" : `${event.health}: `}${event.message}`);
        break;
      }
    }
    if (this.#live) this.#draw();
  };

  #line(text: string): void {
    this.clear();
    this.#io.stderr(`${neutralise(text)}\n`);
  }

  #draw(): void {
    const now = this.#io.clock();
    if (now - this.#last < pauseMs) {
      // What comes in between is drawn a little later: it may be the last for long.
      this.#later ??= setTimeout(() => this.#draw(), pauseMs).unref();
      return;
    }
    this.#last = now;
    this.clear();
    const rows = [...this.#waiting.values()].slice(0, mostRows);
    const width = Math.max(0, ...rows.map(({ name }) => name.length));
    const lines = rows.map(
      ({ name, health, message }) =>
        `  ${neutralise(name.padEnd(width))}  ${this.#paint(health === "Failed" ? "red" : "yellow", health)}  ${neutralise(message).replaceAll("\n", " ")}`,
    );
    if (this.#waiting.size > mostRows) lines.push(`  and ${this.#waiting.size - mostRows} more`);
    if (this.#count > 0) {
      const [ready, what] = this.#phase === "wait" ? [this.#count - this.#waiting.size, "ready"] : [this.#done, "done"];
      const seconds = Math.floor((now - this.#began) / 1000);
      const time = seconds < 2 ? "" : `, ${seconds} s`;
      lines.push(`  ${this.#paint("dim", `${Math.max(0, ready)} of ${this.#count} ${what}${time}`)}`);
      this.#later = setTimeout(() => this.#draw(), tickMs).unref();
    }
    // A line that is too long is cut by the terminal: one that wraps could not be taken away again.
    this.#io.stderr(`${noWrap}${lines.map((line) => `${line}\x1b[K\n`).join("")}${wrap}`);
    this.#drawn = lines.length;
  }

  /** Takes the table away, before anything else is printed. */
  clear(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    if (this.#drawn > 0) this.#io.stderr(`\x1b[${this.#drawn}A\x1b[J`);
    this.#drawn = 0;
  }
}

const verbs: Readonly<Record<string, string>> = {
  create: "created",
  update: "changed",
  own: "took ownership of",
  adopt: "took over",
  replace: "made again",
  delete: "deleted",
};
