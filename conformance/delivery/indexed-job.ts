// The Indexed Job of `opm release job` on a real control plane. Nothing runs pods there: this program does, as a kubelet
// would, and tells the server how they ended. One pod is killed on its way and must run again; one index has wrong
// input and must not. What the shards wrote, joined, must be what one run writes.
//
//   OPM_KUBE_RUN=FOLDER node tool/run.mjs conformance/delivery/indexed-job.ts     (level controllers; with kubectl)
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { writeFleet } from "../../bench/fleet-tree.ts";
import { findServer } from "../cluster/find-server.ts";

const SHARDS = 4;
const found = findServer();
if (typeof found === "string") {
  console.log(`indexed-job: skipped: ${found}`);
  process.exit(0);
}
const { admin } = found;
const root = mkdtempSync(join(tmpdir(), "opm-job-"));
const bin = join(root, "bin");
mkdirSync(bin);
writeFileSync(join(bin, "opm"), `#!/bin/sh\nexec "${resolve("opm")}" "$@"\n`);
chmodSync(join(bin, "opm"), 0o755);
const env = { ...process.env, PATH: `${bin}:${process.env["PATH"]}` };
const kubectl = (args: readonly string[], input?: string): string =>
  execFileSync("kubectl", ["--kubeconfig", admin, "-n", "default", ...args], {
    encoding: "utf8",
    ...(input !== undefined && { input }),
  });
const opm = (...args: string[]): ReturnType<typeof spawnSync> =>
  spawnSync("opm", args, { cwd: root, env, encoding: "utf8" });

interface Pod {
  readonly metadata: { readonly name: string; readonly annotations: Readonly<Record<string, string>> };
  readonly status: { readonly phase: string };
  readonly spec: { readonly containers: readonly [{ readonly command: readonly string[] }] };
}

interface Ended {
  readonly condition: string;
  readonly failed: string;
  /** How often each index was begun. */
  readonly runs: ReadonlyMap<string, number>;
}

/** Runs the pods of a job until it has ended. `dies`: whether a pod is killed. */
async function play(name: string, dies: (index: string, run: number) => boolean): Promise<Ended> {
  const runs = new Map<string, number>();
  for (let i = 0; i < 300; i++) {
    const { items } = JSON.parse(kubectl(["get", "pods", "-l", `job-name=${name}`, "-o", "json"])) as { items: Pod[] };
    for (const { metadata, spec, status } of items) {
      if (status.phase !== "Pending") continue;
      const index = metadata.annotations["batch.kubernetes.io/job-completion-index"]!;
      const run = (runs.get(index) ?? 0) + 1;
      runs.set(index, run);
      const [sh = "", ...words] = spec.containers[0].command.map((word) => word.replaceAll("/repository", root));
      const killed = dies(index, run);
      const ended = killed
        ? 137
        : (spawnSync(sh, words, { cwd: root, env: { ...env, JOB_COMPLETION_INDEX: index }, encoding: "utf8" }).status ??
          1);
      const at = new Date().toISOString().replace(/\.\d+Z$/, "Z");
      const state = {
        terminated: { exitCode: ended, startedAt: at, finishedAt: at, reason: ended === 0 ? "Completed" : "Error" },
      };
      const told = {
        phase: ended === 0 ? "Succeeded" : "Failed",
        containerStatuses: [
          { name: "opm", image: "x", imageID: "x", ready: false, restartCount: 0, started: false, state },
        ],
      };
      kubectl([
        "patch",
        "pod",
        metadata.name,
        "--subresource=status",
        "--type=merge",
        "-p",
        JSON.stringify({ status: told }),
      ]);
    }
    const job = JSON.parse(kubectl(["get", "job", name, "-o", "json"])) as {
      status: { conditions?: { type: string; status: string }[]; failedIndexes?: string };
    };
    const end = job.status.conditions?.find(
      ({ type, status }) => ["Complete", "Failed"].includes(type) && status === "True",
    );
    if (end !== undefined) return { condition: end.type, failed: job.status.failedIndexes ?? "", runs };
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error(`the job ${name} has no end`);
}

function expect(what: string, holds: boolean, saw?: unknown): void {
  console.log(`${holds ? "ok" : "FAILED"}  ${what}${holds ? "" : `: ${JSON.stringify(saw)}`}`);
  if (!holds) process.exitCode = 1;
}

const files = (folder: string): Map<string, string> =>
  new Map(
    (readdirSync(folder, { recursive: true }) as string[])
      .filter((name) => name.endsWith(".yaml"))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );

try {
  writeFleet(root, 16);
  const flags = ["apps", "--platform", "platform", "-e", "dev", "-e", "prod"];
  const job = [
    "release",
    "job",
    ...flags,
    "--image",
    "x",
    "--shards",
    String(SHARDS),
    "--claim",
    "work",
    "-n",
    "default",
  ];
  for (const name of ["opm-render", "opm-wrong"]) {
    kubectl(["delete", "job", name, "--ignore-not-found", "--wait"]);
    const printed = opm(...job, "--name", name);
    kubectl(["create", "-f", "-"], printed.stdout as string);
    if (name === "opm-render") {
      const { condition, runs, failed } = await play(name, (index, run) => index === "2" && run === 1);
      expect("the job completes", condition === "Complete", { condition, failed });
      expect(
        "a pod that was killed ran again, and no other did",
        [...runs].every(([i, n]) => n === (i === "2" ? 2 : 1)),
        [...runs],
      );
      opm("release", "build", ...flags, "--out-dir", "whole");
      const parts = Array.from({ length: SHARDS }, (_, i) => `out/shard-${i + 1}`);
      const merged = opm("release", "merge", ...parts, "--out-dir", "joined");
      expect("the shards join", merged.status === 0, merged.stderr);
      const [a, b] = [files(join(root, "whole")), files(join(root, "joined"))];
      const same = a.size === b.size && [...a].every(([file, text]) => b.get(file) === text);
      expect(`${a.size} files are those of one run, byte for byte`, same && a.size > 0, [a.size, b.size]);
      // From now on one release is wrong.
      writeFileSync(
        join(root, "apps/app-00000/more.cue"),
        'package app_00000\n\n"app-00000": values: replicas: "many"\n',
      );
      rmSync(join(root, "out"), { recursive: true });
    } else {
      const { condition, runs, failed } = await play(name, () => false);
      expect("wrong input fails the job", condition === "Failed" && /^\d$/.test(failed), { condition, failed });
      expect(
        "exit code 2 is not tried again",
        [...runs.values()].every((n) => n === 1),
        [...runs],
      );
      const parts = Array.from({ length: SHARDS }, (_, i) => `out/shard-${i + 1}`);
      const merged = opm("release", "merge", ...parts, "--out-dir", "joined-2");
      expect(
        "and its shard is missed",
        merged.status === 2 && /missing: \d\/4/.test(merged.stderr as string),
        merged.stderr,
      );
    }
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
