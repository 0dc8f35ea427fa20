// What holds whatever is applied in whatever order, and wherever a process dies (CLU-3, CLU-4).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Crash, ModelApi, ModelCluster, modelClock } from "./model-api.ts";
import { idOf, keyOf } from "./kube-object.ts";
import type { KubeObject } from "./kube-object.ts";
import { planRelease } from "./plan/plan-release.ts";
import type { ReleaseRequest } from "./plan/plan-release.ts";
import { RecordStore } from "./record/record-store.ts";
import { applyRelease } from "./run/apply-release.ts";
import { awaitLock } from "./run/take-lock.ts";
import type { ApplyResult } from "./run/apply-release.ts";
import type { ClusterContext } from "./run/cluster-context.ts";
import { deleteRelease, planDelete } from "./run/delete-release.ts";
import { planRollback } from "./run/plan-rollback.ts";

const release = { name: "shop", namespace: "default", uuid: "u", module: "example.com/shop", version: "1.0.0" };
const options: ReleaseRequest["options"] = {
  prune: "yes",
  adopt: [],
  recreate: [],
  forceConflicts: [],
  allowDelete: ["Namespace", "ConfigMap", "Secret", "Service", "Deployment", "Job"],
  createNamespace: false,
};

const running = { wait: false, timeoutMs: 1000, holdsSecret: () => false };

let runs = 0;
function contextOf(api: ModelApi): ClusterContext {
  return {
    api,
    store: new RecordStore(api, "1"),
    clock: modelClock(),
    holder: `run ${++runs}`,
    by: "tester",
    leaseSeconds: 150,
    redact: (text) => text,
    learn: () => {},
    emit: () => {},
  };
}

async function apply(
  api: ModelApi,
  objects: readonly KubeObject[],
  more: Partial<ReleaseRequest["options"]> = {},
): Promise<ApplyResult> {
  const context = contextOf(api);
  const lock = await awaitLock(context, release);
  const planned = await planRelease(context, {
    release,
    rendered: objects.map((object) => ({ object, component: "web" })),
    operation: "apply",
    options: { ...options, ...more },
    limits: {},
  });
  expect(planned.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return applyRelease(context, planned.value!, {
    ...running,
    ...(lock.dead !== undefined && { deadLock: lock.dead }),
  });
}

async function remove(api: ModelApi): Promise<void> {
  const context = contextOf(api);
  const lock = await awaitLock(context, release);
  const planned = await planDelete(context, release, options);
  if (planned.value === undefined) {
    expect(planned.diagnostics).toMatchObject([{ code: "OPM7305" }]);
    return;
  }
  const result = await deleteRelease(context, planned.value, {
    timeoutMs: 1000,
    ...(lock.dead !== undefined && { deadLock: lock.dead }),
  });
  expect(result.outcome).toBe("deleted");
}

const config = (name: string, data: Readonly<Record<string, string>>): KubeObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default" },
  data,
});
const secret = (name: string, data: Readonly<Record<string, string>>): KubeObject => ({
  ...config(name, {}),
  kind: "Secret",
  data,
});

const someData = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("eA==", "eQ==", "eg=="), {
  minKeys: 1,
  maxKeys: 3,
});
/** A release of a few objects: never empty, because an empty render never prunes. */
const someObjects = fc
  .dictionary(fc.constantFrom("c1", "c2", "s1", "s2", "other/c3"), someData, { minKeys: 1, maxKeys: 4 })
  .map((entries) => {
    const out = Object.entries(entries).map(([name, data]) => {
      const [namespace, own] = name.includes("/") ? (name.split("/") as [string, string]) : ["default", name];
      const object = own.startsWith("s") ? secret(own, data) : config(own, data);
      return { ...object, metadata: { name: own, namespace } };
    });
    const needsNamespace = out.some(({ metadata }) => metadata.namespace === "other");
    return needsNamespace
      ? [{ apiVersion: "v1", kind: "Namespace", metadata: { name: "other" } } as KubeObject, ...out]
      : out;
  });

const fresh = async (objects: readonly KubeObject[]): Promise<ModelCluster> => {
  const cluster = new ModelCluster();
  await apply(new ModelApi(cluster), objects);
  return cluster;
};

/** Records that nothing holds any more, with as many pieces as revisions. */
function records(cluster: ModelCluster): string[] {
  return [...cluster.objects.values()]
    .filter(({ object }) => object["type"] === "opmodel.dev/release")
    .map(({ object }) => object.metadata.name);
}

