// `--encrypt-to` through the command line: what it writes is opened by `opm secret decrypt`, and by the real sops where
// there is one (what it is otherwise compared with is in conformance/sops).
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { hasProgram, programOf } from "../../../tool/test-needs.ts";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";
import {
  CANARY,
  IDENTITY,
  MODULE,
  RECIPIENT,
  base64,
  folderOf,
  leaksIn,
  removeFolders,
  values,
} from "./secrets-fixture.ts";

afterAll(removeFolders);

// A second key made for tests alone.
const OTHER = "AGE-SECRET-KEY-1GQ9778VQXMMJVE8SK7J6VT8UJ4HDQAJUVSFCWCM02D8GEWQ72PVQ2Y5J33";
const OTHER_RECIPIENT = "age1t7rxyev2z3rw82stdlrrepyc39nvn86l5078zqkf5uasdy86jp6svpy7pa";
const SOPS = programOf("OPM_TEST_SOPS", "sops");
const hasSops = hasProgram(SOPS);

async function run(folder: string, words: readonly string[], identity?: string) {
  const io = memoryIo(folder, { HOME: folder, ...(identity !== undefined && { SOPS_AGE_KEY: identity }) });
  const { exit } = await main(words, io, "0.0.0");
  expect(leaksIn(io.err())).toEqual([]);
  return { exit, out: io.out(), err: io.err() };
}

/** The data of a Secret, as each program that we have decrypts it. */
async function dataOf(folder: string, name: string, identity: string): Promise<unknown[]> {
  const texts = [(await run(folder, ["secret", "decrypt", "--reveal=always", name], identity)).out];
  if (hasSops) {
    const env = { ...process.env, SOPS_AGE_KEY: identity };
    texts.push(execFileSync(SOPS, ["decrypt", join(folder, name)], { env, encoding: "utf8" }));
  }
  return texts.map((text) =>
    name.endsWith(".json")
      ? (JSON.parse(text) as { data: unknown }).data
      : Object.fromEntries([...text.matchAll(/^ {4}(password): (.*)$/gm)].map(([, key, value]) => [key, value])),
  );
}

const literal = values(`{value: "${CANARY}"}`);
const build = (...more: string[]): string[] => ["mod", "build", ".", ...more];
const expected = { password: base64(CANARY) };

describe("--encrypt-to (SEC-7)", () => {
  test.each([
    ["YAML into a folder", ["--out-dir", "out"], "out/secret-db-creds.sops.yaml"],
    ["YAML, split", ["--split"], "manifests/secret-db-creds.sops.yaml"],
    ["JSON into a folder", ["--out-dir", "out", "-o", "json"], "out/secret-db-creds.sops.json"],
    ["JSON, split", ["--split", "-o", "json"], "manifests/secret-db-creds.sops.json"],
    ["a folder alone by itself", [], "manifests/secret-db-creds.sops.yaml"],
  ])("%s, for several recipients", async (_, words, name) => {
    const folder = folderOf(literal);
    const built = await run(folder, build("--encrypt-to", RECIPIENT, "--encrypt-to", OTHER_RECIPIENT, ...words));
    expect(built.exit).toBe(0);
    expect(built.out).toBe("");
    expect(leaksIn(readFileSync(join(folder, name), "utf8"))).toEqual([]);
    for (const identity of [IDENTITY, OTHER])
      for (const data of await dataOf(folder, name, identity)) expect(data).toEqual(expected);
  });

  test("releases and environments: one folder each", async () => {
    const folder = folderOf({
      ...literal,
      "environments.cue": 'package main\nenvironments: {dev: metadata: name: "dev", test: metadata: name: "test"}\n',
    });
    const built = await run(folder, build("--encrypt-to", RECIPIENT, "--out-dir", "out", "--all-environments"));
    expect(built.exit).toBe(0);
    const names = (readdirSync(join(folder, "out"), { recursive: true }) as string[]).filter((n) =>
      n.includes(".sops."),
    );
    expect(names).toHaveLength(2);
    for (const name of names)
      for (const data of await dataOf(folder, join("out", name), IDENTITY)) expect(data).toEqual(expected);
  });
});

