import { deflateRawSync, inflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { loadInstances, MemoryFiles } from "../cue/load/index.ts";
import { success } from "../cue/module/index.ts";
import type { ModuleVersion } from "../cue/module/index.ts";
import { makeModuleArchive } from "./module-archive.ts";
import { ModuleCache } from "./module-cache.ts";
import type { CacheFolder } from "./module-cache.ts";
import { ModuleClient } from "./module-client.ts";
import { OciMemory } from "./oci-memory.ts";
import { parseRoutes } from "./route.ts";
import type { RegistryRoutes } from "./route.ts";
import type { Credentials, HttpRequest, HttpTransport } from "./transport.ts";

const inflate = (data: Uint8Array, limit: number): Uint8Array =>
  inflateRawSync(data, { maxOutputLength: Math.max(1, limit) });
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const dep: ModuleVersion = { path: "dep.com/d@v0", version: "v0.1.0" };
const routes = parseRoutes("reg.example/mods") as RegistryRoutes;

function archive(): Uint8Array {
  const files = new Map([
    ["cue.mod/module.cue", 'module: "dep.com/d@v0"\nlanguage: version: "v0.15.0"\n'],
    ["d.cue", "package d\n\nx: 1\n"],
    ["sub/s.cue", "package sub\n\ny: 2\n"],
  ]);
  const zip = makeModuleArchive(
    [...files].map(([name, text]) => ({ name, content: encode(text) })),
    (d) => deflateRawSync(d),
  );
  if (!zip.ok) throw new Error(zip.fault.message);
  return zip.value;
}

function memoryCache(): { folder: CacheFolder; writes: string[] } {
  const files = new MemoryFiles();
  const writes: string[] = [];
  const folder: CacheFolder = {
    foreignHand: () => undefined,
    files,
    root: "/cache",
    writeFile(path, content) {
      writes.push(path);
      files.write(path, content);
      return Promise.resolve();
    },
    writeFolder(path, content) {
      writes.push(path);
      for (const f of content) files.write(`${path}/${f.name}`, f.content);
      return Promise.resolve();
    },
  };
  return { folder, writes };
}

describe("modules in a registry (CUE-3)", () => {
  test("publish, list, fetch, load; the second time without the registry", async () => {
    const registry = new OciMemory();
    let requests = 0;
    const transport: HttpTransport = (r) => (requests++, registry.handle(r));
    const client = new ModuleClient(routes, { transport });
    expect((await client.publish(dep, archive(), inflate)).ok).toBe(true);
    expect(await client.versions("dep.com/d@v0")).toEqual(success(["v0.1.0"]));
    expect(await client.versions("dep.com/d@v1")).toEqual(success([]));
    expect(await client.versions("none.com/d")).toEqual(success([]));

    const files = new MemoryFiles([
      [
        "/w/cue.mod/module.cue",
        'module: "ex.com/m@v0"\nlanguage: version: "v0.17.0"\ndeps: "dep.com/d@v0": v: "v0.1.0"\n',
      ],
      ["/w/m.cue", 'package m\nimport "dep.com/d"\nimport "dep.com/d/sub"\nz: d.x + sub.y\n'],
    ]);
    const { folder, writes } = memoryCache();
    const load = () => loadInstances(["."], { files, cwd: "/w", registry: new ModuleCache(folder, client, inflate) });
    const first = await load();
    expect(first.errors).toEqual([]);
    const imported = first.instances[0]!.imports.get("dep.com/d/sub")!;
    expect(imported.dir).toBe("/cache/mod/extract/dep.com/d@v0.1.0/sub");
    expect(imported.id).toBe("dep.com/d/sub@v0");
    expect(imported.moduleFile?.languageVersion).toBe("v0.15.0");
    expect(writes).toContain("/cache/mod/download/dep.com/d/@v/v0.1.0.zip");
    const before = requests;
    expect((await load()).errors).toEqual([]);
    expect(requests).toBe(before);
  });

  test("a missing module is an error at the import", async () => {
    const files = new MemoryFiles([
      [
        "/w/cue.mod/module.cue",
        'module: "ex.com/m@v0"\nlanguage: version: "v0.17.0"\ndeps: "dep.com/d@v0": v: "v0.1.0"\n',
      ],
      ["/w/m.cue", 'package m\nimport "dep.com/d"\nz: d.x\n'],
    ]);
    const client = new ModuleClient(routes, { transport: new OciMemory().transport });
    const registry = new ModuleCache(memoryCache().folder, client, inflate);
    const { errors } = await loadInstances(["."], { files, cwd: "/w", registry });
    expect(errors).toMatchObject([
      {
        message:
          'import failed: cannot find package "dep.com/d": cannot fetch dep.com/d@v0.1.0: module dep.com/d@v0.1.0: module not found',
        path: ["ex.com/m@v0"],
        positions: [{ file: "/w/m.cue", line: 2, column: 8 }],
      },
    ]);
  });

  test("content that does not fit its digest is refused", async () => {
    const registry = new OciMemory();
    await new ModuleClient(routes, { transport: registry.transport }).publish(dep, archive(), inflate);
    const tamper: HttpTransport = async (r) => {
      const answer = await registry.handle(r);
      if (r.method !== "GET" || !r.url.includes("/blobs/")) return answer;
      const body = answer.body.slice();
      body[body.length - 1]! ^= 1;
      return { ...answer, body };
    };
    const cache = new ModuleCache(memoryCache().folder, new ModuleClient(routes, { transport: tamper }), inflate);
    const r = await cache.fetch(dep);
    expect(!r.ok && r.fault.message).toContain("digest mismatch in blob");
  });

  test("a module is published under its own path only", async () => {
    const client = new ModuleClient(routes, { transport: new OciMemory().transport });
    const r = await client.publish({ path: "other.com/d@v0", version: "v0.1.0" }, archive(), inflate);
    expect(!r.ok && r.fault.message).toContain('does not match module path being published "other.com/d@v0"');
  });
});

describe("authentication", () => {
  /** A registry behind a token server. */
  function guarded(seen: HttpRequest[]): HttpTransport {
    const registry = new OciMemory();
    return async (r) => {
      seen.push(r);
      const url = new URL(r.url);
      if (url.host === "auth.example") {
        const ok = r.headers["authorization"] === `Basic ${btoa("me:secret")}`;
        return { status: ok ? 200 : 401, headers: new Map(), body: encode('{"token":"T"}') };
      }
      if (r.headers["authorization"] !== "Bearer T") {
        const challenge = 'Bearer realm="https://auth.example/token",service="reg",scope="repository:x:pull"';
        return { status: 401, headers: new Map([["www-authenticate", challenge]]), body: new Uint8Array() };
      }
      return registry.handle(r);
    };
  }

  const me: Credentials = { kind: "basic", username: "me", password: "secret" };

  test("a bearer challenge is answered once for each scope", async () => {
    const seen: HttpRequest[] = [];
    const transport = guarded(seen);
    const client = new ModuleClient(routes, { transport, credentials: () => Promise.resolve(me) });
    expect((await client.publish(dep, archive(), inflate)).ok).toBe(true);
    expect(seen.filter((r) => new URL(r.url).host === "auth.example")).toHaveLength(1);
    expect((await client.find(dep)).ok).toBe(true);
  });

  test("without credentials it is the registry's refusal", async () => {
    const client = new ModuleClient(routes, { transport: guarded([]) });
    const r = await client.find(dep);
    expect(!r.ok && r.fault.message).toBe("module dep.com/d@v0.1.0: 401 Unauthorized");
  });

  test("redirects carry no credentials and never lead from https to http", async () => {
    const seen: HttpRequest[] = [];
    const redirect =
      (to: string): HttpTransport =>
      (r) => {
        seen.push(r);
        const first = new URL(r.url).host === "reg.example";
        if (first && r.headers["authorization"] === undefined) {
          return Promise.resolve({
            status: 401,
            headers: new Map([["www-authenticate", "Basic"]]),
            body: new Uint8Array(),
          });
        }
        return Promise.resolve({
          status: first ? 307 : 200,
          headers: new Map(first ? [["location", to]] : [["content-type", "application/json"]]),
          body: encode("{}"),
        });
      };
    const credentials = () => Promise.resolve(me);
    await new ModuleClient(routes, { transport: redirect("https://store.example/x"), credentials }).find(dep);
    expect(seen.at(-1)!.url).toBe("https://store.example/x");
    expect(seen.at(-1)!.headers["authorization"]).toBeUndefined();
    const r = await new ModuleClient(routes, { transport: redirect("http://store.example/x"), credentials }).find(dep);
    expect(!r.ok && r.fault.message).toContain("refusing redirect to insecure store.example");
  });
});
