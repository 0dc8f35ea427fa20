// npm run -s bench -- fleet [N]: a repository of N releases in three environments, as a platform team would run it.
import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeFleet } from "./fleet-tree.ts";

interface Step {
  readonly name: string;
  readonly seconds: number;
  readonly cpu: number;
  readonly megabytes: number;
  readonly err: string;
}

/** Runs ours as users start it; times and memory come from /usr/bin/time where that is there. */
function run(root: string, cwd: string, name: string, args: readonly string[]): Step {
  const timed = existsSync("/usr/bin/time");
  const from = performance.now();
  const words = ["-f", "%U %S %M", join(root, "opm"), ...args];
  const { stderr, status } = timed
    ? spawnSync("/usr/bin/time", words, { cwd, encoding: "utf8" })
    : spawnSync(join(root, "opm"), args, { cwd, encoding: "utf8" });
  const seconds = (performance.now() - from) / 1000;
  if (status !== 0) throw new Error(`${name}: exit ${status}\n${stderr}`);
  const lines = stderr.trimEnd().split("\n");
  const [user = 0, system = 0, kilobytes = 0] = timed ? lines.pop()!.split(" ").map(Number) : [];
  return { name, seconds, cpu: user + system, megabytes: kilobytes / 1024, err: lines.join("\n") };
}

function sameTree(a: string, b: string): string | undefined {
  const list = (folder: string): string[] =>
    (readdirSync(folder, { recursive: true }) as string[])
      .filter((name) => name.endsWith(".yaml") && statSync(join(folder, name)).isFile())
      .sort();
  const [left, right] = [list(a), list(b)];
  if (left.join("\n") !== right.join("\n")) return `${left.length} and ${right.length} files`;
  return left.find((name) => readFileSync(join(a, name), "utf8") !== readFileSync(join(b, name), "utf8"));
}

/** Returns whether every promise was kept. */
export async function fleetBench(root: string, scratch: string, releases: number, json: boolean): Promise<boolean> {
  const repository = join(scratch, "fleet");
  const { apps } = writeFleet(repository, releases);
  const out = (name: string): string => join(scratch, name);
  const cache = out("cache");
  const build = (folder: string, ...more: string[]): string[] =>
    ["release", "build", apps, "--platform", "platform", "--all-environments", "--out-dir", folder].concat(more);
  const promises: { what: string; kept: boolean }[] = [];
  const tell = (step: Step, promise?: { what: string; kept: boolean }): void => {
    if (promise !== undefined) promises.push(promise);
    const figures = { ...step, jobs: releases * 3, ...(promise && { promise: promise.what, kept: promise.kept }) };
    if (json) console.log(JSON.stringify(figures));
    else
      console.log(
        `  ${step.name.padEnd(34)} ${step.seconds.toFixed(2)} s  cpu ${step.cpu.toFixed(2)} s  ${step.megabytes.toFixed(0)} MB${promise === undefined ? "" : `  ${promise.kept ? "✓" : "✘"} ${promise.what}`}`,
      );
  };
  run(root, repository, "build", ["--version"]);
  const cold = run(root, repository, "cold", build(out("out"), "--cache", cache));
  const rate = (releases * 3) / cold.cpu;
  tell(cold, { what: `${rate.toFixed(0)} a second a core (100)`, kept: rate >= 100 });
  promises.push({ what: "memory under 400 MB", kept: cold.megabytes < 400 });
  const warm = run(root, repository, "nothing changed", build(out("out"), "--cache", cache));
  tell(warm, { what: "within 3 s", kept: warm.seconds <= 3 });
  appendFileSync(join(apps, "app-00000", "values.cue"), '\n"app-00000": values: settings: MORE: "yes"\n');
  const one = run(root, repository, "one values file changed", build(out("out"), "--cache", cache));
  tell(one, { what: "only its releases", kept: one.err.includes(`${releases * 3 - 3} from the cache`) });
  const full = run(root, repository, "the same without a cache", build(out("full")));
  const differs = sameTree(out("out"), out("full"));
  tell(full, { what: differs === undefined ? "equal" : `differs: ${differs}`, kept: differs === undefined });
  // One shard is killed on its way, and run again.
  const victim = spawn(join(root, "opm"), build(out("shard-3"), "--shard", "3/8"), {
    cwd: repository,
    stdio: "ignore",
  });
  // On its way: it has begun to write, however slow the machine is.
  while (!existsSync(out("shard-3")) && victim.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 20));
  victim.kill("SIGKILL");
  await new Promise((resolve) => victim.on("close", resolve));
  for (let i = 1; i <= 8; i++) {
    if (i === 3) continue;
    run(root, repository, `shard ${i}`, build(out(`shard-${i}`), "--shard", `${i}/8`, "--cache", cache));
  }
  const merge = [
    "release",
    "merge",
    ...Array.from({ length: 8 }, (_, i) => out(`shard-${i + 1}`)),
    "--out-dir",
    out("joined"),
  ];
  const missing = spawnSync(join(root, "opm"), merge, { cwd: repository, encoding: "utf8" });
  promises.push({
    what: "a killed shard is missed",
    kept: missing.status !== 0 && /missing: 3\/8/.test(missing.stderr),
  });
  run(root, repository, "shard 3 again", build(out("shard-3"), "--shard", "3/8", "--cache", cache));
  const joined = run(root, repository, "8 shards joined", merge);
  const apart = sameTree(out("joined"), out("full"));
  tell(joined, { what: apart === undefined ? "equal to one run" : `differs: ${apart}`, kept: apart === undefined });
  for (const { what, kept } of promises) if (!kept) console.log(`  ✘ ${what}`);
  for (const name of readdirSync(scratch)) rmSync(join(scratch, name), { recursive: true, force: true });
  return promises.every(({ kept }) => kept);
}
