// Whether an object that is no longer wanted may go. Doubt keeps it.
import { livePrune } from "./object-policy.ts";
import { PROTECTED, isAllowed } from "./blast-radius.ts";
import type { Consent } from "./blast-radius.ts";
import type { KubeObject } from "../kube-object.ts";
import { ownerOf } from "../record/marks.ts";
import type { RecordEntry } from "../record/release-record.ts";

type PruneDecision =
  | { readonly action: "delete"; readonly reason: string; readonly confirm?: boolean }
  | { readonly action: "keep"; readonly reason: string; readonly drop: boolean }
  /** It is gone already. */
  | { readonly action: "forget" };

interface PruneContext {
  readonly applySet: string;
  readonly consent: Consent;
  /** Uids of objects that are wanted under another name of their group. */
  readonly wantedUids: ReadonlySet<string>;
  /** For namespaces: how many objects in it are not of this release; undefined: not known. */
  foreignIn(namespace: string): number | undefined;
}

export function pruneDecision(entry: RecordEntry, live: KubeObject | undefined, context: PruneContext): PruneDecision {
  if (live === undefined) return { action: "forget" };
  const { metadata } = live;
  const keep = (reason: string, drop = false): PruneDecision => ({ action: "keep", reason, drop });
  if (metadata.uid !== undefined && context.wantedUids.has(metadata.uid))
    return keep("it is the same object as one that is wanted", true);
  const owner = ownerOf(metadata, context.applySet);
  if (owner.kind === "other") return keep(`it belongs to ${owner.who} now`, true);
  if (owner.kind === "nobody") {
    if (entry.uid !== metadata.uid) return keep("another object has taken its name", true);
    return keep("its mark was removed: somebody took it out of the release", true);
  }
  const policy = livePrune(metadata.annotations);
  if (policy === "keep") return keep("its annotation opmodel.dev/prune says so");
  if (PROTECTED.has(entry.kind) && !isAllowed(entry, context.consent))
    return keep(`a ${entry.kind} goes only by name: --allow-delete ${entry.kind}/${entry.name}`);
  if (entry.kind === "Namespace") {
    if (entry.created !== true) return keep("the release did not make this namespace");
    const foreign = context.foreignIn(entry.name);
    if (foreign === undefined) return keep("it is not known what else is in this namespace");
    if (foreign > 0) return keep(`${foreign} objects of others are in this namespace`);
  }
  return {
    action: "delete",
    reason: "the release no longer has it",
    ...(policy === "confirm" && { confirm: true }),
  };
}
