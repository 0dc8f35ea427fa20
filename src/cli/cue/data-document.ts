import type { SourceFile } from "../../source/index.ts";
import { errorsOfFaults } from "../../cue/index.ts";
import type { CueError } from "../../cue/index.ts";
import { emptyInstance } from "../../cue/load/index.ts";
import type { DataFile, Instance, LoadedFile } from "../../cue/load/index.ts";
import type { SchemaFile } from "../../cue/schema/index.ts";
import { makeEmbedDecl, makeFile, makeIdent, makePackage } from "../../cue/syntax/index.ts";
import type { Decl, Expr, File } from "../../cue/syntax/index.ts";

/** One document of a data file. */
export interface DataDocument {
  readonly path: string;
  readonly source: SourceFile;
  readonly expr: Expr;
  /** The schema that it is, as CUE. */
  readonly schema?: SchemaFile;
}

/** The documents of a file up to the first that cannot be read, and why it cannot. */
export function documentsOf(file: DataFile): { documents: DataDocument[]; errors?: readonly CueError[] } {
  const { source, documents, fault } = file.decode();
  const out = documents.map((expr) => ({ path: file.path, source, expr }));
  return fault === undefined ? { documents: out } : { documents: out, errors: errorsOfFaults([fault]) };
}

/** A file that says what the expression says. */
export function fileOf(expr: Expr, packageName = ""): File {
  const decls: Decl[] = expr.kind === "StructLit" ? [...expr.elts] : [makeEmbedDecl(expr)];
  return makeFile(packageName === "" ? decls : [makePackage(makeIdent(packageName)), ...decls]);
}

/** An instance of files that no folder holds. */
export function instanceOf(like: Instance, files: readonly LoadedFile[]): Instance {
  const i = emptyInstance(like.sourceFiles);
  i.displayPath = like.displayPath;
  i.id = like.id;
  i.dir = like.dir;
  i.root = like.root;
  i.files.push(...files);
  return i;
}
