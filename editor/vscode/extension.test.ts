import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capabilities } from "../../src/language/capabilities.ts";
import { Settings } from "../../src/language/settings.ts";
import { extensionFiles } from "./package-extension.ts";

const folder = import.meta.dirname;
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

test("the package holds what its manifest names, and one bundle", async () => {
  const files = await extensionFiles(folder);
  expect([...files.keys()]).toContain(`extension/${manifest.main.slice(2)}`);
  for (const { path } of manifest.contributes.grammars)
    expect([...files.keys()]).toContain(`extension/${path.slice(2)}`);
  const bundle = new TextDecoder().decode(files.get("extension/dist/extension.js"));
  expect(bundle).toContain("opm/useEnvironment");
  // Only the editor itself is asked for at run time, and Node's own modules.
  const required = [...bundle.matchAll(/require\("([^"]+)"\)/g)].map((m) => m[1]!);
  expect(required.filter((name) => name !== "vscode" && !/^(?:node:)?[a-z_]+(?:\/[a-z]+)?$/.test(name))).toEqual([]);
});

test("it does not take the language of the official extension", () => {
  expect(manifest.contributes.languages).toBeUndefined();
  expect(manifest.activationEvents).toContain("workspaceContains:**/cue.mod/module.cue");
});

test("its settings are those of the server", () => {
  const server = Object.keys(new Settings()).map((name) => `opm.${name}`);
  const own = Object.keys(manifest.contributes.configuration.properties);
  expect(own.filter((name) => !["opm.languageServer", "opm.command"].includes(name)).sort()).toEqual(server.sort());
});

test("commands of the server are not registered twice", () => {
  const own = manifest.contributes.commands.map((c: { command: string }) => c.command);
  for (const command of capabilities.executeCommandProvider.commands) expect(own).not.toContain(command);
});

test("the grammar knows what the official one lacks", () => {
  const grammar = JSON.parse(readFileSync(join(folder, "syntaxes/opm.tmLanguage.json"), "utf8"));
  const names = (text: string): string[] =>
    grammar.patterns
      .filter((p: { match: string }) => new RegExp(p.match).test(text))
      .map((p: { name?: string }) => p.name ?? "alias");
  expect(names("x~(K,V): 1")).toEqual(["alias"]);
  expect(names("try { a: b? }")).toEqual(["keyword.control.cue"]);
  expect(names("@if(prod)")).toEqual(["storage.modifier.attribute.cue"]);
  expect(names("#config.image")).toEqual(["support.type.opm.cue"]);
  expect(names("plain: 1")).toEqual([]);
});
