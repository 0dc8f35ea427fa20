// From a module to a signed artifact and back, against a registry on this machine.
import { appendFileSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyOf, folderWith, opm, removeScratch, scratch } from "./command-fixture.ts";
import { serveRegistry } from "./registry-fixture.ts";
import type { ServedRegistry } from "./registry-fixture.ts";

let registry: ServedRegistry;
let host = "";

beforeAll(async () => {
  registry = await serveRegistry();
  ({ host } = registry);
});

afterAll(() => {
  registry.close();
  removeScratch();
});

describe("modules by reference, locks, signatures (REV-1, REV-5)", () => {
  test("publish, list, build, lock; another content under the lock is refused", async () => {
    const keys = join(mkdtempSync(join(scratch(), "keys-")), "k");
    const cache = { CUE_CACHE_DIR: mkdtempSync(join(scratch(), "cache-")), COSIGN_PASSWORD: "pw" };
    const from = ["--registry", `${host}+insecure`];
    expect((await opm(["registry", "keys", keys], cache)).exit).toBe(0);
    const module = copyOf("hello");
    writeFileSync(join(module, ".opmignore"), "*.md\n");
    const dry = await opm(["mod", "publish", module, "--dry-run", ...from], cache);
    expect(dry.out).not.toContain("README.md");
    expect(dry.out).toContain("module.cue\n");
    const layout = join(scratch(), "layout");
    expect((await opm(["mod", "publish", module, "--out", layout, ...from], cache)).exit).toBe(0);
    expect(readdirSync(layout).sort()).toEqual(["blobs", "index.json", "oci-layout"]);
    const published = await opm(["mod", "publish", "v0.1.0", module, "--key", `${keys}.key`, ...from], cache);
    expect(published).toMatchObject({ exit: 0, err: "" });
    expect(published.out).toBe(dry.out.split("\n").at(-2)! + "\n");
    expect((await opm(["mod", "versions", "example.com/hello", ...from], cache)).out).toBe("v0.1.0\n");
    const built = await opm(["mod", "build", `${host}/example.com/hello@v0`], cache);
    expect(built.out).toBe((await opm(["mod", "build", module], cache)).out);
    expect((await opm(["mod", "build", "example.com/hello@v7", ...from], cache)).exit).toBe(5);
    const reference = ["verify", "example.com/hello@v0.1.0", ...from, "--key"];
    expect((await opm([...reference, `${keys}.pub`], cache)).out).toContain("signed (bundle)");
    await opm(["registry", "keys", `${keys}2`], cache);
    expect(await opm([...reference, `${keys}2.pub`], cache)).toMatchObject({ exit: 2 });
    expect(
      await opm(["sign", "example.com/hello@v0.1.0", ...from, "--key", `${keys}.key`], {
        ...cache,
        COSIGN_PASSWORD: "no",
      }),
    ).toMatchObject({ exit: 1 });

    const user = folderWith({
      "cue.mod/module.cue": `module: "example.com/user@v0"\nlanguage: version: "v0.15.0"\ndeps: {\n\t"example.com/hello@v0": v: "v0.1.0"\n\t"opmodel.dev/core@v0": v: "v0.3.0"\n}\n`,
      "releases.cue": `package user\n\nimport (\n\t"opmodel.dev/core@v0"\n\t"example.com/hello@v0:main"\n)\n\nweb: core.#ModuleRelease & {\n\tmetadata: {name: "web", namespace: "x"}\n\t#module: main\n}\n`,
    });
    expect(await opm(["release", "build", user, "--locked", ...from], cache)).toMatchObject({ exit: 2 });
    expect((await opm(["release", "build", user, ...from], cache)).exit).toBe(0);
    const lock = JSON.parse(readFileSync(join(user, "opm.lock"), "utf8")) as { modules: Record<string, unknown> };
    expect(Object.keys(lock.modules)).toEqual(["example.com/hello@v0.1.0"]);
    expect((await opm(["release", "build", user, "--locked", ...from], cache)).exit).toBe(0);
    expect((await opm(["mod", "update", user, ...from], cache)).out).toContain("1 module");
    expect((await opm(["mod", "update", user, "--check", ...from], cache)).exit).toBe(0);
    // The platform says whose signature counts, for every module that is loaded.
    const platform = folderWith({
      "trust.yaml": `modules: [{prefix: example.com/, keys: [a.pub]}]\n`,
      "platform.cue": `package platform\n\nenvironments: dev: {metadata: name: "dev", namespace: "x"}\n`,
    });
    const trusting = ["release", "build", user, ...from, "--platform", platform];
    writeFileSync(join(platform, "a.pub"), readFileSync(`${keys}2.pub`, "utf8"));
    const foreign = await opm(trusting, cache);
    expect(foreign.exit).toBe(2);
    expect(foreign.err).toContain("it is not signed as trust.yaml asks");
    writeFileSync(join(platform, "a.pub"), readFileSync(`${keys}.pub`, "utf8"));
    expect((await opm(trusting, cache)).exit).toBe(0);
    // Verified once, it needs no network; another prefix trusts nobody.
    const offline = ["release", "build", user, "--registry", "localhost:1+insecure", "--platform", platform];
    expect((await opm(offline, cache)).exit).toBe(0);
    writeFileSync(join(platform, "trust.yaml"), "modules: [{prefix: example.org, keys: [a.pub]}]\n");
    expect((await opm(trusting, cache)).err).toContain("the platform trusts no key for it");
    writeFileSync(join(platform, "trust.yaml"), "moduls: []\n");
    expect((await opm(trusting, cache)).exit).toBe(2);
    const text = readFileSync(join(user, "opm.lock"), "utf8");
    writeFileSync(join(user, "opm.lock"), text.replace(/"content": "sha256:..../, '"content": "sha256:0000'));
    const refused = await opm(["release", "build", user, ...from], cache);
    expect(refused.exit).toBe(2);
    expect(refused.err).toContain("not what opm.lock says");
  });

  test("manifests as a signed artifact with provenance, rendered again; a masked Secret is refused", async () => {
    const keys = join(mkdtempSync(join(scratch(), "keys-")), "k");
    const env = { COSIGN_PASSWORD: "" };
    await opm(["registry", "keys", keys], env);
    const module = copyOf("hello");
    const out = join(scratch(), "out");
    const run = join(scratch(), "run.json");
    await opm(["release", "build", module, "--out-dir", out, "--manifest", run], env);
    const to = `oci://${host}/fleet:main`;
    const pushed = await opm(
      ["push", out, to, "--key", `${keys}.key`, "--provenance", run, "--revision", "main@sha1:x"],
      env,
    );
    expect(pushed).toMatchObject({ exit: 0, err: "" });
    const again = await opm(["push", out, `oci://${host}/fleet:again`, "--revision", "main@sha1:x"], env);
    expect(again.out.split("@").at(-1)).toBe(pushed.out.split("@").at(-1));
    const verified = await opm(["verify", to, module, "--key", `${keys}.pub`], env);
    expect(verified.out).toContain("files are what is rendered here");
    appendFileSync(join(module, "values.cue"), "\n// changed\n");
    const changed = await opm(["verify", to, module, "--key", `${keys}.pub`], env);
    expect(changed.exit).toBe(2);
    expect(changed.err).toContain("1 of its files are others here: values.cue");
    const secret = folderWith({ "s.yaml": 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {a: "***"}\n' });
    expect((await opm(["push", secret, to], env)).err).toContain("OPM8024");
  });

  test("logins are kept as Docker keeps them, and go", async () => {
    const config = mkdtempSync(join(scratch(), "docker-"));
    const env = { DOCKER_CONFIG: config };
    writeFileSync(join(config, "config.json"), '{"other": 1}');
    const login = await opm(["registry", "login", host, "-u", "me", "--password-stdin"], env, "s3cret\n");
    expect(login.exit).toBe(0);
    expect(login.err).not.toContain("s3cret");
    const file = JSON.parse(readFileSync(join(config, "config.json"), "utf8")) as { auths: object; other: number };
    expect(file).toEqual({ other: 1, auths: { [host]: { auth: btoa("me:s3cret") } } });
    expect((await opm(["registry", "logout", host], env)).err).toContain("logged out");
    expect(readFileSync(join(config, "config.json"), "utf8")).not.toContain('auth"');
    expect((await opm(["registry", "login", host, "-u", "me"], env)).exit).toBe(1);
  });
});
