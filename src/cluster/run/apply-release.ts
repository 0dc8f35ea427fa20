// A plan, run: recorded before the first change, pruned after everything else went well, recorded again at the end.
// Killed anywhere, the record says what may be there, and the next run goes on from it.
import type { Diagnostic } from "../../source/index.ts";
import type { PlannedRelease } from "../plan/plan-release.ts";
import { changesAnything } from "../plan/plan.ts";
import type { Step } from "../plan/plan.ts";
import type { PreparedObject } from "../plan/prepare-objects.ts";
import { Lease, Locked } from "../record/lease.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { isSettled, pendingRecord } from "./pending-record.ts";
import { PlanRun } from "./plan-run.ts";
import { leaseOptions, lockedDiagnostic, takeOver } from "./take-lock.ts";
import type { WaitTarget } from "./wait-ready.ts";

export interface ApplyOptions {
  readonly wait: boolean;
  readonly timeoutMs: number;
  readonly noActivityMs?: number;
  /** Digest of the values, the commit: what the history says of this run. */
  readonly values?: string;
  readonly commit?: string;
  /** The version of a record whose lock is known to be nobody's any more: see `awaitLock`. */
  readonly deadLock?: string;
  /** A text holds a secret: it is not kept. */
  holdsSecret(text: string): boolean;
  readonly health?: (object: PreparedObject) => WaitTarget["health"];
}

export interface ApplyResult {
  readonly outcome: "unchanged" | "deployed" | "failed";
  readonly revision: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly done: readonly Step[];
  /** Not reached any more. */
  readonly left: readonly Step[];
}

export async function applyRelease(
  context: ClusterContext,
  planned: PlannedRelease,
  options: ApplyOptions,
): Promise<ApplyResult> {
  const { plan, stored } = planned;
  const nothing = !changesAnything(plan.steps);
  const sameRecord = stored !== undefined && isSettled(planned, stored);
  if (nothing && sameRecord)
    return { outcome: "unchanged", revision: stored.record.revision, diagnostics: [], done: [], left: [] };
  let lease: Lease;
  try {
    const alive = stored?.lock !== undefined && stored.resourceVersion !== options.deadLock;
    const before = alive ? await takeOver(context, stored) : stored;
    const { record, revision } = await pendingRecord(context, planned, options, before?.record);
    context.emit({ type: "phase", phase: "record" });
    lease = await Lease.take(
      context.store,
      context.clock,
      leaseOptions(context, before?.resourceVersion),
      before,
      record,
    );
    return await new PlanRun(context, planned, options, lease, revision).run();
  } catch (error) {
    if (error instanceof Locked)
      return {
        outcome: "failed",
        revision: stored?.record.revision ?? 0,
        diagnostics: [lockedDiagnostic(plan.release, error)],
        done: [],
        left: plan.steps,
      };
    throw error;
  }
}
