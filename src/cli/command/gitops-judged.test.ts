// What Flux' and Argo CD's own loaders make of an artifact. Both are small programs around their libraries, outside of
// this repository: `flux-pull HOST/REPOSITORY:TAG FOLDER` (fluxcd/pkg/oci) and `argo-pull oci://HOST/REPOSITORY TAG`
// (argo-cd/util/oci), which prints the digest and the folder that it extracted.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { copyOf, opm, removeScratch, scratch } from "./command-fixture.ts";
import { judge, serveRegistry } from "./registry-fixture.ts";

afterAll(removeScratch);

const run = promisify(execFile);
const [flux, argo] = [judge("flux-pull"), judge("argo-pull")];

const files = (folder: string): Record<string, string> =>
  Object.fromEntries(
    (readdirSync(folder, { recursive: true }) as string[])
      .filter((name) => statSync(join(folder, name)).isFile() && !name.endsWith(".opm-files"))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );

describe("one artifact for both (REV-9; skipped where a loader is not on the PATH)", { timeout: 120_000 }, () => {
  const pushed = async () => {
    const registry = await serveRegistry();
    const out = mkdtempSync(join(scratch(), "g-"));
    await opm(["mod", "build", copyOf("hello"), "--out-dir", out]);
    expect((await opm(["push", out, `oci://${registry.host}/fleet:main`, "--revision", "main@sha1:0"])).exit).toBe(0);
    return { registry, out };
  };

  test.skipIf(flux === undefined)("Flux", async () => {
    const { registry, out } = await pushed();
    const into = mkdtempSync(join(scratch(), "f-"));
    const { stdout } = await run(flux!, [`${registry.host}/fleet:main`, into]);
    expect(stdout).toContain("main@sha1:0");
    expect(files(into)).toEqual(files(out));
    registry.close();
  });

  test.skipIf(argo === undefined)("Argo CD", async () => {
    const { registry, out } = await pushed();
    const { stdout } = await run(argo!, [`oci://${registry.host}/fleet`, "main"]);
    expect(files(stdout.trim().split(" ")[1]!)).toEqual(files(out));
    registry.close();
  });
});
