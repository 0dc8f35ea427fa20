// Objects to a cluster and back, beside kubectl on the same server in the same run.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { benchObjects } from "./cluster-objects.ts";
import { findProgram } from "./peer.ts";

/** What we promise beside kubectl. */
const most = 1.5;
const memory = 200;

/** `apply`, `again`, `diff` or `delete`: its time without the start of Node, and its memory. */
export function clusterVerb(
  verb: string,
  kubeconfig: string,
  namespace: string,
  count: number,
): { readonly ms: number; readonly mb: number } {
  const words = ["tool/run.mjs", "bench/cluster-child.ts", verb, kubeconfig, namespace, String(count)];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr.slice(0, 1000));
  return JSON.parse(stdout) as { ms: number; mb: number };
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
      items: benchObjects(count).map((object) => ({
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
  const ours = (verb: string) => clusterVerb(verb, kubeconfig, namespace, count);
  for (const name of [namespace, `${namespace}-k`]) peer("create", "namespace", name);
  let good = true;
  const measure = peer("apply", "--server-side", "-f", file);
  const rows: [string, number, () => { ms: number; mb: number }][] = [
    ["apply", measure, () => ours("apply")],
    ["again", peer("apply", "--server-side", "-f", file), () => ours("again")],
    ["diff", peer("diff", "--server-side", "-f", file), () => ours("diff")],
  ];
  for (const [name, theirs, run] of rows) good = line(name, theirs, run(), measure) && good;
  good = line("delete", peer("delete", "-f", file, "--wait=false"), ours("delete"), measure) && good;
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
