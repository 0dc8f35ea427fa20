// Of two runs that change one release, one waits or is told; the dead keep nothing.
import { clusterCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { ApiError } from "../client/api-error.ts";
import { Locked, expired } from "../record/lease.ts";
import type { LeaseOptions } from "../record/lease.ts";
import { DamagedRecord, NewerRecord } from "../record/record-store.ts";
import type { StoredRecord } from "../record/record-store.ts";
import type { ClusterContext } from "./cluster-context.ts";

export function lockedDiagnostic(
  { name, namespace }: { name: string; namespace: string },
  { lock }: Locked,
): Diagnostic {
  return {
    ...tell(clusterCode.locked, "another run is changing the release {name} in {namespace}: {holder}", {
      name,
      namespace,
      holder: lock.holder,
    }),
    severity: "error",
    ...(lock.acquired !== "" && { notes: [`since ${lock.acquired}`] }),
    hint: advise(
      clusterCode.locked,
      "wait for it; if it is dead, its lock ends {ttl} seconds after its last sign of life",
      { ttl: lock.ttl },
    ),
  };
}

export function leaseOptions({ holder, leaseSeconds }: ClusterContext, dead: string | undefined): LeaseOptions {
  return { holder, ...(leaseSeconds !== undefined && { seconds: leaseSeconds }), ...(dead !== undefined && { dead }) };
}

/** Whoever holds the lock is alive, and we are told, or dead, and it is ours. */
export async function takeOver(context: ClusterContext, stored: StoredRecord): Promise<StoredRecord | undefined> {
  return expired(context.store, stored, context.clock, ({ holder, ttl }) =>
    context.emit({ type: "waiting-for-lock", holder, seconds: ttl }),
  );
}

/**
 * Before planning a change: whoever else is changing the release is told of, or was dead all the time. The version of a
 * record whose lock has run out.
 */
export async function awaitLock(
  context: ClusterContext,
  release: { readonly name: string; readonly namespace: string },
): Promise<{ readonly dead?: string; readonly diagnostics: readonly Diagnostic[] }> {
  const stored = await context.store.read(release.namespace, release.name).catch((error: unknown) => {
    // What is wrong with the record is told when it is needed.
    if (error instanceof DamagedRecord || error instanceof NewerRecord || error instanceof ApiError) return undefined;
    throw error;
  });
  if (stored?.lock === undefined) return { diagnostics: [] };
  try {
    const now = await takeOver(context, stored);
    return { ...(now?.lock !== undefined && { dead: now.resourceVersion }), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof Locked)) throw error;
    return { diagnostics: [lockedDiagnostic(release, error)] };
  }
}
