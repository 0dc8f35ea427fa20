import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Level, Server } from "./harness.ts";

/** A server that is named, one that runs, or one that is started; otherwise why there is none. */
export function findServer(): Server | string {
  const { OPM_KUBE_URL: url, OPM_KUBE_CA: ca, OPM_KUBE_TOKEN: token, OPM_KUBE_RUN: run } = process.env;
  if (url && token) {
    const file = join(mkdtempSync(join(tmpdir(), "opm-kube-")), "config");
    const cluster = { server: url, ...(ca ? { "certificate-authority": resolve(ca) } : {}) };
    writeFileSync(
      file,
      JSON.stringify({
        "current-context": "test",
        clusters: [{ name: "test", cluster }],
        contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
        users: [{ name: "test", user: { token } }],
      }),
      { mode: 0o600 },
    );
    return { admin: file, level: (process.env["OPM_KUBE_LEVEL"] as Level | undefined) ?? "api" };
  }
  if (run) return ofFolder(resolve(run));
  const judge = resolve("../shared/judges/kube/kube-up.sh");
  const cache = process.env["OPM_KUBE_CACHE"];
  if (!existsSync(judge))
    return "neither OPM_KUBE_URL and OPM_KUBE_TOKEN nor OPM_KUBE_RUN are set, and ../shared/judges/kube is not there";
  if (!cache || !existsSync(cache))
    return "OPM_KUBE_CACHE names no folder with a control plane's programs (see ../shared/judges/kube/kube-up.sh)";
  const folder = mkdtempSync(join(tmpdir(), "opm-kube-run-"));
  const started = spawnSync("bash", [judge, cache], {
    env: { ...process.env, KUBE_LEVEL: "full", KUBE_RUN: join(folder, "run") },
    encoding: "utf8",
  });
  if (started.status !== 0) return `the control plane does not start: ${started.stderr.slice(-300)}`;
  process.on(
    "exit",
    () =>
      void spawnSync("bash", [resolve("../shared/judges/kube/kube-down.sh"), cache], {
        env: { ...process.env, KUBE_RUN: join(folder, "run") },
      }),
  );
  return ofFolder(join(folder, "run"));
}

function ofFolder(folder: string): Server {
  const env = readFileSync(join(folder, "env"), "utf8");
  const level: Level = existsSync(join(folder, "kwok.pid"))
    ? "full"
    : existsSync(join(folder, "kube-controller-manager.pid"))
      ? "controllers"
      : "api";
  return {
    admin: join(folder, "admin.kubeconfig"),
    alice: join(folder, "alice.kubeconfig"),
    level,
    run: folder,
    ...(/KUBE_ETCD_URL=(\S+)/.exec(env)?.[1] && { etcd: /KUBE_ETCD_URL=(\S+)/.exec(env)![1]! }),
  };
}
