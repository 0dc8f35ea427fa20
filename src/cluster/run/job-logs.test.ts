// Logs of Jobs: the pod that ended last, without secrets, and nothing where they may not be read.
import { describe, expect, test } from "vitest";
import { ApiError } from "../client/api-error.ts";
import { ModelApi, ModelCluster } from "../model-api.ts";
import type { KubeObject } from "../kube-object.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { JobLogs, logsText, readLogs } from "./job-logs.ts";
import { ApiMap } from "../client/api-map.ts";

const pod = (name: string, phase: string, startTime: string, owner = "u1"): KubeObject =>
  ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "n", ownerReferences: [{ kind: "Job", name: "j", uid: owner, controller: true }] },
    spec: { containers: [{ name: "main" }, { name: "side" }] },
    status: { phase, startTime },
  }) as unknown as KubeObject;
const job: KubeObject = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "j", namespace: "n", uid: "u1" } };

function collector(pods: readonly KubeObject[], log: (pod: string, container: string) => string) {
  const asked: string[] = [];
  class Api extends ModelApi {
    override resources() {
      const base = { group: "", version: "v1", namespaced: true, verbs: ["list"], subresources: [] };
      return Promise.resolve(new ApiMap([{ ...base, kind: "Pod", plural: "pods" }]));
    }
    override list() {
      return Promise.resolve({ items: pods, resourceVersion: "1" });
    }
    override log(_: string, name: string, container: string) {
      asked.push(`${name}/${container}`);
      return Promise.resolve().then(() => log(name, container));
    }
  }
  const context = {
    api: new Api(new ModelCluster()),
    redact: (text: string) => text.replaceAll("canary", "***"),
  } as unknown as ClusterContext;
  return { logs: new JobLogs(context), asked };
}

describe("logs of Jobs (CLU-4)", () => {
  const pods = [
    pod("old", "Failed", "1"),
    pod("new", "Succeeded", "2"),
    pod("young", "Running", "3"),
    pod("other", "Failed", "9", "u2"),
  ];

  test("of the pod that ended last, each container once, without secrets", async () => {
    const { logs, asked } = collector(pods, (name, container) => `${name} ${container} canary\n`);
    await logs.collect(job);
    await logs.collect(job);
    expect(asked).toEqual(["new/main", "new/side"]);
    expect(logs.all.map(({ text }) => text)).toEqual(["new main ***\n", "new side ***\n"]);
    expect(readLogs(logsText(logs.all))).toEqual(logs.all);
  });

  test("nothing where none may be read, or nothing has ended: it may be asked for again", async () => {
    const refuse = (): never => {
      throw new ApiError({ status: 403, headers: new Map(), body: "" });
    };
    const refused = collector(pods, refuse);
    await refused.logs.collect(job);
    expect(refused.logs.all).toEqual([]);
    const running = collector([pod("young", "Running", "3")], () => "x");
    await running.logs.collect(job);
    expect(running.asked).toEqual([]);
  });

  test("what is no log is told", () => {
    expect(() => readLogs("{")).toThrow("no log");
    expect(() => readLogs('[{"a":1}]')).toThrow("no log");
  });
});
