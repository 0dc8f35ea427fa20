// What a person needs when something does not come up: the pod, its reason, the last events, the end of one log.
import { ApiError } from "../client/api-error.ts";
import type { ApiMap } from "../client/api-map.ts";
import type { KubeApi } from "../client/kube-api.ts";
import { numberAt, textAt } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { newestPods, podTrouble } from "./pod-trouble.ts";
import type { PodTrouble } from "./pod-trouble.ts";

const WORKLOADS = new Set(["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job", "Pod"]);
const logLines = 20;

export interface Children {
  readonly replicaSets: readonly KubeObject[];
  readonly pods: readonly KubeObject[];
}

/** Pods and ReplicaSets of a namespace; empty where they may not be read. */
export async function childrenIn(api: KubeApi, map: ApiMap, namespace: string): Promise<Children> {
  const list = async (group: string, kind: string): Promise<readonly KubeObject[]> => {
    const resource = map.preferred(group, kind);
    if (resource === undefined) return [];
    try {
      return (await api.list(resource, namespace)).items;
    } catch (error) {
      if (error instanceof ApiError) return [];
      throw error;
    }
  };
  const [replicaSets, pods] = await Promise.all([list("apps", "ReplicaSet"), list("", "Pod")]);
  return { replicaSets, pods };
}

/** The first trouble among a workload's newest pods. */
export function workloadTrouble(workload: KubeObject, { replicaSets, pods }: Children): PodTrouble | undefined {
  if (!WORKLOADS.has(workload.kind)) return undefined;
  const own = workload.kind === "Pod" ? [workload] : newestPods(workload, replicaSets, pods);
  for (const pod of own) {
    const trouble = podTrouble(pod);
    if (trouble !== undefined) return trouble;
  }
  return undefined;
}

/** Lines for a message, most telling first. Everything passes the redactor before it is kept. */
export async function explainFailure(
  api: KubeApi,
  map: ApiMap,
  object: KubeObject,
  redact: (text: string) => string,
): Promise<string[]> {
  const notes: string[] = [];
  const namespace = object.metadata.namespace ?? "";
  const children = WORKLOADS.has(object.kind) ? await childrenIn(api, map, namespace) : { replicaSets: [], pods: [] };
  const trouble = workloadTrouble(object, children);
  const uids = new Set([object.metadata.uid]);
  if (trouble !== undefined) {
    const where =
      trouble.container === "" ? `pod ${trouble.pod}` : `pod ${trouble.pod}, container ${trouble.container}`;
    notes.push(`${where}: ${trouble.reason}${trouble.message === "" ? "" : `: ${trouble.message}`}`);
    uids.add(children.pods.find(({ metadata }) => metadata.name === trouble.pod)?.metadata.uid);
  }
  for (const set of children.replicaSets)
    if (set.metadata.ownerReferences?.some(({ uid }) => uid === object.metadata.uid)) uids.add(set.metadata.uid);
  notes.push(...(await lastEvents(api, map, namespace, uids)));
  if (trouble?.ended === true) {
    const log = await logOf(api, namespace, trouble);
    if (log.length > 0) notes.push(`the last lines of its log:`, ...log.map((line) => `  ${line}`));
  }
  if (trouble !== undefined) notes.push(`more: kubectl -n ${namespace} describe pod ${trouble.pod}`);
  return notes.map((note) => redact(note));
}

async function logOf(api: KubeApi, namespace: string, { pod, container, restarts }: PodTrouble): Promise<string[]> {
  for (const previous of restarts > 0 ? [true, false] : [false]) {
    try {
      const text = await api.log(namespace, pod, container, { lines: logLines, previous });
      const lines = text.split("\n").filter((line) => line !== "");
      if (lines.length > 0) return lines.slice(-logLines).map((line) => line.slice(0, 500));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // no log, or no right to it
    }
  }
  return [];
}

/** Warnings first, newest first, equal ones once with their number. */
async function lastEvents(
  api: KubeApi,
  map: ApiMap,
  namespace: string,
  uids: ReadonlySet<string | undefined>,
): Promise<string[]> {
  const resource = map.find("v1", "Event");
  if (resource === undefined || namespace === "") return [];
  const found: KubeObject[] = [];
  for (const uid of uids) {
    if (uid === undefined) continue;
    try {
      found.push(...(await api.list(resource, namespace, { fieldSelector: `involvedObject.uid=${uid}` })).items);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  const lines = new Map<string, { count: number; time: string }>();
  for (const event of found) {
    if (textAt(event, "type") !== "Warning") continue;
    const text = `${textAt(event, "reason")}: ${textAt(event, "message").replace(/pods? "[^"]+"/g, "pods")}`;
    const count = numberAt(event, "series", "count") ?? numberAt(event, "count") ?? 1;
    const time = eventTime(event);
    const before = lines.get(text);
    lines.set(text, {
      count: count + (before?.count ?? 0),
      time: before !== undefined && before.time > time ? before.time : time,
    });
  }
  return [...lines]
    .sort(([, a], [, b]) => (a.time < b.time ? 1 : -1))
    .slice(0, 3)
    .map(([text, { count }]) => `event${count > 1 ? ` (${count} times)` : ""}: ${text}`);
}

function eventTime(event: KubeObject): string {
  const times = [
    textAt(event, "series", "lastObservedTime"),
    textAt(event, "lastTimestamp"),
    textAt(event, "eventTime"),
    textAt(event, "firstTimestamp"),
  ];
  return times.reduce((a, b) => (b > a ? b : a), "");
}
