import type { SecretRange, Segment } from "../render/trace.ts";

/** Why a template was refused or did not render. Plain data. */
export interface TemplateFailure {
  /** `parse`: while templates are loaded. `render`: everything later. */
  readonly stage: "parse" | "render";
  /** Tera's messages, from the outermost to the cause. */
  readonly messages: readonly string[];
  /** Causes that Tera's own chain leaves out. */
  readonly hidden: readonly string[];
  /** Where; line and column count from 1, columns in characters. */
  readonly at?: FailurePlace;
  /** Set if the last message is a syntax report. */
  readonly syntax: boolean;
  /** The variable that was not there, and names that are, much like it. */
  readonly missing?: string;
  readonly near?: readonly string[];
}

export interface FailurePlace {
  readonly template: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export type RenderResult = Rendered | Failed;

export interface Rendered {
  readonly ok: true;
  readonly output: string;
  /** Present if a trace was asked for. */
  readonly segments?: readonly Segment[];
  readonly secretRanges?: readonly SecretRange[];
}

export interface Failed {
  readonly ok: false;
  readonly failure: TemplateFailure;
}

/** Line and column of an offset, both from 1, in characters. */
export function placeOf(template: string, text: string, offset: number): FailurePlace {
  const end = Math.min(offset, text.length);
  let line = 1;
  let start = 0;
  for (let i = text.indexOf("\n"); i >= 0 && i < end; i = text.indexOf("\n", i + 1)) {
    line++;
    start = i + 1;
  }
  let column = 1;
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c < 0xdc00 || c > 0xdfff) column++;
  }
  return { template, offset: end, line, column };
}
