// What can be made from a secret, and where: each kind puts an expression over a secret into one tier.
import { createHash } from "node:crypto";
import type { Draft } from "./secrets-canary-draft.ts";
import type { Random } from "./random.ts";

/** An expression over a text, and what it makes of it. */
interface Derivation {
  cue(s: string): string;
  made(text: string): string | readonly string[];
}

const hash = (name: string, text: string): string => createHash(name).update(text).digest("hex");

export const DERIVATIONS: readonly Derivation[] = [
  { cue: (s) => s, made: (t) => t },
  { cue: (s) => `"pre-" + ${s} + "-post"`, made: (t) => t },
  { cue: (s) => `"x\\(${s})y"`, made: (t) => t },
  { cue: (s) => `strings.ToUpper(${s})`, made: (t) => t },
  { cue: (s) => `strings.SliceRunes(${s}, 3, 14)`, made: (t) => t },
  { cue: (s) => `strings.TrimPrefix(${s}, "Cn")`, made: (t) => t },
  { cue: (s) => `strings.Join(strings.Split(${s}, ""), ".")`, made: (t) => [...t].join(".") },
  { cue: (s) => `strings.Replace(${s}, "a", "_", -1)`, made: (t) => t },
  { cue: (s) => `hex.Encode(sha256.Sum256(${s}))`, made: (t) => hash("sha256", t) },
  { cue: (s) => `hex.Encode(md5.Sum("salt" + ${s}))`, made: (t) => hash("md5", `salt${t}`) },
  { cue: (s) => `hex.Encode(${s})`, made: (t) => Buffer.from(t).toString("hex") },
  { cue: (s) => `base64.Encode(null, ${s})`, made: () => [] },
  { cue: (s) => `json.Marshal({a: ${s}})`, made: (t) => t },
  { cue: (s) => `"\\(len(${s}))" + ${s}[0:9]`, made: (t) => t },
  { cue: (s) => `regexp.ReplaceAll("^..", ${s}, "")`, made: (t) => t },
  { cue: (s) => `[for k, _ in {(${s}): 1} {k}][0]`, made: (t) => t },
  { cue: (s) => `[for x in list.Sort([${s}, "~"], list.Ascending) {x}][0]`, made: (t) => t },
  { cue: (s) => `strings.Repeat(${s}, 2)`, made: (t) => t },
  { cue: (s) => `{a: {(${s}): "b"}, b: [for k, _ in a {"\\(k)"}][0]}.b`, made: (t) => t },
];

/** What becomes of it: a value, a name, a conflict, a failure of a function. */
const USES: readonly ((d: string) => string)[] = [
  (d) => `note: ${d}`,
  (d) => `note: ${d}`,
  (d) => `texts: [${d}, "plain"]`,
  (d) => `map: (${d}): "v"`,
  (d) => `map: {for k, _ in {(${d}): 1} {(k + "-k"): k}}`,
  (d) => `note: ${d} & "other"`,
  (d) => `note: ${d} & =~"^none$"`,
  (d) => `note: "\\(${d})" & int`,
  (d) => `number: "\\(${d})"`,
  (d) => `note: [1, 2][${d}]`,
  (d) => `note: [1, 2][len(${d})]`,
  (d) => `note: hex.Decode(${d})`,
  (d) => `note: base64.Decode(null, "\\(${d})!")`,
  (d) => `note: json.Unmarshal(${d})`,
  (d) => `note: error("refused: \\(${d})")`,
  (d) => `number: strconv.Atoi(${d})`,
  (d) => `number: len(${d})`,
  (d) => `note: time.Format("2006", ${d})`,
  (d) => `note: regexp.Find("^(none)$", ${d})`,
  (d) => `note: {a: "one", b: "two"}[${d}]`,
  (d) => `note: {(${d}): "x"}[${d}]`,
  (d) => `number: ${d}`,
  (d) => `unknown: ${d}`,
  (d) => `note: ${d} & strings.MaxRunes(2)`,
  (d) => `map: a: {b: ${d}} & {b: ${d} + "!"}`,
];

export const IMPORTS: readonly string[] = [
  "strings",
  "strconv",
  "time",
  "regexp",
  "list",
  "encoding/hex",
  "encoding/base64",
  "encoding/json",
  "crypto/sha256",
  "crypto/md5",
];

