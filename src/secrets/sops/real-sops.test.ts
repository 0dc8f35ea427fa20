// Both ways with the program itself, where it is installed.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect } from "vitest";
import { hasProgram, programOf, testNeeding } from "../../../tool/test-needs.ts";
import { nodeCrypto } from "../../host/node-crypto.ts";
import { decryptFile, plainText } from "./decrypt.ts";
import { encryptFile } from "./encrypt.ts";
import { formatOf } from "./format.ts";
import { rotateFile, updateKeys } from "./rotate.ts";
import { KUBERNETES_SELECTOR } from "./selector.ts";

// A key made for these tests alone.
const IDENTITY = "AGE-SECRET-KEY-1KK3XZ67ZWNAE8X7S3NSN70FQYACZ0TVD03P3LHNJULE4TPQT866SU0EZTY";
const RECIPIENT = "age127ppt0s2c0jrvpreuj5ld84q8zx57934j6f9lweyku4s56pfaamqx02ud4";
const OTHER = "AGE-SECRET-KEY-1GQ9778VQXMMJVE8SK7J6VT8UJ4HDQAJUVSFCWCM02D8GEWQ72PVQ2Y5J33";
const NOW = new Date("2026-01-02T03:04:05Z");
const encryptOptions = { crypto: nodeCrypto, recipients: [RECIPIENT], now: NOW };
const options = { crypto: nodeCrypto, identities: { keys: [IDENTITY], looked: [] }, now: NOW };

const SOPS = programOf("OPM_TEST_SOPS", "sops");
const withSops = testNeeding("sops, on the PATH or named by OPM_TEST_SOPS", hasProgram(SOPS));
const dir = mkdtempSync(join(tmpdir(), "sops-"));
afterAll(() => rmSync(dir, { recursive: true }));

function sops(name: string, text: string, args: string[], identity = IDENTITY): string {
  const file = join(dir, name);
  writeFileSync(file, text);
  const env = { ...process.env, SOPS_AGE_KEY: identity };
  return execFileSync(SOPS, [...args, file], { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

const SECRET = `# top
apiVersion: v1
kind: Secret
metadata:
  name: demo # inline
stringData:
  # above
  pw: hunter2-long-enough
  port: "5432"
  list:
    - a
    # between
    - b
  multi: |
    line one
    line two
  odd: "tab\\t, quote \\" and é😀"
  # last
`;
const TYPES = `i: 0x1F
o: 017
u: 1_000
f: 1e3
g: 08
d: 2024-01-02
t: 2024-01-02 03:04:05.25
y: yes
s: "5"
e: ""
n: null
big: 1000000000000000000000.5
small: 0.0000001
bin: !!binary /w==
"a:b": {"c.d": x}
deep: [[1, [2, {k: v}]], {}, []]
x: &x {k: v}
z: *x
`;

describe("the real sops", () => {
  for (const [name, source] of [
    ["secret.yaml", SECRET],
    ["types.yaml", TYPES],
    ["multi.yaml", "a: 1\n---\nb: two\n"],
    ["a.json", '{"a": 1, "b": [1.5, "x", true, null], "c": {"d": "<&>"}, "big": 9007199254740993}'],
    ["a.env", "# c\nA=1\nB=two words\n"],
    ["a.txt", "free text\n"],
  ] as const)
    withSops(`reads our ${name}, and we read its`, async () => {
      const format = formatOf(name);
      const ours = await encryptFile({ name, text: source }, format, encryptOptions);
      expect(ours.diagnostics).toEqual([]);
      const plain = sops(name, ours.value!, ["decrypt"]);
      const theirs = sops(name, source, ["encrypt", "--age", RECIPIENT]);
      expect(sops(name, theirs, ["decrypt"])).toBe(plain);
      const opened = await decryptFile({ name, text: theirs }, format, options);
      expect(opened.diagnostics).toEqual([]);
      const back = plainText(opened.value!, name).value!;
      const again = await encryptFile({ name, text: back }, format, encryptOptions);
      expect(sops(name, again.value!, ["decrypt"])).toBe(plain);
    });

  withSops("reads a Kubernetes Secret, and what we rotated or re-wrapped", async () => {
    const { identityToRecipient } = await import("age-encryption");
    const first = await encryptFile({ name: "k.yaml", text: SECRET }, "yaml", {
      ...encryptOptions,
      selector: KUBERNETES_SELECTOR,
    });
    expect(first.value).toContain("name: demo");
    expect(sops("k.yaml", first.value!, ["decrypt"])).toContain("pw: hunter2-long-enough");
    const recipients = [RECIPIENT, await identityToRecipient(OTHER)];
    const shared = await updateKeys({ name: "k.yaml", text: first.value! }, "yaml", { ...options, recipients });
    expect(sops("k.yaml", shared.value!, ["decrypt"], OTHER)).toContain("# between");
    const rotated = await rotateFile({ name: "k.yaml", text: shared.value! }, "yaml", {
      ...options,
      recipients: [RECIPIENT],
    });
    expect(sops("k.yaml", rotated.value!, ["decrypt"])).toContain("# last");
    expect(() => sops("k.yaml", rotated.value!, ["decrypt"], OTHER)).toThrow("Command failed");
  });

  withSops("agrees with us about what was changed", async () => {
    const { value } = await encryptFile({ name: "t.yaml", text: SECRET }, "yaml", {
      ...encryptOptions,
      selector: KUBERNETES_SELECTOR,
    });
    const text = value!;
    const changes = [
      text,
      text.replace("name: demo", "name: other"),
      text.replace("    pw:", "    pv:"),
      text.replace(/^    pw: .*\n/m, ""),
      text.replace(/pw: ENC\[AES256_GCM,data:./, (c) => `${c.slice(0, -1)}${c.endsWith("A") ? "B" : "A"}`),
      text.replace("2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z"),
      text.replace("2026-01-02T03:04:05Z", "2026-01-02T03:04:05+00:00"),
      text.replace(/^    mac: .*\n/m, ""),
    ];
    for (const changed of changes) {
      const ours = await decryptFile({ name: "t.yaml", text: changed }, "yaml", options);
      let theirs = true;
      try {
        sops("t.yaml", changed, ["decrypt"]);
      } catch {
        theirs = false;
      }
      expect(ours.value !== undefined).toBe(theirs);
    }
  });
});
