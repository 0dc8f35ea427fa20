// Links, pipes and devices in a module: only regular files inside of its root are read (OPM boundary: a repository).
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadInstancesSync } from "../cue/load/index.ts";
import { nodeFiles } from "./node-files.ts";

const top = mkdtempSync(join(tmpdir(), "opm-links-"));
const outside = join(top, "outside");
let count = 0;
afterAll(() => rmSync(top, { recursive: true, force: true }));
beforeAll(() => {
  mkdirSync(join(outside, "pkg"), { recursive: true });
  writeFileSync(join(outside, "secret.json"), '{"key": "operators-own"}');
  writeFileSync(join(outside, "more.cue"), 'package m\n\nleak: "operators-own"\n');
  writeFileSync(join(outside, "pkg", "p.cue"), 'package pkg\n\nleak: "operators-own"\n');
});

/** A module with a file that embeds and imports, and with whatever a repository brought. */
function module(text: string, bring: (root: string) => void): string {
  const root = join(top, `m${count++}`);
  mkdirSync(join(root, "cue.mod"), { recursive: true });
  writeFileSync(join(root, "cue.mod", "module.cue"), 'module: "m.example/m@v0"\nlanguage: version: "v0.15.0"\n');
  writeFileSync(join(root, "m.cue"), text);
  bring(root);
  return root;
}

function load(root: string, args = ["."]): { errors: string; texts: string } {
  const { instances, errors } = loadInstancesSync(args, { files: nodeFiles, cwd: root });
  const faults = [...errors, ...instances.flatMap((i) => i.injectErrors)].map(({ message }) => message);
  const imported = instances.flatMap((i) => [i, ...i.imports.values()]);
  const injected = imported.flatMap((i) => [...i.injected.values()]).flat();
  const texts = [
    ...imported.flatMap((i) => i.files.map(({ source }) => source.text)),
    ...injected.map((x) => x.source?.text),
  ];
  return { errors: faults.join("\n"), texts: texts.join("\n") };
}

const embed = (what: string): string => `@extern(embed)\n\npackage m\n\nx: _ @embed(${what})\n`;

describe.skipIf(process.platform === "win32")("links out of a module", () => {
  test("of an embedded file, of a glob, of a folder, of a CUE file, of an import", () => {
    const cases: [string, (root: string) => void, string?][] = [
      [embed("file=a.json"), (r) => symlinkSync(join(outside, "secret.json"), join(r, "a.json"))],
      [embed("glob=*.json"), (r) => symlinkSync(join(outside, "secret.json"), join(r, "a.json"))],
      [embed("file=d/secret.json"), (r) => symlinkSync(outside, join(r, "d"))],
      [embed("glob=d/*.json"), (r) => symlinkSync(outside, join(r, "d"))],
      ["package m\n", (r) => symlinkSync(join(outside, "more.cue"), join(r, "more.cue"))],
      [
        'package m\n\nimport "m.example/m/pkg"\n\nx: pkg.leak\n',
        (r) => symlinkSync(join(outside, "pkg"), join(r, "pkg")),
      ],
    ];
    for (const [text, bring] of cases) {
      const { errors, texts } = load(module(text, bring));
      expect(errors).toMatch(/link leads out of the module|cannot find package/);
      expect(texts).not.toContain("operators-own");
    }
  });

  test("those that stay inside are followed, and so is a file that the user names", () => {
    const inside = module(embed("file=a.json"), (r) => {
      writeFileSync(join(r, "real.json"), "{}");
      symlinkSync("real.json", join(r, "a.json"));
      symlinkSync("m.cue", join(r, "again.txt"));
    });
    expect(load(inside).errors).toBe("");
    const named = module("package m\n", (r) => symlinkSync(join(outside, "more.cue"), join(r, "more.cue")));
    expect(load(named, ["./more.cue"]).errors).toBe("");
  });
});

describe.skipIf(process.platform === "win32")("what is no regular file", () => {
  test("a pipe, a device and a file without an end neither hang nor fill the memory", () => {
    const pipe = module(embed("file=a.json"), (r) => void spawnSync("mkfifo", [join(r, "a.json")]));
    expect(load(pipe).errors).toContain("not a regular file");
    const device = module(embed("file=a.json"), (r) => symlinkSync("/dev/zero", join(r, "a.json")));
    expect(load(device).errors).toContain("link leads out of the module");
    expect(nodeFiles.readFile("/dev/zero")).toMatchObject({ text: "not a regular file" });
    const large = module(embed("file=a.txt, type=text"), (r) => {
      writeFileSync(join(r, "a.txt"), "");
      truncateSync(join(r, "a.txt"), 300 << 20);
    });
    expect(load(large).errors).toContain("file is larger than 256 MB");
    const source = module("package m\n", (r) => void spawnSync("mkfifo", [join(r, "p.cue")]));
    expect(load(source).errors).toContain("not a regular file");
  });
});
