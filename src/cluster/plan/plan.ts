// A plan is data: every step with its reason and what it was made against. Running one decides nothing any more.
import type { FieldConflict } from "../client/api-error.ts";
import type { ExplainedChange, ForeignField } from "../diff/explained-change.ts";
import type { ObjectId } from "../kube-object.ts";
import type { ReleaseIdentity } from "../record/release-record.ts";
import type { OutsideNeed } from "./order.ts";

export type Action =
  | "create"
  | "update"
  /** Nothing changes but whose the fields are. */
  | "own"
  /** Taken over from another tool, then changed. */
  | "adopt"
  /** Deleted and made again. */
  | "replace"
  | "none"
  | "delete"
  /** No longer wanted, and left where it is. */
  | "keep";

export interface Step {
  readonly action: Action;
  readonly id: ObjectId;
  readonly apiVersion: string;
  readonly component: string;
  /** Why, in words. */
  readonly reason: string;
  /** Of the object that the step was planned against; absent: there must be none. */
  readonly uid?: string;
  readonly resourceVersion?: string;
  /** Fields of others that are taken. */
  readonly forced: readonly FieldConflict[];
  /** Fields of others that would be changed, and are not: only where a plan is made to be looked at. */
  readonly conflicts?: readonly FieldConflict[];
  readonly changes: readonly ExplainedChange[];
  readonly foreign: readonly ForeignField[];
  /** The server could not be asked what it would do. */
  readonly unchecked?: string;
  /** Replicas are handed to an autoscaler before they are dropped: the number that must stay. */
  readonly handOver?: number;
  /** A deletion that comes before everything else, because it holds what a new object needs. */
  readonly first?: boolean;
  /** Deletions alone: those of one wave go together, and are gone before the next one goes. */
  readonly wave?: number;
  /** It would only be made again to be done again. */
  readonly done?: boolean;
}

interface PlanWave {
  readonly keys: readonly string[];
  readonly needsReady: readonly string[];
  readonly needsOutside: readonly OutsideNeed[];
}

export interface Plan {
  readonly release: ReleaseIdentity;
  readonly server: string;
  readonly operation: string;
  /** The record it was made from; absent: there was none. */
  readonly record?: { readonly uid: string; readonly resourceVersion: string; readonly revision: number };
  /** Of the objects as they were rendered. */
  readonly render: string;
  readonly steps: readonly Step[];
  readonly waves: readonly PlanWave[];
}

interface PlanCounts {
  readonly create: number;
  readonly change: number;
  readonly replace: number;
  readonly delete: number;
  readonly keep: number;
  readonly none: number;
}

export function countSteps(steps: readonly Step[]): PlanCounts {
  const of = (...actions: Action[]): number => steps.filter(({ action }) => actions.includes(action)).length;
  return {
    create: of("create"),
    change: of("update", "own", "adopt"),
    replace: of("replace"),
    delete: of("delete"),
    keep: of("keep"),
    none: of("none"),
  };
}

/** Whether running it would write anything to objects. */
export function changesAnything(steps: readonly Step[]): boolean {
  return steps.some(({ action }) => action !== "none" && action !== "keep");
}
