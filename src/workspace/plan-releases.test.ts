// One question for every command: what is released at a path?
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { opm } from "../cli/command/command-fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "opm-workspace-"));
for (const name of ["hello", "platform", "worker"])
  cpSync(join("examples", name), join(folder, name), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Commands about releases, with what they need beside the folder. */
const COMMANDS = [
  ["mod", "build"],
  ["mod", "vet"],
  ["mod", "tree"],
  ["mod", "eval"],
  ["mod", "images"],
  ["release", "build"],
  ["release", "vet"],
  ["values", "merge"],
  ["values", "inspect"],
  ["values", "validate"],
  ["values", "check"],
  ["secret", "list"],
  ["policy", "check"],
];

describe.each(COMMANDS)("opm %s %s (ENV-9, BND-1)", (...command) => {
  test.each([
    ["a module", "examples/hello"],
    ["a package with releases and a bundle", "examples/bundle"],
    ["a folder of modules, with a platform beside them", folder],
  ])("takes %s", async (_, path) => {
    const { exit, out, err } = await opm([...command, path]);
    expect({ exit, err: err.replace(/^warning\[OPM1615\][^]*/, "") }).toEqual({ exit: 0, err: "" });
    expect(out).not.toBe("");
  });
});

test("a bundle's own values are those of its configuration, whatever the command", async () => {
  for (const command of ["mod build", "release build", "bundle build"]) {
    const names = command === "mod build" ? "--release shopRelease" : "shopRelease";
    const words = `${command} examples/bundle ${names}`;
    const { exit, out } = await opm(`${words} --set-string tag=next`);
    expect(exit).toBe(0);
    expect([...out.matchAll(/image: (\S+)/g)].map((m) => m[1])).toEqual([
      "registry.example.com/shop/api:next",
      "registry.example.com/shop/web:next",
    ]);
  }
});

test("one instance of a bundle, and a name that is not there", async () => {
  expect((await opm("mod tree examples/bundle --release shopRelease.web")).out).toMatch(/^web: web 1\.0\.0\n/);
  const { exit, err } = await opm("mod tree examples/bundle --release shopRelaese");
  expect(exit).toBe(5);
  expect(err).toContain("did you mean shopRelease?");
  expect((await opm("release vet examples/bundle shopRelease.web")).out).toBe("✔ web valid (2 resources)\n");
  expect((await opm("release vet examples/bundle shopRelease.wbe")).err).toContain("did you mean shopRelease.web?");
});
