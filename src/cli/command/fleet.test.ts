import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { writeFleet } from "../../../bench/fleet-tree.ts";
import { opm, removeScratch, scratch } from "./command-fixture.ts";

afterAll(removeScratch);

const fresh = (): string => mkdtempSync(join(scratch(), "fleet-"));

/** Every file below a folder with its text. */
function tree(folder: string): Record<string, string> {
  const out: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true }) as string[])
    if (statSync(join(folder, name)).isFile() && !/\.opm-run-/.test(name))
      out[name] = readFileSync(join(folder, name), "utf8");
  return out;
}

describe("a folder of releases with a cache (REV-3)", () => {
  const root = fresh();
  const { apps, platform } = writeFleet(root, 3);
  const git = (...args: string[]): void =>
    void execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: root });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "one");
  const cache = join(root, "..", "cache");
  const flags = ["--platform", platform, "-e", "dev", "-e", "prod"];
  const build = (out: string, ...more: string[]) =>
    opm(["release", "build", apps, ...flags, "--out-dir", out, ...more]);

  test("only what changed is rendered, and all is what a full render gives", async () => {
    const out = fresh();
    const cold = await build(out, "--cache", cache);
    expect(cold).toMatchObject({ exit: 0, err: `6 of 6 releases in ${out}, 0 from the cache\n` });
    const warm = await build(out, "--cache", cache);
    expect(warm.err).toBe(`6 of 6 releases in ${out}, 6 from the cache\n`);
    const values = join(apps, "app-00001", "values.cue");
    const before = readFileSync(values, "utf8");
    writeFileSync(values, before.replace(":1.1.0", ":9.9.9"));
    const changed = await build(out, "--cache", cache);
    expect(changed.err).toBe(`6 of 6 releases in ${out}, 4 from the cache\n`);
    const whole = fresh();
    await build(whole);
    expect(tree(out)).toEqual(tree(whole));
    expect(tree(out)["prod/app-00001/deployment-app-00001-service.yaml"]).toContain("app-00001:9.9.9");
    // Back to what it was: nothing has to be rendered.
    writeFileSync(values, before);
    expect((await build(out, "--cache", cache)).err).toBe(`6 of 6 releases in ${out}, 6 from the cache\n`);
  });

  test("what a change touches, and why", async () => {
    const plan = async (...more: string[]) => {
      const { out, exit, err } = await opm([
        "release",
        "affected",
        apps,
        ...flags,
        "--cache",
        cache,
        "--since",
        "HEAD",
        ...more,
      ]);
      return { exit, err, out };
    };
    expect((await plan()).out).toBe("");
    const module = join(root, "modules/service/service.cue");
    const before = readFileSync(module, "utf8");
    appendFileSync(join(root, "README.md"), "not read by anything\n");
    appendFileSync(join(apps, "app-00002", "values.cue"), "\n// a comment\n");
    const one = await plan("-o", "json");
    const found = JSON.parse(one.out) as { affected: { id: string; reasons: { path: string }[] }[] };
    expect(found.affected.map(({ id, reasons }) => `${id} ${reasons.map(({ path }) => path).join()}`)).toEqual([
      "dev/app-00002 apps/app-00002/values.cue",
      "prod/app-00002 apps/app-00002/values.cue",
    ]);
    appendFileSync(module, "\n// of all\n");
    expect(JSON.parse((await plan("-o", "github")).out)).toEqual({
      include: ["app-00000", "app-00001", "app-00002"].map((name) => ({
        folder: `apps/${name}`,
        releases: name,
        environments: "dev prod",
      })),
    });
    writeFileSync(module, before);
    const argo = JSON.parse((await plan("-o", "argocd")).out) as { annotations: Record<string, string> }[];
    expect(argo[0]!.annotations["argocd.argoproj.io/manifest-generate-paths"]!.split(";")).toEqual([
      "/apps/app-00002",
      "/cue.mod",
      "/modules/service",
      "/platform",
    ]);
    git("checkout", "-q", ".");
    rmSync(join(root, "README.md"));
  });

  test("a cache that was tampered with is found out", async () => {
    const own = fresh();
    const out = fresh();
    await build(out, "--cache", own);
    const content = join(own, "content");
    // Who can write to the cache can also write the digest of what is written.
    for (const name of readdirSync(content, { recursive: true }) as string[]) {
      const path = join(content, name);
      if (statSync(path).isFile())
        writeFileSync(path, readFileSync(path, "utf8").replace("replicas: 1", "replicas: 7"));
    }
    // Content that is not what its name says is not there.
    expect((await build(out, "--cache", own)).err).toContain("0 from the cache");
    expect((await build(out, "--cache", own, "--verify-cache", "100%")).exit).toBe(0);
    expect((await build(out, "--verify-cache", "lots")).err).toContain("expected a share");
  });

  test("shards are joined to what one run writes; a missing and a changed one are refused", async () => {
    const whole = fresh();
    await build(whole);
    const parts = [fresh(), fresh()];
    for (const [i, part] of parts.entries()) expect((await build(part, "--shard", `${i + 1}/2`)).exit).toBe(0);
    const joined = fresh();
    expect((await opm(["release", "merge", ...parts, "--out-dir", joined])).err).toContain("6 releases of 2 shards");
    expect(Object.keys(tree(joined)).length).toBeGreaterThan(18);
    const yaml = (files: Record<string, string>) => Object.entries(files).filter(([name]) => name.endsWith(".yaml"));
    expect(yaml(tree(joined))).toEqual(yaml(tree(whole)));
    const missing = await opm(["release", "merge", parts[1]!, "--out-dir", fresh()]);
    expect(missing.exit).toBe(2);
    expect(missing.err).toContain("a shard is missing: 1/2");
    const copy = fresh();
    cpSync(parts[0]!, copy, { recursive: true });
    const victim = Object.keys(tree(copy)).find((name) => name.endsWith(".yaml"))!;
    appendFileSync(join(copy, victim), "# more\n");
    const changed = await opm(["release", "merge", copy, parts[1]!, "--out-dir", fresh()]);
    expect(changed.err).toContain("are not those that its shard rendered");
  });
});
