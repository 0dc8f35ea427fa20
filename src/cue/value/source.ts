import type { SourceFile } from "../../source/index.ts";
import type { Node as AstNode } from "../syntax/index.ts";

/** What the language version and the experiments of a file switch on. */
export interface Features {
  readonly explicitOpen: boolean;
  readonly shortCircuit: boolean;
  readonly structCompare: boolean;
  readonly aliasV2: boolean;
  readonly tryClause: boolean;
}

export const newestFeatures: Features = {
  explicitOpen: false,
  shortCircuit: false,
  structCompare: true,
  aliasV2: false,
  tryClause: false,
};

/** Where an expression stands: its syntax, its file and what that file may do. */
export class Src {
  readonly file: SourceFile;
  /** UTF-16 offset where the node starts, as messages point at it. */
  readonly offset: number;
  readonly node: AstNode | null;
  readonly features: Features;

  constructor(file: SourceFile, offset: number, node: AstNode | null, features: Features) {
    this.file = file;
    this.offset = offset;
    this.node = node;
    this.features = features;
  }
}

export const samePlace = (a: Src, b: Src): boolean => a.file === b.file && a.offset === b.offset;