describe("laws of applying", () => {
  test("twice is once: the second run writes nothing", () =>
    fc.assert(
      fc.asyncProperty(someObjects, async (a) => {
        const cluster = await fresh(a);
        const api = new ModelApi(cluster);
        expect((await apply(api, a)).outcome).toBe("unchanged");
        expect(api.writes).toBe(0);
      }),
      { numRuns: 30 },
    ));

  test("A, then B, is B", () =>
    fc.assert(
      fc.asyncProperty(someObjects, someObjects, async (a, b) => {
        const cluster = await fresh(a);
        await apply(new ModelApi(cluster), b);
        expect(cluster.contents()).toEqual((await fresh(b)).contents());
      }),
      { numRuns: 40 },
    ));

  test("A, B, back to A, is A", () =>
    fc.assert(
      fc.asyncProperty(someObjects, someObjects, async (a, b) => {
        const cluster = await fresh(a);
        const api = new ModelApi(cluster);
        if ((await apply(api, b)).outcome === "unchanged") return;
        const context = contextOf(api);
        const stored = (await context.store.read("default", "shop"))!;
        const back = await planRollback(context, stored, { to: 1, keepSecrets: false, options, limits: {} });
        // What a Secret held is in no record: where the cluster has it no more, going back is refused.
        if (back.value === undefined) {
          expect(back.diagnostics[0]!.code).toBe("OPM7307");
          return;
        }
        await applyRelease(context, back.value.planned, running);
        expect(cluster.contents()).toEqual((await fresh(a)).contents());
      }),
      { numRuns: 30 },
    ));

  test("A, B, back by who saw A, is A: Secrets too, or it is told which are not", () =>
    fc.assert(
      fc.asyncProperty(someObjects, someObjects, fc.boolean(), async (a, b, saw) => {
        const cluster = await fresh(a);
        const api = new ModelApi(cluster);
        const before = new Map([...cluster.objects.values()].map(({ object }) => [keyOf(idOf(object)), object]));
        if ((await apply(api, b)).outcome === "unchanged") return;
        const context = contextOf(api);
        const stored = (await context.store.read("default", "shop"))!;
        const request = { to: 1, keepSecrets: true, options, limits: {}, ...(saw && { before }) };
        const back = await planRollback(context, stored, request);
        if (back.value === undefined) {
          expect([saw, back.diagnostics[0]!.code]).toEqual([false, "OPM7307"]);
          return;
        }
        await applyRelease(context, back.value.planned, running);
        const kept = back.diagnostics.filter(({ code }) => code === "OPM7310");
        if (saw) expect(kept).toEqual([]);
        if (kept.length === 0) expect(cluster.contents()).toEqual((await fresh(a)).contents());
        else expect(cluster.contents()).not.toEqual((await fresh(a)).contents());
      }),
      { numRuns: 40 },
    ));

  test("what others own is never touched, and what is theirs stays", () =>
    fc.assert(
      fc.asyncProperty(someObjects, someObjects, async (a, b) => {
        const cluster = new ModelCluster();
        const foreign = cluster.put(config("foreign", { x: "1" }), new Map());
        await apply(new ModelApi(cluster), a);
        await apply(new ModelApi(cluster), b);
        await remove(new ModelApi(cluster));
        expect([...cluster.objects.keys()].sort()).toEqual(["ConfigMap/default/foreign", "Namespace//default"]);
        expect(cluster.objects.get("ConfigMap/default/foreign")!.object).toBe(foreign);
      }),
      { numRuns: 30 },
    ));
});

describe("a process that dies", () => {
  const dying = async (
    work: (api: ModelApi) => Promise<unknown>,
    cluster: ModelCluster,
    at: number,
    after: boolean,
  ): Promise<boolean> => {
    const api = new ModelApi(cluster);
    api.crash = { at, after };
    try {
      await work(api);
      return false;
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      return true;
    }
  };

  test("at any write of an upgrade, then a run, is as if it had not", () =>
    fc.assert(
      fc.asyncProperty(
        someObjects,
        someObjects,
        fc.integer({ min: 1, max: 14 }),
        fc.boolean(),
        async (a, b, at, after) => {
          const cluster = await fresh(a);
          await dying((api) => apply(api, b), cluster, at, after);
          await apply(new ModelApi(cluster), b);
          expect(cluster.contents()).toEqual((await fresh(b)).contents());
          const api = new ModelApi(cluster);
          expect((await apply(api, b)).outcome).toBe("unchanged");
          expect(api.writes).toBe(0);
          const { record } = (await contextOf(api).store.read("default", "shop"))!;
          expect(record.pending).toBeUndefined();
          expect(records(cluster).length).toBe(
            1 + new Set(record.history.flatMap(({ stored }) => stored?.names ?? [])).size,
          );
        },
      ),
      { numRuns: 80 },
    ));

  test("again and again, then a run, is as if it had not", () =>
    fc.assert(
      fc.asyncProperty(
        someObjects,
        someObjects,
        fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 4 }),
        async (a, b, crashes) => {
          const cluster = new ModelCluster();
          for (const at of crashes) await dying((api) => apply(api, at % 2 === 0 ? a : b), cluster, at, at % 3 === 0);
          await apply(new ModelApi(cluster), b);
          expect(cluster.contents()).toEqual((await fresh(b)).contents());
        },
      ),
      { numRuns: 40 },
    ));

  test("at any write of a delete, then a delete, leaves nothing", () =>
    fc.assert(
      fc.asyncProperty(someObjects, fc.integer({ min: 1, max: 10 }), fc.boolean(), async (a, at, after) => {
        const cluster = await fresh(a);
        await dying(remove, cluster, at, after);
        await remove(new ModelApi(cluster));
        expect([...cluster.objects.keys()]).toEqual(["Namespace//default"]);
      }),
      { numRuns: 60 },
    ));

  test("and a delete after any crash of an install leaves nothing", () =>
    fc.assert(
      fc.asyncProperty(someObjects, fc.integer({ min: 1, max: 10 }), fc.boolean(), async (a, at, after) => {
        const cluster = new ModelCluster();
        const died = await dying((api) => apply(api, a), cluster, at, after);
        await remove(new ModelApi(cluster));
        const left = [...cluster.objects.keys()].filter((key) => !key.startsWith("Secret/default/opm.release"));
        expect(left).toEqual(["Namespace//default"]);
        if (!died) expect(records(cluster)).toEqual([]);
      }),
      { numRuns: 60 },
    ));
});

