// Random modules with an unguessable value in every secret position, given in every way and wrong in one.
import { Random } from "./random.ts";
import { Draft } from "./secrets-canary-draft.ts";
import type { DraftField } from "./secrets-canary-draft.ts";
import { KINDS } from "./secrets-canary-kinds.ts";
import { DERIVED_KINDS, PRELUDE, SCHEMA } from "./secrets-derived-kinds.ts";
import { SLIP_KINDS } from "./secrets-slip-kinds.ts";

export { RECIPIENT } from "./secrets-canary-draft.ts";

export interface CanaryModule {
  readonly files: ReadonlyMap<string, string>;
  /** Words for every command that takes values. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What to search for: the unguessable part of each secret. */
  readonly cores: readonly string[];
  /** The secrets. */
  readonly texts: readonly string[];
  /** Paths of the secrets, for commands about one value. */
  readonly paths: readonly string[];
  /** The program itself fails, with a secret in its hands. */
  readonly crashes: boolean;
  /** What was made from secrets, and must not be seen either. */
  readonly made: readonly string[];
}

const ALL_KINDS = { ...KINDS, ...SLIP_KINDS };
export const KIND_NAMES: readonly string[] = Object.keys(ALL_KINDS);
/** The second canary: what is made from a secret, in each tier. */
export const DERIVED_NAMES: readonly string[] = Object.keys(DERIVED_KINDS).map((name) => `derived ${name}`);

export async function canaryModule(seed: number, kind: string): Promise<CanaryModule> {
  const random = new Random(seed * 7919 + 1);
  const draft = new Draft(random);
  const made: string[] = [];
  if (kind.startsWith("derived ")) {
    draft.prelude = PRELUDE;
    draft.config.push(...SCHEMA);
    DERIVED_KINDS[kind.slice("derived ".length)]!(draft, made);
  } else await ALL_KINDS[kind]!(draft);
  for (const field of draft.fields) draft.giveSomehow(field);
  await draft.settled();
  const { files, fields, first } = draft;
  const extra = draft.extra();
  files.set("cue.mod/module.cue", moduleFile);
  files.set("module.cue", moduleText(draft));
  files.set(
    "values.cue",
    `package main\n${draft.prelude}${draft.valueTop.join("\n")}\nvalues: {\n\t${draft.values.join("\n\t")}\n}\n`,
  );
  files.set("components.cue", componentsText(draft));
  const environment = random.chance(0.5) ? `db: ${first.name}: value: ${extra.literal}` : "";
  files.set(
    "environments.cue",
    `package main\n${draft.prelude.replaceAll("_u:", "_u4:")}environments: {\n\tproduction: {metadata: name: "production", values: {${draft.production || environment}}}\n\tstaging: metadata: name: "staging"\n}\n`,
  );
  files.set("releases/releases.cue", releasesText(draft));
  files.set("bundle/bundle.cue", bundleText(draft));
  const tree = (text: string): string => `db:\n  ${first.name}:\n    value: ${JSON.stringify(text)}\n`;
  files.set("a.yaml", tree(first.text));
  files.set("b.yaml", tree(extra.text));
  files.set("plain.json", JSON.stringify({ db: { [first.name]: { value: first.text } } }));
  files.set("broken.yaml", `${tree(first.text)}  - : [`);
  const sealed = await draft.sealed("sealed.yaml", tree(first.text));
  files.set("sealed.yaml", sealed);
  files.set("damaged.yaml", sealed.replace(/data:./, "data:A").slice(0, random.chance(0.5) ? undefined : -40));
  files.set("t.tera", "{{ token }} {{ svc }}\n");
  if (!files.has("platform.json")) files.set("platform.json", "{}");
  return {
    files,
    words: draft.words,
    env: { OTEL_TOKEN: extra.text, ...draft.env },
    cores: draft.canaries.map(({ core }) => core),
    texts: fields.map(({ text }) => text),
    paths: fields.map(({ path }) => path),
    crashes: draft.crashes,
    made,
  };
}

