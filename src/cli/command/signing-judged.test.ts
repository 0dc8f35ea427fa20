// The real cosign and this program verify each other's signatures, in registries of both kinds.
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { copyOf, opm, removeScratch, scratch } from "./command-fixture.ts";
import { judge, serveRegistry } from "./registry-fixture.ts";

afterAll(removeScratch);

const cosign = judge("cosign");

/** The process must not wait for a registry that it serves itself: cosign runs beside it. */
async function run(args: readonly string[]): Promise<number> {
  const { spawn } = await import("node:child_process");
  const child = spawn(cosign!, args, {
    stdio: ["ignore", "ignore", process.env["JUDGE_TELLS"] === "1" ? "inherit" : "ignore"],
    env: { ...process.env, COSIGN_PASSWORD: "pw" },
  });
  return new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)));
}

describe.skipIf(cosign === undefined)("with cosign (REV-8; skipped where it is not on the PATH)", () => {
  test.each([true, false])("a registry with referrers: %s", { timeout: 120_000 }, async (referrers) => {
    const registry = await serveRegistry({ referrers });
    const folder = mkdtempSync(join(scratch(), "k-"));
    const env = { COSIGN_PASSWORD: "pw" };
    spawnSync(cosign!, ["generate-key-pair", "--output-key-prefix", "theirs"], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    await opm(["registry", "keys", join(folder, "ours")], env);
    const config = join(folder, "signing.json");
    writeFileSync(config, '{"mediaType":"application/vnd.dev.sigstore.signingconfig.v0.2+json"}');
    const out = mkdtempSync(join(scratch(), "o-"));
    await opm(["mod", "build", copyOf("hello"), "--out-dir", out]);
    const push = async (name: string, ...more: string[]): Promise<string> => {
      const { out: said } = await opm(
        ["push", out, `oci://${registry.host}/${name}:main`, "--revision", name, ...more],
        env,
      );
      return `${registry.host}/${name}@${/sha256:[0-9a-f]{64}/.exec(said)![0]}`;
    };
    const sign = ["sign", "--yes", "--allow-insecure-registry", "--key", join(folder, "theirs.key")];
    expect(await run([...sign, "--signing-config", config, await push("bundle")])).toBe(0);
    const older = ["--tlog-upload=false", "--use-signing-config=false", "--new-bundle-format=false"];
    expect(await run([...sign, ...older, await push("tag")])).toBe(0);
    for (const [name, form] of [
      ["bundle", "signed (bundle)"],
      ["tag", "signed (tag)"],
    ] as const) {
      const at = `oci://${registry.host}/${name}:main`;
      expect((await opm(["verify", at, "--key", join(folder, "theirs.pub")])).out).toContain(form);
      expect((await opm(["verify", at, "--key", join(folder, "ours.pub")])).exit).toBe(2);
    }
    const own = await push("own", "--key", join(folder, "ours.key"));
    for (const form of ["true", "false"]) {
      const verify = ["verify", "--insecure-ignore-tlog", "--allow-insecure-registry", `--new-bundle-format=${form}`];
      expect(await run([...verify, "--key", join(folder, "ours.pub"), own])).toBe(0);
      expect(await run([...verify, "--key", join(folder, "theirs.pub"), own])).not.toBe(0);
    }
    registry.close();
  });
});
