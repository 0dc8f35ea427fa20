// node tool/run.mjs conformance/cluster/kill-loop.ts [COUNT]: processes killed at random moments, then one run; see run.ts for
// where the server comes from.
import { deepStrictEqual, equal } from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { child, states } from "./child.ts";
import { contents } from "./crash-cases.ts";
import { findServer } from "./find-server.ts";
import { Trial } from "./harness.ts";
import type { Server } from "./harness.ts";

const operations = ["install", "upgrade", "recreate", "rollback", "delete", "rollout"] as const;
type Operation = (typeof operations)[number];

/** Starts a process, and kills it after so many milliseconds. Whether it was still alive. */
function killed(
  words: readonly string[],
  ms: number,
  env: Record<string, string | undefined> = process.env,
): Promise<boolean> {
  const running = spawn(process.execPath, [...words], { stdio: "ignore", env });
  const timer = setTimeout(() => running.kill("SIGKILL"), ms);
  return new Promise((done) =>
    running.on("close", (_, signal) => {
      clearTimeout(timer);
      done(signal === "SIGKILL");
    }),
  );
}

const own = (verb: string, t: Trial, state: string): string[] => [
  fileURLToPath(import.meta.url),
  "child",
  verb,
  t.server.admin,
  t.namespace,
  state,
  "0",
  "",
];

async function settle(t: Trial, state: string): Promise<void> {
  await t.good(states[state]!, { recreate: true });
  const names = states[state]!.map(
    (object) => `${(object as { kind: string }).kind}/${(object as { metadata: { name: string } }).metadata.name}`,
  ).sort();
  deepStrictEqual(Object.keys((await contents(t)) as object).sort(), names, "what is there");
  const stored = await t.context.store.read(t.namespace, "app");
  equal(stored?.record.pending, undefined, "the record is settled");
  equal(stored?.lock, undefined, "nobody holds it");
  deepStrictEqual(stored?.record.current.map(({ kind, name }) => `${kind}/${name}`).sort(), names, "the record");
}

async function trial(t: Trial, operation: Operation, ms: number): Promise<boolean> {
  switch (operation) {
    case "install": {
      const died = await killed(own("apply", t, "a"), ms);
      await settle(t, "a");
      return died;
    }
    case "upgrade": {
      await t.good(states["a"]!);
      const died = await killed(own("apply", t, "b"), ms);
      await settle(t, "b");
      return died;
    }
    case "recreate": {
      await t.good(states["r1"]!);
      const died = await killed(own("apply", t, "r2"), ms);
      await settle(t, "r2");
      return died;
    }
    case "rollback": {
      await t.good(states["r1"]!);
      await t.good(states["r2"]!, { recreate: true });
      const died = await killed(own("rollback", t, "1"), ms);
      await settle(t, "r1");
      return died;
    }
    case "delete": {
      await t.good(states["a"]!);
      const died = await killed(own("delete", t, ""), ms);
      const result = await t.delete();
      equal(result.outcome === "deleted" || result.diagnostics[0]?.code === "OPM7305", true, "it is deleted");
      deepStrictEqual(await contents(t), {}, "nothing is left");
      deepStrictEqual(
        (await t.names("v1", "Secret")).filter((name) => name.startsWith("opm.")),
        [],
        "no record is left",
      );
      return died;
    }
    case "rollout":
      return rollout(t, ms);
  }
}

/** Through the command line: three environments of one cluster, each a namespace. */
async function rollout(t: Trial, ms: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "opm-rollout-"));
  cpSync("examples/hello", folder, { recursive: true });
  const names = ["one", "two", "three"].map((name) => `${t.namespace}-${name}`);
  const environments = names.map(
    (name, i) => `environments: "${name}": {metadata: name: "${name}", namespace: "${name}", rollout: order: ${i}}\n`,
  );
  writeFileSync(join(folder, "environments.cue"), `package main\n\n${environments.join("")}`);
  const words = [resolve("dist/opm.cjs"), "rollout", "start", folder, "--create-namespace", "--no-wait", "--yes"];
  const env = { ...process.env, KUBECONFIG: t.server.admin, OPM_LEASE_SECONDS: "1" };
  for (const name of names) t.clusterObjects.push({ apiVersion: "v1", kind: "Namespace", name });
  const died = await killed(words, ms * 2, env);
  const finished = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "pipe"], env });
  let said = "";
  finished.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((done) => finished.on("close", done));
  rmSync(folder, { recursive: true, force: true });
  equal(code, 0, said.slice(-500));
  for (const name of names) {
    const stored = await t.context.store.read(name, "hello");
    equal(stored?.record.state, "deployed", name);
    equal(stored?.record.pending, undefined, name);
    equal((await t.get("apps/v1", "Deployment", "web", name)) !== undefined, true, name);
  }
  return died;
}

async function main(server: Server, count: number): Promise<number> {
  let failed = 0;
  let died = 0;
  for (let i = 0; i < count; i++) {
    const operation = operations[i % operations.length]!;
    const ms = 120 + Math.floor(Math.random() * 700);
    const t = new Trial(server);
    try {
      await t.begin();
      if (await trial(t, operation, ms)) died++;
    } catch (error) {
      failed++;
      console.log(
        `✘ ${operation} killed after ${ms} ms: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    } finally {
      await t.end().catch(() => undefined);
    }
    if ((i + 1) % 20 === 0) console.log(`${i + 1}: ${died} died in the middle, ${failed} were not well afterwards`);
  }
  console.log(`${count} moments: ${died} killed in the middle, ${failed} not well one run later`);
  return failed > 0 ? 1 : 0;
}

if (process.argv[2] === "child") process.exit(await child(process.argv.slice(3)));
const server = findServer();
if (typeof server === "string") {
  console.log(`skipped: ${server}`);
  process.exit(0);
}
process.exit(await main(server, Number(process.argv[2] ?? 300)));
