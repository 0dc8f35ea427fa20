// What Jobs said before they ended: kept with the revision that ran them, because their pods do not stay.
import { ApiError } from "../client/api-error.ts";
import { TransportFault } from "../client/transport.ts";
import { isRecord, keyOf, idOf, listAt, textAt } from "../kube-object.ts";
import type { KubeObject, ObjectId } from "../kube-object.ts";
import { DamagedRecord } from "../record/record-store.ts";
import { childrenIn } from "../status/explain-failure.ts";
import type { ClusterContext } from "./cluster-context.ts";

export interface JobLog {
  readonly id: ObjectId;
  readonly pod: string;
  readonly container: string;
  /** Without secrets that are known. */
  readonly text: string;
}

const mostLines = 200;
/** Of one container: what a person reads, not what a log store keeps. */
const mostCharacters = 32_000;

export class JobLogs {
  readonly #context: ClusterContext;
  readonly #found = new Map<string, readonly JobLog[]>();

  constructor(context: ClusterContext) {
    this.#context = context;
  }

  get all(): readonly JobLog[] {
    return [...this.#found.values()].flat();
  }

  /** Of the pod that ended last, each container's. Whoever may not read logs, or comes too late, goes without. */
  async collect(job: KubeObject): Promise<void> {
    const { api } = this.#context;
    const key = keyOf(idOf(job));
    if (this.#found.has(key)) return;
    try {
      const { pods } = await childrenIn(api, await api.resources(), job.metadata.namespace ?? "");
      const own = pods
        .filter((pod) => pod.metadata.ownerReferences?.some(({ uid }) => uid === job.metadata.uid))
        .filter((pod) => /^(Succeeded|Failed)$/.test(textAt(pod, "status", "phase")))
        .sort((a, b) => (began(a) < began(b) ? 1 : -1));
      const last = own[0];
      if (last === undefined) return;
      const logs: JobLog[] = [];
      for (const container of listAt(last, "spec", "containers")) {
        const log = await this.#read(idOf(job), last, textAt(container, "name"));
        if (log !== undefined) logs.push(log);
      }
      if (logs.length > 0) this.#found.set(key, logs);
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof TransportFault)) throw error;
    }
  }

  async #read(id: ObjectId, pod: KubeObject, container: string): Promise<JobLog | undefined> {
    const { api, redact } = this.#context;
    try {
      const text = await api.log(id.namespace, pod.metadata.name, container, { lines: mostLines });
      if (text.trim() === "") return undefined;
      return { id, pod: pod.metadata.name, container, text: redact(text).slice(-mostCharacters) };
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }
}

const began = (pod: KubeObject): string => textAt(pod, "status", "startTime") || (pod.metadata.creationTimestamp ?? "");

export const logsText = (logs: readonly JobLog[]): string => JSON.stringify(logs);

export function readLogs(text: string): readonly JobLog[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.every((one) => isRecord(one) && isRecord(one["id"]))) return list as JobLog[];
  } catch {
    // told below
  }
  throw new DamagedRecord("what is kept is no log");
}
