// npm run -s bench -- real [PATH…]: every package of the catalog and of the examples, through ours and through `cue`.
// Synthetic shapes are large and alike; real packages are small and different, so that cold code counts. What they
// depend on is served from a registry on the loopback, to both.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join, relative } from "node:path";
import { OciMemory } from "../src/registry/index.ts";
import { findProgram } from "./peer.ts";

export interface RealOptions {
  readonly root: string;
  readonly scratch: string;
  readonly words: readonly string[];
}

interface Cost {
  readonly seconds: number;
  readonly exit: number;
}

/** Measures processor time, which a busy machine stretches less than the clock. */
export async function benchReal({ root, scratch, words }: RealOptions): Promise<void> {
  const cue = findProgram("cue");
  const registry = await serveRegistry();
  const env = { CUE_REGISTRY: `${registry.host}+insecure`, CUE_CACHE_DIR: join(scratch, "cache") };
  mkdirSync(env.CUE_CACHE_DIR);
  try {
    await publishCatalog(root, env);
    const packages = packagesUnder(root, words.length > 0 ? words : ["catalog", "examples"]);
    const ours = { seconds: 0, wrong: 0 };
    const theirs = { seconds: 0, wrong: 0 };
    for (const { module, folder } of packages) {
      const args = ["vet", "-c=false", `./${relative(module, folder)}`];
      const mine = await best(join(root, "opm"), ["cue", ...args], module, env);
      const other = cue === undefined ? undefined : await best(cue, args, module, env);
      ours.seconds += mine.seconds;
      theirs.seconds += other?.seconds ?? 0;
      if (other !== undefined && mine.exit !== other.exit) {
        ours.wrong++;
        console.log(`  ${relative(root, folder)}: exit ${mine.exit}, cue ${other.exit}`);
      }
    }
    const ratio =
      cue === undefined
        ? ""
        : `, ${(ours.seconds / theirs.seconds).toFixed(2)} times cue (${theirs.seconds.toFixed(2)} s)`;
    console.log(
      `${packages.length} packages: ${ours.seconds.toFixed(2)} s of processor time${ratio}; ${ours.wrong} answered otherwise`,
    );
  } finally {
    registry.close();
  }
}

async function serveRegistry(): Promise<{ readonly host: string; close(): void }> {
  const memory = new OciMemory();
  const server = createServer(async (request, response) => {
    const body = await bytesOf(request);
    const answer = await memory.handle({
      method: request.method as "GET",
      url: `http://localhost${request.url}`,
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      ...(body.length > 0 && { body }),
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(answer.body);
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}

async function publishCatalog(root: string, env: Readonly<Record<string, string>>): Promise<void> {
  const catalog = JSON.parse(readFileSync(join(root, "catalog", "catalog.json"), "utf8")) as {
    readonly version: string;
    readonly modules: Readonly<Record<string, string>>;
  };
  for (const folder of Object.values(catalog.modules)) {
    // Libraries are no modules to be rendered: that they do not build is as it should be.
    const args = ["mod", "publish", catalog.version, join(root, "catalog", folder), "--force"];
    const { exit } = await cost(join(root, "opm"), args, root, env);
    if (exit !== 0) throw new Error(`cannot publish ${folder} to the loopback`);
  }
}

/** The folders with CUE files, and the module that each is in. */
function packagesUnder(root: string, under: readonly string[]): { module: string; folder: string }[] {
  const found: { module: string; folder: string }[] = [];
  const walk = (folder: string, module: string | undefined): void => {
    const entries = readdirSync(folder, { withFileTypes: true });
    const own = entries.some((e) => e.isDirectory() && e.name === "cue.mod") ? folder : module;
    if (own !== undefined && entries.some((e) => e.isFile() && e.name.endsWith(".cue")))
      found.push({ module: own, folder });
    for (const e of entries) if (e.isDirectory() && e.name !== "cue.mod") walk(join(folder, e.name), own);
  };
  for (const path of under) walk(join(root, path), undefined);
  return found;
}

/** The smaller of two runs; the first also fills the caches. */
async function best(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Cost> {
  const first = await cost(command, args, cwd, env);
  const second = await cost(command, args, cwd, env);
  return first.seconds < second.seconds ? first : second;
}

/** The shell knows what its children cost. */
function cost(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Cost> {
  return new Promise((resolve) => {
    const clean: NodeJS.ProcessEnv = { ...process.env, ...env };
    delete clean["NODE_EXTRA_CA_CERTS"];
    const child = spawn(
      "sh",
      ["-c", '"$@" >/dev/null 2>&1; echo "exit $?"; times', dirname(command), command, ...args],
      {
        cwd,
        env: clean,
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    let out = "";
    child.stdout.on("data", (data) => (out += String(data)));
    child.on("close", () => {
      const exit = Number(/^exit (\d+)/.exec(out)?.[1] ?? -1);
      const last = out.trim().split("\n").at(-1) ?? "";
      const seconds = [...last.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
        (sum, m) => sum + Number(m[1]) * 60 + Number(m[2]),
        0,
      );
      resolve({ seconds, exit });
    });
  });
}
