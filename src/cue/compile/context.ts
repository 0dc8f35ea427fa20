import type { SourceFile } from "../../source/index.ts";
import type * as ast from "../syntax/index.ts";
import type { LabelTable } from "../value/index.ts";

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
}

export interface CompileFile {
  readonly file: ast.File;
  readonly source: SourceFile;
}
