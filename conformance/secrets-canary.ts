// SEC-7 and SEC-8: modules with unguessable values in every secret position, run through every command, flag, format and
// failure; everything that is printed or written is searched for the values, pieces of them and their encodings.
//
//   node tool/run.mjs conformance/secrets-canary.ts [--count 500] [--seed 0] [--times 3] [--shard 1/2] [--derived] [--only KIND]
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { main, memoryIo } from "../src/cli/index.ts";
import { Random } from "./random.ts";
import { variants } from "./secrets-canary-commands.ts";
import type { Variant } from "./secrets-canary-commands.ts";
import { DERIVED_NAMES, KIND_NAMES, canaryModule } from "./secrets-canary-module.ts";
import type { CanaryModule } from "./secrets-canary-module.ts";
import { findLeak, leakForms } from "./secrets-canary-search.ts";

export interface CanaryReport {
  runs: number;
  /** Runs that ended well. */
  good: number;
  /** Runs whose output had a mask in it. */
  masked: number;
  crashed: number;
  readonly hits: string[];
}

const newReport = (): CanaryReport => ({ runs: 0, good: 0, masked: 0, crashed: 0, hits: [] });

export interface CanaryRequest {
  readonly count: number;
  readonly seed?: number;
  /** How often each variant meets each kind, over all modules. */
  readonly times?: number;
  /** Instead of that, how many commands each module goes through. */
  readonly commands?: number;
  readonly shard?: { readonly index: number; readonly count: number };
  /** The second canary: what is made from secrets. */
  readonly derived?: boolean;
  /** Kinds whose name has this. */
  readonly only?: string;
  /** Hears what was found as soon as a module is through: a run of hours that is broken off has said what it knew. */
  readonly heard?: (report: CanaryReport, newHits: readonly string[]) => void;
}

interface Turn {
  readonly module: number;
  readonly kind: string;
  readonly hand: readonly Variant[];
}

/** Which commands each module goes through: every variant meets every kind as often as all modules together can. */
export function planCanary({ count, seed = 0, times = 3, commands, derived = false, only }: CanaryRequest): Turn[] {
  const names = (derived ? DERIVED_NAMES : KIND_NAMES).filter((name) => name.includes(only ?? ""));
  const all = variants();
  const kinds = names.length;
  const each = commands ?? Math.ceil((all.length * times) / Math.max(1, Math.floor(count / kinds)));
  const decks = names.map((_, i) => shuffled(all, new Random(seed * 31 + i)));
  return Array.from({ length: count }, (_, n): Turn => {
    const deck = decks[n % kinds]!;
    const from = Math.floor(n / kinds) * each;
    const hand = Array.from({ length: each }, (__, i) => deck[(from + i) % deck.length]!);
    return { module: seed + n, kind: names[n % kinds]!, hand };
  });
}

/** How often each variant of a command meets each kind of failure. */
export function coverageOf(plan: readonly Turn[]): ReadonlyMap<string, number> {
  const met = new Map<string, number>();
  for (const { kind, hand } of plan)
    for (const { name } of hand) met.set(`${name} × ${kind}`, (met.get(`${name} × ${kind}`) ?? 0) + 1);
  return met;
}

export async function runCanary(request: CanaryRequest): Promise<CanaryReport> {
  const report = newReport();
  const cache = new Cache();
  const { shard } = request;
  try {
    for (const [n, { module, kind, hand }] of planCanary(request).entries()) {
      if (shard !== undefined && n % shard.count !== shard.index - 1) continue;
      const before = report.hits.length;
      await runModule(await canaryModule(module, kind), hand, report, `module ${module} (${kind})`, cache);
      request.heard?.(report, report.hits.slice(before));
    }
  } finally {
    cache.remove();
  }
  return report;
}

/** The same for every example that has secrets: each gets a value on the command line. */
export async function runExamples(examples: string, seed = 0): Promise<CanaryReport> {
  const report = newReport();
  const cache = new Cache();
  for (const name of readdirSync(examples)) {
    if (!existsSync(join(examples, name, "module.cue"))) continue;
    const io = memoryIo(join(process.cwd(), examples, name), { HOME: tmpdir() });
    await main(["secret", "list", ".", "-o", "json"], io, "0.0.0");
    const paths = (JSON.parse(io.out() || "[]") as { path: string }[]).map(({ path }) => path);
    if (paths.length === 0) continue;
    const donor = await canaryModule(seed + paths.length, "good");
    const module: CanaryModule = {
      ...donor,
      files: new Map(),
      words: paths.flatMap((path, i) => ["--set-string", `${path}.value=${donor.texts[i % donor.texts.length]!}`]),
      paths,
    };
    const hand = variants().filter(({ takesValues }) => takesValues);
    await runModule(module, hand, report, `example ${name}`, cache, join(examples, name));
  }
  cache.remove();
  return report;
}

