// The package as somebody installs it: from the archive, into an empty prefix, with nothing else.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packPackage } from "./package.mjs";
import { testNeeding } from "./test-needs.ts";

const root = join(import.meta.dirname, "..");
const isRoot = process.getuid?.() === 0;
/** Other versions of Node, by their programs: `OPM_TEST_NODES=/a/bin/node:/b/bin/node`. */
const nodes = (process.env["OPM_TEST_NODES"] ?? "").split(":").filter((path) => path !== "");

let folder = "";
let archive = "";
/** Where the package is, and the program. */
let installed = "";
let program = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "opm-installed-"));
  chmodSync(folder, 0o755);
  archive = await packPackage(folder);
  const prefix = join(folder, "prefix");
  const npm = spawnSync("npm", ["install", "-g", "--offline", "--prefix", prefix, archive], {
    encoding: "utf8",
    env: { ...process.env, HOME: folder, npm_config_cache: join(folder, "npm") },
  });
  expect([npm.status, npm.status === 0 ? "" : npm.stderr]).toEqual([0, ""]);
  installed = join(prefix, "lib/node_modules/opmodel");
  program = join(prefix, "bin/opm");
  cpSync(join(root, "examples/hello"), join(folder, "hello"), { recursive: true });
}, 180_000);

afterAll(() => {
  if (isRoot) spawnSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
});

test("npx runs it without installing it", () => {
  const env = { ...process.env, HOME: folder, npm_config_cache: join(folder, "npm") };
  const run = (...words: string[]) =>
    spawnSync("npx", ["--yes", "--offline", ...words], { cwd: folder, env, encoding: "utf8" });
  const built = run(`file:${archive}`, "mod", "build", "hello");
  expect([built.status, built.status === 0 ? "" : built.stderr]).toEqual([0, ""]);
  expect(built.stdout).toContain("kind: Deployment");
  expect(run(`--package=${archive}`, "opm", "version").stdout).toMatch(/^opm +\d/);
}, 60_000);

interface Setting {
  readonly node?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
}

function run(words: readonly string[], { node = process.execPath, env = {}, uid }: Setting = {}) {
  const { status, stdout, stderr } = spawnSync(node, [program, ...words], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: join(folder, "home"), ...env },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  return { status, stdout, stderr };
}

const build = ["mod", "build", "hello"];

test("it needs no other package, runs no script, and says what it is made of", () => {
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Record<string, unknown>;
  for (const field of ["dependencies", "optionalDependencies", "peerDependencies", "scripts", "private"])
    expect(manifest[field]).toBeUndefined();
  expect(readdirSync(join(installed, ".."))).toEqual(["opmodel"]);
  const bill = JSON.parse(readFileSync(join(installed, "sbom.cdx.json"), "utf8")) as {
    bomFormat: string;
    components: { name: string; version: string; hashes: { alg: string; content: string }[]; licenses: unknown[] }[];
  };
  expect(bill.bomFormat).toBe("CycloneDX");
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const names = bill.components.map(({ name }) => name);
  for (const name of Object.keys(dependencies)) expect(names).toContain(name);
  for (const { hashes, licenses } of bill.components) {
    expect(hashes[0]!.content).toMatch(/^[0-9a-f]{128}$/);
    expect(licenses).toHaveLength(1);
  }
});

test("npx runs it without installing", () => {
  const { status, stdout, stderr } = spawnSync(
    "npx",
    ["--yes", "--offline", `file:${archive}`, ...build, "-o", "name"],
    {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, HOME: join(folder, "home"), npm_config_cache: join(folder, "npm") },
    },
  );
  expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
  expect(stdout).toBe("service/web\ndeployment.apps/web\n");
});

test("it holds what its names promise, and nothing of a clone", () => {
  const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
  for (const file of ["dist/cue.mjs", "dist/tera.mjs", "dist/types/cue/index.d.ts", "dist/page.html", "LICENSE"])
    expect(files).toContain(file);
  expect(files.filter((file) => /^dist\/snapshot|\.test\.|\.map$|^src|^tool|^node_modules/.test(file))).toEqual([]);
});

test("a clone packs no program that somebody built before", () => {
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json"], { cwd: root, encoding: "utf8" });
  const packed = JSON.parse(stdout) as { files: { path: string }[] }[] | Record<string, { files: { path: string }[] }>;
  const [first] = Object.values(packed);
  expect(first!.files.map(({ path }) => path).filter((path) => path.startsWith("dist"))).toEqual([]);
});

