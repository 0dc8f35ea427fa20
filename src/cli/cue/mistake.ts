import type { CueError, ReasonKind } from "../../cue/index.ts";

/** What a step of a command gives: its result, or the errors that end the command. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly CueError[] };

export function success<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** An error that has no place in any file. */
export function errorOf(message: string, kind: ReasonKind): CueError {
  return { path: [], message, code: "load", reason: { kind, args: {} }, positions: [] };
}

/** A mistake that has no place in any file. */
export function mistake(message: string): { readonly ok: false; readonly errors: readonly CueError[] } {
  return { ok: false, errors: [errorOf(message, "arguments")] };
}

export function failed(errors: readonly CueError[]): { readonly ok: false; readonly errors: readonly CueError[] } {
  return { ok: false, errors };
}
