// Random modules with an unguessable value in every secret position, given in every way and wrong in many.
import { Random } from "./random.ts";
import { nodeCrypto } from "../src/host/node-crypto.ts";
import { encryptFile } from "../src/secrets/index.ts";

/** TEST KEY, never use. */
export const IDENTITY = "AGE-SECRET-KEY-1KK3XZ67ZWNAE8X7S3NSN70FQYACZ0TVD03P3LHNJULE4TPQT866SU0EZTY";
export const RECIPIENT = "age127ppt0s2c0jrvpreuj5ld84q8zx57934j6f9lweyku4s56pfaamqx02ud4";

export interface CanaryModule {
  readonly files: ReadonlyMap<string, string>;
  /** Words for every command that takes values. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What to search for: the unguessable part of each secret. */
  readonly canaries: readonly string[];
  /** The secrets. */
  readonly texts: readonly string[];
  /** Paths of the secrets, for commands about one value. */
  readonly paths: readonly string[];
}

const ENDINGS = ["", "", "", '"q', "<&>", "é", "\\", " x", "=+/", "\nsecond line of it", "$(x)"];

/** The part that is searched for comes first; the rest tries what needs escaping. */
export function canaryText(random: Random): { core: string; text: string } {
  let core = "";
  for (let i = 0; i < 20; i++)
    core += "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[random.below(62)];
  return { core, text: `Cn${core}${random.pick(ENDINGS)}` };
}

const TYPES = [
  "schemas.#Secret",
  "schemas.#Secret",
  "schemas.#Secret",
  "schemas.#PasswordSecret",
  "schemas.#PEMSecret",
  'schemas.#APIKeySecret & {#prefix: "sk_"}',
  'schemas.#Secret & {value?: "fixed"}',
  "schemas.#Secret & {value?: strings.MaxRunes(5)}",
] as const;

const WAYS = [
  "author",
  "author",
  "yaml",
  "json",
  "cue",
  "toml",
  "set",
  "set-string",
  "set-json",
  "set-file",
  "env",
  "file",
  "sops",
  "sops-values",
  "environment",
  "platform",
  "bare",
  "number",
  "extra",
  "twice",
  "list",
  "default",
  "syntax",
] as const;

const USES = [
  "env",
  "env",
  "env",
  "mount",
  "secret",
  "arg",
  "interpolated",
  "upper",
  "joined",
  "label",
  "annotation",
  "config",
  "both",
  "error",
  "none",
  "values",
] as const;

