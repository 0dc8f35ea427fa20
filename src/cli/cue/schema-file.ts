// Documents that are schemas: as CUE files, where the file's type or the document itself says so.
import type { CueError } from "../../cue/index.ts";
import type { FileArgument } from "../../cue/load/index.ts";
import { detectSchema, fromJsonSchema, fromOpenApi, layYamlOut } from "../../cue/schema/index.ts";
import type { SchemaFault, SchemaFile } from "../../cue/schema/index.ts";
import { makeBareStruct } from "../../cue/syntax/index.ts";
import type { Decl, Expr, File } from "../../cue/syntax/index.ts";
import type { SourceFile } from "../../source/index.ts";
import { laidOut } from "./json-layout.ts";
import { failed, success } from "./mistake.ts";
import type { Outcome } from "./mistake.ts";

/** What is wrong with a schema, at its places. */
export function schemaErrors(faults: readonly SchemaFault[], source: SourceFile): CueError[] {
  return faults.map(({ message, offset }) => ({
    path: [],
    message,
    code: "load",
    reason: { kind: "data", args: {} },
    positions: offset < 0 ? [] : [{ file: source.name, ...source.at(offset) }],
  }));
}

/** A decoded document in the layout of its source, which some parts of a schema keep. */
export function asWritten(document: Expr, type: FileArgument, source: SourceFile): Expr {
  if (type.encoding === "json") return laidOut(document, source);
  if (type.encoding === "yaml") layYamlOut(document, source);
  return document;
}

/** The schema that a document is; undefined if it is plain data. */
export function schemaFile(
  document: Expr,
  type: FileArgument,
  source: SourceFile,
  packageName: string,
): Outcome<SchemaFile | undefined> {
  const { interpretation, tags } = type;
  const what = interpretation === "auto" ? detectSchema(document) : interpretation;
  if (what !== "jsonschema" && what !== "openapi") return success(undefined);
  const is = (name: string): boolean => tags.get(name) === "true";
  const strict = (name: string): boolean => (tags.has(name) ? is(name) : is("strict"));
  const written = asWritten(document, type, source);
  const made = (what === "openapi" ? fromOpenApi : fromJsonSchema)({
    document: written,
    packageName,
    strictKeywords: strict("strictKeywords"),
    strictFeatures: strict("strictFeatures"),
    openOnlyIfSaid: is("openOnlyWhenExplicit"),
  });
  return "file" in made ? success(made) : failed(schemaErrors(made.faults, source));
}

/** What a file says behind its package clause and imports, as one expression. */
export function expressionOf(file: File): Expr {
  const decls = file.decls.slice(headLength(file.decls));
  const [only] = decls;
  return decls.length === 1 && only?.kind === "EmbedDecl" ? only.expr : makeBareStruct(decls);
}

function headLength(decls: readonly Decl[]): number {
  let length = 0;
  for (const [i, d] of decls.entries()) {
    if (d.kind === "Package" || d.kind === "ImportDecl") length = i + 1;
    else if (d.kind !== "CommentGroup" && d.kind !== "Attribute") break;
  }
  return length;
}
