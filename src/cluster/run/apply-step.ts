// One step of a plan, done: exactly that, with what it was planned against as a condition.
import { ApiError, absenceOf, denialOf } from "../client/api-error.ts";
import type { KubeObject } from "../kube-object.ts";
import { MANAGER } from "../record/marks.ts";
import type { Step } from "../plan/plan.ts";
import type { PreparedObject } from "../plan/prepare-objects.ts";
import { adoptFields } from "./adopt-fields.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { holders, waitGone } from "./wait-gone.ts";

/** How long a new kind or namespace may be unknown to some of the servers. */
const settleMs = 10_000;

/** A step that cannot be done, in words for people. */
export class StepFailed extends Error {
  readonly notes: readonly string[];
  constructor(message: string, notes: readonly string[] = []) {
    super(message);
    this.notes = notes;
  }
}

interface StepOptions {
  readonly timeoutMs: number;
  /** Before each change. */
  check(): Promise<void>;
}

/** The object as it is then. */
export async function applyStep(
  context: ClusterContext,
  step: Step,
  object: PreparedObject,
  options: StepOptions,
): Promise<KubeObject> {
  const { api, clock } = context;
  const { resource, id } = object;
  if (step.handOver !== undefined) {
    await options.check();
    // A second owner of the same number: it stays when we let go of it, and the autoscaler may change it.
    const { apiVersion, kind, metadata } = object.object;
    const { name, namespace } = metadata;
    const held = { apiVersion, kind, metadata: { name, namespace }, spec: { replicas: step.handOver } } as KubeObject;
    await api.apply(resource, held, { manager: "opm-autoscaler" });
  }
  if (step.action === "adopt") {
    await options.check();
    const live = await api.get(resource, id.namespace, id.name);
    if (live === undefined || live.metadata.uid !== step.uid)
      throw new StepFailed("it is another object than the one that was to be taken over");
    await adoptFields(api, resource, live);
  }
  if (step.action === "replace") await removeFirst(context, step, object, options);
  const fresh = step.action === "create" || step.action === "replace";
  const began = clock.now();
  for (;;) {
    await options.check();
    try {
      const applied = await api.apply(resource, withConditions(step, object.object, fresh), {
        manager: MANAGER,
        force: step.forced.length > 0 || step.action === "adopt",
      });
      for (const message of applied.warnings) context.emit({ type: "warning", id, message: context.redact(message) });
      if (applied.object.metadata.deletionTimestamp === undefined) return applied.object;
      // The server says yes to changes of what is on its way out, and loses them.
      await gone(context, object, applied.object.metadata.uid, options, "it is being deleted");
      return await applyStep(context, { ...step, action: "create", forced: [] }, object, options);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const absence = absenceOf(error);
      const unsettled =
        absence === "version" || absence === "resource" || absence === "namespace" || denialOf(error) === "terminating";
      if (!unsettled || clock.now() - began > settleMs) throw error;
      await clock.sleep(250);
      await api.resources(true);
    }
  }
}

/** Only the object that the step was planned against is changed; a forced change only as it was seen. */
function withConditions(step: Step, object: KubeObject, fresh: boolean): KubeObject {
  if (fresh || step.uid === undefined) return object;
  return {
    ...object,
    metadata: {
      ...object.metadata,
      uid: step.uid,
      ...(step.forced.length > 0 &&
        step.action !== "adopt" &&
        step.handOver === undefined &&
        step.resourceVersion !== undefined && { resourceVersion: step.resourceVersion }),
    },
  };
}

async function removeFirst(
  context: ClusterContext,
  step: Step,
  object: PreparedObject,
  options: StepOptions,
): Promise<void> {
  const { api } = context;
  const { resource, id } = object;
  await options.check();
  const result = await api.delete(resource, id.namespace, id.name, {
    propagation: "Foreground",
    ...(step.uid !== undefined && { uid: step.uid }),
  });
  if (result === "going") await gone(context, object, step.uid, options, "the old one is still there");
}

async function gone(
  { api, clock, emit }: ClusterContext,
  { resource, id, policy }: PreparedObject,
  uid: string | undefined,
  options: StepOptions,
  why: string,
): Promise<void> {
  emit({ type: "health", id, health: "Terminating", message: why });
  const left = await waitGone(api, clock, resource, id, uid, policy.timeoutMs ?? options.timeoutMs);
  if (left !== undefined) throw new StepFailed(`${why}, and does not go`, holders(left));
}
