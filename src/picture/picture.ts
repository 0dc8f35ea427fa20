// A release as a person looks at it: plain data, without any secret, that can be written to a file and shown by a page.

export interface Picture {
  readonly version: 1;
  /** A module, or a package that declares releases and bundles. */
  readonly kind: "module" | "package";
  readonly module?: ModulePicture;
  /** What can be set, from `#config`: of the module, or of the bundle where there is one. */
  readonly form: readonly FormField[];
  /** What the fields of a bundle's form are now; a module's are those of its releases. */
  readonly formValues?: readonly ValuePicture[];
  readonly bundles: readonly BundlePicture[];
  readonly environments: readonly EnvironmentPicture[];
  readonly waves: readonly WavePicture[];
  /** Of a module one for each environment that was asked for, one without where none was; of a package all of its. */
  readonly releases: readonly ReleasePicture[];
  /** What is not about one release. */
  readonly diagnostics: readonly DiagnosticPicture[];
  /** Texts of the files that places point into, with every secret blotted out. */
  readonly files: Readonly<Record<string, string>>;
}

interface ModulePicture {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly path: string;
}

export interface PlacePicture {
  readonly file: string;
  readonly line: number;
  /** In bytes, as CUE counts. */
  readonly column: number;
  readonly label?: string;
}

export interface DiagnosticPicture {
  readonly severity: "error" | "warning" | "info";
  readonly code?: string;
  readonly message: string;
  readonly path?: string;
  readonly places: readonly PlacePicture[];
  readonly notes: readonly string[];
  readonly hint?: string;
}

interface EnvironmentPicture {
  readonly name: string;
  readonly abstract: boolean;
  readonly extends: readonly string[];
  readonly namespace?: string;
  readonly context?: string;
  readonly group?: string;
  readonly place?: PlacePicture;
}

interface WavePicture {
  readonly order: number;
  readonly group: string;
  readonly environments: readonly string[];
  readonly approval: boolean;
}

/** One bundle, to one environment: its instances wave by wave. */
export interface BundlePicture {
  readonly name: string;
  readonly fqn: string;
  readonly environment?: string;
  readonly waves: readonly (readonly InstancePicture[])[];
}

interface InstancePicture {
  readonly name: string;
  /** The release that it is. */
  readonly release: string;
  readonly module: string;
  readonly after: readonly string[];
}

export interface ReleasePicture {
  /** Unique in the picture: the environment of a module, `staging/shop.api` in a package. */
  readonly id: string;
  readonly environment?: string;
  readonly module?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly uuid?: string;
  readonly phases: readonly PhasePicture[];
  readonly values: readonly ValuePicture[];
  readonly components: readonly ComponentPicture[];
  readonly objects: readonly ObjectPicture[];
  readonly rules: readonly RulePicture[];
  readonly secrets: readonly SecretPicture[];
  readonly diagnostics: readonly DiagnosticPicture[];
}

export interface PhasePicture {
  readonly phase: number;
  readonly name: string;
  readonly ms: number;
  /** What came out, as lines that two neighbours or two runs can be compared by. */
  readonly lines: readonly string[];
}

export interface ValuePicture {
  readonly path: string;
  readonly secret: boolean;
  /** The winner first, then what it shadows. */
  readonly steps: readonly ValueStep[];
  readonly bounds: readonly { readonly text: string; readonly source: string; readonly place: PlacePicture }[];
}

export interface ValueStep {
  readonly tier: string;
  readonly source: string;
  readonly value: string;
  readonly locked: boolean;
  readonly place: PlacePicture;
}

export interface ComponentPicture {
  readonly id: string;
  readonly resources: readonly string[];
  readonly traits: readonly { readonly fqn: string; readonly handled: boolean }[];
  readonly blueprints: readonly string[];
  readonly matches: readonly MatchPicture[];
}

interface MatchPicture {
  readonly transformer: string;
  readonly matched: boolean;
  /** What made it match: `resource Container`, `label core.opmodel.dev/workload-type=stateless`. */
  readonly reasons: readonly string[];
  /** What the component would need for it. */
  readonly lacking: readonly string[];
}

export interface ObjectPicture {
  /** `Kind/namespace/name`, unique in a release. */
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly component: string;
  readonly transformer: string;
  readonly policy?: string;
  /** Exactly what `opm mod build` prints for it. */
  readonly yaml: string;
}

export interface RulePicture {
  readonly policy: string;
  readonly rule: string;
  readonly mode: string;
  readonly onViolation: string;
  readonly components: readonly string[];
  readonly judged: boolean;
  readonly violations: readonly DiagnosticPicture[];
}

export interface SecretPicture {
  readonly path: string;
  readonly how: string;
  readonly detail: string;
  readonly secretName: string;
  readonly dataKey: string;
  readonly source: string;
  readonly place?: PlacePicture;
  /** Fields of objects that hold it or refer to it. */
  readonly uses: readonly { readonly object: string; readonly field: string; readonly what: string }[];
}

/** A field of `#config`, for a form. */
export interface FormField {
  readonly path: string;
  readonly kind: "struct" | "list" | "string" | "number" | "bool" | "choice" | "secret" | "other";
  readonly type: string;
  readonly doc: string;
  readonly required: boolean;
  readonly choices?: readonly string[];
}

/** One step of the way from a field of a manifest back to a line that somebody wrote. */
export interface OriginPicture {
  readonly what: string;
  readonly text: string;
  readonly place?: PlacePicture;
}
