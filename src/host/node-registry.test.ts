import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testNeeding } from "../../tool/test-needs.ts";
import { loadInstances, loadInstancesSync } from "../cue/load/index.ts";
import { makeModuleArchive, OciMemory } from "../registry/index.ts";
import { nodeFiles } from "./node-files.ts";
import { lazyNodeRegistry, nodeModuleClient, nodeRegistry } from "./node-registry.ts";
import { nodeDeflate, nodeInflate } from "./node-zip.ts";

/** The real cue, if there is one: $OPM_CUE, or on the path. */
const cue = process.env["OPM_CUE"] ?? (spawnSync("cue", ["version"]).status === 0 ? "cue" : undefined);
const testWithCue = testNeeding("cue on the PATH", cue !== undefined);

const temporary = mkdtempSync(join(tmpdir(), "opm-registry-"));

afterAll(() => {
  // Folders of a module cache are read-only.
  const open = (dir: string): void => {
    chmodSync(dir, 0o755);
    for (const e of readdirSync(dir, { withFileTypes: true })) if (e.isDirectory()) open(join(dir, e.name));
  };
  open(temporary);
  rmSync(temporary, { recursive: true });
});

function write(root: string, files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const library = {
  "cue.mod/module.cue": 'module: "lib.example/l@v0"\nlanguage: version: "v0.15.0"\nsource: kind: "self"\n',
  "l.cue": "package l\n\nx: 42\n",
  LICENSE: "free\n",
};
const program = {
  "cue.mod/module.cue":
    'module: "app.example/a@v0"\nlanguage: version: "v0.15.0"\ndeps: "lib.example/l@v0": v: "v0.1.0"\n',
  "a.cue": 'package a\n\nimport "lib.example/l"\n\ny: l.x\n',
};

async function publish(registry: string): Promise<void> {
  const files = Object.entries(library).map(([name, text]) => ({ name, content: new TextEncoder().encode(text) }));
  const zip = makeModuleArchive(files, nodeDeflate);
  const client = nodeModuleClient({ env: { HOME: temporary }, registry });
  if (!zip.ok || !client.ok) throw new Error("no archive");
  expect(
    await client.value.publish({ path: "lib.example/l@v0", version: "v0.1.0" }, zip.value, nodeInflate),
  ).toMatchObject({ ok: true });
}

describe("a registry over HTTP with a cache on disk (CUE-3)", () => {
  let server: Server;
  let registry = "";

  beforeAll(async () => {
    const memory = new OciMemory();
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (c: Buffer) => chunks.push(c));
      request.on("end", () => {
        const method = request.method as "GET";
        const headers = request.headers as Record<string, string>;
        void memory
          .handle({ method, url: `http://host${request.url}`, headers, body: Buffer.concat(chunks) })
          .then((answer) => {
            response.writeHead(answer.status, Object.fromEntries(answer.headers));
            response.end(answer.body);
          });
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    registry = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    await publish(registry);
  });

  afterAll(() => new Promise((done) => server.close(done)));

  test("modules are fetched once, then read from the cache without waiting", async () => {
    const env = { HOME: temporary, CUE_CACHE_DIR: join(temporary, "cache"), CUE_REGISTRY: registry };
    const cwd = write(join(temporary, "program"), program);
    const first = await loadInstances(["."], { files: nodeFiles, cwd, registry: lazyNodeRegistry({ env }) });
    expect(first.errors).toEqual([]);
    const folder = join(env.CUE_CACHE_DIR, "mod/extract/lib.example/l@v0.1.0");
    expect(readFileSync(join(folder, "l.cue"), "utf8")).toBe(library["l.cue"]);
    expect(statSync(folder).mode & 0o222).toBe(0);
    expect(readdirSync(join(env.CUE_CACHE_DIR, "mod"))).toEqual(["download", "extract"]);
    const offline = { ...env, CUE_REGISTRY: "none" };
    expect(
      loadInstancesSync(["."], { files: nodeFiles, cwd, registry: lazyNodeRegistry({ env: offline }) }).errors,
    ).toEqual([]);
  });

  test("many at once make one folder", async () => {
    const env = { HOME: temporary, CUE_CACHE_DIR: join(temporary, "busy"), CUE_REGISTRY: registry };
    const m = { path: "lib.example/l@v0", version: "v0.1.0" };
    const all = await Promise.all(
      Array.from({ length: 8 }, () => {
        const r = nodeRegistry({ env });
        return r.ok ? r.value.fetch(m) : r;
      }),
    );
    expect(all.every((r) => r.ok)).toBe(true);
    expect(readdirSync(join(env.CUE_CACHE_DIR, "mod"))).toEqual(["download", "extract"]);
  });

  test("a registry that is not there", async () => {
    const env = { HOME: temporary, CUE_CACHE_DIR: join(temporary, "none"), CUE_REGISTRY: "127.0.0.1:1" };
    const cwd = write(join(temporary, "program"), program);
    const { errors } = await loadInstances(["."], { files: nodeFiles, cwd, registry: lazyNodeRegistry({ env }) });
    expect(errors[0]!.message).toContain("connection refused");
    const bad = await loadInstances(["."], {
      files: nodeFiles,
      cwd,
      registry: lazyNodeRegistry({ env: { ...env, CUE_REGISTRY: "a,b" } }),
    });
    expect(bad.errors[0]!.message).toContain("bad value for registry: ");
  });

  testWithCue("cue reads what we publish, from our registry and from our cache", () => {
    const cwd = write(join(temporary, "program"), program);
    const cache = join(temporary, "cache");
    const exported = (CUE_REGISTRY: string, CUE_CACHE_DIR: string) =>
      runCommand(cue!, ["export", "."], { cwd, env: { ...process.env, HOME: temporary, CUE_REGISTRY, CUE_CACHE_DIR } });
    return Promise.all([exported(registry, join(temporary, "cue-cache")), exported("none", cache)]).then((outputs) => {
      for (const o of outputs) expect(o).toBe('{\n    "y": 42\n}\n');
      // And the other way round: we read the cache that cue has made.
      const env = { HOME: temporary, CUE_CACHE_DIR: join(temporary, "cue-cache"), CUE_REGISTRY: "none" };
      expect(loadInstancesSync(["."], { files: nodeFiles, cwd, registry: lazyNodeRegistry({ env }) }).errors).toEqual(
        [],
      );
    });
  });
});

/** Without blocking: the server of the test must be able to answer. */
function runCommand(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  return new Promise((done) => {
    const child = spawn(command, args, options);
    let out = "";
    child.stdout.on("data", (d: Buffer) => (out += d.toString()));
    child.stderr.on("data", (d: Buffer) => (out += d.toString()));
    child.on("close", () => done(out));
  });
}

describe("cue's own registry", () => {
  let child: ChildProcess | undefined;
  let registry = "";

  beforeAll(async () => {
    if (cue === undefined) return;
    const server = (child = spawn(cue, ["mod", "registry", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "pipe"] }));
    registry = await new Promise<string>((done, fail) => {
      const look = (d: Buffer): void => {
        const m = /127\.0\.0\.1:[0-9]+/.exec(d.toString());
        if (m !== null) done(m[0]);
      };
      server.stdout.on("data", look);
      server.stderr.on("data", look);
      server.on("close", () => fail(new Error("cue mod registry ended")));
    });
  });

  afterAll(() => void child?.kill());

  testWithCue("takes what we publish and gives it back to both", async () => {
    await publish(registry);
    const cwd = write(join(temporary, "program"), program);
    const env = { HOME: temporary, CUE_CACHE_DIR: join(temporary, "judge-cache"), CUE_REGISTRY: registry };
    expect((await loadInstances(["."], { files: nodeFiles, cwd, registry: lazyNodeRegistry({ env }) })).errors).toEqual(
      [],
    );
    const theirs = { ...process.env, ...env, CUE_CACHE_DIR: join(temporary, "judge-cache-2") };
    expect(await runCommand(cue!, ["export", "."], { cwd, env: theirs })).toBe('{\n    "y": 42\n}\n');
    expect(existsSync(join(env.CUE_CACHE_DIR, "mod/download/lib.example/l/@v/v0.1.0.zip"))).toBe(true);
  });

  testWithCue("what cue publishes we can fetch, and a package with a version is a main module", async () => {
    const cwd = write(join(temporary, "published"), {
      ...library,
      "cue.mod/module.cue": library["cue.mod/module.cue"].replaceAll("lib.example", "pub.example"),
    });
    const env = {
      ...process.env,
      HOME: temporary,
      CUE_CACHE_DIR: join(temporary, "judge-cache-3"),
      CUE_REGISTRY: registry,
    };
    expect(await runCommand(cue!, ["mod", "publish", "v0.2.0"], { cwd, env })).toContain(
      "published pub.example/l@v0.2.0",
    );
    const config = { files: nodeFiles, cwd: temporary, registry: lazyNodeRegistry({ env }) };
    for (const version of ["v0.2.0", "latest", "v0.latest", "v0.2"]) {
      const r = await loadInstances([`pub.example/l@${version}`], config);
      expect(r.errors).toEqual([]);
      expect(r.instances[0]!.importPath).toBe("pub.example/l@v0");
      expect(r.instances[0]!.files).toHaveLength(1);
    }
    const missing = await loadInstances(["pub.example/l@v0.9.0"], config);
    expect(missing.errors.map((e) => e.message)).toEqual(["cannot find module providing package pub.example/l@v0.9.0"]);
  });
});
