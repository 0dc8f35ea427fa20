import type { Value } from "../../cue/index.ts";
import type { GivenSecret, ValueNode } from "../../values/index.ts";
import type { CueHandle } from "../cue-handle.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";

/** What phase 3 returns: components concrete, metadata and identity computed, all by CUE. */
export interface Release {
  readonly metadata: ReleaseMetadata;
  readonly environment?: ReleaseEnvironment;
  /** The platform's settings for transformers. */
  readonly platform?: PlainStruct;
  /** Objects carry the release's name. */
  readonly namesObjects?: boolean;
  readonly components: readonly Component[];
  readonly policies: readonly Policy[];
  readonly cue: CueHandle<ReleaseValue>;
}

export interface ReleaseMetadata {
  readonly name: string;
  readonly namespace: string;
  readonly version: string;
  readonly fqn: string;
  readonly uuid: string;
  readonly labels: PlainStruct;
  readonly annotations: PlainStruct;
}

interface ReleaseEnvironment {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface Component {
  /** Its key among the components: what tells it from others, whatever its name is. */
  readonly id: string;
  readonly name: string;
  /** What its objects are called in the cluster, where that is not its name. */
  readonly objectName?: string;
  readonly labels: PlainStruct;
  readonly annotations?: PlainStruct;
  /** FQNs. */
  readonly resources: readonly string[];
  readonly traits: readonly string[];
  readonly blueprints: readonly string[];
  readonly cue: CueHandle<Value>;
}

export interface Policy {
  readonly name: string;
  readonly rules: readonly PolicyRule[];
  /** Ids of the components that it holds for. */
  readonly components: readonly string[];
  readonly spec: Plain;
  readonly cue: CueHandle<Value>;
}

interface PolicyRule {
  readonly fqn: string;
  /** The key of its part in the policy's spec. */
  readonly key: string;
  /** It judges the release instead of rendering something. */
  readonly checked: boolean;
}

interface ReleaseValue {
  readonly root: Value;
  /** Every secret that was given, where and under which mark. */
  readonly secrets: readonly GivenSecret[];
  /** The merged values; undefined for releases that authors wrote themselves. */
  readonly values?: ValueNode;
  /** The values with the schema. */
  readonly evaluated: Value | undefined;
}
