// Objects to a cluster and back, beside kubectl on the same server in the same run.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyRelease, deleteRelease, planDelete, planRelease } from "../src/cluster/index.ts";
import { openCluster } from "../src/host/node-cluster.ts";
import { findProgram } from "./peer.ts";

/** What we promise beside kubectl. */
const most = 1.5;
const memory = 200;

const objects = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: `c${i}` },
    data: { number: String(i), text: "x".repeat(200) },
  }));

/** One verb in a process of its own: its time without the start of Node, and its memory, as JSON. */
export async function clusterChild([
  verb = "",
  kubeconfig = "",
  namespace = "",
  count = "0",
]: readonly string[]): Promise<number> {
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
      rendered: objects(Number(count)).map((object) => ({ object, component: "" })),
      operation: "apply",
      options: { prune: "yes", adopt: [], recreate: [], forceConflicts: [], allowDelete: [], createNamespace: false },
    });
    if (planned.value === undefined || planned.diagnostics.length > 0) return 1;
    if (verb === "apply") {
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

/** Whether the promises hold. */
export function clusterBench(scratch: string, count: number, json: boolean): boolean {
  const kubectl = findProgram("kubectl");
  const kubeconfig = process.env["KUBECONFIG"];
  if (kubectl === undefined || !kubeconfig) {
    console.log(
      `skipped: ${kubectl === undefined ? "there is no kubectl on the PATH" : "KUBECONFIG names no cluster"}`,
    );
    return true;
  }
  const namespace = `bench-${randomBytes(3).toString("hex")}`;
  const file = join(scratch, "objects.json");
  writeFileSync(
    file,
    JSON.stringify({
      apiVersion: "v1",
      kind: "List",
      items: objects(count).map((object) => ({
        ...object,
        metadata: { ...object.metadata, namespace: `${namespace}-k` },
      })),
    }),
  );
  const peer = (...words: string[]): number => {
    const began = performance.now();
    const { status, stderr } = spawnSync(kubectl, words, { encoding: "utf8", maxBuffer: 1 << 28 });
    if (status !== 0) console.error(stderr.slice(0, 500));
    return Math.round(performance.now() - began);
  };
  const ours = (verb: string): { ms: number; mb: number } => {
    const words = [fileURLToPath(import.meta.url), "cluster-child", verb, kubeconfig, namespace, String(count)];
    const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    if (stdout === "") throw new Error(stderr.slice(0, 1000));
    return JSON.parse(stdout) as { ms: number; mb: number };
  };
  for (const name of [namespace, `${namespace}-k`]) peer("create", "namespace", name);
  let good = true;
  const measure = peer("apply", "--server-side", "-f", file);
  const rows: [string, number, () => { ms: number; mb: number }][] = [
    ["apply", measure, () => ours("apply")],
    ["again", peer("apply", "--server-side", "-f", file), () => ours("apply")],
    ["diff", peer("diff", "--server-side", "-f", file), () => ours("plan")],
  ];
  for (const [name, theirs, run] of rows) good = line(name, theirs, run(), measure) && good;
  good = line("delete", peer("delete", "-f", file), ours("delete"), measure) && good;
  for (const name of [namespace, `${namespace}-k`]) peer("delete", "namespace", name, "--wait=false");
  return good;

  function line(name: string, theirs: number, { ms, mb }: { ms: number; mb: number }, apply: number): boolean {
    const ratio = ms / apply;
    const kept = ratio <= most && mb < memory;
    console.log(
      json
        ? JSON.stringify({ name, objects: count, ms, kubectl: theirs, ratio, mb, kept })
        : `  ${name.padEnd(8)} opm ${ms} ms, ${mb} MB; kubectl ${theirs} ms; ${ratio.toFixed(2)} of kubectl apply --server-side${kept ? "" : "  TOO MUCH"}`,
    );
    return kept;
  }
}
