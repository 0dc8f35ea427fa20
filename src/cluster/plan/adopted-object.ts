// An object that another tool made, as it will be once that tool's fields are ours: what the release does not set goes
// away, or falls back to what the server sets by itself.
import { ownership } from "../diff/managed-fields.ts";
import { nodeAt, ownersBelow, stepsOf } from "../diff/managed-fields.ts";
import type { FieldOwner, OwnedNode, PathStep } from "../diff/managed-fields.ts";
import { valueAt, withValueAt } from "../diff/field-diff.ts";
import type { KubeObject } from "../kube-object.ts";
import { MANAGER } from "../record/marks.ts";

/** Managers whose fields are taken over: client-side apply, edits by hand, Helm. Controllers keep theirs. */
export function isAdoptable({ manager = "", operation, subresource }: Partial<FieldOwner>): boolean {
  if (subresource) return false;
  if (operation === "Apply") return /^(kubectl|kubectl-last-applied|helm)$/.test(manager);
  return /^(kubectl.*|before-first-apply|helm)$/i.test(manager);
}

const isOurs = ({ manager, operation }: FieldOwner): boolean => manager === MANAGER && operation === "Apply";

/**
 * @param next as the server would make it if the other tool kept its fields
 * @param fresh as the server would make it if there were none
 */
export function adoptedObject(live: KubeObject, next: KubeObject, fresh: KubeObject): KubeObject {
  let out = next;
  const wanted = ownership(next.metadata.managedFields);
  const walk = (node: OwnedNode, ours: OwnedNode | undefined, path: readonly PathStep[]): void => {
    const owners = ownersBelow(node);
    const isLeft = owners.every((owner) => isAdoptable(owner) || isOurs(owner));
    const isWanted = ours !== undefined && ownersBelow(ours).some(isOurs);
    if (path.length > 0 && isLeft && !isWanted) {
      out = withValueAt(out, path, valueAt(fresh, path)) as KubeObject;
      return;
    }
    for (const { step, child } of stepsOf(node)) walk(child, nodeAt(ours, step), [...path, step]);
  };
  walk(ownership(live.metadata.managedFields), wanted, []);
  return out;
}
