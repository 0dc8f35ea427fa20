import type { Fault, ModuleFile } from "../module/index.ts";
import type { Files } from "./files.ts";
import { emptyInstance } from "./instance.ts";
import type { Instance } from "./instance.ts";
import type { ModuleStore } from "./module-store.ts";
import type { PackageGraph } from "./package-graph.ts";
import type { Replacements } from "./replacement.ts";
import type { SourceCache } from "./source-cache.ts";
import type { Tagger } from "./tag.ts";

/** Everything one load shares: the completed configuration and what was found so far. */
export interface LoadContext {
  readonly files: Files;
  readonly cwd: string;
  readonly stdin: Uint8Array | undefined;
  readonly moduleRoot: string;
  readonly mainFile: ModuleFile | undefined;
  /** Module path with major; "" without a module. */
  readonly module: string;
  readonly replacements: Replacements | undefined;
  /** "" the folder's own package, "*" all, "_" files without a package clause, or a name. */
  readonly package: string;
  readonly tools: boolean;
  readonly tests: boolean;
  /** Packages may consist of data files alone. */
  readonly dataFiles: boolean;
  /** Ignore @if and @ignore. */
  readonly allCueFiles: boolean;
  readonly tagger: Tagger;
  readonly store: ModuleStore;
  readonly cache: SourceCache;
  graph: PackageGraph | undefined;
}

/** An instance that is only there to carry an error. */
export function errorInstance(
  files: Files,
  root: string,
  file: ModuleFile | undefined,
  faults: readonly Fault[],
): Instance {
  const i = emptyInstance(files);
  i.root = root;
  i.moduleFile = file;
  i.module = file?.qualifiedModule ?? "";
  i.errors = [...faults];
  i.incomplete = true;
  return i;
}

/** The language version that files of an instance are read with. */
export function languageOf(i: Instance): string {
  return i.moduleFile?.languageVersion ?? "";
}
