import type { Files, Registry } from "../cue/load/index.ts";
import type { CatalogRegistry } from "./catalog-registry.ts";

/** What the pipeline needs of the machine it runs on. */
export interface PipelineHost {
  readonly files: Files;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder; undefined in a browser. */
  readonly home?: string;
  readonly catalog: CatalogRegistry;
  /** The registry of a setting (as CUE_REGISTRY); undefined: the one that is used when nothing is configured. */
  registry(setting: string | undefined): Registry;
  /** What was derived from the catalog in earlier runs. */
  readonly cache?: DerivedCache;
  /** Milliseconds, for timings alone. */
  clock(): number;
}

/** Texts by key. A key names everything that a text was made of, so an entry is never out of date. */
export interface DerivedCache {
  get(key: string): string | undefined;
  put(key: string, text: string): void;
}
