import { describe, expect, test } from "vitest";
import { format, parseFile } from "../cue/syntax/index.ts";
import { nodeCrypto } from "../host/node-crypto.ts";
import { SourceFile } from "../source/index.ts";
import { expandSecretDecorators } from "./decorator.ts";
import { findLeaks, leakDiagnostic } from "./leak.ts";
import { encryptManifest } from "./encrypt-manifest.ts";
import { maskManifest, revealManifest } from "./manifest.ts";
import { Secret } from "./secret.ts";
import { decryptFile, plainText } from "./sops/decrypt.ts";

const CANARY = "canary-4711-xyz";
const secret = new Secret(CANARY, "env DB");
const manifest = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "db", annotations: { "kubectl.kubernetes.io/last-applied-configuration": `{"data":"${CANARY}"}` } },
  data: new Map<string, unknown>([["password", new Secret(btoa(CANARY), "env DB")]]),
  stringData: { plain: CANARY, empty: "" },
};

describe("manifests (SEC-7)", () => {
  test("are masked by structure, with a count", () => {
    const { value, count } = maskManifest({ kind: "List", items: [manifest] });
    expect(count).toBe(3);
    expect(JSON.stringify(value)).not.toContain("canary");
    expect(JSON.parse(JSON.stringify(value))).toMatchObject({
      items: [{ data: { password: "***" }, stringData: { plain: "***", empty: "" } }],
    });
  });

  test("are opened on purpose", () => {
    expect(revealManifest(manifest)).toMatchObject({ data: { password: btoa(CANARY) }, stringData: { plain: CANARY } });
  });

  test("are encrypted for SOPS, names readable", async () => {
    const recipients = ["age127ppt0s2c0jrvpreuj5ld84q8zx57934j6f9lweyku4s56pfaamqx02ud4"];
    const plain = { ...manifest, metadata: { name: "db" } };
    const text = (await encryptManifest(plain, { crypto: nodeCrypto, recipients, now: new Date(0) })).value!;
    expect(text).toContain("kind: Secret\nmetadata:\n    name: db\n");
    expect(text).not.toContain("canary");
    const keys = ["AGE-SECRET-KEY-1KK3XZ67ZWNAE8X7S3NSN70FQYACZ0TVD03P3LHNJULE4TPQT866SU0EZTY"];
    const opened = await decryptFile({ name: "x.yaml", text }, "yaml", {
      crypto: nodeCrypto,
      identities: { keys, looked: [] },
    });
    expect(plainText(opened.value!, "x.yaml").value).toContain(`password: ${btoa(CANARY)}\n`);
  });
});

describe("leaks", () => {
  test("are found in every shape, outside the data of Secrets", () => {
    const config = {
      kind: "ConfigMap",
      metadata: { name: "c", labels: { [`x-${CANARY}`]: "y" } },
      data: { url: `postgres://app:${CANARY}@db/x`, encoded: btoa(`user:${CANARY}`), fine: "nothing" },
    };
    const leaks = findLeaks([config, manifest], [secret, new Secret("another-secret", "file a")]);
    expect(leaks.map((l) => l.path.join("/"))).toEqual([
      "0/metadata/labels/x-canary-4711-xyz",
      "0/data/url",
      "0/data/encoded",
      "1/metadata/annotations/kubectl.kubernetes.io/last-applied-configuration",
    ]);
    expect(leakDiagnostic(leaks[1]!, config).message).toBe("the secret from env DB would be readable in ConfigMap/c");
  });
});

describe("@opm(secret, …) (SEC-11)", () => {
  const expand = (text: string) => {
    const source = new SourceFile("m.cue", text);
    return expandSecretDecorators(parseFile(source).file, source);
  };

  test("becomes #Secret with the field's own constraint on value", () => {
    const out = expand(
      'package m\n\n#config: db: {\n\thost: string\n\tpassword: string @opm(secret, desc="Password", secretName="db-creds", secretKey="password")\n}\n',
    ).value!;
    expect(out.paths).toEqual([["#config", "db", "password"]]);
    const text = format(out.file).replace(/\s+/g, " ");
    expect(text).toContain('import opmodelSchemasForSecrets "opmodel.dev/schemas@v0"');
    expect(text).toMatch(
      /password: opmodelSchemasForSecrets\.#Secret & \{ ?"?\$secretName"?: "db-creds",? "?\$dataKey"?: "password",? "?description"?: "Password",? "?value"?\?: string ?\}/,
    );
  });

  test("may stand above its field", () => {
    const out = expand(
      '#config: {\n\t@opm(secret, secretName="a", secretKey="b")\n\tpassword: string\n\tother: string\n}\n',
    ).value!;
    expect(out.count).toBe(1);
  });

  test("without a name is refused; other attributes stay", () => {
    expect(expand('p: string @opm(secret, secretKey="b")\n').diagnostics[0]!.message).toContain(
      "secretName is expected",
    );
    expect(expand("p: string @opm(immutable) @tag(x)\n").value!.count).toBe(0);
  });
});
