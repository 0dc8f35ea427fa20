import type { Diagnostic } from "../source/index.ts";
import type { Io } from "./io.ts";
import type { Progress } from "./print/progress.ts";

/**
 * What is known of a command without loading it: enough for help, completion and parsing.
 * Plain data, so that a hundred options cost nothing at start.
 */
export interface CommandSpec {
  /** The words that call it: "mod build". */
  readonly name: string;
  readonly summary: string;
  /** More than the summary, for its own help. */
  readonly description?: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /** It reads its words itself, because another tool's rules hold for them; `options` are for help and completion. */
  readonly readsOwnFlags?: boolean;
  /** Its standard output is data for other programs: nothing in it is hidden that the command does not hide itself. */
  readonly printsData?: boolean;
  readonly examples: readonly Example[];
  readonly load: () => Promise<CommandModule>;
}

export interface ArgumentSpec {
  readonly name: string;
  readonly summary: string;
  readonly optional?: boolean;
  readonly variadic?: boolean;
  readonly complete?: Completable;
  /** A published module may stand where a folder is expected: `example.com/blog@v0.1.0`. */
  readonly takesReference?: boolean;
}

export interface OptionSpec {
  /** As commander writes it: "-o, --output <format>". */
  readonly flags: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  /** May be given several times; the command gets all values in order. */
  readonly repeatable?: boolean;
  /** Options of one sequence are also given to the command together, under this name: see `Given`. */
  readonly sequence?: string;
  readonly complete?: Completable;
  /** The heading of help that it stands under; its command's own options otherwise. */
  readonly group?: string;
}

/** One option of a sequence; they come in the order of the command line, whichever of them each is. */
export interface Given {
  /** Its long name, without dashes: "set-string". */
  readonly option: string;
  readonly value: string;
}

/** What a shell offers for a value. Choices are offered without this. */
export type Completable = "file" | "directory" | readonly string[] | { readonly asks: Asked };

/**
 * What must be looked up: environments, paths of values and objects of the module at hand, names in the catalog, contexts
 * of the kubeconfig, releases in its cluster.
 */
export type Asked = "environment" | "value" | "assignment" | "object" | "catalog" | "context" | "release";

interface Example {
  readonly line: string;
  readonly says: string;
}

/** A file of command/: it parses nothing and orchestrates nothing; it calls and prints. */
export interface CommandModule {
  run(context: CommandContext): Promise<number> | number;
}

export interface CommandContext {
  readonly io: Io;
  readonly version: string;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** The folder that the command is about, as it was given, if it takes one. */
  readonly target?: string;
  readonly progress: Progress;
  /** Counters that `OPM_STATS=FILE` writes out at the end, such as `unifications`; asked for then. */
  count(counters: () => Readonly<Record<string, number>>): void;
  /** Prints diagnostics on stderr in the form that the user chose. */
  report(diagnostics: readonly Diagnostic[]): void;
  /** From now on everything on stderr passes it, a crash included. */
  guard(guard: TextGuard): void;
}

/** What knows the secrets of a run and hides them in text. */
export interface TextGuard {
  redact(text: string): string;
  diagnostic(diagnostic: Diagnostic): Diagnostic;
  /** Secrets may have been read that it does not know yet; undefined for one that reads no values. */
  readonly withheld?: boolean;
}
