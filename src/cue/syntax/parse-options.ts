import type { Expr, File } from "./ast.ts";

/** A mistake in the text, as `cue` words it. The offset is a UTF-16 offset into the source. */
export interface SyntaxError {
  readonly message: string;
  readonly offset: number;
}

export interface ParseOptions {
  /** The language version of the module, such as "v0.15.0"; absent or "" means the newest. */
  readonly languageVersion?: string;
  /** Experiments to switch on besides those that the file names. */
  readonly experiments?: readonly string[];
  /**
   * How far to read: all of the file, up to and with the imports, or the package clause only.
   * The last two stop early and report no mistakes of what follows.
   */
  readonly mode?: "all" | "imports" | "package";
  /** Drop comments instead of attaching them: a little faster. Default: keep. */
  readonly comments?: boolean;
  /** How deep expressions may nest. Default: 10,000, as `cue`. */
  readonly maxNesting?: number;
}

export interface ParseResult {
  /** Always a tree; what could not be read is missing or a BadDecl or BadExpr. */
  readonly file: File;
  /** In order of discovery. Empty: the file is well-formed. */
  readonly errors: readonly SyntaxError[];
}

export interface ParseExprResult {
  readonly expr: Expr;
  readonly errors: readonly SyntaxError[];
}
