import { describe, expect, test } from "vitest";
import { IgnoreRules } from "./ignore-rules.ts";
import { privateFiles } from "./private-files.ts";

const file = (name: string, text = "") => ({ name, content: new TextEncoder().encode(text) });
const refused = (...files: ReturnType<typeof file>[]): string[] => privateFiles(files).map(({ name }) => name);

describe("files that nobody means to publish", () => {
  test("by their names and by what they hold", () => {
    const bad = [".env", "deploy/.env.production", "prod.env", ".envrc", "certs/tls.key", "id_ed25519", "a.p12"];
    bad.push(".npmrc", "sub/.netrc", "kubeconfig", ".kube/config", ".ssh/known_hosts", "x.tfstate");
    expect(refused(...bad.map((name) => file(name)))).toEqual(bad);
    const fine = [".env.example", "environment.cue", "key.cue", "tls.crt", "module.cue", "id_rsa.pub", "keys.md"];
    expect(refused(...fine.map((name) => file(name)))).toEqual([]);
    expect(refused(file("notes.txt", "-----BEGIN RSA PRIVATE KEY-----\nMII"))).toEqual(["notes.txt"]);
    expect(refused(file("k.txt", `AGE-SECRET-KEY-1${"Q".repeat(58)}`))).toEqual(["k.txt"]);
  });

  test("what .gitignore names, in any folder", () => {
    const files = [file(".gitignore", "/build/\n*.log\n!keep.log\n"), file("sub/.gitignore", "local.cue\n")];
    for (const name of ["build/x.cue", "a.log", "keep.log", "sub/local.cue", "local.cue", "sub/build/x.cue"])
      files.push(file(name));
    expect(refused(...files)).toEqual(["build/x.cue", "a.log", "sub/local.cue"]);
  });
});

describe("rules of .gitignore", () => {
  const ignores = (rules: string, name: string): boolean => {
    const all = new IgnoreRules();
    all.add("", rules);
    return all.ignores(name);
  };
  test.each([
    ["*.tmp", "a/b/c.tmp", true],
    ["/*.tmp", "a/c.tmp", false],
    ["a/*.tmp", "a/c.tmp", true],
    ["a/*.tmp", "b/a/c.tmp", false],
    ["**/c", "a/b/c", true],
    ["**/c", "c", true],
    ["a/**", "a/b/c", true],
    ["a/**", "a", false],
    ["a/**/c", "a/c", true],
    ["a/**/c", "a/x/y/c", true],
    ["logs/", "logs/x", true],
    ["logs/", "logs", false],
    ["*\n!x/", "x/y", true],
    ["x/\n!x/y", "x/y", true],
    ["[ab].cue", "b.cue", true],
    ["[!ab].cue", "b.cue", false],
    ["\\#x", "#x", true],
    ["# x", "# x", false],
    ["x   ", "x", true],
    ["[z-a]", "z", false],
    ["a?c", "a/c", false],
    ["*a*a*a*a*a*a*b", "a".repeat(60), false],
  ])("%j and %s: %s", (rules, name, wanted) => expect(ignores(rules, name)).toBe(wanted));
});
