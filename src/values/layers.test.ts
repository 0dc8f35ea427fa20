import { inspect } from "node:util";
import { createContext } from "../cue/index.ts";
import { describe, expect, test } from "vitest";
import { placeText } from "../source/index.ts";
import { nodeCrypto } from "../host/node-crypto.ts";
import { Redactor, reveal, Secret, SecretFetcher } from "../secrets/index.ts";
import { explain } from "./explain.ts";
import { layerValues } from "./layers.ts";
import { toPlain } from "./plain.ts";
import { readInline, readValues } from "./read-values.ts";
import { resolveTags } from "./resolve-tags.ts";
import { readSetFlag } from "./set-flag.ts";
import { opaqueValues, sealSecrets } from "./seal-secrets.ts";
import { secretStatus } from "./secret-status.ts";
import type { Tier } from "./tier.ts";
import { unknownFields } from "./unknown-fields.ts";
import type { SchemaShape } from "./unknown-fields.ts";
import { wrapSecrets } from "./wrap-secrets.ts";
import { sourceTree } from "./source-tree.ts";
import { writeCue } from "./write-cue.ts";

const file = (name: string, text: string, tier: Tier, source?: string) => {
  const result = readValues({ name, text }, { tier, ...(source !== undefined && { source }) });
  expect(result.diagnostics).toEqual([]);
  return result.value!;
};
const set = (argument: string) =>
  readSetFlag({ kind: "set", argument }, { readText: () => null, readJson: readInline }).value!;

test("tiers, lowest to highest (VAL-1)", () => {
  const result = layerValues({
    defaults: file(
      "module.cue",
      'a: "default"\nb: "default"\nc: "default"\nd: "default"\ne: "default"\nf: "default"\n',
      "default",
    ),
    author: file("values.cue", 'values: {a: "author", b: "author", c: "author", d: "author", e: "author"}\n', "author"),
    platform: [
      file(
        "platform.cue",
        'a: *"platform" | string\nb: *"platform" | string\nc: *"platform" | string\nd: "platform"\n',
        "platform",
      ),
    ],
    user: [file("one.yaml", "a: one\nb: one\nc: one\n", "user"), file("two.json", '{"b": "two", "c": "two"}', "user")],
    environment: file("envs.cue", 'b: "env", c: "env"\n', "environment", "prod"),
    sets: [set("c=set")],
  });
  expect(result.diagnostics).toEqual([]);
  expect(toPlain(result.value!)).toEqual({ a: "one", b: "env", c: "set", d: "platform", e: "author", f: "default" });
  expect(explain(result.value!, ["c"])!.steps.map((s) => s.source)).toEqual([
    "command line",
    "environment prod",
    "values file",
    "values file",
    "platform",
    "module author's values",
    "module default",
  ]);
  expect(writeCue(result.value!).text).toContain('a: "one"\na:  "platform" | string\n');
  expect(writeCue(result.value!).text).not.toContain("f:");
});

test("every broken lock is reported at once, with the values there all the same (VAL-4)", () => {
  const result = layerValues({
    platform: [file("platform.cue", "tls: true\nn: 3\n", "platform")],
    user: [file("u.yaml", "tls: false\n", "user")],
    sets: [set("n=4")],
  });
  expect(result.diagnostics.map((d) => [d.message, ...d.places!.map((p) => `${placeText(p)} ${p.label}`)])).toEqual([
    [
      "tls is locked by the platform: true cannot be changed to false",
      "u.yaml:1:6 set to false by the values file",
      "platform.cue:1:6 locked to true by the platform",
    ],
    [
      "n is locked by the platform: 3 cannot be changed to 4",
      "--set:1:3 set to 4 by the command line",
      "platform.cue:2:4 locked to 3 by the platform",
    ],
  ]);
  expect(toPlain(result.value!)).toEqual({ tls: false, n: 4 });
});

