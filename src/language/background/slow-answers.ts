import type { Preview } from "../feature/preview.ts";
import type { CodeAction, CodeLens, InlayHint, Location, LspDiagnostic, Position, Range } from "../protocol/types.ts";

/**
 * What takes long to answer, because a release or a whole package is evaluated for it. Arguments and answers are plain
 * data: whoever answers may live in another thread.
 */
export interface SlowAnswers {
  /** Makes diagnostics now, without a pause; resolves when all of them have been told. */
  check(): Promise<void>;
  /** Makes them again after a pause. */
  checkLater(): Promise<void>;
  /** What releases say about a value, as Markdown; "" if nothing. */
  facts(path: string, steps: readonly string[]): Promise<string>;
  hints(path: string, range: Range): Promise<InlayHint[]>;
  lenses(path: string): Promise<CodeLens[]>;
  /** Edits that take out what is redundant. */
  redundant(path: string): Promise<CodeAction[]>;
  /** Edits that add what is missing to the module's dependencies. */
  dependencies(path: string, diagnostics: readonly LspDiagnostic[]): Promise<CodeAction[]>;
  preview(path: string, environment?: string): Promise<Preview | undefined>;
  /** Where a line of the preview comes from. */
  previewOrigins(path: string, line: number, environment?: string): Promise<Location[]>;
  /** The lines of the preview that a place decides. */
  previewLines(path: string, position: Position, environment?: string): Promise<number[]>;
  /** The environments that the module of a file can be released to. */
  environments(path: string): Promise<string[]>;
  /** The text of a file that is not the user's. */
  sourceText(path: string): Promise<string | undefined>;
}

export const SLOW_ANSWERS = [
  "check",
  "checkLater",
  "facts",
  "hints",
  "lenses",
  "redundant",
  "dependencies",
  "preview",
  "previewOrigins",
  "previewLines",
  "environments",
  "sourceText",
] as const satisfies readonly (keyof SlowAnswers)[];
