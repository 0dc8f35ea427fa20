import type { SourceFile } from "../../source/index.ts";
import type * as ast from "../syntax/index.ts";
import type { LabelTable, LiteralMarks, Src } from "../value/index.ts";

/** What an import path leads to. */
export type ImportTarget =
  | { readonly sort: "builtin" }
  /** `name` is the name in the package clauses of the imported files. */
  | { readonly sort: "instance"; readonly instance: object; readonly name: string }
  | { readonly sort: "missing" };

export interface CompileContext {
  readonly labels: LabelTable;
  /** Hidden fields belong to it: the import path, or "_" for files without one. */
  readonly packagePath: string;
  /** The path as it stands in the import declaration, without quotes. */
  importTarget(path: string): ImportTarget;
  /** Values to be unified with the value of a field, or embedded in a struct or file: from attributes. */
  readonly injected?: ReadonlyMap<ast.Node, readonly InjectedValue[]>;
  /** Hears of all places that expressions have. */
  readonly sources?: Src[];
}

export interface InjectedValue {
  /** Data: it refers to nothing. */
  readonly expr: ast.Expr;
  /** The text that it was read from; undefined if it has no place. */
  readonly source: SourceFile | undefined;
}

export interface CompileFile {
  readonly file: ast.File;
  readonly source: SourceFile;
  /** Literals whose values are marked. */
  readonly marks?: LiteralMarks;
}