describe("tags", () => {
  const fetcher = () =>
    new SecretFetcher({
      env: (name) => ({ PW: "canary-4711-xyz", N: "12" })[name],
      readFile: async () => null,
      identities: async () => ({ keys: [], looked: [] }),
      crypto: nodeCrypto,
    });
  const open = reveal as (secret: { origin: string }) => string;
  const host = () => ({
    fetch: fetcher().fetchTag,
    reveal: open,
    runtime: (name: string) => ({ PORT: "8080", NAME: "web", BAD: "x" })[name],
  });

  test("scenario E: a tag becomes a literal (SEC-3, SEC-12)", async () => {
    const root = file(
      "v.cue",
      "db: password: _ @env(PW)\nlist: [{k: string @env(PW)}]\nn: int @env(N)\nport: int @opm(runtime:number:PORT)\nname: _ @opm(runtime:string:NAME)\n",
      "user",
    );
    const { tree, secrets } = (await resolveTags(root, host())).value!;
    expect(inspect(tree, { depth: 20, showHidden: true })).not.toContain("canary");
    expect(JSON.stringify(toPlain(tree))).toBe(
      '{"db":{"password":{"value":"***"}},"list":[{"k":"***"}],"n":12,"port":8080,"name":"web"}',
    );
    expect(writeCue(tree).text).toContain('value: "***"');
    const forEvaluator = JSON.stringify(sourceTree(tree, { reveal: open }).tree);
    expect(forEvaluator).toContain('"text":"canary-4711-xyz"');
    const redactor = new Redactor();
    for (const secret of secrets) redactor.add(secret as Secret);
    expect(redactor.redact(forEvaluator)).not.toContain("canary");
  });

  test("a tag does not get around a lock", async () => {
    const layered = layerValues({
      platform: [file("p.cue", "n: 3\nport: 8080\n", "platform")],
      user: [file("u.cue", "n: int @env(N)\nport: int @opm(runtime:number:PORT)\n", "user")],
    });
    expect(layered.diagnostics).toEqual([]);
    const { diagnostics } = await resolveTags(layered.value!, host());
    expect(diagnostics.map((d) => d.message)).toEqual(["n is locked by the platform: 3 cannot be changed to 12"]);
  });

  test("what cannot be fetched is reported at the tag, all at once", async () => {
    const root = file(
      "v.cue",
      "a: _ @env(NONE)\nb: int @env(PW)\nc: int @opm(runtime:number:BAD)\nd: string @opm(runtime:string:GONE)\n",
      "user",
    );
    const { value, diagnostics } = await resolveTags(root, host());
    expect(value).toBeUndefined();
    expect(diagnostics.map((d) => `${d.path}: ${d.message}`)).toEqual([
      "a: the environment variable NONE is not set",
      "b: @env(PW) is not a number",
      "c: the runtime value BAD is not a number",
      "d: the runtime value GONE is not set",
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain("canary");
  });
});

test("plain text for a decorated field is wrapped (SEC-11)", () => {
  const root = file("v.yaml", "db: {password: plain-text, host: h}\nother: {source: k8s}\n", "user");
  const wrapped = wrapSecrets(root, [["db", "password"], ["other"], ["missing", "x"]]);
  expect(JSON.stringify(toPlain(wrapped))).toBe(
    '{"db":{"password":{"value":"plain-text"},"host":"h"},"other":{"source":"k8s"}}',
  );
});

test("an unknown field is reported where it was written, with the nearest name (ENV-4)", () => {
  const shape = (fields: Record<string, SchemaShape>, open = false): SchemaShape => ({
    fields: new Map(Object.entries(fields)),
    allows: () => open,
  });
  const any: SchemaShape = { allows: () => true };
  const schema = shape({
    replicaCount: any,
    image: shape({ tag: any }),
    labels: shape({}, true),
    list: { allows: () => false, items: shape({ name: any }) },
  });
  const root = layerValues({
    author: file("values.cue", 'replicaCount: 1, image: tag: "x"\n', "author"),
    user: [file("u.yaml", "labels: {anything: 1}\nlist:\n- nam: x\n", "user")],
    environment: file("envs.cue", "values: {\n\treplicaCuont: 2\n}\n", "environment", "prod"),
  }).value!;
  expect(
    unknownFields(root, schema).map((d) => [d.message, d.hint, d.places![0]!.file.name, d.places![0]!.label]),
  ).toEqual([
    ["the module has no field list[0].nam", "did you mean name?", "u.yaml", "set by the values file"],
    ["the module has no field replicaCuont", "did you mean replicaCount?", "envs.cue", "set by the environment prod"],
  ]);
});

test("an error of the evaluation points into the original file", () => {
  const tree = layerValues({ user: [file("u.yaml", "a: 1\nb: {c: wrong}\n", "user")] }).value!;
  const value = createContext().compile("#c: {a: int, b: c: int}").field("#c")!.meet(sourceTree(tree).tree);
  const places = value.validate().flatMap(({ positions }) => positions);
  expect(places.map(({ file: name, line, column }) => `${name}:${line}:${column}`)).toContain("u.yaml:2:8");
});

test("another way of giving a secret replaces the one below it", () => {
  const secrets = [["db", "password"]];
  const author = file(
    "values.cue",
    'db: {host: "h", password: {source: "k8s-eso", path: "p", remoteKey: "k"}}\n',
    "author",
  );
  const user = file("u.yaml", "db: {password: {value: x}}\n", "user");
  expect(toPlain(layerValues({ author, user: [user], secrets }).value!)).toEqual({
    db: { host: "h", password: { value: "x" } },
  });
  expect(toPlain(layerValues({ author, sets: [set("db.password.value=x")], secrets }).value!)).toEqual({
    db: { host: "h", password: { value: "x" } },
  });
  expect(toPlain(layerValues({ author, sets: [set("db.password.path=q")], secrets }).value!)).toMatchObject({
    db: { password: { source: "k8s-eso", path: "q" } },
  });
  const platform = file("platform.cue", 'db: password: {source: "k8s-eso", path: "p", remoteKey: "k"}\n', "platform");
  expect(layerValues({ platform: [platform], user: [user], secrets }).diagnostics.map((d) => d.message)).toEqual([
    'db.password.source is locked by the platform: "k8s-eso" cannot be changed to {value}',
  ]);
});

describe("sealed secrets (SEC-7)", () => {
  const slots = [["db", "password"], ["list", 0], ["bare"], ["none"]].map((path) => ({
    path,
    secretName: "s",
    dataKey: "k",
    doc: "",
  }));
  const paths = slots.map((slot) => slot.path);
  const made = new Map<string, Secret>();
  const make = (text: string, origin: string) =>
    made.get(text) ?? (made.set(text, new Secret(text, origin)), made.get(text)!);
  const layers = {
    author: file("values.cue", 'db: password: value: "canary-author"\nlist: [{value: "canary-list"}]\n', "author"),
    user: [file("u.yaml", "db: {password: {value: canary-user}}\nbare: canary-bare\n", "user")],
  };
  const tree = sealSecrets(layerValues(layers).value!, paths, make);

  test("show nowhere, shadowed ones neither", () => {
    const seen = [
      inspect(tree.kind === "struct" ? [...tree.fields.values()].map((n) => ({ ...n, origin: 0, shadowed: 0 })) : 0, {
        depth: 3,
      }),
      JSON.stringify(toPlain(tree)),
      writeCue(tree).text,
      JSON.stringify(explain(tree, ["db", "password", "value"])!.steps.map((s) => s.value)),
    ];
    for (const text of seen) expect(text).not.toContain("canary");
    expect(
      opaqueValues(tree)
        .map((o) => o.origin)
        .sort(),
    ).toEqual([
      "bare in u.yaml",
      "db.password.value in u.yaml",
      "db.password.value in values.cue",
      "list.0.value in values.cue",
    ]);
  });

  test("are marked on their way to the evaluator", () => {
    const { secrets } = sourceTree(tree, { reveal: (secret) => reveal(secret as Secret) });
    expect(secrets.map(({ mark, secret }) => [mark, reveal(secret as Secret)])).toEqual([
      ["values.db.password", "canary-user"],
      ["values.list.0", "canary-list"],
      ["values.bare", "canary-bare"],
    ]);
  });

  test("a broken lock does not show them", () => {
    const platform = [file("p.cue", 'db: password: value: "canary-platform"\n', "platform")];
    const { diagnostics } = layerValues({ ...layers, platform, secrets: paths, seal: make });
    expect(diagnostics.map((d) => d.message)).toEqual([
      "db.password.value is locked by the platform: *** cannot be changed to ***",
    ]);
  });

  test("equal secrets are equal to locks", () => {
    const platform = sealSecrets(file("p.cue", 'db: password: value: "canary-user"\n', "platform"), paths, make);
    const user = sealSecrets(layers.user[0]!, paths, make);
    expect(layerValues({ platform: [platform], user: [user] }).diagnostics).toEqual([]);
  });

  test("are listed with how they are given, never with a value", () => {
    const more = layerValues({ user: [tree, file("t.cue", "none: _ @env(X)\n", "user")] }).value!;
    expect(secretStatus(slots, more).map((s) => [s.path, s.how, s.detail, s.source])).toEqual([
      ["db.password", "literal", "", "values file"],
      ["list[0]", "literal", "", "module author's values"],
      ["bare", "wrong", "a string", "values file"],
      ["none", "tag", "@env(X)", "values file"],
    ]);
    expect(
      secretStatus(slots, file("e.yaml", "db: {password: {source: k8s-eso, path: a/b, remoteKey: c}}\n", "user")).map(
        (s) => [s.how, s.detail],
      ),
    ).toEqual([
      ["reference", "k8s-eso:a/b#c"],
      ["missing", ""],
      ["missing", ""],
      ["missing", ""],
    ]);
  });
});
