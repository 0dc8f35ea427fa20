// SEC-7 and SEC-8: modules with unguessable values in every secret position, run through every command, flag, format and
// failure; everything that is printed or written is searched for the values and their encodings.
//
//   node tool/run.mjs conformance/secrets-canary.ts [--count 500] [--seed 0]
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { main, memoryIo } from "../src/cli/index.ts";
import { Random } from "./random.ts";
import { RECIPIENT, canaryModule, canaryText } from "./secrets-canary-module.ts";
import type { CanaryModule } from "./secrets-canary-module.ts";

export interface CanaryReport {
  readonly runs: number;
  /** Runs that ended well. */
  readonly good: number;
  /** Runs whose output had a mask in it. */
  readonly masked: number;
  readonly crashed: number;
  readonly hits: readonly string[];
}

/** What is run on each module: `mod build` in one form, and some of the others. */
function commandsFor({ words, paths, texts }: CanaryModule, random: Random, extra: number): (readonly string[])[] {
  const build = ["mod", "build", "."];
  const text = texts[0]!;
  const forms: readonly (readonly string[])[] = [
    [],
    ["-o", "json"],
    ["--out-dir", "out"],
    ["--split", "-o", "json"],
    ["-v"],
    ["--trace", "trace.json"],
    ["--diagnostics", "json"],
    ["--strict"],
    ["--encrypt-to", RECIPIENT, "--out-dir", "enc"],
    ["--reveal"],
    ["--reveal=always", "-o", "json"],
    ["--color", "always"],
  ];
  const others: readonly (readonly string[])[] = [
    ["mod", "vet", "."],
    ["mod", "vet", ".", "--trace", "vet.json"],
    ["mod", "tree", "."],
    ["mod", "tree", ".", "-o", "json"],
    ["mod", "eval", "."],
    ["mod", "explain", "Deployment/web.spec.replicas", "."],
    ["mod", "explain", "Secret/secret-0.data", ".", "-o", "json"],
    ["mod", "docs", "."],
    ["values", "inspect", "."],
    ["values", "inspect", ".", "-o", "json"],
    ["values", "inspect", ".", "-o", "cue"],
    ["values", "inspect", ".", "-o", "yaml"],
    ["values", "explain", random.pick(paths), "."],
    ["values", "explain", `${random.pick(paths)}.value`, ".", "-o", "json"],
    ["values", "merge", "."],
    ["values", "merge", ".", "-o", "json"],
    ["values", "validate", "."],
    ["values", "validate", ".", "--diagnostics", "json"],
    ["values", "check", "."],
    ["policy", "check", "."],
    ["secret", "list", "."],
    ["secret", "list", ".", "-o", "json"],
    ["secret", "check", "."],
    ["env", "list", "."],
    ["env", "list", ".", "-o", "json"],
    ["env", "show", "production", ".", "-o", "yaml"],
    ["env", "diff", "production", "production", "."],
    ["values", "diff", "production", "production", "."],
    ["config", "show", "."],
    ["mod", "build", ".", "--sett", `db.x=${text}`],
    ["mod", "build", ".", `--sett=db.x=${text}`],
    ["mod", "vet", ".", "--set", text.replaceAll("=", "")],
    ["env", "show", "production", "."],
    ["release", "build", "releases"],
    ["release", "build", "releases", "--out-dir", "rel", "-o", "json"],
    ["release", "vet", "releases"],
    ["release", "build", "releases", "-v", "--diagnostics", "json"],
    ["mod", "build", ".", "--all-environments"],
  ];
  const chosen = [[...build, ...random.pick(forms)]];
  for (let i = 0; i < extra; i++) chosen.push([...random.pick(others)]);
  return chosen.map((command) => (takesValues(command) ? [...command, ...words] : command));
}

