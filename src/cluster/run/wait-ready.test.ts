// Waiting without the right to list: one by one, and said where even that is refused (facts: 403 on watch is polled).
import { describe, expect, test } from "vitest";
import { ApiError } from "../client/api-error.ts";
import { ModelApi, ModelCluster, modelClock } from "../model-api.ts";
import type { KubeObject } from "../kube-object.ts";
import type { ClusterContext, RunEvent } from "./cluster-context.ts";
import { waitReady } from "./wait-ready.ts";

const refusal = (): ApiError => new ApiError({ status: 403, headers: new Map(), body: "" });
const id = { group: "", kind: "Namespace", namespace: "", name: "n" };

async function waited(get: () => KubeObject | undefined): Promise<{ bad: string[]; events: RunEvent[] }> {
  class Api extends ModelApi {
    override list(): Promise<never> {
      return Promise.reject(refusal());
    }
    override get() {
      return Promise.resolve().then(get);
    }
  }
  const api = new Api(new ModelCluster());
  const events: RunEvent[] = [];
  const context = {
    api,
    clock: modelClock(),
    redact: (text: string) => text,
    emit: (event: RunEvent) => void events.push(event),
  } as unknown as ClusterContext;
  const map = await api.resources();
  const target = { id, resource: map.find("v1", "Namespace")! };
  const bad = await waitReady(context, map, [target], { timeoutMs: 20_000, applySet: "x" });
  return { bad: bad.map(({ health }) => health), events };
}

describe("waiting where nothing may be listed", () => {
  const namespace = (phase: string): KubeObject => ({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "n" },
    status: { phase },
  });

  test("goes on one by one until it is ready", async () => {
    let asked = 0;
    const { bad } = await waited(() => namespace(++asked > 3 ? "Active" : "Pending"));
    expect(bad).toEqual([]);
    expect(asked).toBeGreaterThan(3);
  });

  test("is over in time where it never is", async () => {
    expect((await waited(() => namespace("Pending"))).bad).toEqual(["InProgress"]);
  });

  test("says once that it does not wait where it may not even look", async () => {
    const { bad, events } = await waited(() => {
      throw refusal();
    });
    expect(bad).toEqual([]);
    expect(events.filter(({ type }) => type === "warning")).toHaveLength(1);
  });
});
