import type { Instance } from "../../cue/load/index.ts";
import type { Outcome } from "../../source/index.ts";
import type { CueHandle } from "../cue-handle.ts";
import type { PlainStruct } from "../plain-value.ts";

/** What phase 1 returns: the transformers of a provider and what each requires. */
export interface Provider {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly transformers: readonly Transformer[];
  readonly policyTransformers: readonly PolicyTransformer[];
  readonly secretsTransformers: readonly ReleaseTransformer[];
}

export interface ReleaseTransformer {
  readonly fqn: string;
  readonly name: string;
  readonly description: string;
  readonly cue: CueHandle<TransformerSource>;
}

export interface Transformer extends ReleaseTransformer {
  readonly requiredLabels: PlainStruct;
  readonly optionalLabels: PlainStruct;
  /** FQNs. */
  readonly requiredResources: readonly string[];
  readonly optionalResources: readonly string[];
  readonly requiredTraits: readonly string[];
  readonly optionalTraits: readonly string[];
}

export interface PolicyTransformer extends ReleaseTransformer {
  /** FQNs of the rules that a policy must have. */
  readonly requiredRules: readonly string[];
}

/** A transformer for jobs: as text that needs nothing else, and where it was written. */
export interface TransformerSource {
  /** CUE source whose root is the transformer. Made once, whatever the number of jobs. */
  text(): Promise<string>;
  /** Loaded when somebody must be shown the transformer's own lines. */
  original(): Promise<Outcome<TransformerOriginal>>;
}

/** A package, and the expression that leads from it to the definition. */
export interface TransformerOriginal {
  readonly instance: Instance;
  /** Begins with a dot or a bracket. */
  readonly path: string;
}