export async function runCanary(count: number, seed = 0, extra = 3): Promise<CanaryReport> {
  const report = { runs: 0, good: 0, masked: 0, crashed: 0, hits: [] as string[] };
  for (let n = 0; n < count; n++) {
    const module = await canaryModule(seed + n);
    const random = new Random(seed + n + 0x5eed);
    const folder = mkdtempSync(join(tmpdir(), "opm-canary-"));
    try {
      for (const [name, text] of module.files) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      for (const words of commandsFor(module, random, extra))
        await runOne(folder, module, words, random, report, `module ${seed + n}`);
      searchFiles(folder, module, report, `module ${seed + n}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return report;
}

/** The same for every example that has secrets: each gets a value on the command line. */
export async function runExamples(examples: string, seed = 0): Promise<CanaryReport> {
  const report = { runs: 0, good: 0, masked: 0, crashed: 0, hits: [] as string[] };
  for (const name of readdirSync(examples)) {
    if (!existsSync(join(examples, name, "module.cue"))) continue;
    const folder = mkdtempSync(join(tmpdir(), "opm-canary-"));
    try {
      cpSync(join(examples, name), folder, { recursive: true });
      const io = memoryIo(folder, { HOME: folder });
      await main(["secret", "list", ".", "-o", "json"], io, "0.0.0");
      const paths = (JSON.parse(io.out() || "[]") as { path: string }[]).map(({ path }) => path);
      if (paths.length === 0) continue;
      const random = new Random(seed + 0xe9a);
      const canaries = paths.map(() => canaryText(random));
      const module: CanaryModule = {
        files: new Map(inputsOf(folder).map((path) => [path, ""])),
        words: paths.flatMap((path, i) => ["--set-string", `${path}.value=${canaries[i]!.text}`]),
        env: {},
        canaries: canaries.map(({ core }) => core),
        texts: canaries.map(({ text }) => text),
        paths,
      };
      for (const words of commandsFor(module, random, 40))
        await runOne(folder, module, words, random, report, `example ${name}`);
      searchFiles(folder, module, report, `example ${name}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return report;
}

function inputsOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((e) => e.isFile()).map((e) => relative(folder, join(e.parentPath, e.name)));
}

const takesValues = ([group, verb]: readonly string[]): boolean =>
  group !== "env" && group !== "release" && !(group === "mod" && verb === "docs");

type Counting = { runs: number; good: number; masked: number; crashed: number; hits: string[] };

async function runOne(
  folder: string,
  { canaries, texts, env }: CanaryModule,
  words: readonly string[],
  random: Random,
  report: Counting,
  name: string,
): Promise<void> {
  const debug: Record<string, string> = random.chance(0.5) ? { OPM_DEBUG: "1" } : {};
  const memory = memoryIo(
    folder,
    { HOME: folder, XDG_CACHE_HOME: join(folder, "cache"), ...env, ...debug },
    random.chance(0.2) && !words.includes("--reveal"),
  );
  // Now and then the program itself fails, with the secret in its hands.
  let left = takesValues(words) && random.chance(0.1) ? random.below(12) : Infinity;
  const io = {
    ...memory,
    clock: () => {
      if (left-- <= 0)
        throw new Error(`cannot go on with ${texts.join(" and ")} or ${Buffer.from(texts[0]!).toString("base64")}`);
      return memory.clock();
    },
  };
  const { exit } = await main(words, io, "0.0.0");
  report.runs++;
  if (exit === 0) report.good++;
  const out = memory.out();
  const err = memory.err();
  if (out.includes("***") || err.includes("***")) report.masked++;
  if (err.includes("internal error")) {
    report.crashed++;
    if (left === Infinity || left >= 0)
      report.hits.push(`${name}: opm ${words.join(" ")}: crashed by itself: ${err.slice(0, 400)}`);
  }
  const revealed = words.includes("--reveal=always");
  for (const form of forms(canaries)) {
    if (!revealed && has(out, form)) report.hits.push(`${name}: opm ${words.join(" ")}: stdout has ${form}`);
    if (has(err, form)) report.hits.push(`${name}: opm ${words.join(" ")}: stderr has ${form}: ${around(err, form)}`);
  }
}

function searchFiles(folder: string, { files, canaries }: CanaryModule, report: Counting, name: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (files.has(relative(folder, path))) continue;
    const text = readFileSync(path, "latin1");
    for (const form of forms(canaries))
      if (has(text, form)) report.hits.push(`${name}: the file ${relative(folder, path)} has ${form}`);
  }
}

/** Every canary as it is, in base64 at its three alignments, in hex, and backwards in case. */
function forms(canaries: readonly string[]): string[] {
  return canaries.flatMap((core) => [
    core,
    ...[0, 1, 2].map((shift) => {
      const text = Buffer.from("x".repeat(shift) + core).toString("base64");
      return text.slice([0, 2, 3][shift], -4);
    }),
    Buffer.from(core).toString("hex"),
  ]);
}

const has = (text: string, form: string): boolean => text.toLowerCase().includes(form.toLowerCase());

function around(text: string, form: string): string {
  const at = text.toLowerCase().indexOf(form.toLowerCase());
  return text.slice(Math.max(0, at - 120), at + form.length + 40);
}

if (process.argv[1]?.endsWith("secrets-canary.ts")) {
  const option = (name: string, otherwise: number): number => {
    const at = process.argv.indexOf(name);
    return at < 0 ? otherwise : Number(process.argv[at + 1]);
  };
  for (const [what, report] of [
    ["examples", await runExamples("examples", option("--seed", 0))],
    ["modules", await runCanary(option("--count", 500), option("--seed", 0), option("--commands", 3))],
  ] as const) {
    for (const hit of report.hits) console.log(hit);
    console.log(
      `${what}: ${report.runs} runs, ${report.good} ended well, ${report.masked} showed masks, ${report.crashed} crashed on purpose, ${report.hits.length} hits`,
    );
    if (report.hits.length > 0) process.exitCode = 1;
  }
}
