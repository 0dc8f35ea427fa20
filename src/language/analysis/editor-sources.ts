import { SourceCache, createContext } from "../../cue/index.ts";
import type { ContextOptions } from "../../cue/index.ts";
import { decodeSource, isFileFault, parseSource } from "../../cue/load/index.ts";
import type { Files, ParsedFile } from "../../cue/load/index.ts";
import { PackageCache } from "../../pipeline/index.ts";

type Parsed = ReturnType<SourceCache["parse"]>;

interface Entry {
  readonly bytes: Uint8Array;
  readonly parsed: Parsed;
}

/** Parses a file again only if its bytes changed, whoever hands them out. */
class EditorSources extends SourceCache {
  readonly #entries = new Map<string, Entry>();
  /** Files that never change: the catalog's. */
  readonly #fixed: ReadonlySet<Files>;
  /** How often something was parsed: for tests. */
  parses = 0;

  /** Where files that never change were parsed before. */
  readonly #base: SourceCache;

  constructor(fixed: ReadonlySet<Files>, base: SourceCache) {
    super();
    this.#fixed = fixed;
    this.#base = base;
  }

  override parse(files: Files, path: string, languageVersion: string): Parsed {
    if (this.#fixed.has(files)) return this.#base.parse(files, path, languageVersion);
    const bytes = files.readFile(path);
    // It may be there when it is asked for again.
    if (isFileFault(bytes)) return new SourceCache().parse(files, path, languageVersion);
    const key = `${languageVersion} ${path}`;
    const known = this.#entries.get(key);
    if (known !== undefined && sameBytes(known.bytes, bytes)) return known.parsed;
    this.parses++;
    const parsed = parseSource(path, bytes, languageVersion);
    this.#entries.set(key, { bytes, parsed });
    return parsed;
  }

  override keepOnly(files: ReadonlySet<Files>): readonly ParsedFile[] {
    const own = [...this.#entries.values()].flatMap(({ parsed }) => ("syntax" in parsed ? [parsed] : []));
    return [...this.#base.keepOnly(files), ...own];
  }
}

/** Packages for one editor: what the host prepared of the catalog, and local files that change under it. */
export class EditorPackages extends PackageCache {
  override context: PackageCache["context"];
  override readonly pool: PackageCache["pool"];
  override readonly texts: PackageCache["texts"];
  override readonly parsed: PackageCache["parsed"];
  override readonly sources: EditorSources;
  readonly #fixed: ReadonlySet<Files>;
  readonly #base: PackageCache;

  constructor(fixed: ReadonlySet<Files>, base = new PackageCache()) {
    super();
    this.#base = base;
    this.context = base.context;
    this.pool = base.pool;
    this.texts = base.texts;
    this.parsed = base.parsed;
    this.sources = new EditorSources(fixed, base.sources);
    this.#fixed = fixed;
  }

  /** What evaluations may cost that begin from now on. */
  limit(limits: NonNullable<ContextOptions["limits"]>): void {
    this.context = createContext({ sharing: this.#base.context, limits });
  }

  /** Forgets texts that were typed over. */
  sweep(): void {
    this.keepOnly(this.#fixed);
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** The text of a file as the scanner sees it. */
export const textOf = (bytes: Uint8Array): string => decodeSource(bytes);
