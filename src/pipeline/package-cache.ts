import { SourceCache, createContext } from "../cue/index.ts";
import type { Files, Instance } from "../cue/index.ts";
import type { File } from "../cue/syntax/index.ts";
import type { SourceFile } from "../source/index.ts";
import { InstancePool } from "./instance-pool.ts";

export interface Parsed {
  readonly source: SourceFile;
  readonly syntax: File;
}

/** Parsed and compiled packages. Nothing of an evaluation is here, so programs may share one, at once or in turn. */
export class PackageCache {
  /** Compiles; evaluates nothing itself. */
  readonly context = createContext();
  readonly sources = new SourceCache();
  readonly pool = new InstancePool();
  /** Packages of texts that stand alone. */
  readonly texts = new Map<string, Instance>();
  /** Texts that many packages have. */
  readonly parsed = new Map<string, Parsed>();

  /** Forgets every file that is not of these, because it may be another one next time. */
  keepOnly(files: ReadonlySet<Files>): void {
    this.pool.keepOnly(this.sources.keepOnly(files));
  }
}
