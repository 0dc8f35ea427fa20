import type { Span } from "./span.ts";

/**
 * A mistake of the user, as plain data: it can be sorted, compared, sent to another thread and
 * printed in any form. Bottom is a CUE value and our own bugs are thrown; neither is a diagnostic.
 */
export interface Diagnostic {
  /** `OPM` and four digits; docs/message explains every code. CUE's own errors have that of their reason. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence without a final stop and without a position. */
  readonly message: string;
  /** What the message was made of, for programs that read diagnostics. */
  readonly args?: Readonly<Record<string, string | number | boolean>>;
  /** Every place that matters; the first one is where to look. */
  readonly places?: readonly Place[];
  /** Where in the data, as CUE writes paths: `values.web.image`. */
  readonly path?: string;
  readonly notes?: readonly string[];
  /** What to do about it. */
  readonly hint?: string;
  /** Texts that the words above quote from, beside those of the places: what hides secrets looks through them too. */
  readonly quoted?: readonly SourceText[];
}

export type Severity = "error" | "warning" | "info";

/** A range of a text. The file is data too: a SourceFile fits, and so does what is left of one after a copy. */
export interface Place {
  readonly file: SourceText;
  readonly span: Span;
  /** What this place has to do with it, if it is not the first: "locked here". */
  readonly label?: string;
  /** Why the lines around it are not shown as they are. */
  readonly hidden?: Hidden;
}

/** A secret; what may be one, as far as is known yet; of an encrypted file; or a value that nobody has read. */
export type Hidden = "secret" | "suspected" | "encrypted" | "unread";

/** What is written at a place. */
export const textAt = ({ file, span }: Place): string => file.text.slice(span.start, span.end);

export interface SourceText {
  readonly name: string;
  readonly text: string;
}

/** What a step that can fail returns: everything it found at once, and as much of a result as there is. */
export interface Outcome<T> {
  readonly value?: T;
  readonly diagnostics: readonly Diagnostic[];
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === "error");
}
