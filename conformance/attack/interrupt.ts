// Ctrl-C on every kind of command, while it works and while it waits: for a cluster or a registry that never answers, for
// standard input, for an editor, for a browser. Each ends by the signal (a shell says 130) within a second, and leaves
// nothing half-written.
//
//   node tool/run.mjs conformance/attack/interrupt.ts [--times 3] [--only TEXT]
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Random } from "../random.ts";
import { launcher } from "./write-scenes.ts";

interface Scene {
  readonly name: string;
  readonly words: readonly string[];
  /** Where it would write, if it came so far. */
  readonly writes?: string;
}

const LIMIT = 1000;

/** Programs that take longer than anybody waits. */
const ENDLESS = 'import "list"\nx: [for a in list.Range(0, 100000, 1) for b in list.Range(0, 100000, 1) {a + b}]\n';

function scenes(folder: string, silent: string): Scene[] {
  const at = (name: string): string => join(folder, name);
  for (const name of ["hello", "environments", "bundle"])
    cpSync(resolve("examples", name), at(name), { recursive: true });
  mkdirSync(at("many"));
  writeFileSync(at("endless.cue"), ENDLESS);
  writeFileSync(
    at("endless.tera"),
    "{% for i in range(end=100000) %}{% for j in range(end=1000) %}{{ i }}{% endfor %}{% endfor %}",
  );
  writeFileSync(
    at("kubeconfig"),
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "c", cluster: { server: silent } }],
      users: [{ name: "u", user: { token: "t" } }],
      contexts: [{ name: "x", context: { cluster: "c", user: "u", namespace: "default" } }],
      "current-context": "x",
    }),
  );
  const cluster = ["--kubeconfig", at("kubeconfig")];
  const registry = ["--registry", `${silent.replace("http://", "")}+insecure`];
  const free = ["--limits", "none"];
  return [
    {
      name: "evaluation",
      words: ["cue", "export", ...free, at("endless.cue"), "--outfile", at("out.json")],
      writes: at("out.json"),
    },
    { name: "template", words: ["template", "render", at("endless.tera"), "-o", at("out.txt")], writes: at("out.txt") },
    { name: "build", words: ["mod", "build", at("hello"), "--out-dir", at("manifests")], writes: at("manifests") },
    {
      name: "build of all environments",
      words: ["mod", "build", at("environments"), "--all-environments", "--out-dir", at("all")],
      writes: at("all"),
    },
    { name: "bundle", words: ["bundle", "build", at("bundle")] },
    { name: "vet", words: ["mod", "vet", at("hello")] },
    { name: "fmt", words: ["cue", "fmt", at("hello")] },
    { name: "standard input", words: ["cue", "export", "-"] },
    { name: "login", words: ["registry", "login", "localhost:1", "--username", "u", "--password-stdin"] },
    ...["plan", "apply", "diff", "status", "delete", "history", "rollback"].map((verb) => ({
      name: `mod ${verb} on a cluster that is silent`,
      words: ["mod", verb, at("hello"), ...cluster, ...(/apply|delete|rollback/.test(verb) ? ["--yes"] : [])],
    })),
    { name: "list on a cluster that is silent", words: ["list", ...cluster] },
    {
      name: "rollout on a cluster that is silent",
      words: ["rollout", "start", at("environments"), ...cluster, "--yes"],
    },
    { name: "versions from a registry that is silent", words: ["mod", "versions", "example.com/x@v0", ...registry] },
    { name: "pull from a registry that is silent", words: ["mod", "pull", "example.com/x@v0.1.0", ...registry] },
    { name: "publish to a registry that is silent", words: ["mod", "publish", "v0.1.0", at("hello"), ...registry] },
    { name: "language server", words: ["lsp"] },
    { name: "page", words: ["ui", at("hello"), "--no-open"] },
  ];
}

function interrupt(
  scene: Scene,
  folder: string,
  after: number,
): Promise<{ wrong?: string; hit: boolean; took: number }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [launcher, ...scene.words], {
      cwd: folder,
      env: {
        ...process.env,
        OPM_CACHE_DIR: join(folder, "cache"),
        HOME: folder,
        KUBECONFIG: join(folder, "kubeconfig"),
      },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let said = "";
    child.stdout.resume();
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
    let sent = 0;
    const timer = setTimeout(() => {
      sent = Date.now();
      child.kill("SIGINT");
    }, after);
    const patience = setTimeout(() => child.kill("SIGKILL"), after + 20_000);
    child.on("exit", (code, by) => {
      clearTimeout(timer);
      clearTimeout(patience);
      const took = sent === 0 ? 0 : Date.now() - sent;
      const hit = by === "SIGINT" || code === 130;
      let wrong: string | undefined;
      if (sent > 0 && !hit && by !== null) wrong = `ended by ${by}`;
      if (hit && took > LIMIT) wrong = `took ${took} ms`;
      if (/internal error/.test(said)) wrong = said.slice(0, 200);
      const written = scene.writes;
      if (
        hit &&
        written !== undefined &&
        existsSync(written) &&
        !written.endsWith("manifests") &&
        !written.endsWith("all")
      )
        wrong = `${written} is there`;
      done({ ...(wrong !== undefined && { wrong }), hit, took });
    });
  });
}

async function main(): Promise<void> {
  const value = (name: string, preset: string): string => {
    const i = process.argv.indexOf(name);
    return i < 0 ? preset : (process.argv[i + 1] ?? preset);
  };
  const folder = mkdtempSync(join(tmpdir(), "opm-interrupt-"));
  // Accepts, and never answers.
  const server = createServer(() => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const silent = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const random = new Random(Number(value("--seed", "1")));
  const failures: string[] = [];
  let interrupts = 0;
  let slowest = 0;
  try {
    for (const scene of scenes(folder, silent).filter(({ name }) => name.includes(value("--only", "")))) {
      let hits = 0;
      // Warm: a cold start is longer than the wait below.
      spawnSync(process.execPath, [launcher, ...scene.words, "--help"], { cwd: folder });
      for (let i = 0, times = Number(value("--times", "3")); hits < times && i < times * 4; i++) {
        // Early enough for those that end by themselves.
        const { wrong, hit, took } = await interrupt(scene, folder, 100 + random.below(i < times * 2 ? 2500 : 400));
        if (hit) {
          hits++;
          interrupts++;
          slowest = Math.max(slowest, took);
        }
        if (wrong !== undefined) failures.push(`${scene.name}: ${wrong}`);
      }
      if (hits === 0) failures.push(`${scene.name}: never interrupted`);
    }
    const left = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tmp"));
    if (left.length > 0) failures.push(`${left.join(", ")} stayed behind`);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  for (const failure of failures) console.error(failure);
  console.log(`${interrupts} interrupts, the slowest took ${slowest} ms, ${failures.length} failures`);
  process.exit(failures.length === 0 ? 0 : 1);
}

if (process.argv[1]?.endsWith("interrupt.ts") === true) await main();
