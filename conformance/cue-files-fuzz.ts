// Random and handwritten inputs for the commands of cue that write files (import, trim, mod, get crd), compared with the
// real one: exit code, output and every file, byte by byte.
// node tool/run.mjs conformance/cue-files-fuzz.ts [--seed N] [--count N] [--only import|trim|mod|crd|jsonschema|openapi|proto] [--show N]
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { main } from "../src/cli/index.ts";
import { nodeIo } from "../src/host/node-io.ts";
import { casesOf } from "./cue-files-cases.ts";
import type { FilesCase } from "./files-case.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "200" },
    only: { type: "string" },
    show: { type: "string", default: "10" },
  },
});

interface Outcome {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  readonly files: Readonly<Record<string, string>>;
}

async function ours(folder: string, args: readonly string[]): Promise<Omit<Outcome, "files">> {
  let out = "";
  let err = "";
  const decoder = new TextDecoder();
  const io = {
    ...nodeIo(),
    cwd: folder,
    env: { CUE_REGISTRY: "none", HOME: folder },
    stdout: (data: string | Uint8Array): void => void (out += typeof data === "string" ? data : decoder.decode(data)),
    stderr: (text: string): void => void (err += text),
    isTerminal: () => false,
  };
  const { exit } = await main(["cue", ...args], io, "0.0.0");
  return { exit, out, err };
}

function theirs(folder: string, args: readonly string[]): Omit<Outcome, "files"> {
  const env = { ...process.env, CUE_REGISTRY: "none", CUE_CACHE_DIR: join(tmpdir(), "cue-cache") };
  const { status, stdout, stderr } = spawnSync("cue", [...args], { cwd: folder, encoding: "utf8", env });
  return { exit: status ?? -1, out: stdout, err: stderr };
}

function filesIn(folder: string, prefix = ""): Record<string, string> {
  const out: Record<string, string> = {};
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    const name = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) Object.assign(out, filesIn(folder, name));
    else out[name] = readFileSync(join(folder, name), "utf8");
  }
  return out;
}

async function run(
  c: FilesCase,
  how: (folder: string, args: readonly string[]) => Omit<Outcome, "files"> | Promise<Omit<Outcome, "files">>,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "cue-files-"));
  try {
    for (const [name, text] of Object.entries(c.files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const result = await how(folder, c.args);
    const plain = (text: string): string => text.replaceAll(folder, "FOLDER");
    return { exit: result.exit, out: plain(result.out), err: plain(result.err), files: filesIn(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What differs: exit codes as yes or no, because ours say more. */
function difference(a: Outcome, b: Outcome): string | undefined {
  if ((a.exit === 0) !== (b.exit === 0)) return "exit";
  if (JSON.stringify(Object.entries(a.files).toSorted()) !== JSON.stringify(Object.entries(b.files).toSorted()))
    return "files";
  if (a.out !== b.out) return "output";
  // cue goes through versions in no order.
  const sorted = (text: string): string => text.split("\n").toSorted().join("\n");
  return b.exit === 0 && sorted(a.err) !== sorted(b.err) ? "messages" : undefined;
}

/** From what cue gives to what we give. */
function show(name: string, mine: string, other: string): void {
  if (mine === other) return;
  const folder = mkdtempSync(join(tmpdir(), "cue-diff-"));
  writeFileSync(join(folder, "cue"), other);
  writeFileSync(join(folder, "ours"), mine);
  console.log(`## ${name}\n${spawnSync("diff", ["-u", "cue", "ours"], { cwd: folder, encoding: "utf8" }).stdout}`);
  rmSync(folder, { recursive: true, force: true });
}

let seen = 0;
const wrong = new Map<string, number>();
for (const c of casesOf(Number(values.seed), Number(values.count), values.only)) {
  const [mine, other] = [await run(c, ours), await run(c, theirs)];
  seen++;
  const why = difference(mine, other);
  if (why === undefined) continue;
  const total = [...wrong.values()].reduce((n, m) => n + m, 0);
  wrong.set(`${c.kind} ${why}`, (wrong.get(`${c.kind} ${why}`) ?? 0) + 1);
  if (total >= Number(values.show)) continue;
  console.log(`=== ${why}: cue ${c.args.join(" ")}`);
  for (const [name, text] of Object.entries(c.files)) console.log(`-- ${name} --\n${text}`);
  show("exit", `${mine.exit}\n`, `${other.exit}\n`);
  show("output", mine.out, other.out);
  show("messages", mine.err, other.err);
  for (const name of new Set([...Object.keys(mine.files), ...Object.keys(other.files)]))
    show(name, mine.files[name] ?? "", other.files[name] ?? "");
}
const lines = [...wrong].map(([why, n]) => `${n} ${why}`);
console.log(`${seen} cases, ${lines.length === 0 ? "all equal" : lines.join(", ")}`);
