// A release as it is in its cluster, as plain data: what `status` prints, and what a page may show. Secrets are masks.
import { readRecord, releaseStatus } from "../../cluster/index.ts";
import type { ObjectStatus, ReleaseIdentity } from "../../cluster/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { isHiddenPath, maskedValue } from "../print/field-value.ts";
import { ClusterSessions, failureOf } from "./cluster-session.ts";
import type { ClusterSession } from "./cluster-session.ts";
import { learnSecrets, openTargets } from "./cluster-target.ts";
import type { ClusterTarget, Noun } from "./cluster-target.ts";
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
export interface LiveDrift {
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

export interface LiveAnswer {
  /** `staging/blog`. */
  readonly label: string;
  readonly environment?: string;
  readonly value?: LiveRelease;
  readonly diagnostics: readonly Diagnostic[];
}

export interface LiveTargets {
  /** Asks each release's cluster; as often as wanted. Nothing is reported, nothing is thrown for a server's sake. */
  read(withDrift?: boolean): Promise<readonly LiveAnswer[]>;
  close(): void;
}

/**
 * The releases of a folder, with the flags and the folder of `context`, ready to be asked about. What is wrong with the
 * folder itself is reported to `context`.
 */
export async function openLive(context: CommandContext, noun: Noun): Promise<LiveTargets> {
  const opened = await openTargets(context, noun);
  const { targets, secrets, failed } = opened;
  await learnSecrets(opened);
  const told: Diagnostic[] = [];
  const sessions = new ClusterSessions(
    { ...context, report: (diagnostics) => void told.push(...diagnostics) },
    secrets.redactor,
    () => {},
  );
  const ask = async (target: ClusterTarget, withDrift: boolean): Promise<Outcome<LiveRelease>> => {
    told.length = 0;
    const session = await sessions.open(target.cluster);
    if (session === undefined) return { diagnostics: [...told] };
    try {
      return await liveRelease(session, target, withDrift);
    } catch (error) {
      const failure = await failureOf(error, session);
      if (failure === undefined) throw error;
      return { diagnostics: [failure] };
    }
  };
  return {
    async read(withDrift = true) {
      const out: LiveAnswer[] = [];
      for (const target of failed ? [] : targets) {
        const { value, diagnostics } = await ask(target, withDrift);
        out.push({
          label: target.label,
          ...(target.environment !== undefined && { environment: target.environment }),
          ...(value && { value }),
          diagnostics: secrets.safe(diagnostics),
        });
      }
      return out;
    },
    close: () => sessions.close(),
  };
}