async function runModule(
  module: CanaryModule,
  hand: readonly Variant[],
  report: CanaryReport,
  name: string,
  cache: Cache,
  from?: string,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "opm-canary-"));
  const forms = leakForms(module.cores, module.made, module.made.length > 0 ? 6 : 8);
  const random = new Random(module.cores.join("").length + module.cores[0]!.charCodeAt(0) * 997 + report.runs);
  try {
    if (from !== undefined) cpSync(from, folder, { recursive: true });
    writeInputs(folder, module);
    const inputs = new Set(filesUnder(folder));
    for (const variant of hand) {
      await runOne(folder, module, variant, random, report, name, forms, cache);
      for (const path of filesUnder(folder)) {
        if (inputs.has(path)) continue;
        const leak = variant.reveals ? undefined : findLeak(readFileSync(join(folder, path), "latin1"), forms);
        if (leak !== undefined) report.hits.push(`${name}: ${variant.name}: the file ${path} has ${leak}`);
        rmSync(join(folder, path));
      }
      if (/^(?:secret|mod fmt|mod tidy)/.test(variant.name)) writeInputs(folder, module);
    }
    for (const { path, text } of cache.changed()) {
      const leak = findLeak(text, forms);
      if (leak !== undefined) report.hits.push(`${name}: the cached file ${path} has ${leak}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runOne(
  folder: string,
  module: CanaryModule,
  variant: Variant,
  random: Random,
  report: CanaryReport,
  name: string,
  forms: readonly string[],
  cache: Cache,
): Promise<void> {
  const { texts, env, crashes } = module;
  const words = [...variant.words(module, random), ...(variant.takesValues ? module.words : [])];
  const debug: Record<string, string> = crashes || random.chance(0.3) ? { OPM_DEBUG: "1" } : {};
  const terminal =
    random.chance(0.2) && !variant.name.includes("--reveal") && !variant.name.startsWith("secret decrypt");
  const memory = memoryIo(folder, { HOME: folder, OPM_CACHE_DIR: cache.folder, ...env, ...debug }, terminal);
  let left = crashes && variant.takesValues ? random.below(12) : Infinity;
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
    if (left >= 0) report.hits.push(`${name}: opm ${words.join(" ")}: crashed by itself: ${err.slice(0, 600)}`);
  }
  const found = [
    ["stdout", variant.reveals ? undefined : findLeak(out, forms)],
    ["stderr", findLeak(err, forms)],
  ];
  for (const [stream, leak] of found)
    if (leak !== undefined) report.hits.push(`${name}: opm ${words.join(" ")}: ${stream} has ${leak}`);
}

/** One cache for all modules, as users have it; what is written there is searched too. */
class Cache {
  readonly folder = mkdtempSync(join(tmpdir(), "opm-canary-cache-"));
  readonly #seen = new Map<string, number>();

  changed(): { path: string; text: string }[] {
    return filesUnder(this.folder).flatMap((path) => {
      const { mtimeMs } = statSync(join(this.folder, path));
      if (this.#seen.get(path) === mtimeMs) return [];
      this.#seen.set(path, mtimeMs);
      return [{ path, text: readFileSync(join(this.folder, path), "latin1") }];
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function writeInputs(folder: string, { files }: CanaryModule): void {
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function filesUnder(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((e) => e.isFile()).map((e) => relative(folder, join(e.parentPath, e.name)));
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}

if (process.argv[1]?.endsWith("secrets-canary.ts")) {
  const text = (name: string): string | undefined => {
    const at = process.argv.indexOf(name);
    return at < 0 ? undefined : process.argv[at + 1];
  };
  const seed = Number(text("--seed") ?? 0);
  const [index = 1, count = 1] = (text("--shard") ?? "1/1").split("/").map(Number);
  const request: CanaryRequest = {
    count: Number(text("--count") ?? 500),
    seed,
    times: Number(text("--times") ?? 3),
    derived: process.argv.includes("--derived"),
    ...(text("--commands") !== undefined && { commands: Number(text("--commands")) }),
    ...(count > 1 && { shard: { index, count } }),
    ...(text("--only") !== undefined && { only: text("--only")! }),
    heard: ({ runs, hits }, newHits) => {
      for (const hit of newHits) console.log(hit);
      if (runs % 250 < 7) console.log(`… ${runs} runs, ${hits.length} hits`);
    },
  };
  const plan = planCanary(request);
  const met = [...coverageOf(plan).values()];
  const whole = count > 1 ? "all shards" : "modules";
  console.log(
    `${whole}: ${request.count} modules, ${variants().length} forms of commands × ${new Set(plan.map(({ kind }) => kind)).size} kinds: ` +
      `${met.length} combinations, each ${Math.min(...met)} to ${Math.max(...met)} times`,
  );
  const reports: (readonly [string, CanaryReport])[] = [];
  if (index === 1 && request.derived !== true && request.only === undefined)
    reports.push(["examples", await runExamples("examples", seed)]);
  reports.push(["modules", await runCanary(request)]);
  for (const [what, { runs, good, masked, crashed, hits }] of reports) {
    if (what === "examples") for (const hit of hits) console.log(hit);
    console.log(
      `${what}: ${runs} runs, ${good} ended well, ${masked} showed masks, ${crashed} crashed on purpose, ${hits.length} hits`,
    );
    if (hits.length > 0) process.exitCode = 1;
  }
}
