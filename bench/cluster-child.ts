// node tool/run.mjs bench/cluster-child.ts VERB KUBECONFIG NAMESPACE COUNT: one verb of the bench of clusters, in a process
// that has loaded nothing else.
import { applyRelease, deleteRelease, planDelete, planRelease } from "../src/cluster/index.ts";
import { openCluster } from "../src/host/node-cluster.ts";
import { benchObjects } from "./cluster-objects.ts";

/** One verb in a process of its own: its time without the start of Node, and its memory, as JSON. */
async function main([verb = "", kubeconfig = "", namespace = "", count = "0"]: readonly string[]): Promise<number> {
  const opened = openCluster(
    {},
    { kubeconfig },
    { version: "0.0.0", redact: (text) => text, learn: () => {}, emit: () => {} },
  );
  if (opened.value === undefined) return 1;
  const { context } = opened.value;
  const release = { name: "bench", namespace, uuid: "u", module: "example.com/bench", version: "1.0.0" };
  const began = performance.now();
  if (verb === "delete") {
    const planned = await planDelete(context, release, { allowDelete: [] });
    const result = planned.value && (await deleteRelease(context, planned.value, { timeoutMs: 60_000 }));
    if (result?.outcome !== "deleted") return 1;
  } else {
    const planned = await planRelease(context, {
      release,
      rendered: benchObjects(Number(count)).map((object) => ({ object, component: "" })),
      operation: "apply",
      options: { prune: "yes", adopt: [], recreate: [], forceConflicts: [], allowDelete: [], createNamespace: false },
    });
    if (planned.value === undefined || planned.diagnostics.length > 0) return 1;
    if (verb !== "diff") {
      const result = await applyRelease(context, planned.value, {
        wait: false,
        timeoutMs: 60_000,
        holdsSecret: () => false,
      });
      if (result.outcome === "failed") return 1;
    }
  }
  console.log(
    JSON.stringify({
      ms: Math.round(performance.now() - began),
      mb: Math.round(process.resourceUsage().maxRSS / 1024),
    }),
  );
  return 0;
}

process.exit(await main(process.argv.slice(2)));
