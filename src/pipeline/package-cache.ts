import { SourceCache, createContext } from "../cue/index.ts";
import type { Files, Instance } from "../cue/index.ts";
import type { ParsedFile } from "../cue/load/index.ts";
import type { File } from "../cue/syntax/index.ts";
import type { SourceFile } from "../source/index.ts";
import { InstancePool } from "./instance-pool.ts";

export interface Parsed {
  readonly source: SourceFile;
  readonly syntax: File;
}

/** Parsed and compiled packages, and what versioned modules define. Nothing of a render is here, so programs may share one, at once or in turn. */
export class PackageCache {
  /** Compiles; evaluates nothing but what is the same for all. */
  readonly context = createContext({ lasting: true });
  readonly sources = new SourceCache();
  readonly pool = new InstancePool();
  /** Packages of texts that stand alone. */
  readonly texts = new Map<string, Instance>();
  /** Texts that many packages have. */
  readonly parsed = new Map<string, Parsed>();

  /** Files that were parsed for an earlier program. */
  #kept: ReadonlySet<object> = new Set();

  /** What all evaluations cost so far. */
  get counters(): Readonly<Record<string, number>> {
    return this.context.counters();
  }

  /** A cache that can be put away. */
  static forSnapshot(): PackageCache {
    const cache = new PackageCache();
    cache.context.notePlaces();
    return cache;
  }

  /** Forgets every file that is not of these, because it may be another one next time; answers with those left. */
  keepOnly(files: ReadonlySet<Files>): readonly ParsedFile[] {
    const left = this.sources.keepOnly(files);
    this.#kept = new Set(left.map(({ syntax }) => syntax));
    this.pool.keepOnly(this.#kept);
    this.context.resetCounters();
    return left;
  }

  /** Keeps of files, and of texts that stand alone, what they were compiled to, and of their trees the heads. */
  putAway(files: readonly ParsedFile[]): void {
    this.context.putAway([...files, ...[...this.texts.values()].flatMap((instance) => instance.files)]);
  }

  /** Forgets a package that is not needed again: a run over a thousand folders would keep them all. */
  forget(instance: Instance): void {
    this.sources.forget(
      instance.sourceFiles,
      instance.files.map(({ path }) => path),
    );
  }

  /** The packages of other modules that an instance needs, by whether they were here before. */
  origins(instance: Instance): { readonly hits: readonly string[]; readonly misses: readonly string[] } {
    const hits: string[] = [];
    const misses: string[] = [];
    const seen = new Set<Instance>();
    const visit = (from: Instance): void => {
      for (const target of from.imports.values()) {
        if (seen.has(target)) continue;
        seen.add(target);
        const files = target.files;
        (files.every((file) => this.#kept.has(file.syntax)) ? hits : misses).push(target.importPath);
        visit(target);
      }
    };
    visit(instance);
    return { hits, misses };
  }
}
