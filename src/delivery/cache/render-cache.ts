// Renders of earlier runs. An entry is found in two steps: what a folder's renders read (by the folder and the flags),
// then what came out (by the digests of that). So nothing is evaluated to learn that nothing changed.
import type { JobName, OwnedObject } from "../../matrix/index.ts";
import type { Diagnostic, SourceText } from "../../source/index.ts";
import { contentKey } from "../read-set/read-set.ts";
import type { HashText, ReadName, ReadSet } from "../read-set/read-set.ts";
import type { CacheStore } from "./cache-store.ts";

/** What came out of a folder. Secrets are masked in all of it. */
export interface KeptFolder {
  readonly jobs: readonly KeptJob[];
  /** How many jobs the folder has; a shard may have done only some of them. */
  readonly total: number;
  /** What was warned of and is not about one job. */
  readonly warnings: readonly KeptDiagnostic[];
}

export interface KeptJob extends JobName {
  readonly objects: number;
  /** What they are in the cluster, by which releases get in each other's way. */
  readonly owned?: readonly OwnedObject[];
  readonly files: readonly OutputFile[];
  readonly warnings: readonly KeptDiagnostic[];
}

export interface OutputFile {
  readonly name: string;
  readonly text: string;
}

/** A diagnostic whose places name files without their texts: those are read again when it is told. */
interface KeptDiagnostic extends Omit<Diagnostic, "places" | "quoted"> {
  readonly places?: readonly {
    readonly file: string;
    readonly start: number;
    readonly end: number;
    readonly label?: string;
  }[];
}

interface FoundFolder {
  readonly key: string;
  readonly reads: readonly ReadName[];
  readonly kept: KeptFolder;
}

const LISTS = 4;
const FORMAT = "opm-render-2";

export class RenderCache {
  readonly #store: CacheStore;
  readonly #hash: HashText;

  constructor(store: CacheStore, hash: HashText) {
    this.#store = store;
    this.#hash = hash;
  }

  /** What a folder gave when everything it read was as it is now. `base` stands for the folder and the flags. */
  async find(base: string, now: (name: ReadName) => string): Promise<FoundFolder | undefined> {
    for (const reads of await this.readLists(base)) {
      const key = contentKey(this.#hash, base, reads, now);
      const entry = this.#parse(await this.#store.entry(this.#hash(`${FORMAT} result ${key}`))) as
        | { content?: unknown }
        | undefined;
      if (typeof entry?.content !== "string") continue;
      const bytes = await this.#store.content(entry.content);
      if (bytes === undefined || this.#hash(bytes) !== entry.content) continue;
      const kept = this.#parse(bytes);
      if (isKeptFolder(kept)) return { key, reads, kept };
    }
    return undefined;
  }

  /** What renders of a folder read, for the revisions that were kept. */
  async readLists(base: string): Promise<readonly (readonly ReadName[])[]> {
    const entry = this.#parse(await this.#store.entry(this.#hash(`${FORMAT} reads ${base}`))) as
      | { lists?: unknown }
      | undefined;
    if (!Array.isArray(entry?.lists)) return [];
    return entry.lists.filter(
      (list): list is string[] => Array.isArray(list) && list.every((x) => typeof x === "string"),
    );
  }

  /** Returns the key. */
  async keep(base: string, reads: ReadSet, kept: KeptFolder): Promise<string> {
    const names = reads.names;
    const key = contentKey(this.#hash, base, names, (name) => reads.digest(name));
    const bytes = new TextEncoder().encode(JSON.stringify(kept));
    const content = this.#hash(bytes);
    await this.#store.putContent(content, bytes);
    await this.#store.putEntry(this.#hash(`${FORMAT} result ${key}`), encode({ content }));
    const lists = await this.readLists(base);
    const same = (list: readonly string[]): boolean =>
      list.length === names.length && list.every((x, i) => x === names[i]);
    if (lists.length === 0 || !same(lists[0]!))
      await this.#store.putEntry(
        this.#hash(`${FORMAT} reads ${base}`),
        encode({ lists: [names, ...lists.filter((list) => !same(list))].slice(0, LISTS) }),
      );
    return key;
  }

  #parse(bytes: Uint8Array | undefined): unknown {
    if (bytes === undefined) return undefined;
    try {
      return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
    } catch {
      return undefined;
    }
  }
}

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** The content is what its digest says; whether it is ours is another question. */
function isKeptFolder(value: unknown): value is KeptFolder {
  if (typeof value !== "object" || value === null) return false;
  const { jobs, warnings, total } = value as { jobs?: unknown; warnings?: unknown; total?: unknown };
  return (
    Number.isInteger(total) &&
    Array.isArray(warnings) &&
    Array.isArray(jobs) &&
    jobs.every((job: Partial<KeptJob> | null) => {
      if (typeof job !== "object" || job === null || !Array.isArray(job.files)) return false;
      return (
        typeof job.name === "string" &&
        typeof job.field === "string" &&
        // What comes from a cache must not write elsewhere.
        job.files.every((f: Partial<OutputFile>) => typeof f.text === "string" && /^[\w.-]+$/.test(f.name ?? "/"))
      );
    })
  );
}

export function keptDiagnostic(
  { places, quoted: _, ...d }: Diagnostic,
  name: (path: string) => string,
): KeptDiagnostic {
  return {
    ...d,
    ...(places && {
      places: places.map(({ file, span, label }) => ({
        file: name(file.name),
        start: span.start,
        end: span.end,
        ...(label !== undefined && { label }),
      })),
    }),
  };
}

export function toldDiagnostic({ places, ...d }: KeptDiagnostic, read: (name: string) => SourceText): Diagnostic {
  return {
    ...d,
    ...(places && {
      places: places.map(({ file, start, end, label }) => ({
        file: read(file),
        span: { start, end },
        ...(label !== undefined && { label }),
      })),
    }),
  };
}
