// What we write is what the real sops was seen to decrypt: byte for byte, but for the wrapped data key, which age makes
// anew each time. See conformance/sops.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasProgram, programOf, testNeeding } from "../../tool/test-needs.ts";
import { nodeCrypto } from "../host/node-crypto.ts";
import { encryptManifest } from "./encrypt-manifest.ts";
import { Secret } from "./secret.ts";
import { decryptFile, plainText } from "./sops/decrypt.ts";

// Keys made for these tests alone.
const IDENTITY = "AGE-SECRET-KEY-1KK3XZ67ZWNAE8X7S3NSN70FQYACZ0TVD03P3LHNJULE4TPQT866SU0EZTY";
const RECIPIENTS = [
  "age127ppt0s2c0jrvpreuj5ld84q8zx57934j6f9lweyku4s56pfaamqx02ud4",
  "age1t7rxyev2z3rw82stdlrrepyc39nvn86l5078zqkf5uasdy86jp6svpy7pa",
];
const FOLDER = "conformance/sops";
const SOPS = programOf("OPM_TEST_SOPS", "sops");
const withSops = testNeeding("sops, on the PATH or named by OPM_TEST_SOPS", hasProgram(SOPS));

const MANIFEST = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "db-creds", namespace: "shop", labels: { "app.kubernetes.io/version": "1.10", data: "0755" } },
  type: "Opaque",
  immutable: true,
  data: new Map([
    ["password", new Secret("aHVudGVyMi1sb25nLWVub3VnaA==", "test")],
    ["tls.key", new Secret("LS0tLS1CRUdJTiBLRVktLS0tLQpNSUlFdlE9PQotLS0tLUVORCBLRVktLS0tLQo=", "test")],
    ["empty", new Secret("", "test")],
  ]),
};

async function ours(format: "yaml" | "json", recipients = RECIPIENTS): Promise<string> {
  let count = 0;
  const { value } = await encryptManifest(MANIFEST, {
    crypto: { ...nodeCrypto, random: (length) => new Uint8Array(length).fill(++count) },
    recipients,
    now: new Date("2026-01-02T03:04:05Z"),
    format,
  });
  return value!;
}

const read = (name: string): string => readFileSync(join(FOLDER, name), "utf8");
const withoutKeys = (text: string): string =>
  text.replace(/-----BEGIN AGE ENCRYPTED FILE-----[\s\S]*?-----END AGE ENCRYPTED FILE-----/g, "(wrapped data key)");

function sops(name: string, format: string): string {
  const env = { ...process.env, SOPS_AGE_KEY: IDENTITY };
  return execFileSync(SOPS, ["decrypt", "--input-type", format, "--output-type", format, join(FOLDER, name)], {
    env,
    encoding: "utf8",
  });
}

describe.each(["yaml", "json"] as const)("%s", (format) => {
  const sealed = `${format}.sealed`;
  const plain = `${format}.plain`;

  withSops("the real sops decrypts it", async () => {
    if (process.env["UPDATE"] === "1") {
      writeFileSync(join(FOLDER, sealed), await ours(format));
      writeFileSync(join(FOLDER, plain), sops(sealed, format));
    }
    expect(sops(sealed, format)).toBe(read(plain));
  });

  test("we write the same bytes", async () => {
    const text = await ours(format);
    expect(withoutKeys(text)).toBe(withoutKeys(read(sealed)));
    expect(text.match(/BEGIN AGE ENCRYPTED FILE/g)).toHaveLength(2);
  });

  test("we read it", async () => {
    const opened = await decryptFile({ name: sealed, text: read(sealed) }, format, {
      crypto: nodeCrypto,
      identities: { keys: [IDENTITY], looked: [] },
    });
    expect(opened.diagnostics).toEqual([]);
    expect(plainText(opened.value!, sealed).value!.trimEnd()).toBe(read(plain).trimEnd());
  });
});

describe("over a file that is there", () => {
  const identities = { keys: [IDENTITY], looked: [] };
  const options = { crypto: nodeCrypto, recipients: RECIPIENTS, now: new Date(0) };
  const over = async (text: string, manifest: unknown, more: object = {}): Promise<string> =>
    (await encryptManifest(manifest, { ...options, previous: { file: { name: "s.yaml", text }, identities }, ...more }))
      .value!;

  test("the same content stays byte for byte, and a change touches what changed", async () => {
    const first = await ours("yaml");
    expect(await over(first, MANIFEST)).toBe(first);
    expect(await over(first, MANIFEST, { recipients: [...RECIPIENTS].reverse() })).toBe(first);
    const data = new Map(MANIFEST.data).set("password", new Secret("b3RoZXI=", "test"));
    const changed = await over(first, { ...MANIFEST, data });
    const lines = first.split("\n");
    const differ = changed.split("\n").filter((line, i) => line !== lines[i]);
    expect(differ.map((line) => line.trim().split(":")[0])).toEqual(["password", "lastmodified", "mac"]);
  });

  test("other recipients, another key, a changed file: encrypted anew", async () => {
    const first = await ours("yaml");
    const value = (text: string): string => /password: (.*)/.exec(text)![1]!;
    for (const next of [
      await over(first, MANIFEST, { recipients: RECIPIENTS.slice(0, 1) }),
      await over(first, MANIFEST, {
        previous: { file: { name: "s.yaml", text: first }, identities: { keys: [], looked: [] } },
      }),
      await over(first.replace("name: db-creds", "name: db-cred"), MANIFEST),
      await over(first.slice(0, -40), MANIFEST),
      await over("not: encrypted\n", MANIFEST),
    ]) {
      expect(value(next)).not.toBe(value(first));
      expect(
        (await decryptFile({ name: "s.yaml", text: next }, "yaml", { crypto: nodeCrypto, identities })).value,
      ).toBeDefined();
    }
  });
});
