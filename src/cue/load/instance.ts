import type { SourceFile } from "../../source/index.ts";
import type { Fault, ModuleFile, ModuleVersion } from "../module/index.ts";
import type { Expr, Field, File, StructLit } from "../syntax/index.ts";
import type { DecodedData } from "./data-decode.ts";
import type { FileArgument } from "./file-type.ts";
import type { Files } from "./files.ts";

/** One package as it will be compiled: its files, what they import and what is put into them. */
export interface Instance {
  /** Unique among instances; "" for file arguments. */
  importPath: string;
  /** What hidden fields belong to: the same however the package was imported. */
  id: string;
  /** As the user would name it: "./x", "ex.com/m/x", "command-line-arguments". */
  displayPath: string;
  /** Absolute, in `sourceFiles`. */
  dir: string;
  /** The module root, or the working folder. */
  root: string;
  /** Module path with its major version; "" outside modules. */
  module: string;
  moduleVersion: ModuleVersion | undefined;
  moduleFile: ModuleFile | undefined;
  /** "" or "_" if the files have no package clause. */
  packageName: string;
  /** Where `dir` and `root` are: the local disk with overlays, or a module's own store. */
  sourceFiles: Files;
  /** In order: fewer folders first, then byte order of the path. */
  files: LoadedFile[];
  /** By import path as the source files write it. Builtin packages are not here. */
  imports: Map<string, Instance>;
  /** Non-CUE files among file arguments, or beside the package. */
  dataFiles: DataFile[];
  /** CUE files that do not take part, with the reason. */
  ignoredFiles: IgnoredFile[];
  /** Paths of CUE files that could not be read or parsed. */
  invalidFiles: string[];
  /** Values of @tag and @embed, to be unified with a field's value or embedded in a struct. */
  injected: Map<Field | StructLit | File, Injected[]>;
  /** Mistakes that keep it from being compiled; in order of discovery. */
  errors: Fault[];
  /** Mistakes of @extern and @embed; they count once everything else compiles. */
  injectErrors: Fault[];
  /** It or something it imports has errors. */
  incomplete: boolean;
}

export interface LoadedFile {
  /** Absolute path, or "-". */
  readonly path: string;
  readonly source: SourceFile;
  readonly syntax: File;
  /** Marks of literals by the offset of their start, in files that a program wrote. */
  readonly marks?: ReadonlyMap<number, { readonly names: readonly string[] }>;
}

/** A file that is not CUE: read when somebody asks. */
export interface DataFile {
  /** Absolute path, or "-". */
  readonly path: string;
  readonly type: FileArgument;
  /** The content, read once. A fault if it could not be read. */
  read(): Uint8Array | Fault;
  /** Its documents as syntax. */
  decode(): DecodedData;
}

interface IgnoredFile {
  readonly path: string;
  readonly reason: string;
}

export interface Injected {
  readonly expr: Expr;
  /** The text that `expr` was read from; undefined if it has no place (values of tags). */
  readonly source: SourceFile | undefined;
}

export function emptyInstance(sourceFiles: Files): Instance {
  return {
    importPath: "",
    id: "",
    displayPath: "",
    dir: "",
    root: "",
    module: "",
    moduleVersion: undefined,
    moduleFile: undefined,
    packageName: "",
    sourceFiles,
    files: [],
    imports: new Map(),
    dataFiles: [],
    ignoredFiles: [],
    invalidFiles: [],
    injected: new Map(),
    errors: [],
    injectErrors: [],
    incomplete: false,
  };
}
