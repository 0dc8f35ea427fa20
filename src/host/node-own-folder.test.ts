import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { testNeeding } from "../../tool/test-needs.ts";
import { ModuleCache } from "../registry/index.ts";
import { nodeCacheFolder } from "./node-cache-folder.ts";
import { nodeCacheStore } from "./node-cache-store.ts";
import { nodeDiscoveryCache } from "./node-discovery-cache.ts";
import { foreignHand } from "./node-own-folder.ts";

const top = mkdtempSync(join(tmpdir(), "opm-own-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform === "win32")("what others can have written", () => {
  test("is told by the entry and by every folder above it, up to the root", () => {
    const folder = join(top, "a/b");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "f");
    writeFileSync(file, "x");
    expect(foreignHand(file, top)).toBeUndefined();
    expect(foreignHand(join(folder, "nothing"), top)).toBeUndefined();
    for (const [at, mode] of [
      [file, 0o644],
      [folder, 0o755],
      [join(top, "a"), 0o755],
    ] as const) {
      chmodSync(at, 0o777);
      expect(foreignHand(file, top)).toBe(`everybody can write to ${at}`);
      chmodSync(at, mode);
    }
    // What is above the root is not asked about, and a folder in which everybody has his own is as good as any.
    chmodSync(join(top, "a"), 0o777);
    expect(foreignHand(file, folder)).toBeUndefined();
    chmodSync(join(top, "a"), 0o1777);
    expect(foreignHand(file, top)).toBeUndefined();
  });

  testNeeding("the rights of root", isRoot)("is told by its owner", () => {
    const file = join(top, "foreign");
    writeFileSync(file, "x");
    chownSync(file, 65534, 65534);
    // Whoever runs as root believes root alone.
    expect(foreignHand(file, top)).toBe(`${file} belongs to another user`);
  });

  testNeeding("the rights of root", isRoot)("is told by a group that is not the user's own", () => {
    const file = join(top, "shared");
    writeFileSync(file, "x");
    chmodSync(file, 0o664);
    expect(foreignHand(file, top)).toBeUndefined();
    chownSync(file, 0, 12345);
    expect(foreignHand(file, top)).toBe(`a group can write to ${file}`);
    chmodSync(file, 0o644);
    expect(foreignHand(file, top)).toBeUndefined();
  });

  test("is no module, no render and no answer of a server", async () => {
    const root = join(top, "modules");
    const folder = join(root, "mod/extract/example.com/m@v0.1.0");
    mkdirSync(folder, { recursive: true });
    const cache = new ModuleCache(nodeCacheFolder(root), undefined as never, () => new Uint8Array());
    const m = { path: "example.com/m@v0", version: "v0.1.0" };
    expect(cache.cachedSource(m)).toMatchObject({ ok: true });
    chmodSync(folder, 0o777);
    const refused = await cache.fetch(m);
    expect(refused).toMatchObject({ ok: false });
    expect(refused.ok ? "" : refused.fault.message).toContain("everybody can write to");

    const renders = nodeCacheStore(join(top, "renders"));
    await renders.putEntry("abcd", new Uint8Array([1]));
    expect(await renders.entry("abcd")).toHaveLength(1);
    chmodSync(join(top, "renders/entry/ab/abcd"), 0o666);
    expect(await renders.entry("abcd")).toBeUndefined();

    const own = join(top, "own");
    const discovery = nodeDiscoveryCache({ OPM_CACHE_DIR: own }, "s", "u");
    discovery.put("/api", { etag: "e", body: "{}" });
    expect(discovery.get("/api")).toEqual({ etag: "e", body: "{}" });
    chmodSync(join(own, "discovery"), 0o755);
    expect(discovery.get("/api")).toBeUndefined();
  });

  test("no cache is no folder of that name", () => {
    const before = readdirSync(process.cwd());
    nodeDiscoveryCache({ OPM_CACHE_DIR: "none" }, "s", "u").put("/api", { etag: "e", body: "{}" });
    expect(readdirSync(process.cwd())).toEqual(before);
  });
});
