import type { ApiResource } from "../client/api-map.ts";
import type { KubeApi } from "../client/kube-api.ts";
import type { Clock } from "../client/transport.ts";
import { listAt, textAt } from "../kube-object.ts";
import type { KubeObject, ObjectId } from "../kube-object.ts";

/** Waits until an object is gone: not there, or another one under its name. What is still there after the time, or undefined. */
export async function waitGone(
  api: KubeApi,
  clock: Clock,
  resource: ApiResource,
  id: ObjectId,
  uid: string | undefined,
  timeoutMs: number,
): Promise<KubeObject | undefined> {
  const began = clock.now();
  for (let pause = 50; ; pause = Math.min(pause * 2, 1000)) {
    const there = await api.get(resource, id.namespace, id.name);
    if (there === undefined || (uid !== undefined && there.metadata.uid !== uid)) return undefined;
    if (clock.now() - began > timeoutMs) return there;
    await clock.sleep(pause);
  }
}

/** What holds an object that does not go. */
export function holders(object: KubeObject): string[] {
  const out = (object.metadata.finalizers ?? []).map((name) => `finalizer ${name}`);
  if (object.kind === "Namespace") {
    for (const name of listAt(object, "spec", "finalizers")) out.push(`finalizer ${String(name)}`);
    for (const condition of listAt(object, "status", "conditions"))
      if (textAt(condition, "status") === "True")
        out.push(`${textAt(condition, "type")}: ${textAt(condition, "message")}`);
  }
  return out;
}
