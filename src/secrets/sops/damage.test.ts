// Encrypted files with bytes changed, cut out, doubled or moved: a clear error and no output, or what was encrypted.
import { describe, expect, test } from "vitest";
import { Random } from "../../../conformance/random.ts";
import { nodeCrypto } from "../../host/node-crypto.ts";
import { decryptFile } from "./decrypt.ts";
import { encryptFile } from "./encrypt.ts";
import type { SopsFormat } from "./format.ts";
import { KUBERNETES_SELECTOR } from "./selector.ts";
import type { MapNode, SopsNode } from "./tree.ts";
import { isSopsFile } from "./values-file.ts";

// A key made for these tests alone.
const IDENTITY = "AGE-SECRET-KEY-1KK3XZ67ZWNAE8X7S3NSN70FQYACZ0TVD03P3LHNJULE4TPQT866SU0EZTY";
const RECIPIENT = "age127ppt0s2c0jrvpreuj5ld84q8zx57934j6f9lweyku4s56pfaamqx02ud4";
const SECRETS = ["hunter2-long-enough", "second line of the key"];
const YAML = `apiVersion: v1
kind: Secret
metadata:
  name: demo
stringData:
  pw: ${SECRETS[0]}
  key: |
    first line of the key
    ${SECRETS[1]}
  list: [a, {port: 5432}]
`;
const JSON_TEXT = `{"a": {"pw": "${SECRETS[0]}", "list": ["${SECRETS[1]}", true, 1.5]}, "b": null}`;
const ENV_TEXT = `PW=${SECRETS[0]}\nKEY=${SECRETS[1]}\n`;

function damaged(text: string, random: Random): string {
  const at = random.below(text.length);
  const length = 1 + random.below(random.chance(0.5) ? 3 : 200);
  const to = random.below(text.length);
  switch (random.below(7)) {
    case 0:
      return text.slice(0, at) + String.fromCharCode(32 + random.below(95)) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
    case 3:
      return text.slice(0, at);
    case 4: {
      const moved = text.slice(at, at + length);
      const rest = text.slice(0, at) + text.slice(at + length);
      return rest.slice(0, to) + moved + rest.slice(to);
    }
    case 5: {
      const lines = text.split("\n");
      const [a, b] = [random.below(lines.length), random.below(lines.length)];
      [lines[a], lines[b]] = [lines[b]!, lines[a]!];
      return lines.join("\n");
    }
    default:
      return (
        text.slice(0, at) +
        random.pick(["\0", "\ufeff", "\r", "\u{1f600}", "]", "{", "- ", ": ", "#", "\n"]) +
        text.slice(at)
      );
  }
}

/** All texts of a document in order: what the MAC vouches for. */
function textsOf(documents: readonly MapNode[]): string {
  const texts: string[] = [];
  const walk = (node: SopsNode): void => {
    if (node.kind === "map") for (const { value } of node.entries) walk(value);
    else if (node.kind === "list") for (const { value } of node.items) walk(value);
    else if (node.kind === "scalar") texts.push(node.text);
  };
  documents.forEach(walk);
  return texts.join("");
}

const options = { crypto: nodeCrypto, identities: { keys: [IDENTITY], looked: ["the test"] } };

describe.each([
  ["yaml", YAML, { selector: KUBERNETES_SELECTOR }],
  ["json", JSON_TEXT, {}],
  ["dotenv", ENV_TEXT, {}],
] as const)("%s", (format: SopsFormat, text, more) => {
  test("damaged files", async () => {
    const name = `a.${format === "dotenv" ? "env" : format}`;
    const sealed = (
      await encryptFile({ name, text }, format, {
        crypto: nodeCrypto,
        recipients: [RECIPIENT],
        now: new Date(0),
        ...more,
      })
    ).value!;
    const whole = (await decryptFile({ name, text: sealed }, format, options)).value!;
    const random = new Random(format.length * 977);
    let refused = 0;
    const runs = 400;
    for (let n = 0; n < runs; n++) {
      const file = { name, text: damaged(sealed, random) };
      const { value, diagnostics } = await decryptFile(file, format, options);
      const told = JSON.stringify(
        diagnostics.map(({ message, notes, hint, path }) => ({ message, notes, hint, path })),
      );
      for (const secret of SECRETS) expect(told).not.toContain(secret);
      if (value === undefined) {
        refused++;
        expect(diagnostics).toHaveLength(1);
        expect(diagnostics[0]!.code).toMatch(/^OPM51\d\d$/);
        expect(diagnostics[0]!.message.length).toBeGreaterThan(10);
      } else {
        expect(textsOf(value.documents), file.text).toBe(textsOf(whole.documents));
      }
    }
    // What is left are changes that sops does not protect: labels, spaces, comments, names of readable and empty fields.
    expect(refused).toBeGreaterThan(runs / 2);
  }, 60_000);

  test("cut anywhere, a file of values is still taken for an encrypted one", async () => {
    if (format === "dotenv") return;
    const name = `a.${format}`;
    const sealed = (
      await encryptFile({ name, text }, format, {
        crypto: nodeCrypto,
        recipients: [RECIPIENT],
        now: new Date(0),
        ...more,
      })
    ).value!;
    const first = sealed.indexOf("ENC[AES256_GCM,data:") + "ENC[AES256_GCM,data:".length;
    for (let at = first; at < sealed.length; at += 7)
      expect(isSopsFile({ name, text: sealed.slice(0, at) })).toBe(true);
  });
});