describe("records", () => {
  test("one that was deleted is made again from the marks of objects, and prunes what is not wanted", async () => {
    const cluster = await fresh([config("c1", { a: "1" }), config("c2", { a: "1" })]);
    for (const name of records(cluster)) cluster.objects.delete(`Secret/default/${name}`);
    await apply(new ModelApi(cluster), [config("c1", { a: "1" })]);
    expect(cluster.contents()).toEqual((await fresh([config("c1", { a: "1" })])).contents());
  });

  test("one that was edited is refused", async () => {
    const cluster = await fresh([config("c1", { a: "1" })]);
    const { object, owners } = cluster.objects.get("Secret/default/opm.release.v1.shop")!;
    const data = object["data"] as Record<string, string>;
    cluster.put({ ...object, data: { record: `AA${data["record"]!.slice(2)}` } }, owners);
    const planned = await planRelease(contextOf(new ModelApi(cluster)), {
      release,
      rendered: [],
      operation: "apply",
      options,
    });
    expect(planned.diagnostics).toMatchObject([{ code: "OPM7301" }]);
  });

  test("hold no secret", async () => {
    const cluster = await fresh([secret("s1", { a: btoa("correct horse battery") })]);
    for (const { object } of cluster.objects.values()) {
      if (object["type"] !== "opmodel.dev/release") continue;
      for (const part of Object.values(object["data"] as Record<string, string>)) {
        const bytes = Uint8Array.from(atob(part), (c) => c.charCodeAt(0));
        const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
        expect(text).not.toContain("horse");
        expect(text).not.toContain(btoa("correct horse battery"));
      }
    }
  });

  test("an empty render never prunes", async () => {
    const cluster = await fresh([config("c1", { a: "1" })]);
    const planned = await planRelease(contextOf(new ModelApi(cluster)), {
      release,
      rendered: [],
      operation: "apply",
      options,
    });
    expect(planned.diagnostics).toMatchObject([{ code: "OPM7107" }]);
  });
});

describe("two writers", () => {
  test("of two at once one is told who the other is", async () => {
    const cluster = new ModelCluster();
    const run = async (): Promise<ApplyResult> => {
      const context = contextOf(new ModelApi(cluster));
      const planned = await planRelease(context, {
        release,
        rendered: [{ object: config("c1", { a: context.holder }), component: "" }],
        operation: "apply",
        options,
      });
      return applyRelease(context, planned.value!, { wait: false, timeoutMs: 1000, holdsSecret: () => false });
    };
    const results = await Promise.all([run(), run()]);
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(["deployed", "failed"]);
    expect(results.find(({ outcome }) => outcome === "failed")!.diagnostics).toMatchObject([{ code: "OPM7303" }]);
  });

  test("a record that somebody edits midway stops the run, and nothing is pruned", async () => {
    const cluster = await fresh([config("c1", { a: "1" }), config("c2", { a: "1" })]);
    const api = new ModelApi(cluster);
    const context = contextOf(api);
    const planned = await planRelease(context, {
      release,
      rendered: [{ object: config("c1", { a: "2" }), component: "" }],
      operation: "apply",
      options,
      limits: {},
    });
    const apply = api.apply.bind(api);
    api.apply = async (resource, object, given) => {
      const result = await apply(resource, object, given);
      const { object: record, owners } = cluster.objects.get("Secret/default/opm.release.v1.shop")!;
      cluster.put({ ...record, data: { record: "AAAA" } }, owners);
      return result;
    };
    const result = await applyRelease(context, planned.value!, {
      wait: false,
      timeoutMs: 1000,
      holdsSecret: () => false,
    });
    expect(result.outcome).toBe("failed");
    expect(cluster.objects.has("ConfigMap/default/c2")).toBe(true);
  });
});
