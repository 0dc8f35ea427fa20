import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { nodeCrypto } from "../host/node-crypto.ts";
import { contentHash, immutableName } from "./content-hash.ts";
import { discoverSecrets } from "./discover.ts";
import { dispatchSecrets } from "./dispatch.ts";
import type { SecretPlatform } from "./dispatch.ts";
import { reveal } from "./secret.ts";
import type { Secret } from "./secret.ts";
import { SECRET_CODE } from "./secret-code.ts";

const password = (given: object) => ({
  db: { password: { $opm: "secret", $secretName: "db-creds", $dataKey: "password", ...given } },
});
const dispatch = (config: unknown, platform: SecretPlatform = {}) =>
  dispatchSecrets(discoverSecrets(config), platform, nodeCrypto);
const LITERAL = password({ value: "dev-password-123" });
const ESO = password({ source: "k8s-eso", path: "secret/data/prod/db", remoteKey: "password" });

test("content hashes", () => {
  expect(contentHash(new Map([["password", "abc"]]), nodeCrypto)).toBe("3b24d52273");
  expect(
    immutableName(
      "settings",
      new Map([
        ["max_retries", "3"],
        ["log_level", "info"],
      ]),
      nodeCrypto,
    ),
  ).toBe("settings-78f06a6724");
});

describe("discovery (SEC-6)", () => {
  test("at any depth, in lists, with no list of names", () => {
    let deep: unknown = password({ value: "x" });
    for (let i = 0; i < 200; i++) deep = i % 2 === 0 ? [deep] : { n: deep };
    const found = discoverSecrets({ a: [{ b: password({ value: "y" }) }], c: deep, d: { $opm: "other" } });
    expect(found.map((f) => f.path.length)).toEqual([5, 203]);
    expect(found[0]!.path).toEqual(["a", 0, "b", "db", "password"]);
  });

  test("nothing of a value shows", () => {
    expect(inspect(discoverSecrets(LITERAL), { depth: 9, showHidden: true })).not.toContain("dev-password");
    expect(JSON.stringify(dispatch(LITERAL))).not.toContain("dev-password");
  });
});

describe("dispatch (SEC-4, SEC-12)", () => {
  test("scenario A: a literal becomes a Secret", () => {
    const { objects, refs } = dispatch(LITERAL).value!;
    expect(objects).toMatchObject([
      { apiVersion: "v1", kind: "Secret", metadata: { name: "db-creds" }, type: "Opaque" },
    ]);
    const data = objects[0]!["data"] as Map<string, Secret>;
    expect(atob(reveal(data.get("password")!))).toBe("dev-password-123");
    expect(refs[0]!.ref).toEqual({ name: "db-creds", key: "password" });
  });

  test("scenario B: an external reference becomes an ExternalSecret", () => {
    const { objects, refs } = dispatch(ESO, { store: { name: "vault" } }).value!;
    expect(objects).toEqual([
      {
        apiVersion: "external-secrets.io/v1beta1",
        kind: "ExternalSecret",
        metadata: { name: "db-creds" },
        spec: {
          refreshInterval: "1h",
          secretStoreRef: { name: "vault", kind: "ClusterSecretStore" },
          target: { name: "db-creds" },
          data: [{ secretKey: "password", remoteRef: { key: "secret/data/prod/db", property: "password" } }],
        },
      },
    ]);
    expect(refs[0]!.ref).toEqual({ name: "db-creds", key: "password" });
    expect(
      dispatch(ESO, { store: { name: "vault" }, esoApiVersion: "external-secrets.io/v1" }).value!.objects[0]!
        .apiVersion,
    ).toBe("external-secrets.io/v1");
    expect(dispatch(ESO).diagnostics).toMatchObject([{ code: SECRET_CODE.noStore }]);
  });

  test("scenario C: an existing Secret needs nothing", () => {
    const { objects, refs } = dispatch(password({ source: "k8s", path: "existing", remoteKey: "pw" })).value!;
    expect(objects).toEqual([]);
    expect(refs[0]!.ref).toEqual({ name: "existing", key: "pw" });
  });

  test("scenario D: an unfulfilled secret is reported with its description", () => {
    expect(dispatch(password({ description: "Password of the database" })).diagnostics).toMatchObject([
      { code: SECRET_CODE.unfulfilled, path: "db.password", notes: ["Password of the database"] },
    ]);
  });

  test("a CSI source", () => {
    const { objects, refs } = dispatch(password({ source: "k8s-csi", path: "db", remoteKey: "pw" }), {
      csiProvider: "vault",
    }).value!;
    expect(objects[0]).toMatchObject({
      kind: "SecretProviderClass",
      spec: {
        provider: "vault",
        secretObjects: [{ secretName: "db-creds", data: [{ objectName: "password", key: "password" }] }],
      },
    });
    expect(refs[0]!.csi).toBe("db-creds");
  });

  test("fields that share a name make one object", () => {
    const user = { $opm: "secret", $secretName: "db-creds", $dataKey: "user", value: "app" };
    const { objects } = dispatch({ ...LITERAL, user }).value!;
    expect([...(objects[0]!["data"] as Map<string, Secret>).keys()]).toEqual(["password", "user"]);
    const mixed = dispatch({ ...ESO, user }, { store: { name: "vault" } }).value!;
    expect(mixed.objects.map((o) => o.kind)).toEqual(["Secret", "ExternalSecret"]);
    expect(mixed.objects[1]).toMatchObject({ spec: { target: { creationPolicy: "Merge" } } });
  });

  test("the same name and key with different values is refused, naming both", () => {
    const other = { $opm: "secret", $secretName: "db-creds", $dataKey: "password", value: "another" };
    expect(dispatch({ ...LITERAL, other }).diagnostics).toMatchObject([
      {
        code: SECRET_CODE.clash,
        message: "db.password and other both go to key password of the Secret db-creds, with different values",
      },
    ]);
    expect(dispatch({ ...LITERAL, other: { ...other, value: "dev-password-123" } }).value!.objects).toHaveLength(1);
  });

  test("immutable names are followed by every reference (SEC-11)", () => {
    const { objects, refs } = dispatch(password({ value: "abc" }), { immutable: new Set(["db-creds"]) }).value!;
    expect(objects[0]).toMatchObject({ metadata: { name: "db-creds-3b24d52273" }, immutable: true });
    expect(refs[0]!.ref.name).toBe("db-creds-3b24d52273");
  });
});
