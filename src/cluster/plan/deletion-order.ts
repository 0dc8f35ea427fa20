// Deleting goes the way back: what requires others, refers to them or depends on them goes before them, by the same
// rules that order applying. What can block deletions goes first.
import { keyOf } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import type { RecordEntry } from "../record/release-record.ts";
import { noPolicy, policyOf } from "./object-policy.ts";
import { orderObjects } from "./order.ts";
import type { Step } from "./plan.ts";

/** Steps in the order of deleting, each with the number of its wave; those that delete nothing come last. */
export function inDeletionOrder(
  steps: readonly Step[],
  recorded: readonly RecordEntry[],
  live: ReadonlyMap<string, KubeObject>,
): Step[] {
  const entries = new Map(recorded.map((entry) => [keyOf(entry), entry]));
  const going = steps.filter(({ action }) => action === "delete");
  const asRecorded = going.map((step) => {
    const key = keyOf(step.id);
    const object = live.get(key) ?? bare(step);
    const { component = "", after = [] } = entries.get(key) ?? {};
    return { step, key, id: step.id, object, component, after, policy: policyOf(object).value ?? noPolicy };
  });
  // Somebody may have written a circle into the live objects: then kinds alone decide.
  const byKind = asRecorded.map((one) => ({ ...one, object: bare(one.step), after: [], policy: noPolicy }));
  const waves = orderObjects(asRecorded).value ?? orderObjects(byKind).value ?? [];
  const ordered = [...waves]
    .reverse()
    .flatMap(({ objects }, wave) => objects.map(({ step }): Step => ({ ...step, wave })));
  return [...ordered, ...steps.filter(({ action }) => action !== "delete")];
}

const bare = ({ apiVersion, id }: Step): KubeObject => ({
  apiVersion,
  kind: id.kind,
  metadata: { name: id.name, ...(id.namespace !== "" && { namespace: id.namespace }) },
});
