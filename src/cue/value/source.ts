import type { SourceFile } from "../../source/index.ts";
import { nodeOfText } from "../syntax/index.ts";
import type { Node as AstNode, PutAway } from "../syntax/index.ts";

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
  /** Where it ends; before the offset if that is not known. */
  readonly end: number;
  /** A number if the tree of the file was put away. */
  private syntax: AstNode | number | null;
  readonly features: Features;

  constructor(file: SourceFile, offset: number, node: AstNode | null, features: Features) {
    this.file = file;
    this.offset = offset;
    this.end = node === null ? -1 : node.end;
    this.syntax = node;
    this.features = features;
  }

  /** The node, unless it would have to be parsed. */
  get nodeAtHand(): AstNode | null {
    return typeof this.syntax === "number" ? null : this.syntax;
  }

  get node(): AstNode | null {
    return typeof this.syntax === "number" ? nodeOfText(this.file, this.syntax) : this.syntax;
  }

  /** Lets go of the node, if it is one of that tree. */
  putAway(tree: PutAway): void {
    if (typeof this.syntax === "object" && this.syntax !== null)
      this.syntax = tree.numberOf(this.syntax) ?? this.syntax;
  }
}
