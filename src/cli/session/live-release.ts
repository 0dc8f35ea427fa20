// A release as it is in its cluster, as plain data: what `status` prints, and what a page may show. Secrets are masks.
import { readRecord, releaseStatus } from "../../cluster/index.ts";
import type { ObjectStatus, ReleaseIdentity } from "../../cluster/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Outcome } from "../../source/index.ts";
import { isHiddenPath, maskedValue } from "../print/field-value.ts";
import type { ClusterSession } from "./cluster-session.ts";
import type { ClusterTarget } from "./cluster-target.ts";
import { noRelease } from "./no-release.ts";

export interface LiveRelease {
  readonly release: ReleaseIdentity;
  readonly revision: number;
  readonly state: string;
  /** Everything is there and ready, and the last run ended well. */
  readonly well: boolean;
  /** Who is changing it right now. */
  readonly holder?: string;
  /** The revision whose run did not end. */
  readonly unfinished?: number;
  readonly objects: readonly LiveObject[];
}

export interface LiveObject extends Omit<ObjectStatus, "drift"> {
  readonly drift: readonly LiveDrift[];
}

/** A field that was changed in the cluster since it was applied. */
interface LiveDrift {
  /** `.spec.replicas`. */
  readonly field: string;
  readonly applied: unknown;
  readonly now: unknown;
  readonly by: ObjectStatus["drift"][number]["by"];
}

/** One release; without a value it is not there, or cannot be read, as the diagnostics say. */
export async function liveRelease(
  { context }: ClusterSession,
  target: ClusterTarget,
  withDrift: boolean,
): Promise<Outcome<LiveRelease>> {
  const read = await readRecord(context, { ...target, uuid: "" }, true);
  if (hasErrors(read.diagnostics)) return { diagnostics: read.diagnostics };
  if (read.value === undefined) return { diagnostics: [...read.diagnostics, noRelease(target)] };
  const { record, lock } = read.value;
  const objects = await releaseStatus(context, read.value, read.manifests, withDrift);
  return {
    value: {
      release: record.release,
      revision: record.revision,
      state: record.state,
      well: record.state === "deployed" && objects.every(({ health }) => health === "Current"),
      ...(lock !== undefined && { holder: lock.holder }),
      ...(record.pending !== undefined && { unfinished: record.pending.revision }),
      objects: objects.map(liveObject),
    },
    diagnostics: read.diagnostics,
  };
}

function liveObject({ drift, ...rest }: ObjectStatus): LiveObject {
  return {
    ...rest,
    drift: drift.map((change): LiveDrift => {
      const hidden = isHiddenPath(rest.id.kind, change.text);
      return {
        field: change.text,
        applied: maskedValue(change.after, hidden),
        now: maskedValue(change.before, hidden),
        by: change.by,
      };
    }),
  };
}
