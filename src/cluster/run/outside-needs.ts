// Objects that are not of the release, and that must be there before a part of it is applied.
import type { OutsideNeed } from "../plan/order.ts";
import { readiness } from "../status/readiness.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { StepFailed } from "./apply-step.ts";

export async function outsideNeeds(
  { api, clock, emit }: ClusterContext,
  needs: readonly OutsideNeed[],
  timeoutMs: number,
): Promise<void> {
  if (needs.length === 0) return;
  const map = await api.resources();
  const began = clock.now();
  for (const { id, state, of } of needs) {
    const resource = [...map.all()].find(({ kind }) => kind === id.kind);
    const name = `${id.kind} ${id.namespace}/${id.name}`;
    if (resource === undefined)
      throw new StepFailed(`${of} depends on ${name}, and the server does not know that kind`);
    for (let told = ""; ; await clock.sleep(1000)) {
      const found = await api.get(resource, resource.namespaced ? id.namespace : "", id.name);
      const ready = readiness(found);
      if (found !== undefined && (state === "present" || ready.health === "Current")) break;
      if (told !== ready.message) emit({ type: "warning", message: `${of} waits for ${name}: ${ready.message}` });
      told = ready.message;
      if (clock.now() - began > timeoutMs)
        throw new StepFailed(
          `${of} depends on ${name}, which is not ${found === undefined ? "there" : "ready"}: ${ready.message}`,
        );
    }
  }
}