interface Field {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

export async function canaryModule(seed: number): Promise<CanaryModule> {
  const random = new Random(seed * 7919 + 1);
  const files = new Map<string, string>();
  const env: Record<string, string> = { SOPS_AGE_KEY: IDENTITY };
  const words: string[] = [];
  const canaries: string[] = [];
  const fields: Field[] = [];
  const config: string[] = [];
  const decorated = random.chance(0.15);
  for (let i = 0; i <= random.below(3); i++) {
    const { core, text } = canaryText(random);
    canaries.push(core);
    const name = `s${i}`;
    fields.push({ name, path: `db.${name}`, text });
    const secretName = random.chance(0.3) ? "shared" : `secret-${i}`;
    const key = random.chance(0.15) ? "same" : `key-${i}`;
    config.push(
      decorated
        ? `${name}: string @opm(secret, desc="number ${i}", secretName="${secretName}", secretKey="${key}")`
        : `// Secret number ${i}.\n\t\t${name}: ${random.pick(TYPES)} & {$secretName: "${secretName}", $dataKey: "${key}"}`,
    );
  }
  const author: string[] = [];
  const trees = {
    yaml: new Map<string, unknown>(),
    json: new Map<string, unknown>(),
    "sops-values": new Map<string, unknown>(),
    environment: new Map<string, unknown>(),
    platform: new Map<string, unknown>(),
  };
  const cue: string[] = [];
  const toml: string[] = [];
  for (const { name, path, text } of fields) {
    const literal = JSON.stringify(text);
    const way = random.pick(WAYS);
    switch (way) {
      case "author":
        author.push(`db: ${name}: value: ${literal}`);
        break;
      case "bare":
        author.push(`db: ${name}: ${literal}`);
        break;
      case "number":
        author.push(`db: ${name}: value: [${literal}]`);
        break;
      case "extra":
        author.push(`db: ${name}: {value: ${literal}, bogus: 1}`);
        break;
      case "twice":
        author.push(`db: ${name}: {value: ${literal}, source: "k8s"}`);
        break;
      case "list":
        author.push(`db: ${name}: [${literal}]`);
        break;
      case "default":
        author.push(`db: ${name}: value: *${literal} | string`);
        break;
      case "syntax":
        author.push(`db: ${name}: {value: ${literal}`);
        break;
      case "cue":
        cue.push(`db: ${name}: value: ${literal}`);
        break;
      case "toml":
        toml.push(`[db.${name}]\nvalue = ${literal}`);
        break;
      case "yaml":
      case "json":
      case "sops-values":
      case "environment":
      case "platform":
        trees[way].set(name, { value: text });
        break;
      case "set":
        words.push("--set", `${path}.value=${text.replaceAll(",", "\\,")}`);
        break;
      case "set-string":
        words.push("--set-string", `${path}.value=${text}`);
        break;
      case "set-json":
        words.push("--set-json", `${path}={"value":${literal}}`);
        break;
      case "set-file":
        files.set(`${name}.txt`, text);
        words.push("--set-file", `${path}.value=${name}.txt`);
        break;
      case "env":
        env[`CANARY_${name.toUpperCase()}`] = text;
        author.push(`db: ${name}: _ @env(CANARY_${name.toUpperCase()})`);
        break;
      case "file":
        files.set(`${name}.key`, text);
        author.push(`db: ${name}: _ @file("${name}.key")`);
        break;
      case "sops":
        files.set(`${name}.yaml`, await sealed(`${name}.yaml`, `a:\n  b: ${literal}\n`));
        author.push(`db: ${name}: _ @secret(source=sops, path="${name}.yaml", key=a.b)`);
        break;
    }
  }
  const tree = (map: ReadonlyMap<string, unknown>): string => JSON.stringify({ db: Object.fromEntries(map) });
  if (trees.yaml.size > 0) give("v.yaml", random.chance(0.1) ? `${tree(trees.yaml)}\n  : - broken` : tree(trees.yaml));
  if (trees.json.size > 0) give("v.json", random.chance(0.1) ? tree(trees.json).slice(0, -3) : tree(trees.json));
  if (cue.length > 0) give("v.cue", `${cue.join("\n")}\n${random.chance(0.1) ? "db: {" : ""}`);
  if (toml.length > 0) give("v.toml", toml.join("\n"));
  if (trees["sops-values"].size > 0) {
    const text = await sealed("v.sops.yaml", `${tree(trees["sops-values"])}\n`);
    give("v.sops.yaml", random.chance(0.2) ? text.replace(/data:./, "data:A") : text);
  }
  function give(name: string, text: string): void {
    files.set(name, text);
    words.push("-f", name);
  }
  if (random.chance(0.1)) words.push("--set", "db.host=[1]");
  if (trees.environment.size > 0 || random.chance(0.3)) {
    files.set(
      "environments.cue",
      `package main\nenvironments: production: {metadata: name: "production", values: ${tree(trees.environment)}}\n`,
    );
    words.push("-e", "production");
  }
  if (trees.platform.size > 0) {
    files.set("platform.json", tree(trees.platform));
    words.push("--platform", "platform.json");
  }
  const use = random.pick(USES);
  files.set("cue.mod/module.cue", moduleFile);
  files.set("module.cue", moduleText(config));
  files.set("values.cue", `package main\nvalues: {\n\t${author.join("\n\t")}\n}\n`);
  files.set("components.cue", componentsText(fields, use));
  if (random.chance(0.1)) files.set("policies.cue", policyText);
  files.set("releases/releases.cue", releasesText(fields, random));
  return { files, words, env, canaries, texts: fields.map(({ text }) => text), paths: fields.map(({ path }) => path) };
}

async function sealed(name: string, text: string): Promise<string> {
  const format = name.endsWith(".json") ? "json" : "yaml";
  const done = await encryptFile({ name, text }, format, {
    crypto: nodeCrypto,
    recipients: [RECIPIENT],
    now: new Date(0),
  });
  if (done.value === undefined) throw new Error(done.diagnostics[0]!.message);
  return done.value;
}

const moduleFile = `module: "example.com/canary@v0"
language: version: "v0.15.0"
deps: {
${["core", "schemas", "resources", "traits", "interfaces", "policies"].map((m) => `\t"opmodel.dev/${m}@v0": v: "v0.1.0"`).join("\n")}
}
`;

function moduleText(config: readonly string[]): string {
  return `package main
import (
	"strings"
	"opmodel.dev/core@v0"
	"opmodel.dev/schemas@v0"
)
core.#Module
metadata: {apiVersion: "example.com/canary@v0", name: "canary", version: "0.1.0"}
_used: [schemas.#Secret, strings.MinRunes(1)]
#config: {
	db: {
		host: string | *"db.internal"
		${config.join("\n\t\t")}
	}
}
values: #config
`;
}

function componentsText(fields: readonly Field[], use: (typeof USES)[number]): string {
  const from = fields.map(({ name }) => `${name.toUpperCase()}: from: #config.db.${name}`).join(", ");
  const value = `#config.db.${fields[0]!.name}.value`;
  const inner: Record<(typeof USES)[number], readonly [string, string]> = {
    env: [`env: {${from}}`, ""],
    mount: [`volumeMounts: m: {mountPath: "/m", from: #config.db.${fields[0]!.name}}`, ""],
    secret: [
      `env: {${from}}`,
      `config_resources.#Secrets\n\tspec: secrets: extra: data: url: base64.Encode(null, "x\\(${value})")`,
    ],
    arg: [`args: [${value}]`, ""],
    interpolated: [`args: ["--url=http://a:\\(${value})@h"]`, ""],
    upper: [`args: [strings.ToUpper(${value})]`, ""],
    joined: [`args: [strings.Join(["a", ${value}], ",")]`, ""],
    label: ["", `metadata: labels: x: ${value}`],
    annotation: ["", `metadata: annotations: x: "\\(${value})!"`],
    config: ["", `config_resources.#ConfigMaps\n\tspec: configMaps: c: data: k: json.Marshal(#config.db)`],
    both: [`env: X: {value: "a", from: #config.db.${fields[0]!.name}}`, ""],
    error: [`args: [error("bad \\(${value})")]`, ""],
    none: ["", ""],
    values: [`args: [values.db.${fields[0]!.name}.value]`, ""],
  };
  const [container, component] = inner[use];
  return `package main
import (
	"strings"
	"encoding/base64"
	"encoding/json"
	workload_resources "opmodel.dev/resources/workload@v0"
	config_resources "opmodel.dev/resources/config@v0"
)
_uses: [config_resources.#Secrets, strings.MinRunes(1), base64.Encode(null, ""), json.Marshal(1)]
#components: web: {
	workload_resources.#Container
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	${component}
	spec: container: {
		name:  "web"
		image: "example.com/web:1"
		${container}
	}
}
`;
}

/** Releases that somebody wrote: their literals are in CUE that is evaluated before anything is known of them. */
function releasesText(fields: readonly Field[], random: Random): string {
  const given = fields.map(({ name, text }) => {
    const literal = JSON.stringify(text);
    return `db: ${name}: ${random.pick([`value: ${literal}`, `value: ${literal}`, literal, `{value: ${literal}, bogus: 1}`, `value: [${literal}]`])}`;
  });
  return `package releases
import (
	"opmodel.dev/core@v0"
	canary "example.com/canary@v0:main"
)
one: core.#ModuleRelease & {
	metadata: {name: "one", namespace: "apps"}
	#module: canary
	values: {
		${given.join("\n\t\t")}
	}
}
`;
}

const policyText = `package main
import "opmodel.dev/policies/security@v0"
#policies: secrets: security.#NoLiteralSecrets & {metadata: name: "secrets", spec: noLiteralSecrets: {}}
`;
