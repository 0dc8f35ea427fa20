import { describe, expect, test } from "vitest";
import { nodeCrypto } from "../../host/node-crypto.ts";
import { toBase64, toHex, utf8 } from "../bytes.ts";
import { openText, sealText } from "./cipher.ts";
import { decryptFile, plainText } from "./decrypt.ts";
import { encryptFile } from "./encrypt.ts";
import { SOPS_CODE } from "./failure.ts";
import { formatOf } from "./format.ts";
import { goFloat } from "./go-text.ts";
import { reencryptFile, rotateFile, updateKeys } from "./rotate.ts";
import { DEFAULT_SELECTOR, KUBERNETES_SELECTOR } from "./selector.ts";

// Keys made for these tests alone.
const IDENTITY = "AGE-SECRET-KEY-1KK3XZ67ZWNAE8X7S3NSN70FQYACZ0TVD03P3LHNJULE4TPQT866SU0EZTY";
const RECIPIENT = "age127ppt0s2c0jrvpreuj5ld84q8zx57934j6f9lweyku4s56pfaamqx02ud4";
const OTHER = "AGE-SECRET-KEY-1GQ9778VQXMMJVE8SK7J6VT8UJ4HDQAJUVSFCWCM02D8GEWQ72PVQ2Y5J33";
const NOW = new Date("2026-01-02T03:04:05.678Z");
const KEY = Uint8Array.from({ length: 32 }, (_, i) => i);
const iv = (n: number) => new Uint8Array(32).fill(n);
const identities = { keys: [IDENTITY], looked: ["the test"] };
const options = { crypto: nodeCrypto, identities };
const encryptOptions = { crypto: nodeCrypto, recipients: [RECIPIENT], now: NOW };

const SECRET = `# top
apiVersion: v1
kind: Secret
metadata:
  name: demo # inline
stringData:
  # above
  pw: hunter2-long-enough
  port: 5432
  ratio: 0.5
  on: true
  list:
    - a
    # between
    - b
  none: null
  empty: ""
  multi: |
    line one
    line two
  odd: "tab\\t, quote \\" and é😀"
`;

