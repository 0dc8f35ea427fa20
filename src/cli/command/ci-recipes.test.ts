// The recipes for CI systems, as those run them: their scripts in a shell, on a repository with a change.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { load, loadAll } from "js-yaml";
import { afterAll, describe, expect, test } from "vitest";
import { writeFleet } from "../../../bench/fleet-tree.ts";
import { removeScratch, scratch } from "./command-fixture.ts";

afterAll(removeScratch);

/** A branch that changes one line of the platform, and a program `opm` that is this one. */
function repository(): { root: string; env: Record<string, string | undefined> } {
  const root = mkdtempSync(join(scratch(), "ci-"));
  writeFleet(root, 1);
  const git = (...args: string[]): void =>
    void execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: root });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "one");
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  const platform = join(root, "platform/platform.cue");
  writeFileSync(platform, readFileSync(platform, "utf8").replace("replicas: 3", "replicas: 4"));
  git("commit", "-qam", "two");
  const bin = mkdtempSync(join(scratch(), "bin-"));
  writeFileSync(join(bin, "opm"), `#!/bin/sh\nOPM_SNAPSHOT=0 exec "${resolve("opm")}" "$@"\n`);
  chmodSync(join(bin, "opm"), 0o755);
  return { root, env: { ...process.env, PATH: `${bin}:${process.env["PATH"]}` } };
}

describe("recipes for CI (REV-10)", { timeout: 120_000 }, () => {
  test("the GitHub action comments on a change", () => {
    const { root, env } = repository();
    const action = load(readFileSync("ci/github/action.yml", "utf8")) as {
      runs: { steps: { id?: string; run: string }[] };
    };
    const { run } = action.runs.steps.find(({ id }) => id === "run")!;
    const temporary = join(root, "..", "runner");
    mkdirSync(temporary);
    const { status, stderr } = spawnSync("bash", ["-c", run], {
      cwd: root,
      encoding: "utf8",
      env: {
        ...env,
        OPM_COMMAND: "diff",
        OPM_PATH: "apps",
        OPM_ARGUMENTS: "--platform platform -e prod",
        OPM_AGAINST: "main",
        OPM_OUT: "out",
        RUNNER_TEMP: temporary,
        GITHUB_STEP_SUMMARY: join(temporary, "summary"),
        GITHUB_OUTPUT: join(temporary, "output"),
      },
    });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(readFileSync(join(temporary, "summary"), "utf8")).toContain("platform/platform.cue:8");
    expect(readFileSync(join(temporary, "output"), "utf8")).toBe(`summary=${join(temporary, "opm-diff.md")}\n`);
  });

  test("the GitLab component compares, and renders in shards that join", () => {
    const { root, env } = repository();
    const [inputs, jobs] = loadAll(readFileSync("templates/opm.yml", "utf8")) as [
      { spec: { inputs: Record<string, { default: unknown }> } },
      Record<string, { script: string[] }>,
    ];
    const given: Record<string, unknown> = { path: "apps", arguments: "--platform platform -e prod -e dev", shards: 2 };
    const filled = (line: string): string =>
      line.replaceAll(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) =>
        String(given[name] ?? inputs.spec.inputs[name]!.default),
      );
    const run = (job: string, more: Record<string, string>): void => {
      const script = jobs[job]!.script.map(filled).join("\n");
      const done = spawnSync("bash", ["-e", "-c", script], { cwd: root, env: { ...env, ...more }, encoding: "utf8" });
      expect({ job, status: done.status, err: done.stderr }).toMatchObject({ job, status: 0 });
    };
    run("opm-diff", { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" });
    expect(readFileSync(join(root, "opm-diff.md"), "utf8")).toContain("platform/platform.cue:8");
    for (const index of ["1", "2"]) run("opm-build", { CI_NODE_INDEX: index, CI_NODE_TOTAL: "2" });
    run("opm-join", {});
    expect(existsSync(join(root, "out/whole/prod/app-00000/deployment-app-00000-service.yaml"))).toBe(true);
  });
});