test("its libraries are imported by their names, and their types fit", () => {
  const home = join(folder, "project");
  mkdirSync(join(home, "node_modules"), { recursive: true });
  cpSync(installed, join(home, "node_modules/opmodel"), { recursive: true });
  writeFileSync(join(home, "package.json"), '{"type": "module"}');
  writeFileSync(
    join(home, "use.mts"),
    `import { createContext } from "opmodel/cue";
import { renderTemplate } from "opmodel/tera";
const data = createContext().compile("port: *80 | int").toJS();
const page = renderTemplate("on {{ port }}", { port: data.ok ? (data.value as { port: number }).port : 0 });
const text: string = page.ok ? page.output : "";
console.log(text);
`,
  );
  const flags = "--ignoreConfig --strict --target es2023 --module nodenext --skipLibCheck false --types".split(" ");
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const compiled = spawnSync(process.execPath, [compiler, ...flags, "", "use.mts"], {
    cwd: home,
    encoding: "utf8",
  });
  expect(compiled.stdout + compiled.stderr).toBe("");
  for (const node of [process.execPath, ...nodes])
    expect(spawnSync(node, ["use.mjs"], { cwd: home, encoding: "utf8" })).toMatchObject({
      stdout: "on 80\n",
      stderr: "",
    });
});

describe.each([process.execPath, ...nodes])("with %s", (node) => {
  test("it renders, the same from an empty, a warm and no cache", () => {
    const env = { OPM_CACHE_DIR: join(folder, `cache-${nodes.indexOf(node)}`) };
    const first = run(build, { node, env });
    expect([first.status, first.stderr]).toEqual([0, ""]);
    expect(first.stdout).toContain("kind: Deployment");
    expect(run(build, { node, env })).toEqual(first);
    expect(run(build, { node, env: { OPM_CACHE_DIR: "none" } })).toEqual(first);
    expect(run(["--version"], { node }).stdout).toBe(
      `opm ${(JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version}\n`,
    );
  });

  test("a module is made and rendered; the page and a template are there", () => {
    const name = `made-${nodes.indexOf(node) + 1}`;
    expect(run(["mod", "init", name], { node }).status).toBe(0);
    expect(run(["mod", "build", name], { node })).toMatchObject({ status: 0 });
    const page = join(folder, `${name}.html`);
    expect(run(["mod", "inspect", "hello", "--html", page], { node })).toMatchObject({ status: 0 });
    expect(readFileSync(page, "utf8")).toContain("<!doctype html>");
    writeFileSync(join(folder, "t.tera"), "{{ 1 + 1 }}");
    expect(run(["template", "render", "t.tera"], { node }).stdout).toBe("2\n");
  });
});

test("a cache that cannot be used is left alone, with one line", () => {
  const file = join(folder, "no-folder");
  writeFileSync(file, "x");
  const ran = run(build, { env: { OPM_CACHE_DIR: file } });
  expect(ran.status).toBe(0);
  expect(ran.stderr.trim().split("\n")).toHaveLength(1);
  expect(readFileSync(file, "utf8")).toBe("x");
});

testNeeding("the rights of root", isRoot)("another user runs it, from a prefix that nobody can write to", () => {
  spawnSync("chmod", ["-R", "a+rX,a-w", join(folder, "prefix"), join(folder, "hello")]);
  const home = join(folder, "home-of-another");
  mkdirSync(home);
  spawnSync("chown", ["65534:65534", home]);
  const own = run(build, { uid: 65534, env: { HOME: home } });
  expect([own.status, own.stderr]).toEqual([0, ""]);
  expect(own.stdout).toContain("kind: Deployment");
  // A cache of somebody else, and one that is read-only.
  const foreign = join(folder, "foreign");
  mkdirSync(join(foreign, "code"), { recursive: true, mode: 0o755 });
  const before = readdirSync(foreign, { recursive: true });
  const there = run(build, { uid: 65534, env: { HOME: home, OPM_CACHE_DIR: foreign } });
  expect([there.status, there.stdout]).toEqual([0, own.stdout]);
  expect(there.stderr).toContain("runs without a cache");
  expect(readdirSync(foreign, { recursive: true })).toEqual(before);
  const shut = join(home, "shut");
  mkdirSync(shut, { mode: 0o500 });
  spawnSync("chown", ["65534:65534", shut]);
  expect(run(build, { uid: 65534, env: { HOME: home, OPM_CACHE_DIR: shut } })).toMatchObject({
    status: 0,
    stdout: own.stdout,
  });
});

testNeeding("another Node in OPM_TEST_NODES", nodes.length > 0)("every Node prints the same", () => {
  const outputs = [process.execPath, ...nodes].map((node) => run(build, { node }).stdout);
  expect(new Set(outputs).size).toBe(1);
});
