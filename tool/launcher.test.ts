import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const go = "./command/go.ts";
const program = (word: string): string => `
export async function start(args: string[]) {
  const { run } = await import("${go}");
  console.log("${word}", run(args));
  process.exit(args[0] === "fail" ? 5 : 0);
}
`;

// A clone in small: the real launcher, build and bootstrap around a program of two files.
let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "opm-launcher-"));
  for (const folder of ["src/cli/command", "tool", "catalog"]) mkdirSync(join(root, folder), { recursive: true });
  for (const file of [
    "opm",
    "tool/launcher.cjs",
    "tool/build.mjs",
    "tool/catalog-pack.mjs",
    "tool/bootstrap.mjs",
    "tool/snapshot.cjs",
    "tool/snapshot.mjs",
    "tool/rehearsal.cue",
    "catalog/catalog.json",
    "package.json",
    "package-lock.json",
  ]) {
    copyFileSync(join(repository, file), join(root, file));
  }
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  writeFileSync(join(root, "src/cli/start.ts"), program("one"));
  writeFileSync(
    join(root, "src/cli/command/go.ts"),
    "export const run = (args: string[]): string => `é ${args.join('+')}`;\n",
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let cache = "";
beforeEach(() => {
  cache = join(root, "cache", String(Math.random()));
});
const code = (): string => join(cache, "code");
const cached = (): string[] => readdirSync(code()).map((name) => name.replace(/^[0-9a-f]{32}-v[\d.]+-[a-z0-9]+-/, ""));

function opm(...args: string[]) {
  const env = { ...process.env, OPM_CACHE_DIR: cache, NODE_OPTIONS: "" };
  const { status, stdout, stderr } = spawnSync(join(root, "opm"), args, { encoding: "utf8", env });
  return { status, stdout, stderr };
}

test("the first run builds and says so in one line; the second just runs", () => {
  expect(opm("a", "b")).toEqual({ status: 0, stdout: "one é a+b\n", stderr: "opm: building…\n" });
  expect(opm("a", "b")).toEqual({ status: 0, stdout: "one é a+b\n", stderr: "" });
});

test("a source that changed is built again, even to the same length", () => {
  opm("a");
  writeFileSync(join(root, "src/cli/start.ts"), program("two"));
  expect(opm("a")).toEqual({ status: 0, stdout: "two é a\n", stderr: "opm: building…\n" });
  expect(opm("a")).toEqual({ status: 0, stdout: "two é a\n", stderr: "" });
});

test("a source that does not compile is an error, not the old program", () => {
  opm("a");
  writeFileSync(join(root, "src/cli/start.ts"), "export const = ;\n");
  const { status, stdout, stderr } = opm("a");
  writeFileSync(join(root, "src/cli/start.ts"), program("two"));
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("opm: the build failed");
  opm("a");
});

test("--version needs nothing but the launcher", () => {
  opm("a");
  const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string };
  expect(opm("--version")).toEqual({ status: 0, stdout: `opm ${version}\n`, stderr: "" });
});

test("compiled code is kept for the frame and each command that succeeds, in a folder of mode 0700", () => {
  opm("fail");
  opm("a");
  expect(cached().sort()).toEqual(["frame", "go"]);
  opm("a", "--help");
  // This program runs its command for help too, and does so with another stack.
  expect(cached().sort()).toEqual(["frame", "go", "go", "help"]);
  expect(statSync(code()).mode & 0o777).toBe(0o700);
});

test("compiled code that is there is used, and not written again", () => {
  opm("a");
  const file = join(code(), readdirSync(code())[0]!);
  const before = statSync(file).mtimeMs;
  opm("a");
  expect(statSync(file).mtimeMs).toBe(before);
});

test("damaged compiled code is replaced", () => {
  opm("a");
  const files = readdirSync(code()).map((name) => join(code(), name));
  for (const file of files) writeFileSync(file, "nonsense");
  expect(opm("a").stdout).toBe("two é a\n");
  for (const file of files) expect(statSync(file).size).toBeGreaterThan(100);
});

test("a folder that others can write to is not used", () => {
  mkdirSync(code(), { recursive: true });
  chmodSync(code(), 0o777);
  expect(opm("a").status).toBe(0);
  expect(readdirSync(code())).toEqual([]);
});

test("the exit code comes through", () => {
  expect(opm("fail").status).toBe(5);
});

test("a place that cannot hold a cache is no reason to fail: one line, and no home is made", () => {
  opm("a");
  const link = join(root, "loop");
  symlinkSync(link, link);
  const file = join(root, "a-file");
  writeFileSync(file, "");
  const run = (env: Record<string, string>) => {
    const { PATH = "" } = process.env;
    const { status, stdout, stderr } = spawnSync(join(root, "opm"), ["a"], { encoding: "utf8", env: { PATH, ...env } });
    return { status, stdout, lines: stderr.split("\n").length - 1, stderr };
  };
  const homeless = join(root, "no-home");
  for (const place of ["/dev/null", join("/dev/null", "x"), "/proc", "/proc/self/x", link, join(link, "x"), file]) {
    for (const env of [{ OPM_CACHE_DIR: place }, { XDG_CACHE_HOME: place }, { HOME: place }] as Record<
      string,
      string
    >[]) {
      const { status, stdout, lines, stderr } = run(env);
      expect([status, stdout]).toEqual([0, "two é a\n"]);
      expect(lines, `${JSON.stringify(env)}: ${stderr}`).toBeLessThanOrEqual(1);
    }
  }
  expect(run({ OPM_CACHE_DIR: file }).stderr).toContain("opm: runs without a cache: ");
  expect(run({ OPM_CACHE_DIR: "none" }).stderr).toBe("");
  expect(run({ HOME: homeless })).toMatchObject({ status: 0, stderr: "" });
  expect(run({ HOME: homeless, XDG_CACHE_HOME: join(homeless, ".cache") })).toMatchObject({ status: 0, stderr: "" });
  expect(statSync(homeless, { throwIfNoEntry: false })).toBeUndefined();
});