/** A file's beginning with all imports, each used. */
export const PRELUDE = `import (\n${IMPORTS.map((path) => `\t"${path}"`).join("\n")}\n)\n_u: [strings.MinRunes(1), strconv.Atoi("1"), time.Time, regexp.Valid, list.MaxItems(9), hex.Encode(""), base64.Encode(null, ""), json.Valid, sha256.Sum256(""), md5.Sum("")]\n`;

export const SCHEMA: readonly string[] = ["note?: string", "number?: int", "texts?: [...string]", "map?: [string]: _"];

/** One expression over a secret, and what must not be seen of it besides the secret. */
export interface Derived {
  readonly line: string;
  readonly made: readonly string[];
}

export function derive(random: Random, s: string, text: string): Derived {
  const derivation = random.pick(DERIVATIONS);
  const line = random.pick(USES)(derivation.cue(s));
  return { line, made: [derivation.made(text)].flat() };
}

const CONTAINER = [
  (d: string) => `args: [${d}]`,
  (d: string) => `env: X: value: ${d}`,
  (d: string) => `args: [error("refused: \\(${d})")]`,
  (d: string) => `command: [${d}, "x"]`,
  (d: string) => `env: (${d}): value: "x"`,
  (d: string) => `image: ${d} & "other:1"`,
  (d: string) => `ports: http: targetPort: strconv.Atoi(${d})`,
  (d: string) => `workingDir: {a: "/one"}[${d}]`,
  (d: string) => `args: ["\\(${d})" & int]`,
  (d: string) => `args: [hex.Decode(${d})]`,
  (d: string) => `args: [["a", "b"][${d}]]`,
];

/** Where a secret would name an object. */
const NAMES = [
  (d: string) => `metadata: name: ${d}`,
  (d: string) => `metadata: labels: (${d}): "x"`,
  (d: string) => `config_resources.#ConfigMaps\n\tspec: configMaps: (${d}): data: a: "b"`,
  (d: string) => `config_resources.#ConfigMaps\n\tspec: configMaps: c: data: (${d}): "b"`,
  (d: string) => `config_resources.#ConfigMaps\n\tspec: configMaps: "x-\\(strings.ToLower(${d}))": data: a: "b"`,
];

type Change = (draft: Draft, made: string[]) => void;

/** What a value of another field shows of a secret. */
const SHOWN = "if #config.note != _|_ {args: [#config.note]}";

