// Waits until objects are what they should be, and ends early where they never will.
import type { ApiMap, ApiResource } from "../client/api-map.ts";
import { Follower } from "../client/follow.ts";
import { ApiError } from "../client/api-error.ts";
import { TransportFault } from "../client/transport.ts";
import { keyOf, textAt } from "../kube-object.ts";
import type { KubeObject, ObjectId } from "../kube-object.ts";
import { PART_OF } from "../record/marks.ts";
import { childrenIn, workloadTrouble } from "../status/explain-failure.ts";
import type { Children } from "../status/explain-failure.ts";
import { hasFailed } from "../status/pod-trouble.ts";
import { readiness } from "../status/readiness.ts";
import type { Health } from "../status/readiness.ts";
import type { ClusterContext } from "./cluster-context.ts";

export interface WaitTarget {
  readonly id: ObjectId;
  readonly resource: ApiResource;
  readonly uid?: string;
  readonly generation?: number;
  readonly timeoutMs?: number;
  /** Its own rule, over the object: what holds it up, or undefined when it is ready. */
  readonly health?: (object: KubeObject) => Readonly<{ health: Health; message: string }>;
}

interface WaitOptions {
  readonly timeoutMs: number;
  /** Without any change for so long, waiting is over. */
  readonly noActivityMs?: number;
  readonly applySet: string;
  check?(): Promise<void>;
  /** A Job has ended, or one of its pods has: its log is there now, and may not be there for long. */
  ended?(job: KubeObject): Promise<void>;
}

export interface WaitResult {
  readonly id: ObjectId;
  readonly health: Health;
  readonly message: string;
  readonly object: KubeObject | undefined;
  readonly timedOut: boolean;
}

const tick = 500;
const podsEvery = 2000;

/** What did not become ready; empty if all did. */
export async function waitReady(
  context: ClusterContext,
  map: ApiMap,
  targets: readonly WaitTarget[],
  options: WaitOptions,
): Promise<readonly WaitResult[]> {
  if (targets.length === 0) return [];
  const { api, clock, emit } = context;
  let activity = clock.now();
  let wake: (() => void) | undefined;
  const changed = (): void => {
    activity = clock.now();
    wake?.();
  };
  const followers = new Map<string, Follower>();
  for (const { resource, id } of targets) {
    const key = followKey(resource, id);
    if (!followers.has(key))
      followers.set(
        key,
        new Follower(
          api,
          resource,
          resource.namespaced ? id.namespace : undefined,
          { labelSelector: `${PART_OF}=${options.applySet}` },
          clock,
          changed,
        ),
      );
  }
  const began = clock.now();
  const seen = new Set<string>();
  const asked: Judging["asked"] = new Map();
  const troubled: Judging["troubled"] = new Map();
  const told = new Map<string, string>();
  let lastPods = -Infinity;
  try {
    for (;;) {
      await options.check?.().catch(onSilence);
      const results: WaitResult[] = [];
      const lookAtPods = clock.now() - lastPods >= podsEvery;
      if (lookAtPods) lastPods = clock.now();
      const pods = new Map<string, Promise<Children>>();
      for (const target of targets) {
        const follower = followers.get(followKey(target.resource, target.id))!;
        results.push(
          await judge(context, map, target, follower, {
            seen,
            asked,
            troubled,
            lookAtPods,
            pods,
            elapsed: clock.now() - began,
            limit: target.timeoutMs ?? options.timeoutMs,
          }).catch((error: unknown): WaitResult => {
            onSilence(error);
            const timedOut = clock.now() - began > (target.timeoutMs ?? options.timeoutMs);
            return { id: target.id, health: "InProgress", message: "the server is away", object: undefined, timedOut };
          }),
        );
      }
      for (const { id, health, object } of results)
        if (id.kind === "Job" && object !== undefined && (health !== "InProgress" || lookAtPods))
          await options.ended?.(object);
      for (const { id, health, message } of results) {
        const text = `${health} ${message}`;
        if (text === "InProgress ") continue; // nothing is known yet
        if (told.get(keyOf(id)) === text) continue;
        told.set(keyOf(id), text);
        emit({ type: "health", id, health, message: context.redact(message) });
      }
      const open = results.filter(({ health, timedOut }) => health !== "Current" && health !== "Failed" && !timedOut);
      const bad = results.filter(({ health }) => health !== "Current");
      if (open.length === 0) return bad;
      // One that has failed ends it: the rest would only use up the time.
      if (bad.some(({ health }) => health === "Failed")) return bad.filter(({ health }) => health === "Failed");
      const idle = options.noActivityMs !== undefined && clock.now() - activity > options.noActivityMs;
      if (idle) return bad.map((result) => ({ ...result, timedOut: true }));
      await Promise.race([new Promise<void>((resolve) => (wake = resolve)), clock.sleep(tick)]);
    }
  } finally {
    for (const follower of followers.values()) follower.stop();
  }
}

