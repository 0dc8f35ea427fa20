import type { KubeApi } from "../client/kube-api.ts";
import type { Clock } from "../client/transport.ts";
import type { KubeObject, ObjectId } from "../kube-object.ts";
import type { RecordStore } from "../record/record-store.ts";

/** What every operation on a cluster needs. */
export interface ClusterContext {
  readonly api: KubeApi;
  readonly store: RecordStore;
  readonly clock: Clock;
  /** Who writes, for records and for whoever finds the lock: unique for each run. */
  readonly holder: string;
  /** A person or a robot, for the history. */
  readonly by: string;
  readonly leaseSeconds?: number;
  /** Hides every secret that is known. */
  readonly redact: (text: string) => string;
  /** Told of every object that is read: what a Secret holds is hidden from then on. */
  readonly learn: (object: KubeObject) => void;
  readonly emit: (event: RunEvent) => void;
}

/** What happens, as it happens: for tables on a terminal, lines in a pipe, JSON for programs. */
export type RunEvent =
  | {
      readonly type: "phase";
      readonly phase: "plan" | "apply" | "wait" | "prune" | "delete" | "record";
      readonly count?: number;
    }
  | { readonly type: "waiting-for-lock"; readonly holder: string; readonly seconds: number }
  | { readonly type: "done"; readonly action: string; readonly id: ObjectId; readonly component?: string }
  | { readonly type: "health"; readonly id: ObjectId; readonly health: string; readonly message: string }
  | { readonly type: "warning"; readonly id?: ObjectId; readonly message: string };
