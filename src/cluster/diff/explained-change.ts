// A difference, and whose it is: a change of ours, a drift of the cluster, or both.
import { isRecord } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { diffObjects, valueAt } from "./field-diff.ts";
import { ownedPaths, ownersAt, ownership, pathText } from "./managed-fields.ts";
import type { FieldOwner, PathStep } from "./managed-fields.ts";
import { sameValue } from "./same-value.ts";

type ChangeKind = "change" | "drift" | "both";

export interface ExplainedChange {
  readonly kind: ChangeKind;
  readonly path: readonly PathStep[];
  readonly text: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Who set what is there now: others where there are any, else we. */
  readonly by: readonly FieldOwner[];
}

export interface ForeignField {
  readonly text: string;
  readonly manager: string;
  readonly time: string;
}

interface ComparedObject {
  /** As it is; as the server would make it. */
  readonly live: KubeObject | undefined;
  readonly next: KubeObject | undefined;
  /** As we last applied it, if that is known; as we want it now. */
  readonly recorded: KubeObject | undefined;
  readonly wanted: KubeObject | undefined;
  readonly manager: string;
  /** Somebody may have written a secret where none belongs: values pass it before they are kept. */
  readonly redact: (text: string) => string;
}

export function explainChanges(compared: ComparedObject): ExplainedChange[] {
  const { live, next, recorded, wanted, manager, redact } = compared;
  const owned = ownership(live?.metadata.managedFields);
  return diffObjects(live, next).map(({ path, before, after }): ExplainedChange => {
    const owners = ownersAt(owned, path);
    const others = owners.filter((owner) => !isOurs(owner, manager));
    return {
      kind: kindOf(),
      path,
      text: redact(pathText(path)),
      before: redactedValue(before, redact),
      after: redactedValue(after, redact),
      by: others.length > 0 ? others : owners,
    };

    function kindOf(): ChangeKind {
      // Without a record of what we applied, only ownership tells.
      if (recorded === undefined || live === undefined)
        return others.length > 0 && live !== undefined ? "drift" : "change";
      const ours = !sameValue(valueAt(recorded, path), valueAt(wanted, path));
      const had = valueAt(recorded, path) !== undefined;
      const still = owners.some((owner) => isOurs(owner, manager));
      const theirs = had && !still;
      return ours ? (theirs ? "both" : "change") : theirs ? "drift" : "change";
    }
  });
}

/** A copy in which every text passed `redact`, names of fields too. */
function redactedValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactedValue(item, redact));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [redact(name), redactedValue(inner, redact)]));
}

const isOurs = (owner: FieldOwner, manager: string): boolean =>
  owner.manager === manager && owner.operation === "Apply";

/** Fields that people set beside ours: they are listed and left alone. Status, and what controllers keep, is not. */
export function foreignFields(live: KubeObject, manager: string): ForeignField[] {
  const out: ForeignField[] = [];
  for (const { path, owners, leaf } of ownedPaths(ownership(live.metadata.managedFields))) {
    if (!leaf || owners.some((owner) => isOurs(owner, manager))) continue;
    const by = owners.find((owner) => owner.subresource === "" && isPerson(owner.manager));
    if (by !== undefined) out.push({ text: pathText(path), manager: by.manager, time: by.time });
  }
  return out;
}

/** Managers that stand for somebody's hands or another tool, not for a controller of the cluster. */
function isPerson(manager: string): boolean {
  return /^(kubectl|helm|curl|python|Go-http-client|node|Mozilla|k9s|lens|flux|kustomize|argocd|terraform|pulumi)/i.test(
    manager,
  );
}
