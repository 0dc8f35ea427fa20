import type { Place } from "../../source/index.ts";
import type { PlainStruct } from "../plain-value.ts";

/** A rendered object and where it comes from. */
export interface Manifest {
  readonly object: PlainStruct;
  readonly identity: ManifestIdentity;
  /** Empty for objects of the release as a whole. */
  readonly component: string;
  readonly policy?: string;
  /** FQN. */
  readonly transformer: string;
  /** The key under which a map of objects had it. */
  readonly key?: string;
  readonly place?: Place;
}

export interface ManifestIdentity {
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}
