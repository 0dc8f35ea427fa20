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
  /** Milliseconds, for timings alone. */
  clock(): number;
}
