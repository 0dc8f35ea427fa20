// The catalog that ships with the package is not replaced by a registry's without a word.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyOf, folderWith, opm, removeScratch } from "./command-fixture.ts";
import { serveRegistry } from "./registry-fixture.ts";
import type { ServedRegistry } from "./registry-fixture.ts";

let registry: ServedRegistry;
beforeAll(async () => void (registry = await serveRegistry()));
afterAll(() => {
  registry.close();
  removeScratch();
});

test("a registry that has modules of the catalog is told, once; without them nothing is", async () => {
  const module = copyOf("hello");
  const cache = { OPM_CACHE_DIR: folderWith({ "x/.keep": "" }) };
  const from = ["--registry", `${registry.host}+insecure`];
  const before = await opm(["mod", "build", module, ...from], cache);
  expect([before.exit, before.err]).toEqual([0, ""]);
  const core = join(folderWith({ "x/.keep": "" }), "core");
  cpSync("catalog/core", core, { recursive: true });
  const published = await opm(["mod", "publish", "v0.3.0", core, "--force", ...from], cache);
  expect([published.exit, published.err]).toEqual([0, expect.any(String)]);
  const shadowed = await opm(["mod", "build", module, ...from], cache);
  expect(shadowed.exit).toBe(0);
  expect(shadowed.out).toBe(before.out);
  expect(shadowed.err.match(/OPM1005/g)).toHaveLength(1);
  expect(shadowed.err).toContain("opmodel.dev/core@v0.3.0 comes from a registry");
  const fresh = { OPM_CACHE_DIR: folderWith({ "x/.keep": "" }), CUE_CACHE_DIR: folderWith({ "x/.keep": "" }) };
  const prefixed = ["--registry", `example.com=${registry.host}+insecure`];
  const elsewhere = await opm(["mod", "build", module, ...prefixed], fresh);
  expect([elsewhere.exit, elsewhere.err, elsewhere.out]).toEqual([0, "", before.out]);
});
