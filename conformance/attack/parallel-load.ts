// Many builds at once, from a cold and shared cache, some into the same folder: every one gives the same bytes.
//
//   node tool/run.mjs conformance/attack/parallel-load.ts [--count 2000] [--jobs 8]
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { contentsOf, launcher } from "./write-scenes.ts";

const modules = ["hello", "environments"].map((name) => resolve("examples", name));

export async function parallelLoad(count: number, jobs: number): Promise<{ builds: number; failures: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "opm-load-"));
  const failures: string[] = [];
  const seen = new Map<string, string>();
  let next = 0;
  const shared = join(folder, "shared");
  mkdirSync(shared);
  const run = (words: readonly string[]): Promise<string> =>
    new Promise((done) => {
      // Each hundredth begins with an empty cache that others fill at the same time.
      const cache = join(folder, `cache-${Math.floor(next / 100)}`);
      const child = spawn(process.execPath, [launcher, ...words], {
        env: { ...process.env, OPM_CACHE_DIR: cache, NODE_OPTIONS: "" },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const hash = createHash("sha256");
      let err = "";
      child.stdout.on("data", (chunk: Buffer) => hash.update(chunk));
      child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString("utf8")));
      child.on("close", (code) => done(code === 0 ? hash.digest("hex") : `exit ${code}: ${err.slice(0, 200)}`));
    });
  const work = async (): Promise<void> => {
    while (next < count) {
      const i = next++;
      const module = modules[i % modules.length]!;
      const environment = module.endsWith("environments") ? ["-e", "dev"] : [];
      const into = i % 5 === 0 && environment.length === 0 ? ["--out-dir", shared] : [];
      const key = `${module} ${into.length > 0}`;
      const answer = await run(["mod", "build", module, ...environment, ...into]);
      const first = seen.get(key) ?? answer;
      seen.set(key, first);
      if (answer !== first || answer.startsWith("exit")) failures.push(`build ${i} of ${key}: ${answer}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs }, work));
    const part = [...contentsOf(shared).keys()].filter((name) => name.endsWith(".opm-part"));
    if (part.length > 0) failures.push(`${part.join(", ")} stayed behind`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { builds: next, failures };
}

if (process.argv[1]?.endsWith("parallel-load.ts") === true) {
  const value = (name: string, preset: number): number => {
    const at = process.argv.indexOf(name);
    return at < 0 ? preset : Number(process.argv[at + 1]);
  };
  const { builds, failures } = await parallelLoad(value("--count", 2000), value("--jobs", 8));
  for (const failure of failures.slice(0, 20)) console.error(failure);
  console.log(`${builds} builds, ${failures.length} failures`);
  process.exit(failures.length === 0 ? 0 : 1);
}