test("a damaged file of values gives an error and no output, never its encrypted text", async () => {
  const folder = folderOf({ "v.yaml": `db:\n  password:\n    value: ${CANARY}\n` });
  await run(folder, ["secret", "encrypt", "-i", "v.yaml", "--to", RECIPIENT]);
  const sealed = readFileSync(join(folder, "v.yaml"), "utf8");
  const at = (text: string): number => sealed.indexOf(text);
  for (const [damaged, code] of [
    [sealed.slice(0, at("sops:")), "OPM5102"],
    [sealed.slice(0, at("mac:")), "OPM5103"],
    [sealed.slice(0, at("-----END")), "OPM51"],
    [sealed.replace(/mac: ENC/, "mac: XNC"), "OPM5108"],
    [sealed.replace("sops:", "sopz:"), "OPM5102"],
    [sealed.replace(/data:./, (c) => (c === "data:A" ? "data:B" : "data:A")), "OPM5107"],
    [sealed.replace("password:", "passwort:"), "OPM5107"],
  ] as const) {
    writeFileSync(join(folder, "v.yaml"), damaged);
    for (const words of [build("-f", "v.yaml"), ["secret", "decrypt", "--reveal=always", "v.yaml"]]) {
      const ran = await run(folder, words, IDENTITY);
      expect(ran.exit, code).toBe(2);
      expect(ran.out).toBe("");
      expect(ran.err).toContain(code);
    }
  }
  writeFileSync(join(folder, "v.yaml"), sealed);
  const wrong = await run(folder, build("-f", "v.yaml"), OTHER);
  expect(wrong.exit).toBe(2);
  expect(wrong.out).toBe("");
  expect(wrong.err).toContain("OPM5105");
});

describe("a second run", () => {
  const name = "out/secret-db-creds.sops.yaml";
  const words = build("--out-dir", "out", "--encrypt-to", RECIPIENT);
  const prepared = async () => {
    const folder = folderOf(literal);
    await run(folder, words);
    return { folder, path: join(folder, name), first: readFileSync(join(folder, name), "utf8") };
  };

  test("with a key at hand leaves an unchanged file alone", async () => {
    const { folder, path, first } = await prepared();
    const { mtimeMs } = statSync(path);
    expect((await run(folder, words, IDENTITY)).exit).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(first);
    expect(statSync(path).mtimeMs).toBe(mtimeMs);
  });

  test("with a key at hand changes what changed", async () => {
    const { folder, path, first } = await prepared();
    writeFileSync(
      join(folder, "module.cue"),
      MODULE(`
	db: password: schemas.#Secret & {$secretName: "db-creds", $dataKey: "password"}
	db: token: schemas.#Secret & {$secretName: "db-creds", $dataKey: "token"}
`),
    );
    writeFileSync(
      join(folder, "values.cue"),
      `package main\nvalues: db: {password: value: "${CANARY}", token: value: "another-${CANARY}"}\n`,
    );
    expect((await run(folder, words, IDENTITY)).exit).toBe(0);
    const second = readFileSync(path, "utf8");
    const line = (text: string): string => text.split("\n").find((l) => l.trim().startsWith("password:"))!;
    expect(line(second)).toBe(line(first));
    expect(second).toContain("token: ENC[");
  });

  test("without a key, or for others, encrypts anew", async () => {
    const { folder, path, first } = await prepared();
    await run(folder, words);
    const second = readFileSync(path, "utf8");
    expect(second).not.toBe(first);
    await run(folder, [...words, "--encrypt-to", OTHER_RECIPIENT], IDENTITY);
    for (const identity of [IDENTITY, OTHER])
      for (const data of await dataOf(folder, name, identity)) expect(data).toEqual(expected);
  });
});
