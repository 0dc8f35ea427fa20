import { deepStrictEqual, equal, match, ok } from "node:assert/strict";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { codes, config, deployment, sleep } from "./harness.ts";
import type { Case, Trial } from "./harness.ts";
import { states } from "./child.ts";

/** Runs in another process, which dies at a write. Whether it died. */
export function run(t: Trial, verb: string, state: string, at: number, after = false): Promise<boolean> {
  const words = [
    fileURLToPath(import.meta.url),
    "child",
    verb,
    t.server.admin,
    t.namespace,
    state,
    String(at),
    after ? "after" : "before",
  ];
  const process_ = spawn(process.execPath, ["--enable-source-maps", ...words], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve) => process_.on("close", (_, signal) => resolve(signal === "SIGKILL")));
}

/** What people see of a namespace: the release's own objects, without versions. */
export async function contents(t: Trial): Promise<unknown> {
  const out: Record<string, unknown> = {};
  for (const [apiVersion, kind] of [
    ["v1", "ConfigMap"],
    ["v1", "Secret"],
    ["v1", "Service"],
    ["apps/v1", "Deployment"],
    ["batch/v1", "Job"],
  ] as const)
    for (const object of (await t.api.list(await t.resource(apiVersion, kind), t.namespace)).items) {
      if (object.metadata.name === "kube-root-ca.crt" || object["type"] === "opmodel.dev/release") continue;
      const spec = object["spec"] as Record<string, unknown> | undefined;
      out[`${kind}/${object.metadata.name}`] = {
        data: object["data"],
        ports: (spec?.["ports"] as { port: number }[] | undefined)?.map(({ port }) => port),
        selector: kind === "Deployment" ? spec?.["selector"] : undefined,
        args: (
          (spec?.["template"] as { spec?: { containers?: { args?: unknown }[] } } | undefined)?.spec?.containers ?? []
        ).map(({ args }) => args),
      };
    }
  return out;
}

async function wanted(t: Trial, state: string): Promise<void> {
  const { result } = await t.good(states[state]!, { recreate: true });
  ok(result.outcome === "deployed" || result.outcome === "unchanged");
  const names = [...states[state]!]
    .map((object) => `${(object as { kind: string }).kind}/${(object as { metadata: { name: string } }).metadata.name}`)
    .sort();
  deepStrictEqual(Object.keys((await contents(t)) as object).sort(), names);
  const again = await t.good(states[state]!, { recreate: true });
  equal(again.result.outcome, "unchanged");
  const stored = await t.context.store.read(t.namespace, "app");
  equal(stored?.record.pending, undefined);
  deepStrictEqual(stored?.record.current.map(({ kind, name }) => `${kind}/${name}`).sort(), names);
}

/** The steps of a run, by the writes of an upgrade from a to b: revision kept, record pending, four objects, prune, record, sweep. */
const steps: readonly (readonly [number, string, number, boolean])[] = [
  [10, "before anything was written", 1, false],
  [11, "after the record was taken", 2, true],
  [12, "after the first objects", 4, true],
  [13, "in the middle of applying", 5, false],
  [14, "after everything was applied", 6, true],
  [15, "in the middle of the prune", 8, false],
  [16, "before the record was finished", 9, false],
];

export const crashCases: readonly Case[] = [
  ...steps.map(([number, title, at, after]): Case => ({
    number,
    title: `kill -9 ${title}; a run later all is well`,
    level: "api",
    async run(t) {
      await t.good(states["a"]!);
      ok(await run(t, "apply", "b", at, after), "it did not die");
      await wanted(t, "b");
    },
  })),
  {
    number: 17,
    title: "kill -9, then delete: nothing is left",
    level: "api",
    async run(t) {
      for (const at of [2, 4, 6, 8]) {
        await t.good(states["a"]!);
        await run(t, "apply", "b", at, true);
        const result = await t.delete();
        equal(result.outcome, "deleted");
        deepStrictEqual(await contents(t), {});
        deepStrictEqual(
          (await t.names("v1", "Secret")).filter((name) => name.startsWith("opm.")),
          [],
        );
      }
    },
  },
  {
    number: 18,
    title: "kill -9 between deleting and making again: a run makes it",
    level: "controllers",
    async run(t) {
      await t.good(states["r1"]!);
      let found = false;
      for (let at = 3; at <= 7 && !found; at++) {
        await run(t, "apply", "r2", at, true);
        const left = await t.get("apps/v1", "Deployment", "web");
        found = left === undefined || left.metadata.deletionTimestamp !== undefined;
        if (!found && at < 7) await t.good(states["r1"]!, { recreate: true });
      }
      ok(found, "it never died between the two");
      await wanted(t, "r2");
    },
  },
  {
    number: 19,
    title: "two applies at once: one wins, the other names the holder",
    level: "api",
    async run(t) {
      await t.good([config("c", { a: "0" })]);
      const one = t.apply(
        [config("c", { a: "1" }), deployment("slow", { pod: { nodeSelector: { no: "where" } } })],
        { wait: true, timeoutMs: 3000 },
        { ...t.context, holder: "first" },
      );
      await sleep(800);
      const two = await t.apply([config("c", { a: "2" })], {}, { ...t.context, holder: "second" });
      await one;
      deepStrictEqual(codes(two.diagnostics), ["OPM7303"]);
      match(two.diagnostics[0]!.message, /first/);
    },
  },
  {
    number: 20,
    title: "a dead holder is taken over after its time, not before",
    level: "api",
    async run(t) {
      await t.good(states["a"]!);
      ok(await run(t, "apply", "b", 3, true));
      const began = Date.now();
      await t.good(states["b"]!);
      ok(Date.now() - began >= 1900, `taken over after ${Date.now() - began} ms`);
    },
  },
  {
    number: 21,
    title: "the record is edited midway: stopped, nothing pruned",
    level: "api",
    async run(t) {
      await t.good([config("c", { a: "1" }), config("old", { a: "1" })]);
      const going = t.apply([config("c", { a: "2" }), deployment("slow", { pod: { nodeSelector: { no: "where" } } })], {
        wait: true,
        timeoutMs: 8000,
      });
      await sleep(1200);
      await t.patch("v1", "Secret", "opm.release.v1.app", { data: { record: "AAAA" } });
      const out = await going;
      ok(
        out.diagnostics.some(({ code }) => code === "OPM7304" || code === "OPM7301"),
        JSON.stringify(out.diagnostics.map(({ code }) => code)),
      );
      ok((await t.get("v1", "ConfigMap", "old")) !== undefined, "it was pruned");
    },
  },
  {
    number: 22,
    title: "the record is deleted between runs: found again by marks",
    level: "api",
    async run(t) {
      await t.good([config("c", { a: "1" }), config("old", { a: "1" })]);
      await t.remove("v1", "Secret", "opm.release.v1.app");
      const out = await t.good([config("c", { a: "2" })]);
      deepStrictEqual(codes(out.diagnostics, "warning"), ["OPM7308"]);
      equal(await t.get("v1", "ConfigMap", "old"), undefined);
      await t.patch("v1", "Secret", "opm.release.v1.app", { data: { record: "AAAA" } });
      deepStrictEqual(codes((await t.apply([config("c", { a: "3" })])).diagnostics), ["OPM7301"]);
    },
  },
];
