import { describe, expect, test } from "vitest";
import { nodeCrypto } from "../../host/node-crypto.ts";
import { reveal } from "../secret.ts";
import { encryptFile } from "../sops/encrypt.ts";
import { SecretFetcher } from "./registry.ts";
import { parseRequest } from "./request.ts";
import type { SourceHost } from "./secret-source.ts";

const IDENTITY = "AGE-SECRET-KEY-1KK3XZ67ZWNAE8X7S3NSN70FQYACZ0TVD03P3LHNJULE4TPQT866SU0EZTY";
const RECIPIENT = "age127ppt0s2c0jrvpreuj5ld84q8zx57934j6f9lweyku4s56pfaamqx02ud4";
const files = new Map([["run/db", "from-file\n"]]);
let reads = 0;
const host: SourceHost = {
  env: (name) =>
    new Map([
      ["DB", "from-env"],
      ["EMPTY", ""],
    ]).get(name),
  readFile: async (path) => (reads++, files.get(path) ?? null),
  identities: async () => ({ keys: [IDENTITY], looked: [] }),
  crypto: nodeCrypto,
  cluster: ({ context }) => ({
    readSecret: async (namespace, name) => {
      if (context === "closed")
        return { diagnostics: [{ code: "OPM5004", severity: "error", message: "you may not read Secrets there" }] };
      const there = namespace === "prod" && name === "db";
      return { value: there ? new Map([["pw", "from-cluster"]]) : null, diagnostics: [] };
    },
  }),
};

async function fetch(attribute: string, using = host) {
  const request = parseRequest(attribute);
  if ("severity" in request) return request.message;
  const result = await new SecretFetcher(using).fetch(request);
  return result.value === undefined ? result.diagnostics[0]!.message : `= ${reveal(result.value)}`;
}

describe("tags (SEC-3)", () => {
  test.each([
    ["@env(DB)", "= from-env"],
    ["@env(EMPTY)", "the environment variable EMPTY is empty"],
    ["@env(NONE)", "the environment variable NONE is not set"],
    ["@env()", "@env(): the name of a variable is expected"],
    ['@file("run/db")', "= from-file\n"],
    ["@file(run/db, trim=true)", "= from-file"],
    ["@file(none)", "there is no file none"],
    ["@secret(source=k8s, path=prod/db, key=pw)", "= from-cluster"],
    ['@secret(source=k8s, path="db", namespace=prod, key=pw)', "= from-cluster"],
    ["@secret(k8s, prod/db, nope)", "the Secret prod/db has no key nope"],
    ["@secret(source=k8s, path=gone, key=pw)", "the cluster has no Secret gone"],
    ["@secret(source=vault, path=x)", '@secret(source=vault, path=x): cannot fetch from the source "vault"'],
    ["@secret(path=x)", "@secret(path=x): source and path are expected"],
    ["@secret(source=a, source=b)", "@secret(source=a, source=b): source is given twice"],
    ["@other(x)", "@other(x): not a secret tag; known: @secret, @env, @file"],
  ])("%s", async (attribute, result) => expect(await fetch(attribute)).toBe(result));

  test("a value of a SOPS file", async () => {
    const text = (
      await encryptFile({ name: "s.yaml", text: "db:\n  users: [{pw: one}]\n  a.b: two\n" }, "yaml", {
        crypto: nodeCrypto,
        recipients: [RECIPIENT],
        now: new Date(0),
      })
    ).value!;
    files.set("s.yaml", text);
    expect(await fetch("@secret(source=sops, path=s.yaml, key=db.users.0.pw)")).toBe("= one");
    expect(await fetch("@secret(source=sops, path=s.yaml, key=db.a\\.b)")).toBe("= two");
    expect(await fetch("@secret(source=sops, path=s.yaml, key=db.none)")).toBe("s.yaml has no value at db.none");
    files.set("s.yaml", text.replace(/data:./, "data:!"));
    expect(await fetch("@secret(source=sops, path=s.yaml, key=db.none)")).toMatch(/malformed/);
  });

  test("the cluster of the release's environment, in its namespace", async () => {
    const place = { file: { name: "v.cue", text: "" }, span: { start: 0, end: 0 } };
    const fetcher = new SecretFetcher(host);
    const tag = "@secret(source=k8s, path=db, key=pw)";
    expect((await fetcher.fetchTag(tag, place)).diagnostics[0]!.message).toBe("the cluster has no Secret db");
    const inside = await fetcher.fetchTag(tag, place, { namespace: "prod" });
    expect(reveal(inside.value!)).toBe("from-cluster");
    const closed = await fetcher.fetchTag(tag, place, { namespace: "prod", context: "closed" });
    expect(closed.value).toBeUndefined();
    expect(closed.diagnostics).toMatchObject([{ message: "you may not read Secrets there", places: [place] }]);
  });

  test("no cluster: say what to do", async () => {
    expect(await fetch("@secret(source=k8s, path=a, key=b)", { ...host, cluster: undefined })).toContain(
      "no cluster is available",
    );
  });

  test("each request is made once", async () => {
    const fetcher = new SecretFetcher(host);
    const request = parseRequest("@file(run/db)");
    if ("severity" in request) throw new Error("bad request");
    reads = 0;
    await Promise.all([fetcher.fetch(request), fetcher.fetch(request)]);
    expect(reads).toBe(1);
  });
});