export const DERIVED_KINDS: Readonly<Record<string, Change>> = {
  component(draft, made) {
    const { first, random } = draft;
    const derivation = random.pick(DERIVATIONS);
    draft.container = random.pick(CONTAINER)(derivation.cue(`#config.db.${first.name}.value`));
    made.push(...[derivation.made(first.text)].flat());
  },

  "object name"(draft, made) {
    const { first, random } = draft;
    const derivation = random.pick(DERIVATIONS);
    draft.component = random.pick(NAMES)(derivation.cue(`#config.db.${first.name}.value`));
    made.push(...[derivation.made(first.text)].flat());
  },

  schema(draft, made) {
    const { first, random } = draft;
    const { line, made: more } = derive(random, `db.${first.name}.value`, first.text);
    draft.config.push(line);
    made.push(...more);
  },

  author(draft, made) {
    const { first, random } = draft;
    const { line, made: more } = derive(random, `db.${first.name}.value`, first.text);
    draft.values.push(`db: ${first.name}: value: ${first.literal}`, line);
    first.given = true;
    made.push(...more);
    if (random.chance(0.3)) draft.container = SHOWN;
  },

  /** The secret itself is put together from what is written above. */
  parts(draft, made) {
    const { first, random } = draft;
    const half = 12;
    draft.valueTop.push(
      `_left: ${JSON.stringify(first.text.slice(0, half))}`,
      `_right: ${JSON.stringify(first.text.slice(half))}`,
    );
    draft.values.push(`db: ${first.name}: value: _left + _right`);
    const { line, made: more } = derive(random, `db.${first.name}.value`, first.text);
    draft.values.push(line);
    first.given = true;
    made.push(...more);
  },

  file(draft, made) {
    const { first, random } = draft;
    const { line, made: more } = derive(random, `values.db.${first.name}.value`, first.text);
    draft.file("derived.cue", `${PRELUDE}values: {\n\tdb: ${first.name}: value: ${first.literal}\n\t${line}\n}\n`);
    first.given = true;
    made.push(...more);
    if (random.chance(0.3)) draft.container = SHOWN;
  },

  environment(draft, made) {
    const { first, random } = draft;
    draft.words.push("-e", "production");
    const { line, made: more } = derive(random, `db.${first.name}.value`, first.text);
    draft.production = `db: ${first.name}: value: ${first.literal}, ${line}`;
    made.push(...more);
  },

  platform(draft, made) {
    const { first, random } = draft;
    const { line, made: more } = derive(random, `values.db.${first.name}.value`, first.text);
    draft.files.set(
      "platform.cue",
      `${PRELUDE}values: {\n\tdb: ${first.name}: value: ${first.literal}\n\t${line}\n}\n`,
    );
    draft.words.push("--platform", "platform.cue");
    made.push(...more);
  },

  release(draft, made) {
    const { first, random } = draft;
    const { line, made: more } = derive(random, `db.${first.name}.value`, first.text);
    draft.derivedRelease = line;
    made.push(...more);
  },

  bundle(draft, made) {
    const { first, random } = draft;
    const { line, made: more } = derive(random, "#config.token.value", first.text);
    draft.derivedBundle = line;
    made.push(...more);
  },

  binding(draft, made) {
    const { random } = draft;
    const secret = draft.extra();
    const derivation = random.pick(DERIVATIONS);
    draft.component = `requires: cache: interfaces.#Redis\n\tspec: container: ${random.pick(CONTAINER)(derivation.cue("requires.cache.password.value"))}`;
    draft.bindings = `{host: "h", password: value: ${secret.literal}}`;
    made.push(...[derivation.made(secret.text)].flat());
  },

  template(draft, made) {
    const { first, random } = draft;
    first.given = true;
    draft.env["OTEL_TOKEN"] = first.text;
    draft.env["API_TOKEN"] = first.text;
    const source = random.pick(["token", 'get_env(name="API_TOKEN")', 'env(name="API_TOKEN")']);
    const filter = random.pick([
      "",
      " | upper",
      " | lower",
      " | truncate(length=12)",
      " | reverse",
      " | replace(from='a', to='_')",
      " | split(pat='') | join(sep='.')",
      " | title",
      " | urlencode",
      " | slice(start=2, end=14)",
    ]);
    made.push([...first.text].reverse().join(""), [...first.text].join("."));
    const expression = `${source}${filter}`;
    draft.file(
      "derived.yaml.tera",
      random.pick([
        `db: {${first.name}: {value: {{ ${expression} | json_encode() }}}}\n`,
        `{% set x = ${expression} %}db: {${first.name}: {value: {{ x | json_encode() }}}}\nnote: {{ x | json_encode() }}\n`,
        `db: {${first.name}: {value: {{ token | json_encode() }}}}\nnote: {{ ${expression} | json_encode() }}\n`,
        `{{ throw(message=${source}) }}`,
        `{% set x = ${source} %}{{ throw(message=x) }}`,
        `db: {${first.name}: {value: {{ ${expression} | nosuch }}}}\n`,
        `{% for c in [${source}] %}note: "{{ c${filter} }}"\n{% endfor %}`,
        `{% macro m(x) %}{{ x }}{% endmacro m %}note: {{ self::m(x=${source}) }}\n`,
        `map: {"{{ ${source} }}": 1}\n`,
        `{% if ${source} is starting_with("C") %}note: {{ ${expression} | json_encode() }}{% endif %}\n`,
      ]),
    );
  },

  policy(draft, made) {
    const { first, random } = draft;
    const derivation = random.pick(DERIVATIONS);
    const made_ = derivation.cue(`#component.spec.container.env.S.from.value`);
    draft.container = `env: S: from: #config.db.${first.name}`;
    draft.files.set(
      "policies.cue",
      `package main
import (
	"opmodel.dev/core@v0"
)
${PRELUDE}
#policies: mine: core.#Policy & {
	metadata: name: "mine"
	appliesTo: components: ["web"]
	#rules: "example.com/p@v0#Mine": core.#PolicyRule & {
		metadata: {apiVersion: "example.com/p@v0", name: "mine"}
		enforcement: {mode: "deployment", onViolation: "${random.pick(["block", "warn"])}"}
		#spec: mine: {}
		#check: {
			#component: _
			violations: [{message: "seen \\(${made_})", path: "spec.container"}]
		}
	}
	spec: mine: {}
}
`,
    );
    made.push(...[derivation.made(first.text)].flat());
  },
};
