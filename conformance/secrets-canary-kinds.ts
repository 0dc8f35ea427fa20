// What can go wrong with a module that has secrets: each kind changes a draft that is otherwise good. Kinds that show
// source lines (conflicts, failed disjunctions, constraints) have the secrets on those lines.
import type { Draft } from "./secrets-canary-draft.ts";

type Change = (draft: Draft) => void | Promise<void>;

const CONSTRAINED = [
  "schemas.#PasswordSecret & {value?: strings.MinRunes(90)}",
  "schemas.#PEMSecret",
  'schemas.#StrongPasswordSecret & {value?: !~"^Cn"}',
  'schemas.#APIKeySecret & {#prefix: "sk_"}',
  'schemas.#Secret & {value?: "fixed-text"}',
  "schemas.#Secret & {value?: strings.MaxRunes(5)}",
  'schemas.#Secret & {value?: =~"^[0-9]+$" | =~"^zz"}',
];

/** Text that ends in a manifest outside of a Secret. */
const LEAKS: readonly ((value: string, field: string) => readonly [string, string])[] = [
  (value) => [`args: [${value}]`, ""],
  (value) => [`args: ["--url=http://a:\\(${value})@h"]`, ""],
  (value) => [`args: [strings.ToUpper(${value})]`, ""],
  (value) => [`args: [strings.Join(["a", ${value}], ",")]`, ""],
  (value) => [`env: X: value: ${value}`, ""],
  (value) => ["", `metadata: labels: x: ${value}`],
  (value) => ["", `metadata: annotations: x: "\\(${value})!"`],
  () => ["", "config_resources.#ConfigMaps\n\tspec: configMaps: c: data: k: json.Marshal(#config.db)"],
  (_, field) => [`args: [values.db.${field}.value]`, ""],
];

/** Mistakes that appear when a component or a transformer meets the value. */
const TRANSFORMER: readonly ((value: string, field: string) => readonly [string, string])[] = [
  (value) => [`args: [error("bad \\(${value})")]`, ""],
  (_, field) => [`env: X: {value: "a", from: #config.db.${field}}`, ""],
  (value) => [`image: ${value} & "other:1"`, ""],
  (value) => [`command: ${value}`, ""],
  (value) => [`ports: http: {targetPort: ${value}}`, ""],
  (value, field) => [
    "",
    `config_resources.#Secrets\n\tspec: secrets: extra: data: {a: base64.Encode(null, ${value}), b: #config.db.${field}}`,
  ],
  (value) => ["", `config_resources.#Secrets\n\tspec: secrets: (${value}): data: a: "eA=="`],
];