async function encrypted(text = SECRET, name = "a.yaml", selector = KUBERNETES_SELECTOR) {
  const result = await encryptFile({ name, text }, formatOf(name), { ...encryptOptions, selector });
  expect(result.diagnostics).toEqual([]);
  return result.value!;
}
const open = (text: string, name = "a.yaml") => decryptFile({ name, text }, formatOf(name), options);
async function plain(text: string, name = "a.yaml") {
  const result = await open(text, name);
  expect(result.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return plainText(result.value!, name).value!;
}
async function code(text: string, name = "a.yaml") {
  const result = await open(text, name);
  expect(result.value).toBeUndefined();
  for (const d of result.diagnostics) expect(JSON.stringify([d.message, d.notes, d.hint])).not.toContain("hunter2");
  return result.diagnostics[0]!.code;
}

describe("values", () => {
  test.each([
    ["stringData:pw:", "str", "hunter2", 1, "0dHHk7zYWw==", "ywldbIiopZbrh2kHLlbixQ=="],
    ["stringData:port:", "int", "5432", 2, "Wk/Kdw==", "v8O8wt6gYq0Cnd+wxbi9ew=="],
    ["stringData:ratio:", "float", "0.5", 3, "Wlp2", "l3sj6yFOcWISvue9wCr1Ww=="],
    ["stringData:on:", "bool", "True", 4, "On4aDA==", "pmc1sx8ZzGwNKgHObjlOvA=="],
    ["stringData:", "comment", " note", 7, "GVJrhRM=", "d4aO9s+uKtekHcyC50w58g=="],
  ])("%s %s encrypts to the recorded bytes and back", (aad, type, text, n, data, tag) => {
    const sealed = sealText(nodeCrypto, KEY, aad, type, utf8(text), iv(n));
    expect(sealed).toBe(`ENC[AES256_GCM,data:${data},iv:${toBase64(iv(n))},tag:${tag},type:${type}]`);
    const opened = openText(nodeCrypto, KEY, aad, sealed, 0);
    expect(opened.kind === "value" ? opened.node.text : opened.kind === "comment" ? opened.text : null).toBe(text);
    expect(openText(nodeCrypto, KEY, `x${aad}`, sealed, 0)).toEqual({ kind: "bad", reason: "tag" });
    expect(openText(nodeCrypto, KEY, aad, `${sealed}JUNK`, 0)).toEqual({ kind: "bad", reason: "format" });
  });

  test("the MAC is the recorded one", () => {
    const hash = nodeCrypto.sha512();
    hash.update(utf8("v1Secretdemohunter254320.5Trueab"));
    expect(toHex(hash.digest()).toUpperCase()).toMatch(/^B8245BEAF6F873B6.*4D5963CF$/);
  });

  test.each([
    [1, "1"],
    [0.5, "0.5"],
    [1e21, "1000000000000000000000"],
    [1.5e-7, "0.00000015"],
    [-0, "-0"],
    [-Infinity, "-Inf"],
    [123456.789, "123456.789"],
    [5e-324, `0.${"0".repeat(323)}5`],
  ])("%d is %s in Go", (value, text) => expect(goFloat(value)).toBe(text));
});

describe("round trips", () => {
  test("YAML keeps values, order and comments", async () => {
    const text = await encrypted();
    expect(text).not.toContain("hunter2");
    expect(text).not.toContain("above");
    expect(text).toContain("name: demo # inline");
    expect(await plain(text)).toBe(`# top
apiVersion: v1
kind: Secret
metadata:
    name: demo # inline
stringData:
    # above
    pw: hunter2-long-enough
    port: 5432
    ratio: 0.5
    "on": true
    list:
        - a
        # between
        - b
    none: null
    empty: ""
    multi: |
        line one
        line two
    odd: "tab\\t, quote \\" and é😀"
`);
  });

  test("JSON", async () => {
    const source = '{"b": 1, "a": [true, null, {}, 1.5, 9007199254740993], "s": "<x>", "k_unencrypted": "seen"}';
    const result = await encryptFile({ name: "a.json", text: source }, "json", encryptOptions);
    expect(result.value).toContain('"k_unencrypted": "seen"');
    expect(JSON.parse(await plain(result.value!, "a.json"))).toEqual(JSON.parse(source));
    expect(await plain(result.value!, "a.json")).toContain("9007199254740993");
  });

  test("dotenv and binary", async () => {
    for (const [name, source] of [
      ["a.env", "# c\nA=1\nB=two words\n"],
      ["a.txt", "anything\0 at all\n"],
    ] as const) {
      const text = await encrypted(source, name, { kind: "unencrypted_suffix", pattern: "_unencrypted" });
      expect(text).not.toContain("two words");
      expect(await plain(text, name)).toBe(source);
    }
  });

  test("several documents share one key and one MAC", async () => {
    const text = await encrypted("data: {a: x-one}\n---\ndata: {a: x-two}\n");
    expect(text.match(/^sops:/gm)).toHaveLength(2);
    expect(await plain(text)).toBe("data:\n    a: x-one\n---\ndata:\n    a: x-two\n");
    const [first, second] = text.split("\n---\n");
    expect(await code(`${second}---\n${first}\n`)).toBe(SOPS_CODE.macMismatch);
    expect(await code(`${first}\n`)).toBe(SOPS_CODE.macMismatch);
  });

  test("anchors are expanded, and a bomb is refused", async () => {
    expect(await plain(await encrypted("data: {a: &x {k: v1234}, b: *x}\n"))).toBe(
      "data:\n    a:\n        k: v1234\n    b:\n        k: v1234\n",
    );
    let bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
    for (let i = 1; i < 9; i++)
      bomb += `a${i}: &a${i} [${Array(10)
        .fill(`*a${i - 1}`)
        .join(",")}]\n`;
    const result = await encryptFile({ name: "b.yaml", text: bomb }, "yaml", encryptOptions);
    expect(result.diagnostics[0]!.message).toContain("aliases included");
  });

  test("re-encryption keeps unchanged values", async () => {
    const old = await encrypted();
    const next = await reencryptFile(
      { name: "a.yaml", text: SECRET.replace("5432", "5433") },
      { name: "a.yaml", text: old },
      "yaml",
      { ...options, now: NOW },
    );
    const changed = next
      .value!.split("\n")
      .filter((line, i) => line !== old.split("\n")[i] && !line.includes("type:comment"));
    expect(changed).toHaveLength(2); // the port and the MAC
  });
});

describe("no partial output", () => {
  test("wrong key, no key", async () => {
    const text = await encrypted();
    const wrong = await decryptFile({ name: "a.yaml", text }, "yaml", {
      crypto: nodeCrypto,
      identities: { keys: [OTHER], looked: ["SOPS_AGE_KEY"] },
    });
    expect(wrong.value).toBeUndefined();
    expect(wrong.diagnostics[0]).toMatchObject({
      code: SOPS_CODE.wrongKey,
      message: "your age key does not fit the file",
    });
    const none = await decryptFile({ name: "a.yaml", text }, "yaml", {
      crypto: nodeCrypto,
      identities: { keys: [], looked: ["SOPS_AGE_KEY (not set)"] },
    });
    expect(none.diagnostics[0]).toMatchObject({
      code: SOPS_CODE.noKey,
      notes: ["looked in SOPS_AGE_KEY (not set)", `the file is encrypted for ${RECIPIENT}`],
    });
  });

  test("tampering", async () => {
    const text = await encrypted();
    const line = (name: string) => text.split("\n").find((l) => l.trim().startsWith(`${name}:`))!;
    const flip = (s: string) => s.replace(/data:(.)/, (_, c: string) => `data:${c === "A" ? "B" : "A"}`);
    expect(await code(text.replace(line("pw"), flip(line("pw"))))).toBe(SOPS_CODE.tampered);
    const pw = line("pw").split(": ")[1]!;
    const multi = line("multi").split(": ")[1]!;
    expect(await code(text.replace(pw, "@").replace(multi, pw).replace("@", multi))).toBe(SOPS_CODE.tampered);
    expect(await code(text.replace("    pw:", "    pv:"))).toBe(SOPS_CODE.tampered);
    expect(await code(text.replace("name: demo", "name: other"))).toBe(SOPS_CODE.macMismatch);
    expect(await code(text.replace(`${line("pw")}\n`, ""))).toBe(SOPS_CODE.macMismatch);
    expect(await code(text.replace(pw, "hunter2-plain"))).toBe(SOPS_CODE.notEncrypted);
    expect(await code(text.replace(pw, "42"))).toBe(SOPS_CODE.notEncrypted);
    expect(await code(text.replace(line("pw"), line("pw").replace("type:str", "type:int")))).toBe(SOPS_CODE.tampered);
    expect(await code(text.replace(line("pw"), line("pw").replace("type:str", "type:zzz")))).toBe(SOPS_CODE.tampered);
    expect(await code(text.replace(line("pw"), `${line("pw")}JUNK`))).toBe(SOPS_CODE.tampered);
    expect(await code(text.replace(/^    mac: .*\n/m, ""))).toBe(SOPS_CODE.macMismatch);
    expect(await code(text.replace("2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z"))).toBe(SOPS_CODE.macMismatch);
    expect(await code(text.replace('"2026-01-02T03:04:05Z"', "2026-01-02T03:04:05Z"))).toBe(SOPS_CODE.badMetadata);
    const same = await open(text.replace("2026-01-02T03:04:05Z", "2026-01-02T03:04:05.25+00:00"));
    expect(same.value).toBeDefined();
  });

  test("truncation at every line", async () => {
    const text = await encrypted();
    const lines = text.trimEnd().split("\n");
    for (let n = 0; n < lines.length - 1; n++) {
      const result = await open(`${lines.slice(0, n).join("\n")}\n`);
      expect(result.value, `${n} lines`).toBeUndefined();
    }
  });

  test("what is not supported says so", async () => {
    const text = await encrypted();
    const block = (extra: string) => text.replace("\nsops:\n", `\nsops:\n${extra}`);
    expect(await code(block("    key_groups:\n        - age: []\n"))).toBe(SOPS_CODE.unsupported);
    expect(await code(block("    encrypted_suffix: _x\n"))).toBe(SOPS_CODE.badMetadata);
    expect(await code(block("    encrypted_comment_regex: x\n"))).toBe(SOPS_CODE.unsupported);
    expect(await code("a: 1\nsops:\n    pgp:\n        - fp: X\n")).toBe(SOPS_CODE.unsupported);
    expect(await code("a: 1\n")).toBe(SOPS_CODE.noMetadata);
    expect(await code("a: 1\na: 2\n")).toBe(SOPS_CODE.unreadable);
  });

  test.each([
    [[], "no recipient to encrypt for"],
    [["ssh-ed25519 AAAA"], "SSH keys are not supported as recipients"],
    [[IDENTITY], "a private key was given where a recipient is expected"],
    [[`${RECIPIENT.slice(0, -1)}5`], "not a valid age public key: age127ppt0s2c0jrvpre…"],
    [["age1yubikey1qwerty"], 'recipients of the age plugin "yubikey" are not supported'],
  ])("recipients %j", async (recipients, message) => {
    const result = await encryptFile({ name: "a.yaml", text: SECRET }, "yaml", { ...encryptOptions, recipients });
    expect(result.value).toBeUndefined();
    expect(result.diagnostics[0]!.message).toBe(message);
  });

  test("plaintext that cannot be read is not quoted", async () => {
    const result = await encryptFile({ name: "a.yaml", text: "a: hunter2\n b: 'hunter2" }, "yaml", encryptOptions);
    expect(result.value).toBeUndefined();
    expect(JSON.stringify(result)).not.toContain("hunter2");
    expect(result.diagnostics[0]!.message).toMatch(/^a\.yaml:\d+:\d+: /);
  });
});

test("rotation and new recipients", async () => {
  const { identityToRecipient } = await import("age-encryption");
  const other = await identityToRecipient(OTHER);
  const text = await encrypted();
  const both = await updateKeys({ name: "a.yaml", text }, "yaml", {
    ...options,
    now: NOW,
    recipients: [RECIPIENT, other],
  });
  const asOther = { crypto: nodeCrypto, identities: { keys: [OTHER], looked: [] } };
  expect((await decryptFile({ name: "a.yaml", text: both.value! }, "yaml", asOther)).value).toBeDefined();
  const rotated = await rotateFile({ name: "a.yaml", text: both.value! }, "yaml", {
    ...options,
    now: NOW,
    recipients: [RECIPIENT],
  });
  expect((await decryptFile({ name: "a.yaml", text: rotated.value! }, "yaml", asOther)).value).toBeUndefined();
  expect(await plain(rotated.value!)).toBe(await plain(text));
});

// Tests 20, 21, 25, 28 to 31 and 33 of the format's traps.
describe("odd input", () => {
  const roundTrip = async (text: string, name = "a.yaml") => plain(await encrypted(text, name, DEFAULT_SELECTOR), name);

  test("carriage returns, a byte order mark, controls, bytes that are no text, empty values, keys with colons and dots", async () => {
    expect(await roundTrip("a: x1\r\nb: y2\r\n")).toBe("a: x1\nb: y2\n");
    expect(await roundTrip("\ufeffa: x1\n")).toBe("a: x1\n");
    expect(await roundTrip('a: "\\0\\r\\u2028😀"\n')).toBe('a: "\\u0000\\r\\u2028😀"\n');
    expect(await roundTrip("a: !!binary /w==\n")).toBe("a: !!binary /w==\n");
    expect(await roundTrip('a: ""\nb: null\nc: {}\nd: []\n')).toBe('a: ""\nb: null\nc: {}\nd: []\n');
    expect(await roundTrip('"a:b": {c.d: x1}\n')).toBe('"a:b":\n    c.d: x1\n');
    const crlf = (await encrypted("a: x1\n", "a.yaml", DEFAULT_SELECTOR)).replaceAll("\n", "\r\n");
    expect(await plain(crlf)).toBe("a: x1\n");
  });

  test("numbers keep every digit", async () => {
    expect(await roundTrip("a: 9007199254740993\nb: 1e21\nc: 0x1F\n")).toBe(
      "a: 9007199254740993\nb: 1000000000000000000000.0\nc: 31\n",
    );
    const big = await encryptFile({ name: "a.yaml", text: "a: 18446744073709551615\n" }, "yaml", encryptOptions);
    expect(big.diagnostics[0]!.message).toContain("between 2^63 and 2^64");
  });

  test("size and depth have clean limits", async () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `k${i}: value-${i}`).join("\n");
    expect((await roundTrip(`${many}\n`)).length).toBeGreaterThan(20_000);
    const deep = await encryptFile(
      { name: "a.json", text: `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}` },
      "json",
      encryptOptions,
    );
    expect(deep.diagnostics[0]!.message).toContain("nested deeper");
    const deepYaml = await encryptFile({ name: "a.yaml", text: `a: ${"[".repeat(20_000)}` }, "yaml", encryptOptions);
    expect(deepYaml.value).toBeUndefined();
  });

  test("a post-quantum key", async () => {
    const { generateHybridIdentity, identityToRecipient } = await import("age-encryption");
    const identity = await generateHybridIdentity();
    const recipients = [RECIPIENT, await identityToRecipient(identity)];
    const result = await encryptFile({ name: "a.yaml", text: "a: x1\n" }, "yaml", { ...encryptOptions, recipients });
    const opened = await decryptFile({ name: "a.yaml", text: result.value! }, "yaml", {
      crypto: nodeCrypto,
      identities: { keys: [identity], looked: [] },
    });
    expect(opened.value).toBeDefined();
  });

  test("only encrypted values count under mac_only_encrypted, and a note says so", async () => {
    const options = { ...encryptOptions, selector: KUBERNETES_SELECTOR, macOnlyEncrypted: true };
    const text = (await encryptFile({ name: "a.yaml", text: SECRET }, "yaml", options)).value!;
    const result = await open(text.replace("name: demo", "name: other"));
    expect(result.value).toBeDefined();
    expect(result.diagnostics).toMatchObject([{ code: SOPS_CODE.weakMac, severity: "info" }]);
  });
});
