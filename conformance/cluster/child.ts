// A run in a process of its own, which kills itself at a write: child VERB KUBECONFIG NAMESPACE STATE AT AFTER.
import {
  applyRelease,
  awaitLock,
  deleteRelease,
  planDelete,
  planRelease,
  planRollback,
} from "../../src/cluster/index.ts";
import type { ClusterContext, KubeApi, RollbackRequest } from "../../src/cluster/index.ts";
import { config, deployment, job, open, secret, service } from "./harness.ts";

/** States of a release, each other than the next: objects come, change, go, and are made again. */
export const states: Readonly<Record<string, readonly unknown[]>> = {
  a: [config("c1", { a: "1" }), config("c2", { a: "1" }), secret("s1", { k: "first-value" }), service("web")],
  b: [
    config("c1", { a: "2" }),
    config("c3", { a: "1" }),
    secret("s1", { k: "second-value" }),
    service("web", { ports: [{ name: "http", port: 81 }] }),
  ],
  /** Two that cannot be changed into each other. */
  r1: [deployment("web", { replicas: 0, label: "one" }), config("c1", { a: "1" })],
  r2: [deployment("web", { replicas: 0, label: "two" }), config("c1", { a: "2" })],
  j1: [job("migrate", {}, { args: ["one"] }), config("c1", { a: "1" })],
  j2: [job("migrate", {}, { args: ["two"] }), config("c1", { a: "2" })],
};

/** Its writes are counted; at one of them the process is killed, before it is sent or after it was answered. */
export function deadly(context: ClusterContext, at: number, after: boolean): ClusterContext {
  let writes = 0;
  const die = (): Promise<never> => {
    process.kill(process.pid, "SIGKILL");
    return new Promise(() => {});
  };
  const api = context.api as KubeApi & Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const name of ["apply", "create", "replace", "patch", "delete"] as const) {
    const real = (api[name] as unknown as (...args: unknown[]) => Promise<unknown>).bind(api);
    (api as Record<string, unknown>)[name] = async (...args: unknown[]) => {
      const options = args.at(-1) as { dryRun?: boolean } | undefined;
      if (options?.dryRun === true) return real(...args);
      const mine = ++writes === at;
      if (mine && !after) return die();
      const result = await real(...args);
      return mine && after ? die() : result;
    };
  }
  return context;
}

export async function child([
  verb = "",
  kubeconfig = "",
  namespace = "",
  state = "",
  at = "0",
  after = "",
]: readonly string[]): Promise<number> {
  const opened = open(kubeconfig);
  const context = deadly(
    { ...opened.context, leaseSeconds: Number(process.env["OPM_LEASE_SECONDS"] ?? 2) },
    Number(at),
    after === "after",
  );
  const release = { name: "app", namespace, uuid: "u", module: "example.com/app@v0#App", version: "1.0.0" };
  const lock = await awaitLock(context, release);
  const dead = lock.dead === undefined ? {} : { deadLock: lock.dead };
  if (verb === "delete") {
    const planned = await planDelete(context, release, { allowDelete: [] });
    if (planned.value !== undefined) await deleteRelease(context, planned.value, { timeoutMs: 20_000, ...dead });
    return 0;
  }
  const request = {
    options: { prune: "yes", adopt: [], recreate: true, forceConflicts: [], allowDelete: [], createNamespace: false },
    limits: {},
  } as const;
  const planned = await (verb === "rollback"
    ? planBack(context, namespace, { ...request, to: Number(state), keepSecrets: true })
    : planRelease(context, {
        ...request,
        release,
        rendered: (states[state] ?? []).map((object) => ({ object, component: "" })),
        operation: verb,
      }));
  if (planned.value === undefined || planned.diagnostics.some(({ severity }) => severity === "error")) {
    console.error(JSON.stringify(planned.diagnostics));
    return 3;
  }
  const result = await applyRelease(context, planned.value, {
    wait: false,
    timeoutMs: 20_000,
    holdsSecret: () => false,
    ...dead,
  });
  return result.outcome === "failed" ? 4 : 0;
}

async function planBack(context: ClusterContext, namespace: string, request: RollbackRequest) {
  const { value, diagnostics } = await planRollback(context, (await context.store.read(namespace, "app"))!, request);
  return { ...(value && { value: value.planned }), diagnostics };
}
