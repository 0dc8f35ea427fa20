// `--out-dir` owns what it wrote: files of objects that are gone go, and nothing else does.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { copyOf, folderWith, opm, removeScratch } from "./command-fixture.ts";
import { RECIPIENT, folderOf, removeFolders, values } from "./secrets-fixture.ts";

afterAll(removeScratch);
afterAll(removeFolders);

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && !e.name.startsWith(".opm-"))
    .map((e) => join(e.parentPath, e.name).slice(folder.length + 1))
    .toSorted();

/** Hello without its Service. */
function withoutExpose(module: string): void {
  const path = join(module, "components.cue");
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replaceAll(/^.*(?:network_traits|expose:).*$/gm, ""));
}

describe("files of objects that are gone", () => {
  test("go; what somebody else put there stays", async () => {
    const module = copyOf("hello");
    const out = folderWith({ "service-mine.yaml": "mine", "note.txt": "mine" });
    expect(await opm(`mod build ${module} --out-dir ${out}`)).toMatchObject({ exit: 0 });
    const before = filesIn(out);
    expect(before.length).toBeGreaterThan(2);
    withoutExpose(module);
    expect(await opm(`mod build ${module} --out-dir ${out}`)).toMatchObject({ exit: 0 });
    const gone = before.filter((name) => !filesIn(out).includes(name));
    expect(gone).toHaveLength(1);
    expect(gone[0]).toMatch(/^service-/);
    expect(filesIn(out)).toEqual(expect.arrayContaining(["note.txt", "service-mine.yaml"]));
  });

  test("-o json after YAML leaves one form of each", async () => {
    const out = folderWith({});
    for (const form of ["yaml", "json"]) await opm(`mod build examples/hello --out-dir ${out} -o ${form}`);
    expect(filesIn(out).every((name) => name.endsWith(".json"))).toBe(true);
  });

  test("another module in the same folder keeps its files, and is told of one that is overwritten", async () => {
    const out = folderWith({});
    await opm(`mod build examples/hello --out-dir ${out}`);
    const first = filesIn(out);
    await opm(`mod build examples/worker --out-dir ${out}`);
    expect(filesIn(out)).toEqual(expect.arrayContaining(first));
    const twice = await opm(`mod build ${copyOf("hello")} --out-dir ${out}`);
    expect(twice.err).toContain("OPM0004");
  });

  test("a release and an environment that are gone go from a whole run alone", async () => {
    const folder = copyOf("environments");
    const extra = join(folder, "more.cue");
    writeFileSync(extra, 'package main\n\nenvironments: gone: metadata: name: "gone"\n');
    const out = folderWith({ "gone/environments/mine.yaml": "mine" });
    const all = `release build ${folder} --all-environments --out-dir ${out}`;
    expect((await opm(all)).exit).toBe(0);
    const before = filesIn(out);
    rmSync(extra);
    await opm(`release build ${folder} -e staging --out-dir ${out}`);
    await opm(`${all} --shard 1/2`);
    expect(filesIn(out)).toEqual(before);
    await opm(all);
    expect(filesIn(out).filter((name) => name.startsWith("gone/"))).toEqual(["gone/environments/mine.yaml"]);
    expect(filesIn(out)).toHaveLength(9);
  });

  test("what a release that fails wrote before stays", async () => {
    const folder = copyOf("environments");
    const out = folderWith({});
    const line = `release build ${folder} --all-environments --out-dir ${out}`;
    await opm(line);
    const before = filesIn(out);
    writeFileSync(join(folder, "more.cue"), 'package main\n\nenvironments: dev: values: replicas: "many"\n');
    expect((await opm(line)).exit).toBe(2);
    expect(filesIn(out)).toEqual(before);
  });

  test("a list that was forged or broken removes nothing outside of the folder", async () => {
    const root = folderWith({ "precious.yaml": "mine", "out/.opm-files": "{", "out/kept.yaml": "mine" });
    const out = join(root, "out");
    const broken = await opm(`mod build examples/hello --out-dir ${out}`);
    expect(broken).toMatchObject({ exit: 0, err: expect.stringContaining("OPM0003") });
    const list = join(out, ".opm-files");
    const forged = JSON.parse(readFileSync(list, "utf8")) as { entries: { files: string[] }[] };
    forged.entries[0]!.files.push("../precious.yaml");
    writeFileSync(list, JSON.stringify(forged));
    expect((await opm(`mod build examples/hello --out-dir ${out}`)).err).toContain("OPM0003");
    forged.entries[0]!.files.splice(-1, 1, "linked.yaml");
    writeFileSync(list, JSON.stringify(forged));
    symlinkSync(join(root, "precious.yaml"), join(out, "linked.yaml"));
    await opm(`mod build examples/hello --out-dir ${out}`);
    expect(existsSync(join(out, "linked.yaml"))).toBe(true);
    expect(readFileSync(join(root, "precious.yaml"), "utf8")).toBe("mine");
    expect(readFileSync(join(out, "kept.yaml"), "utf8")).toBe("mine");
  });
});

test("one environment and several are laid out alike, for modules and releases", async () => {
  const trees = [];
  for (const line of ["mod build", "release build"])
    for (const chosen of [["-e staging", "-e dev"], ["-e staging -e dev"]]) {
      const out = folderWith({});
      for (const some of chosen) await opm(`${line} examples/environments ${some} --out-dir ${out}`);
      trees.push(filesIn(out));
    }
  expect(trees[0]).toContain("staging/environments/deployment-app.yaml");
  for (const tree of trees) expect(tree).toEqual(trees[0]);
});

describe("a Secret and its encrypted form", () => {
  test("the plain one that an earlier run wrote goes", async () => {
    const folder = folderOf(values('{value: "not-for-your-eyes"}'));
    const out = join(folder, "out");
    await opm(`mod build ${folder} --out-dir ${out} --reveal=always`);
    expect(filesIn(out)).toContain("secret-db-creds.yaml");
    await opm(`mod build ${folder} --out-dir ${out} --encrypt-to ${RECIPIENT}`);
    expect(filesIn(out)).toEqual(["deployment-web.yaml", "secret-db-creds.sops.yaml"]);
  });

  test("one that somebody else wrote is told", async () => {
    const folder = folderOf(values('{value: "not-for-your-eyes"}'));
    const out = join(folder, "out");
    mkdirSync(out);
    writeFileSync(join(out, "secret-db-creds.yaml"), "mine");
    const ran = await opm(`mod build ${folder} --out-dir ${out} --encrypt-to ${RECIPIENT}`);
    expect(ran).toMatchObject({ exit: 0, err: expect.stringContaining("OPM5017") });
    expect(filesIn(out)).toContain("secret-db-creds.yaml");
  });
});
