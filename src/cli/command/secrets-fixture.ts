// A small module with one secret, in a folder of its own, for the tests of commands about secrets.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Io } from "../io.ts";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";

const folders: string[] = [];

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

const CONFIG = `
	db: {
		host: string | *"db.internal"
		// The password of the application's database.
		password: schemas.#Secret & {$secretName: "db-creds", $dataKey: "password"}
	}
`;

export const MODULE = (config = CONFIG, extra = ""): string => `package main

import (
	"opmodel.dev/core@v0"
	"opmodel.dev/schemas@v0"
)

core.#Module

metadata: {
	apiVersion: "example.com/shop@v0"
	name:       "shop"
	version:    "0.1.0"
}
_used: schemas.#Secret
#config: {${config}}
values: #config
${extra}
`;

export const COMPONENT = (
  body = "env: DB_PASSWORD: from: #config.db.password",
  more = "",
  imports = "",
): string => `package main

import (
	workload_resources "opmodel.dev/resources/workload@v0"
	config_resources "opmodel.dev/resources/config@v0"
	${imports}
)

_uses: config_resources.#Secrets

#components: web: {
	workload_resources.#Container
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	${more}
	spec: container: {
		name:  "web"
		image: "example.com/web:1"
		${body}
	}
}
`;

export type Files = Readonly<Record<string, string>>;

export function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), "opm-secrets-"));
  folders.push(folder);
  const all: Files = {
    "cue.mod/module.cue":
      `module: "example.com/shop@v0"\nlanguage: version: "v0.15.0"\n` +
      `deps: {\n${["core", "schemas", "resources", "traits", "blueprints", "interfaces", "policies"].map((m) => `\t"opmodel.dev/${m}@v0": v: "v0.1.0"`).join("\n")}\n}\n`,
    "module.cue": MODULE(),
    "components.cue": COMPONENT(),
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into rendered objects freely
type Loose = any;

export interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  readonly objects: Record<string, Loose>;
  readonly folder: string;
}

export async function opm(
  words: readonly string[],
  files: Files,
  env: Record<string, string> = {},
  terminal = false,
  secretCluster?: Io["secretCluster"],
): Promise<Ran> {
  const folder = folderOf(files);
  const io = memoryIo(folder, { HOME: folder, ...env }, terminal);
  const { exit } = await main(words, { ...io, ...(secretCluster && { secretCluster }) }, "0.0.0");
  const objects: Record<string, Loose> = {};
  const printed: unknown = words.includes("json") && io.out() !== "" ? JSON.parse(io.out()) : [];
  const items = (printed as { items?: Loose[] }).items ?? printed;
  if (Array.isArray(items))
    for (const object of items) if (object.metadata) objects[`${object.kind}/${object.metadata.name}`] = object;
  return { exit, out: io.out(), err: io.err(), objects, folder };
}

export const build = (files: Files, ...more: string[]) => opm(["mod", "build", ".", "-o", "json", ...more], files);
export const values = (password: string): Files => ({
  "values.cue": `package main\nvalues: db: password: ${password}\n`,
});
export const envOf = (ran: Ran): Loose[] => ran.objects["Deployment/web"].spec.template.spec.containers[0].env;

export const CANARY = "Zx9-canary-41c7Qm2v";
export const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Keys made for tests alone. */
export const IDENTITY = "AGE-SECRET-KEY-1KK3XZ67ZWNAE8X7S3NSN70FQYACZ0TVD03P3LHNJULE4TPQT866SU0EZTY";
export const RECIPIENT = "age127ppt0s2c0jrvpreuj5ld84q8zx57934j6f9lweyku4s56pfaamqx02ud4";

const forms = [
  CANARY,
  base64(CANARY),
  base64(CANARY).slice(2, -4),
  encodeURIComponent(CANARY),
  Buffer.from(CANARY).toString("hex"),
  CANARY.toUpperCase(),
];

/** The forms of the canary that a text has. */
export const leaksIn = (text: string): string[] => forms.filter((form) => text.includes(form));
