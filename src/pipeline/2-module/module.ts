import type { Instance } from "../../cue/load/index.ts";
import type { Value } from "../../cue/index.ts";
import type { CueHandle } from "../cue-handle.ts";

/** What phase 2 returns: a module as its author wrote it, `#config` still open. */
export interface Module {
  /** Absolute folder. */
  readonly path: string;
  /** What others import it as. */
  readonly importPath: string;
  readonly packageName: string;
  readonly metadata: ModuleMetadata;
  readonly components: readonly string[];
  /** Names of the environments that the module's package declares. */
  readonly environments: readonly string[];
  /** The author's values file, if there is one. */
  readonly valuesFile?: string;
  /** Paths in `#config` that `@opm(secret, …)` made secrets. */
  readonly decorated?: readonly (readonly string[])[];
  readonly cue: CueHandle<ModuleValue>;
}

export interface ModuleMetadata {
  readonly apiVersion: string;
  readonly name: string;
  readonly version: string;
  readonly fqn: string;
  readonly uuid: string;
  readonly defaultNamespace?: string;
  readonly description?: string;
  readonly labels: Readonly<Record<string, string>>;
}

interface ModuleValue {
  readonly instance: Instance;
  readonly root: Value;
  /** `opmodel.dev/core@v0` as the module sees it. */
  readonly core: Instance;
}
