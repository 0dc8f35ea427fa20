// npm run -s test:cluster [NUMBER…]: the cases of releases in clusters, on a real control plane.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Trial } from "./harness.ts";
import type { Case, Level, Server } from "./harness.ts";
import { applyCases } from "./apply-cases.ts";
import { crashCases } from "./crash-cases.ts";
import { ownershipCases } from "./ownership-cases.ts";
import { kindCases } from "./kind-cases.ts";
import { surroundingCases } from "./surrounding-cases.ts";
import { readinessCases } from "./readiness-cases.ts";
import { pruneCases } from "./prune-cases.ts";
import { accessCases } from "./access-cases.ts";
import { child } from "./child.ts";

const levels: readonly Level[] = ["api", "controllers", "full"];
const cases: readonly Case[] = [
  ...applyCases,
  ...crashCases,
  ...ownershipCases,
  ...kindCases,
  ...surroundingCases,
  ...readinessCases,
  ...pruneCases,
  ...accessCases,
];

/** A server that is named, one that runs, or one that is started; otherwise why there is none. */
function findServer(): Server | string {
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

async function main(): Promise<number> {
  const server = findServer();
  if (typeof server === "string") {
    console.log(`skipped: ${server}`);
    return 0;
  }
  const wanted = process.argv.slice(2).map(Number);
  const chosen = cases
    .filter(({ number }) => wanted.length === 0 || wanted.includes(number))
    .sort((a, b) => a.number - b.number);
  let failed = 0;
  let skipped = 0;
  for (const one of chosen) {
    if (levels.indexOf(one.level) > levels.indexOf(server.level)) {
      skipped++;
      console.log(`- ${one.number} ${one.title}: needs the level ${one.level}`);
      continue;
    }
    const trial = new Trial(server);
    const began = Date.now();
    try {
      await trial.begin();
      await one.run(trial);
      console.log(`✔ ${one.number} ${one.title} (${Date.now() - began} ms)`);
    } catch (error) {
      failed++;
      console.log(
        `✘ ${one.number} ${one.title}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    } finally {
      await trial.end().catch(() => undefined);
    }
  }
  const numbers = new Set(chosen.map(({ number }) => number));
  console.log(
    `${numbers.size} cases: ${chosen.length - failed - skipped} passed, ${failed} failed, ${skipped} skipped`,
  );
  return failed > 0 ? 1 : 0;
}

process.exit(process.argv[2] === "child" ? await child(process.argv.slice(3)) : await main());
