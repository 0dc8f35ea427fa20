import type { Diagnostic } from "../source/index.ts";
import type { TextGuard } from "./command-spec.ts";
import type { Io } from "./io.ts";

/** Everything that hides secrets in this run. Empty until a command reads some, so that starting costs nothing. */
export class Guards {
  readonly #guards: TextGuard[] = [];
  /** The command takes values or reads a module: its words and files may hold secrets that nobody knows yet. */
  takesValues = false;
  /** Its standard output is data for programs, which must not be changed; what it prints otherwise is for people. */
  printsData = false;

  add(guard: TextGuard): void {
    this.#guards.push(guard);
  }

  /** A text that nobody looked through must not be printed now. */
  get withheld(): boolean {
    const readers = this.#guards.filter((guard) => guard.withheld !== undefined);
    return readers.length === 0 ? this.takesValues : readers.some((guard) => guard.withheld === true);
  }

  redact(text: string): string {
    return this.#guards.reduce((out, guard) => guard.redact(out), text);
  }

  diagnostic(diagnostic: Diagnostic): Diagnostic {
    return this.#guards.reduce((out, guard) => guard.diagnostic(out), diagnostic);
  }

  /** The streams with all guarded that is for people: logs, progress, diagnostics, crashes, tables. */
  io(io: Io): Io {
    return {
      env: io.env,
      cwd: io.cwd,
      stdout: (data) => io.stdout(typeof data === "string" && !this.printsData ? this.redact(data) : data),
      stderr: (text) => io.stderr(this.redact(text)),
      stdin: () => io.stdin(),
      isTerminal: (stream) => io.isTerminal(stream),
      clock: () => io.clock(),
      ...(io.secretCluster && { secretCluster: io.secretCluster }),
      ...(io.reachesClusters && { reachesClusters: true }),
      ...(io.stopped && { stopped: () => io.stopped!() }),
    };
  }
}
