// Slips of the pen: a secret that stands where the language reads something else (a name, an alias, a tag, an escape),
// and one that is given to the wrong flag. Parsers like to repeat what they stumble over.
import type { Draft, DraftField } from "./secrets-canary-draft.ts";
import { PRELUDE } from "./secrets-derived-kinds.ts";

type Change = (draft: Draft) => void;

/** What was meant as the text of a secret, as the wrong text of a language. `w` has letters and digits alone. */
const YAML: readonly ((w: string) => string)[] = [
  (w) => `*${w}`,
  (w) => `!${w}`,
  (w) => `!!${w} x`,
  (w) => `!<${w}> x`,
  (w) => `&${w}`,
  (w) => `&${w} *${w}x`,
  (w) => `@${w}`,
  (w) => `%${w}`,
  (w) => `\`${w}`,
  (w) => `[${w}`,
  (w) => `{${w}`,
  (w) => `"${w}`,
  (w) => `'${w}`,
  (w) => `"${w}\\q"`,
  (w) => `"${w}" ${w}`,
  (w) => `|${w}`,
  (w) => `>${w}`,
  (w) => `- ${w}`,
  (w) => `? ${w}`,
  (w) => `${w}: ${w}`,
  (w) => `{${w}: 1, ${w}: 2}`,
  (w) => `\t${w}`,
  (w) => `{<<: ${w}}`,
  (w) => `{<<: *${w}}`,
  (w) => `!!int ${w}`,
  (w) => `!!binary ${w}`,
  (w) => `!!timestamp ${w}`,
  (w) => `!unset ${w}`,
];
const CUE: readonly ((w: string) => string)[] = [
  (w) => w,
  (w) => `${w}.x`,
  (w) => `x.${w}`,
  (w) => `#${w}`,
  (w) => `_${w}`,
  (w) => `$${w}`,
  (w) => `${w}-${w}`,
  (w) => `${w}(1)`,
  (w) => `${w}[0]`,
  (w) => `"${w}`,
  (w) => `'${w}`,
  (w) => `"${w}\\q"`,
  (w) => `"\\(${w})"`,
  (w) => `{a: 1}["${w}"]`,
  (w) => `@${w}`,
  (w) => `1${w}`,
  (w) => `*${w}`,
  (w) => `!${w}`,
  (w) => `"${w}" & int`,
  (w) => `"x\\("${w}")" & int`,
  (w) => `"${w}" | 5 & "${w}x"`,
  (w) => `{"${w}": 1, "${w}": 2}.a`,
  (w) => `hex.Decode("${w}")`,
  (w) => `strconv.Atoi("${w}")`,
  (w) => `json.Unmarshal("${w}")`,
  (w) => `base64.Decode(null, "!${w}")`,
  (w) => `time.Parse("2006", "${w}")`,
  (w) => `strings.MinRunes("${w}")`,
  (w) => `or(["${w}"]) & "y"`,
  (w) => `regexp.Find("(${w}", "x")`,
];
const JSONS: readonly ((w: string) => string)[] = [
  (w) => w,
  (w) => `"${w}`,
  (w) => `"${w}\\q"`,
  (w) => `'${w}'`,
  (w) => `"${w}" "${w}"`,
  (w) => `{"${w}": 1, "${w}": 2}`,
  (w) => `{${w}: 1}`,
  (w) => `[${w}]`,
  (w) => `1${w}`,
  (w) => `\\u${w}`,
];
const TOML: readonly ((w: string) => string)[] = [
  (w) => w,
  (w) => `"${w}`,
  (w) => `'${w}`,
  (w) => `"${w}\\q"`,
  (w) => `"${w}" ${w}`,
  (w) => `0x${w}`,
  (w) => `1979-${w}`,
  (w) => `[${w}]`,
  (w) => `{ ${w} }`,
  (w) => `{ ${w} = 1, ${w} = 2 }`,
];

/** A word of a secret that needs no quotes in any language. */
function word({ core }: DraftField): string {
  return `Cn${core}`;
}

const wrong = (draft: Draft, forms: readonly ((w: string) => string)[]): string =>
  draft.random.pick(forms)(word(draft.first));

const imports = (text: string): string =>
  ["strings", "strconv", "time", "regexp", "encoding/hex", "encoding/base64", "encoding/json"]
    .filter((path) => text.includes(`${path.split("/").at(-1)}.`))
    .map((path) => `import "${path}"\n`)
    .join("");

