import type { Expr } from "../syntax/index.ts";

/** A mistake in a data file. */
export interface DecodeError {
  /** Without file name and place. */
  readonly message: string;
  /** UTF-16 offset, or -1 where the format gives none. */
  readonly offset: number;
  /** Line from 1 where only that is known (YAML), else 0. */
  readonly line: number;
  /** Where the caller can say more: an alias without its anchor, a tag that means nothing here. */
  readonly about?: { readonly kind: "anchor" | "tag"; readonly name: string };
}

/** The documents of a data file as syntax with places; those before the error, if there is one. */
export interface Decoded {
  readonly documents: Expr[];
  readonly error?: DecodeError;
}
