// Every command with flags and files that nobody would give it: an answer or a message, never "internal error", a stack
// trace, a promise that nobody caught, or silence. Modules, values, templates, kubeconfigs and plans are cut, doubled and
// mixed; files are folders, links to themselves, empty, binary or gone.
//
//   node tool/run.mjs conformance/attack/odd-inputs.ts [--count 2000] [--seed 1] [--only SEED]
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { commands, main, memoryIo } from "../../src/cli/index.ts";
import { Random } from "../random.ts";

/** They wait for somebody. */
const WAITING = /^(lsp|ui|completion)\b|serve|worker/;
type CommandSpec = (typeof commands)[number];
type OptionSpec = NonNullable<CommandSpec["options"]>[number];

const chosen: readonly CommandSpec[] = commands.filter(({ name }) => !WAITING.test(name));

const texts: Readonly<Record<string, string>> = {
  "empty.cue": "",
  "odd.cue":
    'package main\n\nvalues: {a: {b: 1}.b, c: [1, 2][3], d: *1 | 2 | _|_, e: "\\(x)"}\nx: close({a!: int}) & {b: 1}\n',
  "loop.cue": "package main\n\na: b\nb: a & {c: b}\n",
  "tag.cue":
    'package main\n\nvalues: x: string @env(HOME) @file("a") @opm(runtime:string:q) @secret(source=k8s,path=)\n',
  "list.yaml": "- 1\n- {a: b}\n---\n---\n[x]\n",
  "odd.yaml": "a: &a [*a]\nb: !!binary x\n? {c: d}\n: 1\n<<: 3\n",
  "null.yaml": "null\n",
  "odd.json": '{"a":1e999,"a":2,"__proto__":{"x":1},"kind":"opmodel.dev/plan/v1","releases":[{}]}',
  "plan.json": '{"kind":"opmodel.dev/plan/v1","releases":[]}',
  "odd.toml": "a = 1\n[a.b]\nc = 1979-05-27T07:32:00Z\n[[x]]\n",
  "kube.yaml":
    "apiVersion: v1\nkind: Config\ncurrent-context: a\nclusters: [{name: a, cluster: {server: 'https://127.0.0.1:1'}}]\ncontexts: [{name: a, context: {cluster: a, user: u}}, 3]\nusers: [{name: u, user: {token: t, exec: {command: ./nothing}}}]\n",
  "odd.tera": "{% for a in b %}{{ a | nothing }}{% endfor %}{% include 'odd.tera' %}{{ 1 / 0 }}",
  "object.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: 3}\ndata: [1]\n---\nkind: [x]\n",
  "key.pem": "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
};

function setUp(): string {
  const folder = mkdtempSync(join(tmpdir(), "opm-odd-"));
  for (const name of ["hello", "environments", "bundle", "secrets", "platform"])
    cpSync(resolve("examples", name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, "files"));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, "files", name), text);
  writeFileSync(join(folder, "files", "bytes"), Buffer.from(Array.from({ length: 999 }, (_, i) => (i * 7) % 256)));
  mkdirSync(join(folder, "files", "folder.cue"));
  symlinkSync("self", join(folder, "files", "self"));
  symlinkSync("/etc/hostname", join(folder, "files", "outside.cue"));
  return folder;
}

const WORDS = [
  "",
  "-",
  "--",
  ".",
  "..",
  "/",
  "hello",
  "hello/",
  "environments",
  "bundle",
  "secrets",
  "platform",
  "nothing",
  "a.b.c",
  "a[0]",
  "a=",
  "=b",
  "a.b=1",
  "replicas=3",
  "replicas={",
  'x="',
  "[",
  "1",
  "-1",
  "99999999999999999999",
  "1e9",
  "true",
  "null",
  "json",
  "yaml",
  "table",
  "example.com/x@v0",
  "example.com/x@v0.1.0",
  "oci://localhost:1/a:b",
  "localhost:1+insecure",
  "opmodel.dev=none",
  "Deployment/web",
  "Deployment/web.spec.replicas",
  "spec.x[",
  "dev",
  "staging,prod",
  "\u0000",
  "é\u202e",
  "\u001b[31m",
  "a".repeat(3000),
  "%s%n",
  "$HOME",
  "*",
  "../..",
  "HEAD",
  "HEAD~99",
  "v0.1.0",
  "90s",
  "1h30m",
  "all",
  "none",
  "time=1s",
  "text",
  "github",
  "always",
  "web",
  "image",
  "values",
  "default",
  "https://127.0.0.1:1/x",
];

class Lines {
  readonly #random: Random;
  readonly #files: readonly string[];