export const SLIP_KINDS: Readonly<Record<string, Change>> = {
  "slip in YAML"(draft) {
    const { first } = draft;
    first.given = true;
    draft.file("slip.yaml", `db:\n  ${first.name}:\n    value: ${wrong(draft, YAML)}\n`);
  },

  "slip in JSON"(draft) {
    const { first } = draft;
    first.given = true;
    draft.file("slip.json", `{"db": {"${first.name}": {"value": ${wrong(draft, JSONS)}}}}`);
  },

  "slip in TOML"(draft) {
    const { first } = draft;
    first.given = true;
    draft.file("slip.toml", `[db.${first.name}]\nvalue = ${wrong(draft, TOML)}\n`);
  },

  "slip in a file of CUE"(draft) {
    const { first } = draft;
    first.given = true;
    const text = wrong(draft, CUE);
    draft.file("slip.cue", `${imports(text)}db: ${first.name}: value: ${text}\n`);
  },

  /** In a package: the author's values, an environment, the platform, a release and a bundle. */
  "slip in a package"(draft) {
    const { first, random } = draft;
    first.given = true;
    const text = wrong(draft, CUE);
    const line = `db: ${first.name}: value: ${text}`;
    switch (random.below(4)) {
      case 0:
        // It is told that these do not count.
        draft.files.set("slip.cue", `package main\n${imports(text)}values: ${line}\n`);
        break;
      case 3:
        if (imports(text) !== "") draft.prelude = PRELUDE;
        draft.values.push(line);
        break;
      case 1:
        draft.files.set(
          "slip-environment.cue",
          `package main\n${imports(text)}environments: production: values: ${line}\n`,
        );
        draft.words.push("-e", "production");
        break;
      default:
        draft.files.set("slip-platform.cue", `${imports(text)}values: ${line}\n`);
        draft.words.push("--platform", "slip-platform.cue");
    }
    draft.released = () => `value: ${text.includes(".") ? `${word(first)}` : text}`;
  },

  "slip in --set"(draft) {
    const { first, random } = draft;
    first.given = true;
    const w = word(first);
    const at = first.path;
    draft.words.push(
      ...random.pick([
        ["--set-json", `${at}.value=${w}`],
        ["--set-json", `${at}=${wrong(draft, JSONS)}`],
        ["--set-json", `${at}={"value": ${wrong(draft, JSONS)}}`],
        ["--set-json", w],
        ["--set", `${at}.value={${w}`],
        ["--set", `${at}.value=[${w}`],
        ["--set", `${at}.value="${w}`],
        ["--set", w],
        ["--set-file", `${at}.value=${w}`],
        ["--set-file", w],
      ]),
    );
  },

  /** Not quoted in a template's text, or an argument of what fails. */
  "slip in a template"(draft) {
    const { first, random } = draft;
    first.given = true;
    const w = word(first);
    draft.env["OTEL_TOKEN"] = w;
    const before = `db:\n  ${first.name}:\n    value: `;
    draft.file(
      "slip.yaml.tera",
      random.pick([
        `${before}*{{ token }}\n`,
        `${before}!{{ token }}\n`,
        `${before}[{{ token }}\n`,
        `${before}"{{ token }}\n`,
        `${before}{{ token }}: {{ token }}\n`,
        `${before}{{ token | int }}\n`,
        `${before}{{ token + 1 }}\n`,
        `${before}{{ token | date(format="%Y") }}\n`,
        `${before}{{ token | nth(n=token) }}\n`,
        `${before}{{ {"a": 1}[token] }}\n`,
        `${before}{{ {"a": 1}.a[token] }}\n`,
        `{% include token %}`,
        `{% if token is matching("(") %}{% endif %}`,
        `{{ "x" | replace(from=token) }}`,
        `{{ now(timezone=token) }}`,
        `{{ get_env(name=token) }}`,
        `{{ get_random(start=token, end=1) }}`,
        `{{ range(end=token) }}`,
      ]),
    );
  },

  /** In the place of something else: every flag repeats its value when it is wrong. */
  "slip in flags"(draft) {
    const { first, random } = draft;
    draft.giveSomehow(first);
    const w = word(first);
    draft.words.push(
      ...random.pick([
        ["--registry", `https://user:${w}@localhost:1`],
        ["--registry", `user:${w}@localhost:1+insecure`],
        ["--registry", `example.com=user:${w}@localhost:1/x,localhost:2`],
        ["--registry", `http://${w}@[`],
        ["--config", "config/slip.cue"],
        ["--config", "config/broken.cue"],
        ["--map", `svc=${w}{`],
        ["--vars", "slip-vars.yaml"],
        ["--inject", `svc=${w}`],
      ]),
    );
    draft.files.set(
      "config/slip.cue",
      `package config\nconfig: registry: "user:${w}@localhost:1"\nconfig: registries: "a": token: "${w}"\n`,
    );
    draft.files.set("config/broken.cue", `package config\nconfig: registry: "user:${w}@localhost:1\n`);
    draft.files.set("slip-vars.yaml", `token: *${w}\n`);
  },
};
