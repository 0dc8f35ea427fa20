// What a release left in a cluster, as data: written before the first change and after the last.
import type { ObjectId } from "../kube-object.ts";
import { keyOf } from "../kube-object.ts";

/** Which release this is. The name and namespace find its record; the uuid tells whether it is the same one. */
export interface ReleaseIdentity {
  readonly name: string;
  readonly namespace: string;
  readonly uuid: string;
  /** The module's full name. */
  readonly module: string;
  readonly version: string;
  readonly environment?: string;
}

export interface RecordEntry extends ObjectId {
  readonly version: string;
  /** Of the object that was applied; absent until then. */
  readonly uid?: string;
  readonly component?: string;
  /** Components that its own comes after, and goes before. */
  readonly after?: readonly string[];
  /** Deleted last, and only where the release itself made it. */
  readonly created?: boolean;
  /** Of the object as it was applied, for what runs once: a Job that is gone and has not changed is done. */
  readonly digest?: string;
}

export interface RevisionInfo {
  readonly revision: number;
  readonly operation: string;
  readonly at: string;
  readonly by: string;
  readonly module: string;
  readonly version: string;
  readonly environment?: string;
  /** Of the rendered objects; of the values they were made from. */
  readonly render: string;
  readonly values?: string;
  readonly commit?: string;
  readonly objects: number;
  readonly outcome: "pending" | "deployed" | "failed" | "superseded";
  /** Where the objects of this revision are kept. */
  readonly stored?: StoredBlob;
  /** Where the logs of its Jobs are kept. */
  readonly logs?: StoredBlob;
}

/** A text in pieces, each a Secret of its own, and the digest of the whole. */
export interface StoredBlob {
  readonly names: readonly string[];
  readonly digest: string;
}

interface PendingRun {
  readonly revision: number;
  /** What may be in the cluster while it runs: what was there, and what is to come. */
  readonly entries: readonly RecordEntry[];
}

export interface ReleaseRecord {
  readonly schema: 1;
  readonly release: ReleaseIdentity;
  readonly state: "deployed" | "pending" | "failed" | "deleting";
  /** The revision that `current` is of; 0 before the first one is done. */
  readonly revision: number;
  readonly current: readonly RecordEntry[];
  readonly pending?: PendingRun;
  /** For digests of secrets. */
  readonly key: string;
  /** Newest last. */
  readonly history: readonly RevisionInfo[];
  /** A rollout over environments that this release is part of. */
  readonly rollout?: unknown;
}

/** Everything that the release may have in the cluster, whether its last run ended or not. */
export function recordedEntries(record: ReleaseRecord | undefined): readonly RecordEntry[] {
  if (record === undefined) return [];
  return union(record.current, record.pending?.entries ?? []);
}

/** Later ones replace earlier ones; a uid that is known stays known. */
export function union(a: readonly RecordEntry[], b: readonly RecordEntry[]): RecordEntry[] {
  const out = new Map<string, RecordEntry>();
  for (const entry of [...a, ...b]) {
    const key = keyOf(entry);
    const before = out.get(key);
    const uid = entry.uid ?? before?.uid;
    out.set(key, { ...entry, ...(uid !== undefined && { uid }), ...(before?.created && { created: true }) });
  }
  return [...out.values()];
}

const HISTORY_KEPT = 10;

/** With one more revision, and without the oldest. */
export function withRevision(history: readonly RevisionInfo[], info: RevisionInfo): readonly RevisionInfo[] {
  const others = history.filter(({ revision }) => revision !== info.revision);
  return [...others, info].slice(-HISTORY_KEPT);
}

export function nextRevision({ revision, pending, history }: ReleaseRecord): number {
  return Math.max(revision, pending?.revision ?? 0, ...history.map((info) => info.revision)) + 1;
}

/** The end of a revision is told: the one before it is no longer the one that runs. */
export function settled(
  history: readonly RevisionInfo[],
  revision: number,
  outcome: "deployed" | "failed",
): readonly RevisionInfo[] {
  return history.map((info) => {
    if (info.revision === revision) return { ...info, outcome };
    if (info.outcome === "deployed" && outcome === "deployed") return { ...info, outcome: "superseded" };
    // A run that died before it could say how it ended did not end well.
    return info.outcome === "pending" ? { ...info, outcome: "failed" } : info;
  });
}