  constructor(seed: number, folder: string) {
    this.#random = new Random(seed);
    this.#files = [
      ...readdirSync(join(folder, "files")).map((name) => `files/${name}`),
      "hello/module.cue",
      "hello/values.cue",
      "bundle/releases.cue",
      "platform/platform.cue",
    ];
  }

  pick<T>(list: readonly T[]): T {
    return list[this.#random.below(list.length)]!;
  }

  word({ choices, complete }: Pick<OptionSpec, "choices" | "complete">): string {
    const odds = this.#random.below(10);
    if (choices !== undefined && odds < 7) return this.pick(choices);
    if (complete === "directory" && odds < 6)
      return this.pick(["hello", "environments", "bundle", "secrets", "platform", ".", "files"]);
    if (complete === "file" && odds < 8) return this.pick(this.#files);
    // No command line can hold a zero byte; files can.
    return odds < 4 ? this.pick(this.#files) : this.pick(WORDS.filter((word) => word !== "\u0000"));
  }

  line(): string[] {
    const spec = this.pick(chosen);
    const out = spec.name.split(" ");
    for (const argument of spec.arguments ?? []) {
      const absent = this.#random.below(argument.optional ? 4 : 12) === 0;
      if (absent) break;
      const given =
        argument.name === "path" && this.#random.below(3) > 0 ? { complete: "directory" as const } : argument;
      out.push(this.word(given));
    }
    const options = spec.options ?? [];
    for (let left = this.#random.below(4); left > 0 && options.length > 0; left--) {
      const option = this.pick(options);
      const long = /--[a-z0-9-]+/.exec(option.flags)?.[0] ?? option.flags.split(" ")[0]!;
      if (long === "--watch") continue;
      if (/[<[]/.test(option.flags)) out.push(`${long}=${this.word(option)}`);
      else out.push(long);
    }
    return out;
  }

  /** One of the files is cut, doubled, or has something in it that does not belong there. */
  async spoil(folder: string): Promise<void> {
    const names = [
      ...this.#files,
      "hello/components.cue",
      "environments/values.cue",
      "bundle/bundle.cue",
      "hello/cue.mod/module.cue",
    ];
    const file = join(folder, this.pick(names));
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch {
      return;
    }
    const at = this.#random.below(text.length + 1);
    const other = this.#random.below(text.length + 1);
    const mixed = [
      text.slice(0, at),
      text.slice(0, at) + text.slice(other),
      text.slice(0, at) + this.pick(WORDS) + text.slice(at),
      `${text}\n${text}`,
    ];
    writeFileSync(file, this.pick(mixed));
  }
}

/** Control characters but tabs and line ends, and those that reorder text. */
const STEERING = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** What a command prints for other programs is as it was given. */
const isData = (words: readonly string[]): boolean =>
  chosen.some(({ name, printsData }) => printsData === true && words.join(" ").startsWith(name)) ||
  /^(cue|template|values|secret) /.test(words.join(" "));

async function one(seed: number): Promise<void> {
  const folder = setUp();
  try {
    const lines = new Lines(seed, folder);
    if (seed % 3 > 0) await lines.spoil(folder);
    const words = lines.line();
    const env = {
      HOME: join(folder, "home"),
      OPM_CACHE_DIR: "none",
      CUE_REGISTRY: "localhost:1+insecure",
      KUBECONFIG: join(folder, "files", "kube.yaml"),
      PATH: process.env["PATH"] ?? "",
      ...(process.env["OPM_DEBUG"] && { OPM_DEBUG: "1" }),
    };
    process.stdout.write(`${JSON.stringify({ seed, words })}\n`);
    const io = memoryIo(folder, env);
    const { exit } = await main(words, io, "0.0.0");
    const said = io.out() + io.err();
    const steering = STEERING.exec(io.err()) ?? (isData(words) ? null : STEERING.exec(io.out()));
    const wrong =
      /internal error|^\s+at .+:\d+:\d+\)?$/m.exec(said)?.[0] ??
      (steering === null ? undefined : `it would steer a terminal: ${JSON.stringify(steering[0])}`) ??
      (exit !== 0 && said.trim() === "" ? `exit ${exit} and not a word` : undefined);
    if (wrong !== undefined)
      process.stdout.write(`${JSON.stringify({ seed, words, exit, wrong, said: said.slice(-1500) })}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A process for many of them: one that hangs or dies is told, and the next begins after it. */
async function inChild(from: number, to: number, failures: string[]): Promise<number> {
  const child = spawn(
    process.execPath,
    ["tool/run.mjs", "conformance/attack/odd-inputs.ts", "--from", String(from), "--to", String(to)],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let last = { seed: from - 1, words: [] as string[] };
  let rest = "";
  let err = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hung = false;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      hung = true;
      child.kill("SIGKILL");
    }, 120_000);
  };
  wait();
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString("utf8")));
  child.stdout.on("data", (chunk: Buffer) => {
    wait();
    const lines = (rest + chunk.toString("utf8")).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const said = JSON.parse(line) as { seed: number; words: string[]; wrong?: string; said?: string };
      last = said;
      if (said.wrong !== undefined)
        failures.push(`seed ${said.seed}: opm ${said.words.join(" ")}\n  ${said.wrong}\n${said.said}`);
    }
  });
  const code = await new Promise<number | null>((done) => child.on("close", done));
  clearTimeout(timer);
  if (code !== 0)
    failures.push(
      `seed ${last.seed}: opm ${last.words.join(" ")}\n  ${hung ? "no end" : `the process ended with ${code}`}\n${err.slice(-800)}`,
    );
  return last.seed + 1;
}

const value = (name: string, preset: number): number => {
  const at = process.argv.indexOf(name);
  return at < 0 ? preset : Number(process.argv[at + 1]);
};

if (process.argv.includes("--from") || process.argv.includes("--only")) {
  const from = value("--only", value("--from", 0));
  process.on("unhandledRejection", (error) => {
    console.error(error);
    process.exit(9);
  });
  for (let seed = from; seed <= value("--to", from); seed++) await one(seed);
  process.exit(0);
} else {
  const count = value("--count", 2000);
  const begin = value("--seed", 1) * 100_000;
  const failures: string[] = [];
  for (let seed = begin; seed < begin + count;)
    seed = await inChild(seed, Math.min(seed + 199, begin + count - 1), failures);
  for (const failure of failures) console.log(failure);
  console.log(`${count} odd command lines, ${failures.length} failures`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
