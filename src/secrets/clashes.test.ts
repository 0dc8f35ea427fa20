import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { nodeCrypto } from "../host/node-crypto.ts";
import { findClashes, secretText } from "./clashes.ts";
import { contentHash, immutableName } from "./content-hash.ts";
import { discoverSecrets } from "./discover.ts";
import { SECRET_CODE } from "./secret-code.ts";

const password = (given: object) => ({
  db: { password: { $opm: "secret", $secretName: "db-creds", $dataKey: "password", ...given } },
});
const LITERAL = password({ value: "dev-password-123" });

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
  });
});

describe("what a field puts into its Secret (SEC-4)", () => {
  const textOf = (given: object) => discoverSecrets(password(given)).map(secretText)[0];

  test("a literal its value, a reference what it refers to, a Secret that exists nothing", () => {
    expect(textOf({ value: "abc" })).toBe("abc");
    expect(textOf({ source: "k8s-eso", path: "prod/db", remoteKey: "pw" })).toContain("prod/db");
    expect(textOf({ source: "k8s", path: "existing", remoteKey: "pw" })).toBeUndefined();
    expect(textOf({})).toBeUndefined();
  });

  test("the same name and key with different values is refused, naming both", () => {
    const other = { $opm: "secret", $secretName: "db-creds", $dataKey: "password", value: "another" };
    expect(findClashes(discoverSecrets({ ...LITERAL, other }))).toMatchObject([
      {
        code: SECRET_CODE.clash,
        message: "db.password and other both go to key password of the Secret db-creds, with different values",
      },
    ]);
    const same = { ...other, value: "dev-password-123" };
    expect(findClashes(discoverSecrets({ ...LITERAL, same }))).toEqual([]);
  });
});
