// Caches that others read too, keys of every kind, helpers for credentials.
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { Encrypter, generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, describe, expect, test } from "vitest";
import { writeFleet } from "../../../bench/fleet-tree.ts";
import { copyOf, opm, removeScratch, scratch } from "./command-fixture.ts";
import { serveRegistry } from "./registry-fixture.ts";

afterAll(removeScratch);

const fresh = (): string => mkdtempSync(join(scratch(), "s-"));

describe("caches of renders that are shared (REV-4)", () => {
  const { apps, platform } = writeFleet(fresh(), 2);
  const build = (cache: string, ...more: string[]) =>
    opm([
      "release",
      "build",
      apps,
      "--platform",
      platform,
      "-e",
      "dev",
      "--out-dir",
      fresh(),
      "--cache",
      cache,
      ...more,
    ]);

  test("an OCI registry; where it is gone, all is rendered", async () => {
    const registry = await serveRegistry();
    const cache = `oci://${registry.host}/renders`;
    expect((await build(cache)).err).toContain("0 from the cache");
    expect((await build(cache)).err).toContain("2 from the cache");
    expect((await build(cache, "--verify-cache", "100%")).exit).toBe(0);
    // What --set gives may be secret: its key does not leave the machine.
    expect((await build(cache, "--set", "replicas=2")).err).not.toContain("from the cache");
    registry.close();
    const gone = await build(cache);
    expect(gone.exit).toBe(0);
    expect(gone.err).toContain("2 of 2 releases");
  });

  test("the HTTP cache of Bazel; content that is not what its name says is not there", async () => {
    const kept = new Map<string, Buffer>();
    const server = await serveRegistry({}, (method, path, body) => {
      if (method === "PUT") kept.set(path, body);
      const found = kept.get(path);
      return method === "PUT" ? { status: 200 } : found ? { status: 200, body: found } : { status: 404 };
    });
    const cache = `http://${server.host}/opm`;
    expect((await build(cache)).err).toContain("0 from the cache");
    expect((await build(cache)).err).toContain("2 from the cache");
    expect([...kept.keys()].every((path) => /^\/opm\/(?:ac|cas)\/[0-9a-f]{64}$/.test(path))).toBe(true);
    for (const [path, body] of kept)
      if (path.includes("/cas/")) kept.set(path, Buffer.concat([body, Buffer.from(" ")]));
    expect((await build(cache)).err).toContain("0 from the cache");
    server.close();
  });
});

describe("shards by way of a registry (REV-10)", () => {
  test("what each pushed is joined to what one run writes; one that was not pushed is missed", async () => {
    const registry = await serveRegistry();
    const { apps, platform } = writeFleet(fresh(), 3);
    const build = (out: string, ...more: string[]) =>
      opm(["release", "build", apps, "--platform", platform, "-e", "dev", "--out-dir", out, ...more]);
    const whole = fresh();
    await build(whole);
    const to = `oci://${registry.host}/parts:main`;
    for (const i of [2, 1]) {
      const out = fresh();
      await build(out, "--shard", `${i}/2`);
      const joined = fresh();
      if (i === 1) expect((await opm(["release", "merge", to, "--out-dir", joined])).err).toContain("missing: 1/2");
      expect((await opm(["push", out, `${to}-shard-${i}-of-2`])).exit).toBe(0);
    }
    const joined = fresh();
    expect((await opm(["release", "merge", to, "--out-dir", joined])).err).toContain("3 releases of 2 shards");
    const file = "dev/app-00001/deployment-app-00001-service.yaml";
    expect(readFileSync(join(joined, file), "utf8")).toBe(readFileSync(join(whole, file), "utf8"));
    expect((await opm(["release", "merge", `${to}x`, "--out-dir", joined])).exit).toBe(5);
    registry.close();
  });
});

describe("keys that sign (REV-8)", () => {
  test("PKCS#8, plain and with a password, and either encrypted with age; another curve is refused", async () => {
    const registry = await serveRegistry({ referrers: true });
    const folder = fresh();
    const out = fresh();
    await opm(["mod", "build", copyOf("hello"), "--out-dir", out]);
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pub = join(folder, "k.pub");
    writeFileSync(pub, publicKey.export({ format: "pem", type: "spki" }));
    const plain = privateKey.export({ format: "pem", type: "pkcs8" }) as string;
    const sealed = privateKey.export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "pw" });
    const identity = await generateIdentity();
    const encrypter = new Encrypter();
    encrypter.addRecipient(await identityToRecipient(identity));
    const aged = await encrypter.encrypt(plain);
    const identities = join(folder, "age.txt");
    writeFileSync(identities, `${identity}\n`, { mode: 0o600 });
    const tried = async (name: string, content: string | Uint8Array, env: Record<string, string>) => {
      writeFileSync(join(folder, name), content);
      const to = `oci://${registry.host}/${name}:main`;
      expect((await opm(["push", out, to, "--key", join(folder, name)], env)).err).toBe("");
      const verified = await opm(["verify", to, "--key", pub], env);
      expect(verified.out).toContain("signed (bundle)");
    };
    await tried("plain", plain, {});
    await tried("sealed", sealed, { COSIGN_PASSWORD: "pw" });
    await tried("aged", aged, { SOPS_AGE_KEY_FILE: identities });
    const other = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey;
    writeFileSync(join(folder, "p384"), other.export({ format: "pem", type: "pkcs8" }));
    const refused = await opm(["push", out, `oci://${registry.host}/x:main`, "--key", join(folder, "p384")]);
    expect(refused.err).toContain("P-256");
    const wrong = await opm(["push", out, `oci://${registry.host}/x:main`, "--key", join(folder, "sealed")], {
      COSIGN_PASSWORD: "no",
    });
    expect(wrong.exit).not.toBe(0);
    registry.close();
  });
});

describe("helpers for credentials", () => {
  test("a login goes to the helper that Docker's configuration names, and comes from it", async () => {
    const registry = await serveRegistry();
    const folder = fresh();
    const log = join(folder, "log");
    const helper = join(folder, "docker-credential-test");
    // The program's words and what it is given, kept; `get` answers.
    writeFileSync(
      helper,
      `#!/bin/sh\ninput=$(cat)\necho "$1 $input" >> "${log}"\n[ "$1" = get ] && echo '{"ServerURL":"x","Username":"me","Secret":"s3cret"}'\nexit 0\n`,
    );
    chmodSync(helper, 0o755);
    const config = fresh();
    writeFileSync(join(config, "config.json"), '{"credsStore": "test"}');
    const env = { DOCKER_CONFIG: config, PATH: `${folder}:${process.env["PATH"]}` };
    const login = await opm(["registry", "login", registry.host, "-u", "me", "--password-stdin"], env, "s3cret\n");
    expect(login.exit).toBe(0);
    const kept = readFileSync(log, "utf8");
    expect(kept).toMatch(/^store \{.*"Secret":"s3cret".*\}$/m);
    expect(readFileSync(join(config, "config.json"), "utf8")).not.toContain("s3cret");
    expect((await opm(["registry", "logout", registry.host], env)).exit).toBe(0);
    expect(readFileSync(log, "utf8")).toMatch(new RegExp(`^erase ${registry.host}$`, "m"));
    registry.close();
  });
});
