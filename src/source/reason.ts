import type { Diagnostic } from "./diagnostic.ts";
import { cueCode } from "./message-code.ts";

/** Why something is wrong: the name of one of the messages of docs/message/cue.md. The set is closed. */
export type ReasonKind = keyof typeof cueCode;

/** A reason and what it is about: what messages are made of, and what programs read in place of their words. */
export interface Reason {
  readonly kind: ReasonKind;
  readonly args: Readonly<Record<string, string | number | boolean>>;
}

/** A reason in the form of diagnostics. */
export function reasonFields({ kind, args }: Reason): Pick<Diagnostic, "code" | "args"> {
  return { code: cueCode[kind], ...(Object.keys(args).length > 0 && { args }) };
}

let kinds: ReadonlyMap<string, ReasonKind> | undefined;

/** The reason of a diagnostic that is an error of CUE's; undefined for messages of our own. */
export function reasonOf({ code, args = {} }: Diagnostic): Reason | undefined {
  kinds ??= new Map(Object.entries(cueCode).map(([kind, its]) => [its, kind as ReasonKind]));
  const kind = kinds.get(code);
  return kind === undefined ? undefined : { kind, args };
}

/** Whether a diagnostic is an error of CUE's for one of these reasons. */
export function hasReason(d: Diagnostic, ...wanted: readonly ReasonKind[]): boolean {
  const kind = reasonOf(d)?.kind;
  return kind !== undefined && wanted.includes(kind);
}
