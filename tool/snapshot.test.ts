// The start from a snapshot, in a clone in small: real tools around a program of two files.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const repository = dirname(dirname(fileURLToPath(import.meta.url)));

// Whoever starts from a snapshot remembers what was rehearsed.
const program = `
let rehearsed = 0;
export async function rehearse(args: string[]) {
  rehearsed++;
  return { exit: args[1] === "export" ? EXIT : 0, err: "" };
}
export async function start(args: string[]) {
  const { run } = await import("./command/cue-go.ts");
  console.log(run(args), rehearsed > 0 ? "rehearsed" : "new", [3, 1].toSorted().join());
  process.exit(args.length);
}
`;

let folder = "";
let root = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "opm-snapshot-"));
  root = join(folder, "a clone's");
  for (const sub of ["src/cli/command", "tool", "catalog"]) mkdirSync(join(root, sub), { recursive: true });
  const real = [
    "launcher.cjs",
    "build.mjs",
    "catalog-pack.mjs",
    "bootstrap.mjs",
    "snapshot.cjs",
    "snapshot.mjs",
    "rehearsal.cue",
  ];
  for (const file of [
    "opm",
    "catalog/catalog.json",
    "package.json",
    "package-lock.json",
    ...real.map((f) => `tool/${f}`),
  ])
    copyFileSync(join(repository, file), join(root, file));
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  write(0);
  writeFileSync(join(root, "src/cli/command/cue-go.ts"), "export const run = (args: string[]) => args.join('+');\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (exit: number): void =>
  writeFileSync(join(root, "src/cli/start.ts"), program.replace("EXIT", String(exit)));

function opm(args: readonly string[], env: Record<string, string> = {}): string {
  const given = { ...process.env, OPM_CACHE_DIR: join(folder, "cache"), NODE_OPTIONS: "", ...env };
  const { status, stdout, stderr } = spawnSync(join(root, "opm"), args, { encoding: "utf8", env: given });
  return `${status} ${stdout}${stderr.replace("opm: building…\n", "")}`;
}

test("commands start from a snapshot, with their own arguments, output and exit code", () => {
  expect(opm(["cue", "x"])).toBe("2 cue+x rehearsed 1,3\n");
  expect(opm(["cue", "x", "y"])).toBe("3 cue+x+y rehearsed 1,3\n");
});

test("other commands, help, options for Node and OPM_SNAPSHOT=0 do without", () => {
  expect(opm(["cue", "--help"])).toContain(" new ");
  expect(opm(["cue", "x"], { OPM_SNAPSHOT: "0" })).toContain(" new ");
  expect(opm(["cue", "x"], { NODE_OPTIONS: "--max-old-space-size=500" })).toContain(" new ");
});

test("a snapshot of another build, another Node or another place is not used", () => {
  opm(["cue", "x"]);
  writeFileSync(join(root, "src/cli/command/cue-go.ts"), "export const run = () => 'changed';\n");
  expect(opm(["cue", "x"])).toBe("2 changed rehearsed 1,3\n");

  writeFileSync(join(root, "dist/snapshot-cue.blob"), "damaged");
  writeFileSync(join(root, "dist/snapshot-cue.sh"), "snapshot=snapshot-cue.blob\nsnapshot_of=another\n");
  expect(opm(["cue", "x"])).toBe("2 changed rehearsed 1,3\n");

  const moved = join(folder, "elsewhere");
  renameSync(root, moved);
  root = moved;
  expect(opm(["cue", "x"])).toBe("2 changed rehearsed 1,3\n");
});

test("where none can be made, the program starts without", () => {
  write(1);
  expect(opm(["cue", "x"])).toBe("2 cue+x new 1,3\n");
  expect(opm(["cue", "x"])).toBe("2 cue+x new 1,3\n");
});
