// What the page has to ask "what if" with: files, and what a command line would say about them. Plain data.

export interface Project {
  /** By absolute path, secrets cut out. */
  readonly files: Readonly<Record<string, string>>;
  /** The folder that is looked at. */
  readonly path: string;
  /** The platform's folder or file. */
  readonly platform?: string;
  /** The configuration that names providers. */
  readonly config?: string;
  /** Settings in effect, wherever they were said. */
  readonly settings?: Readonly<Partial<Record<"namespace" | "provider", string>>>;
  readonly releaseName?: string;
  readonly strict?: boolean;
  /** Values files (`-f`), in order. */
  readonly values: readonly string[];
  /** `--set` and its kin, in order. */
  readonly sets: readonly ProjectSet[];
  /** `-t`. */
  readonly tags: readonly string[];
  /** `-e`; undefined: every environment that there is. */
  readonly environments?: readonly string[];
  /** What was read of modules of registries, by `example.com/lib@v0.1.0`. */
  readonly modules?: Readonly<Record<string, ReadModule>>;
  /** Something secret was cut out of it: what is rendered from it is not always what the whole would give. */
  readonly sealed?: boolean;
}

export interface ProjectSet {
  readonly kind: "set" | "set-string" | "set-json" | "unset";
  readonly argument: string;
}

export interface ReadModule {
  /** The text of its module.cue. */
  readonly module: string;
  /** By path in the module. */
  readonly files: Readonly<Record<string, string>>;
}