/** A server that is away for a while is no reason to give up: time is. */
function onSilence(error: unknown): void {
  if (!(error instanceof TransportFault)) throw error;
}

const followKey = ({ group, plural, namespaced }: ApiResource, { namespace }: ObjectId): string =>
  `${group}/${plural}/${namespaced ? namespace : ""}`;

interface Judging {
  readonly seen: Set<string>;
  /** What was found one by one, of kinds that may not be listed. */
  readonly asked: Map<string, KubeObject | "refused" | undefined>;
  /** Since when pods are in trouble, and what was last known of it: they are not looked at every time. */
  readonly troubled: Map<string, { readonly since: number; readonly text: string }>;
  readonly lookAtPods: boolean;
  /** Of each namespace, listed once for all. */
  readonly pods: Map<string, Promise<Children>>;
  readonly elapsed: number;
  readonly limit: number;
}

async function judge(
  { api, clock, emit }: ClusterContext,
  map: ApiMap,
  target: WaitTarget,
  follower: Follower,
  { seen, asked, troubled, lookAtPods, pods, elapsed, limit }: Judging,
): Promise<WaitResult> {
  const { id } = target;
  const key = keyOf(id);
  const timedOut = elapsed > limit;
  const result = (health: Health, message: string, object?: KubeObject): WaitResult => ({
    id,
    health,
    message,
    object,
    timedOut: timedOut && health !== "Current",
  });
  if (follower.refused?.code === 404) return result("Current", "its kind is gone: not waited for");
  if (follower.refused !== undefined && (lookAtPods || !asked.has(key))) {
    const found = await api.get(target.resource, id.namespace, id.name).catch(mayNotLook);
    if (found === "refused" && asked.get(key) !== "refused")
      emit({ type: "warning", id, message: "you may neither list nor read it: it is not waited for" });
    asked.set(key, found);
  }
  const alone = asked.get(key);
  if (alone === "refused") return result("Current", "not waited for");
  if (follower.refused === undefined && !follower.ready) return result("InProgress", "");
  const object = follower.refused === undefined ? follower.objects.get(`${id.namespace}/${id.name}`) : alone;
  if (object !== undefined) seen.add(key);
  // What cleans up after itself was there, and is done.
  if (object === undefined && id.kind === "Job" && (seen.has(key) || target.uid !== undefined))
    return result("Current", "it is done and cleaned up");
  const found = readiness(object, { ...(target.generation !== undefined && { generation: target.generation }) });
  if (found.health === "Current" && object !== undefined && target.health !== undefined) {
    const own = target.health(object);
    return result(own.health, own.message, object);
  }
  if (object === undefined || found.health !== "InProgress") return result(found.health, found.message, object);
  if (await waitsForConsumer(api, map, object)) return result("Current", "it is bound when a pod uses it", object);
  if (!lookAtPods) {
    return result("InProgress", troubled.get(key)?.text ?? found.message, object);
  }
  let children = pods.get(id.namespace);
  if (children === undefined) pods.set(id.namespace, (children = childrenIn(api, map, id.namespace)));
  const trouble = workloadTrouble(object, await children);
  if (trouble === undefined) {
    troubled.delete(key);
    return result("InProgress", found.warning ?? found.message, object);
  }
  const text = `pod ${trouble.pod}: ${trouble.reason}${trouble.message === "" ? "" : `: ${trouble.message}`}`;
  const since = troubled.get(key)?.since ?? clock.now();
  troubled.set(key, { since, text });
  return result(hasFailed(trouble, clock.now() - since) ? "Failed" : "InProgress", text, object);
}

function mayNotLook(error: unknown): "refused" {
  if (error instanceof ApiError && error.code === 403) return "refused";
  throw error;
}

/** A claim whose class waits for a pod would be waited for for ever, by a release whose pod comes after it. */
async function waitsForConsumer(api: ClusterContext["api"], map: ApiMap, object: KubeObject): Promise<boolean> {
  if (object.kind !== "PersistentVolumeClaim") return false;
  const resource = map.preferred("storage.k8s.io", "StorageClass");
  const name = textAt(object, "spec", "storageClassName");
  if (resource === undefined || name === "") return false;
  try {
    const found = await api.get(resource, "", name);
    return textAt(found, "volumeBindingMode") === "WaitForFirstConsumer";
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