export const KINDS: Readonly<Record<string, Change>> = {
  good() {},

  "bad type"(draft) {
    const { first, random } = draft;
    draft.give(
      first,
      random.pick([
        first.literal,
        `[${first.literal}]`,
        `value: [${first.literal}]`,
        `value: {a: ${first.literal}}`,
        `{value: ${first.literal}, source: 5}`,
        `value: 'b${first.core}'`,
        `value: ${first.literal} & int`,
      ]),
    );
  },

  constraint(draft) {
    draft.first.type = draft.random.pick(CONSTRAINED);
    draft.giveSomehow(draft.first);
  },

  clash(draft) {
    const second = draft.second();
    second.secretName = draft.first.secretName;
    second.key = draft.first.key;
    for (const field of [draft.first, second]) draft.giveSomehow(field);
  },

  "conflict in values"(draft) {
    const { first, random } = draft;
    const other = draft.extra();
    draft.give(first, `value: ${first.literal}`);
    if (random.chance(0.5)) draft.values.push(`db: ${first.name}: value: ${other.literal}`);
    else draft.files.set("values2.cue", `package main\nvalues: db: ${first.name}: value: ${other.literal}\n`);
  },

  "conflict with the schema"(draft) {
    const { first, random } = draft;
    const [a, b] = [draft.extra(), draft.extra()];
    first.type = `schemas.#Secret & {${random.pick([
      `value: ${a.literal}`,
      `value?: ${a.literal} | ${b.literal}`,
      `value?: !=${first.literal}`,
      `value?: =~"^${a.core}"`,
      `value?: string | *${a.literal}`,
      `value: ${a.literal}, description: "d", ...`,
    ])}}`;
    draft.giveSomehow(first);
  },

  disjunction(draft) {
    const { first, random } = draft;
    const [a, b] = [draft.extra(), draft.extra()];
    switch (random.below(3)) {
      case 0:
        first.type = `schemas.#Secret & ({value: ${a.literal}} | {value: ${b.literal}, description: "d"})`;
        draft.giveSomehow(first);
        break;
      case 1:
        draft.config.push(
          `auth: {kind: "token", token: schemas.#Secret & {$secretName: "auth", $dataKey: "t", value?: ${a.literal}}} | {kind: "user", name: string}`,
        );
        draft.values.push(`auth: {kind: ${random.pick(['"user"', '"token"', '"none"'])}, token: value: ${b.literal}}`);
        break;
      default:
        draft.values.push(`db: ${first.name}: {value: ${first.literal}} | {value: ${a.literal}}`);
        first.given = true;
    }
  },

  dynamic(draft) {
    const { first, random } = draft;
    const name = random.pick(["_pw", "#pw", "pw"]);
    if (random.chance(0.5)) first.type = random.pick(CONSTRAINED);
    draft.valueTop.push(
      random.chance(0.5) && name !== "#pw"
        ? `let ${name}_ = ${first.literal}`
        : `_${name.replace(/\W/g, "")}_: ${first.literal}`,
    );
    const ref = draft.valueTop.at(-1)!.replace(/^let /, "").split(/[ :]/)[0]!;
    draft.values.push(
      `db: ${first.name}: value: ${random.pick([ref, `"x\\(${ref})y"`, `${ref} + "-end"`, `[${ref}, "b"][0]`])}`,
    );
    first.given = true;
  },

  transformer(draft) {
    const { first } = draft;
    [draft.container, draft.component] = draft.random.pick(TRANSFORMER)(`#config.db.${first.name}.value`, first.name);
    draft.give(first, `value: ${first.literal}`);
  },

  leak(draft) {
    const { first } = draft;
    [draft.container, draft.component] = draft.random.pick(LEAKS)(`#config.db.${first.name}.value`, first.name);
    draft.giveSomehow(first);
  },

  async syntax(draft) {
    const { first, random } = draft;
    first.given = true;
    const json = `{"db": {"${first.name}": {"value": ${first.literal}`;
    switch (random.below(5)) {
      case 0:
        draft.values.push(`db: ${first.name}: {value: ${first.literal}`);
        break;
      case 1:
        draft.file("v.yaml", `db:\n  ${first.name}:\n    value: ${first.literal}\n   : - [`);
        break;
      case 2:
        draft.file("v.json", json);
        break;
      case 3:
        draft.file("v.toml", `[db.${first.name}]\nvalue = ${first.literal}\nvalue = 5 5`);
        break;
      default:
        draft.file("v.cue", `db: ${first.name}: value: ${first.literal}\ndb: {`);
    }
  },

  policy(draft) {
    draft.giveSomehow(draft.first);
    draft.words.push("-e", "production");
    draft.files.set(
      "policies.cue",
      `package main
import "opmodel.dev/policies/security@v0"
#policies: secrets: security.#NoLiteralSecrets & {metadata: name: "secrets", spec: noLiteralSecrets: {}}
`,
    );
  },

  missing(draft) {
    draft.second().given = true;
    draft.config.push("needed: string");
    draft.giveSomehow(draft.first);
  },

  "unknown field"(draft) {
    const { first, random } = draft;
    draft.give(
      first,
      random.pick([
        `{value: ${first.literal}, bogus: 1}`,
        `vlaue: ${first.literal}`,
        `{vaule: ${first.literal}, path: 1}`,
      ]),
    );
    if (random.chance(0.5)) {
      const other = draft.extra();
      const given = random.pick([`value: ${other.literal}`, other.literal, `[${other.literal}]`]);
      draft.values.push(`db: ${random.pick(["s7", "sO", "password"])}: ${given}`);
    }
  },

  async sops(draft) {
    const { first, random } = draft;
    first.given = true;
    const text = await draft.sealed(
      "v.sops.yaml",
      `${JSON.stringify({ db: { [first.name]: { value: first.text } } })}\n`,
    );
    draft.file(
      "v.sops.yaml",
      random.pick([
        text,
        text.replace(/data:./, "data:A"),
        text.slice(0, text.indexOf("sops:")),
        text.slice(0, -60),
        text.replace(/mac: .*/, "mac: x"),
      ]),
    );
    if (random.chance(0.3))
      draft.env["SOPS_AGE_KEY"] = "AGE-SECRET-KEY-1GQ9778VQXMMJVE8SK7J6VT8UJ4HDQAJUVSFCWCM02D8GEWQ72PVQ2Y5J33";
  },

  binding(draft) {
    const { random } = draft;
    const [a, b] = [draft.extra(), draft.extra()];
    draft.giveSomehow(draft.first);
    draft.component = `requires: cache: interfaces.#Redis${random.pick(["", ` & {password: value: ${b.literal}}`])}`;
    draft.container = random.pick([
      "env: C: from: requires.cache.password",
      'args: ["\\(requires.cache.password.value)"]',
    ]);
    const given = random.pick([
      `{host: "h", password: value: ${a.literal}}`,
      `{host: 5, password: value: ${a.literal}}`,
      `{host: "h", password: ${a.literal}}`,
      `{host: "h", password: {value: ${a.literal}, bogus: 1}}`,
      `{host: "h", passwort: value: ${a.literal}}`,
    ]);
    draft.files.set("platform/cue.mod/module.cue", 'module: "example.com/platform@v0"\nlanguage: version: "v0.15.0"\n');
    draft.files.set("platform/platform.cue", `package platform\nbindings: canary: web: requires: cache: ${given}\n`);
    draft.words.push("--platform", "platform");
    draft.bindings = given;
  },

  lock(draft) {
    const { first, random } = draft;
    const other = draft.extra();
    draft.files.set("platform.json", JSON.stringify({ db: { [first.name]: { value: other.text } } }));
    draft.words.push("--platform", "platform.json");
    if (random.chance(0.8)) draft.giveSomehow(first);
  },

  environment(draft) {
    const { first, random } = draft;
    const other = draft.extra();
    draft.words.push("-e", random.pick(["production", "staging"]));
    draft.production = `db: ${first.name}: ${random.pick([`value: ${other.literal}`, other.literal, `value: [${other.literal}]`, `{value: ${other.literal}, bogus: 1}`])}`;
    draft.giveSomehow(first);
  },

  mixed(draft) {
    const { first, random } = draft;
    draft.give(
      first,
      random.pick([
        `{value: ${first.literal}, source: "k8s"}`,
        `{value: ${first.literal}, path: ${first.literal}}`,
        `{source: ${first.literal}, path: "p", remoteKey: "k", value: ${first.literal}}`,
      ]),
    );
  },

  template(draft) {
    const { first, random } = draft;
    first.given = true;
    draft.env["OTEL_TOKEN"] = first.text;
    draft.file(
      "v.yaml.tera",
      random.pick([
        `db: {${first.name}: {value: {{ token | json_encode() }}}}\n`,
        `db: {${first.name}: {{ token | json_encode() }}}\n`,
        `db: {${first.name}: {value: "{{ token }}"}\n`,
        `db: {${first.name}: {value: {{ token | nosuch }}}}\n`,
        `{{ throw(message=token) }}`,
        `db: {${first.name}: {value: {{ token | json_encode() }}}, {{ token }}: 1}\n`,
      ]),
    );
  },

  "set flags"(draft) {
    const { first, random } = draft;
    first.given = true;
    const at = first.path;
    draft.words.push(
      ...random.pick([
        ["--set", `${at}=${first.text}`],
        ["--set", `${at}.value.x=${first.text}`],
        ["--set", `${at}.value=1`, "--set", `${at}[0]=${first.text}`],
        ["--set-json", `${at}={"value":${first.literal}`],
        ["--set-json", `${at}=${first.literal}`],
        ["--set", first.text.replaceAll("=", "")],
        ["--sett", `${at}.value=${first.text}`],
        [`--sett=${at}.value=${first.text}`],
        ["--set-string", `${at}.value=${first.text}`],
      ]),
    );
  },

  crash(draft) {
    draft.giveSomehow(draft.first);
    draft.crashes = true;
  },

  release(draft) {
    const { random } = draft;
    draft.giveSomehow(draft.first);
    draft.released = (literal) =>
      random.pick([
        literal,
        `{value: ${literal}, bogus: 1}`,
        `value: [${literal}]`,
        `value: ${literal} & "other"`,
        `vlaue: ${literal}`,
      ]);
  },

  /** Secrets that the schema shows only where there are values: in lists, in maps, under conditions. */
  "list or map"(draft) {
    const { random } = draft;
    const [a, b] = [draft.extra(), draft.extra()];
    draft.giveSomehow(draft.first);
    const wrong = (key: string): string =>
      random.pick([
        `{$dataKey: "${key}", value: ${b.literal}}`,
        `{$dataKey: "a", value: ${b.literal}}`,
        b.literal,
        `{$dataKey: "${key}", value: [${b.literal}]}`,
        `{$dataKey: "${key}", vlaue: ${b.literal}}`,
      ]);
    const secret = 'schemas.#Secret & {$secretName: "users", $dataKey: string}';
    switch (random.below(3)) {
      case 0:
        draft.config.push(`users: [...{name: string, key: ${secret}}]`);
        draft.values.push(
          `users: [{name: "a", key: {$dataKey: "a", value: ${a.literal}}}, {name: ${random.pick(['"b"', "5"])}, key: ${wrong("b")}}]`,
        );
        break;
      case 1:
        draft.config.push(`teams: [string]: members: [string]: ${secret}`);
        draft.values.push(`teams: x: members: {a: {$dataKey: "a", value: ${a.literal}}, b: ${wrong("b")}}`);
        break;
      default:
        draft.config.push(`mode: *"off" | "on"\n\tif mode == "on" {token: ${secret}}`);
        draft.values.push(`mode: ${random.pick(['"on"', '"on"', '"off"', '"none"'])}\n\ttoken: ${wrong("t")}`);
    }
  },
};
