import type { Instance } from "../../cue/load/index.ts";
import type { Outcome } from "../../source/index.ts";
import type { CueAccess } from "../cue-access.ts";
import type { CueHandle } from "../cue-handle.ts";
import type { DerivedCache, JobWorkers, PipelineHost } from "../host.ts";

/** Where a setting comes from, strongest first. */
type SettingSource = "flag" | "env" | "config" | "default";

/** A setting with what it shadows. */
export interface Setting {
  readonly value: string;
  readonly source: SettingSource;
  /** The flag, the variable, or the place in the file. */
  readonly from: string;
  /** The file that says it. */
  readonly file?: string;
  readonly shadowed: readonly { readonly value: string; readonly source: SettingSource; readonly from: string }[];
}

export type SettingName =
  | "registry"
  | "provider"
  | "namespace"
  | "kubeconfig"
  | "context"
  | "cacheDir"
  | "platform"
  | "timestamps"
  | "apiWarnings";

/** What phase 0 returns. */
export interface Config {
  /** The user's file; absent if there is none. */
  readonly path?: string;
  /** The repository's, which wins over the user's; absent if there is none. */
  readonly repository?: string;
  readonly settings: Readonly<Partial<Record<SettingName, Setting>>>;
  /** Who Secrets are encrypted for: the nearest file's that says it. */
  readonly encryption?: Encryption;
  /** The one of the two that names providers; absent where the built-in one is used. */
  readonly providersFile?: string;
  /** Names of the providers, in order. */
  readonly providers: readonly string[];
  readonly cue: CueHandle<ConfigValue>;
}

/** age keys. */
interface Encryption {
  readonly recipients: readonly string[];
  /** Instead of those, for single environments. */
  readonly environments: Readonly<Record<string, readonly string[]>>;
}

export interface ConfigValue {
  /** The one context that phases 0 to 4 share. */
  readonly context: CueAccess;
  provider(name: string): ProviderReference;
  readonly cache?: DerivedCache;
  readonly workers?: JobWorkers;
  /** What was rendered before in this process. */
  readonly memory?: NonNullable<PipelineHost["memory"]>;
  /** A package of the catalog by its path without a version; undefined if there is none. */
  catalogPackage(importPath: string): Promise<Instance | undefined>;
}

/** A provider that is loaded when it is needed. */
export interface ProviderReference {
  /** Names what the provider is made of, if that is known without loading it. */
  readonly key?: string;
  load(): Promise<Outcome<ProviderValue>>;
}

/** A provider as a value of a package. */
export interface ProviderValue {
  readonly instance: Instance;
  readonly path: readonly string[];
}
