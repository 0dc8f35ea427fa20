import type { CueError } from "../../cue/index.ts";

/** What a step of a command gives: its result, or the errors that end the command. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly CueError[] };

export function success<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** A mistake that has no place in any file. */
export function mistake(message: string): { readonly ok: false; readonly errors: readonly CueError[] } {
  return { ok: false, errors: [{ path: [], message, code: "load", positions: [] }] };
}

export function failed(errors: readonly CueError[]): { readonly ok: false; readonly errors: readonly CueError[] } {
  return { ok: false, errors };
}
