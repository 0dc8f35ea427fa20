import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makeModuleVersion } from "../cue/module/index.ts";
import type { ModuleVersion } from "../cue/module/index.ts";
import { MemoryRegistry } from "./memory-registry.ts";
import { formatLock, lockedRegistry, parseLock } from "./module-lock.ts";
import type { LockedModule } from "./module-lock.ts";

const hash = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
const M = makeModuleVersion("example.com/web@v0", "v0.1.0") as ModuleVersion;

function registry(text: string, deps = ""): MemoryRegistry {
  const made = new MemoryRegistry();
  const file = `module: "example.com/web@v0"\nlanguage: version: "v0.9.0"\n${deps}`;
  expect(
    made.addFiles("example.com/web@v0", "v0.1.0", [
      ["cue.mod/module.cue", file],
      ["x.cue", text],
    ]),
  ).toBeUndefined();
  return made;
}

async function use(from: MemoryRegistry, known: Map<string, LockedModule>, locked = false) {
  const wrapped = lockedRegistry(from, {
    lock: { modules: known },
    hash,
    locked,
    add: (name, entry) => void known.set(name, { ...known.get(name), ...entry }),
  });
  return [await wrapped.moduleFile(M), await wrapped.fetch(M), wrapped.cachedSource(M)!].map((r) =>
    r.ok ? "ok" : r.fault.message,
  );
}

describe("opm.lock (REV-1)", () => {
  test("what is used first is trusted; ever after it must be the same", async () => {
    const known = new Map<string, LockedModule>();
    expect(await use(registry("x: 1"), known)).toEqual(["ok", "ok", "ok"]);
    expect(Object.keys(known.get("example.com/web@v0.1.0")!)).toEqual(["requires", "content"]);
    expect(await use(registry("x: 1"), known, true)).toEqual(["ok", "ok", "ok"]);
    const [file, fetched, cached] = await use(registry("x: 2"), known);
    expect(file).toBe("ok");
    expect(fetched).toContain("content is not what opm.lock says");
    expect(cached).toContain("content is not what opm.lock says");
    const more = 'deps: "example.com/other@v0": v: "v0.1.0"\n';
    expect((await use(registry("x: 1", more), known))[0]).toContain("requirements are not what opm.lock says");
  });

  test("--locked takes nothing that is not listed", async () => {
    for (const said of await use(registry("x: 1"), new Map(), true)) expect(said).toContain("not in opm.lock");
  });

  test("its text comes back, sorted; what is none is none", () => {
    const modules = new Map([
      ["b@v0.1.0", { content: "sha256:2" }],
      ["a@v0.1.0", { content: "sha256:1" }],
    ]);
    const text = formatLock({ modules, catalog: { version: "v0.3.0" } });
    expect([...parseLock(text)!.modules.keys()]).toEqual(["a@v0.1.0", "b@v0.1.0"]);
    expect(formatLock(parseLock(text)!)).toBe(text);
    for (const bad of ["", "[]", '{"version":2,"modules":{}}', '{"version":1}']) expect(parseLock(bad)).toBeUndefined();
  });
});