const moduleFile = `module: "example.com/canary@v0"
language: version: "v0.15.0"
deps: {
${["core", "schemas", "resources", "traits", "interfaces", "policies"].map((m) => `\t"opmodel.dev/${m}@v0": v: "v0.3.0"`).join("\n")}
}
`;

function moduleText({ config, fields, prelude }: Draft): string {
  const field = ({ name, type, secretName, key }: DraftField, i: number): string =>
    type === "decorated"
      ? `${name}: string @opm(secret, desc="number ${i}", secretName="${secretName}", secretKey="${key}")`
      : `// Secret number ${i}.\n\t\t${name}: ${type} & {$secretName: "${secretName}", $dataKey: "${key}"}`;
  return `package main
import (
	"opmodel.dev/core@v0"
	"opmodel.dev/schemas@v0"
)
${prelude === "" ? 'import "strings"' : prelude.replaceAll("_u:", "_u1:")}
core.#Module
metadata: {apiVersion: "example.com/canary@v0", name: "canary", version: "0.1.0"}
_used: [schemas.#Secret, strings.MinRunes(1)]
#config: {
	${config.join("\n\t")}
	db: {
		host: string | *"db.internal"
		${fields.map(field).join("\n\t\t")}
	}
}
values: #config
`;
}

function componentsText({ component, container, fields, random, prelude }: Draft): string {
  const from = fields.map(({ name }) => `${name.toUpperCase()}: from: #config.db.${name}`).join(", ");
  const wired = random.pick([
    `env: {${from}}`,
    `volumeMounts: m: {mountPath: "/m", from: #config.db.${fields[0]!.name}}`,
    "",
  ]);
  return `package main
import (
	"opmodel.dev/interfaces@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
	config_resources "opmodel.dev/resources/config@v0"
)
${prelude === "" ? 'import "strings"\nimport "encoding/base64"\nimport "encoding/json"' : prelude.replaceAll("_u:", "_u2:")}
_uses: [config_resources.#Secrets, interfaces.#Redis, strings.MinRunes(1), base64.Encode(null, ""), json.Marshal(1)]
#components: web: {
	workload_resources.#Container
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	${component}
	spec: container: {
		name:  "web"
		${container.startsWith("image:") ? "" : 'image: "example.com/web:1"'}
		${container || (component === "" ? wired : "")}
	}
}
`;
}

/** Releases that somebody wrote: their literals are in CUE that is evaluated before anything is known of them. */
function releasesText({ fields, released, bindings, derivedRelease, prelude }: Draft): string {
  const given = fields.map(({ name, literal }) => `db: ${name}: ${released(literal)}`);
  return `package releases
import (
	"opmodel.dev/core@v0"
	canary "example.com/canary@v0:main"
)
${prelude}
one: core.#ModuleRelease & {
	metadata: {name: "one", namespace: "apps"}
	#module: canary
	values: {
		${given.join("\n\t\t")}
		${derivedRelease}
	}
	${bindings === "" ? "" : `#bindings: web: requires: cache: ${bindings}`}
}
`;
}

function bundleText({ fields, released, bindings, first, derivedBundle, prelude }: Draft): string {
  const [, ...rest] = fields;
  const given = rest.map(({ name, literal }) => `db: ${name}: ${released(literal)}`);
  return `package bundle
import (
	"opmodel.dev/core@v0"
	"opmodel.dev/schemas@v0"
	canary "example.com/canary@v0:main"
)
${prelude}
shop: core.#Bundle & {
	metadata: {apiVersion: "example.com/shop@v0", name: "shop"}
	#modules: "canary": canary
	#config: token: schemas.#Secret & {$secretName: "shop", $dataKey: "token"}
	#instances: one: {
		module: "canary"
		values: {
			db: ${first.name}: value: #config.token.value
			${given.join("\n\t\t\t")}
			${derivedBundle}
		}
		${bindings === "" ? "" : `bindings: web: requires: cache: ${bindings}`}
	}
}
shopRelease: core.#BundleRelease & {
	metadata: name: "shop"
	#bundle: shop
	values: token: ${released(first.literal)}
}
`;
}
