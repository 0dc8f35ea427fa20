// A release in its cluster, as plain data without secrets: what is there, what drifted, what applying would do.
import type { DiagnosticPicture } from "./picture.ts";

export interface ClusterPicture {
  /** Who was asked. */
  readonly context?: string;
  readonly server?: string;
  /** Absent where the release was never applied. */
  readonly record?: RecordPicture;
  readonly objects: readonly LiveObject[];
  /** What applying would do now; absent where that could not be found out. */
  readonly steps?: readonly StepPicture[];
  /** Names exactly this plan: applying runs it, or refuses because something moved. */
  readonly plan?: string;
  readonly diagnostics: readonly DiagnosticPicture[];
}

interface RecordPicture {
  readonly name: string;
  readonly namespace: string;
  readonly revision: number;
  readonly state: string;
  readonly version: string;
  /** Somebody is changing it now. */
  readonly lockedBy?: string;
  /** A revision that was begun and did not end. */
  readonly pending?: number;
}

export interface LiveObject {
  /** `Kind/namespace/name`, as in the picture of the release. */
  readonly object: string;
  readonly component: string;
  readonly health: string;
  readonly message: string;
  readonly drift: readonly DriftPicture[];
  /** Why it is not known whether something drifted. */
  readonly driftUnknown?: string;
  readonly pods: readonly PodPicture[];
}

interface DriftPicture {
  readonly field: string;
  readonly applied: string;
  readonly now: string;
  /** Managers, with the time where it is known. */
  readonly by: readonly string[];
}

interface PodPicture {
  readonly name: string;
  readonly phase: string;
  readonly ready: string;
  readonly restarts: number;
  readonly trouble: string;
}

export interface StepPicture {
  readonly action: string;
  readonly object: string;
  readonly component: string;
  readonly reason: string;
  readonly changes: readonly ChangePicture[];
}

export interface ChangePicture {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  /** Who set it in the cluster. */
  readonly setBy: readonly string[];
  /** Where the new value comes from. */
  readonly origin: readonly string[];
}
