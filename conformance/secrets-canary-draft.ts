// A module in the making: secrets with unguessable values, and the ways to give them.
import { nodeCrypto } from "../src/host/node-crypto.ts";
import { encryptFile } from "../src/secrets/index.ts";
import type { Random } from "./random.ts";

/** TEST KEY, never use. */
export const IDENTITY = "AGE-SECRET-KEY-1KK3XZ67ZWNAE8X7S3NSN70FQYACZ0TVD03P3LHNJULE4TPQT866SU0EZTY";
export const RECIPIENT = "age127ppt0s2c0jrvpreuj5ld84q8zx57934j6f9lweyku4s56pfaamqx02ud4";

export interface Canary {
  /** What is searched for. */
  readonly core: string;
  readonly text: string;
  /** The text as JSON, YAML, TOML and CUE write it. */
  readonly literal: string;
}

export interface DraftField extends Canary {
  readonly name: string;
  readonly path: string;
  type: string;
  secretName: string;
  key: string;
  given: boolean;
}

const ENDINGS = ["", "", "", '"q', "<&>", "é", "\\", " x", "=+/", "\nsecond line of it", "$(x)"];
const WAYS = [
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
  "decorated",
] as const;

export class Draft {
  readonly random: Random;
  readonly fields: DraftField[] = [];
  readonly canaries: Canary[] = [];
  readonly files = new Map<string, string>();
  readonly words: string[] = [];
  readonly env: Record<string, string> = { SOPS_AGE_KEY: IDENTITY };
  /** Lines of `#config`, of `values` and above `values`. */
  readonly config: string[] = [];
  readonly values: string[] = [];
  readonly valueTop: string[] = [];
  container = "";
  component = "";
  production = "";
  bindings = "";
  /** What values of releases and instances of bundles make of their secrets. */
  derivedRelease = "";
  derivedBundle = "";
  /** Imports of builtin packages for what is made from secrets. */
  prelude = "";
  crashes = false;
  released: (literal: string) => string = (literal) => `value: ${literal}`;
  readonly #pending: Promise<void>[] = [];

  constructor(random: Random) {
    this.random = random;
    for (let i = 0; i <= random.below(2); i++) this.#add();
  }

  get first(): DraftField {
    return this.fields[0]!;
  }

  second(): DraftField {
    return this.fields[1] ?? this.#add();
  }

  #add(): DraftField {
    const { random } = this;
    const i = this.fields.length;
    const field: DraftField = {
      ...this.extra(),
      name: `s${i}`,
      path: `db.s${i}`,
      type: "schemas.#Secret",
      secretName: random.chance(0.3) ? "shared" : `secret-${i}`,
      key: `key-${i}`,
      given: false,
    };
    this.fields.push(field);
    return field;
  }

  /** One more secret text, for whatever place. */
  extra(): Canary {
    const { random } = this;
    let core = "";
    for (let i = 0; i < 20; i++)
      core += "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[random.below(62)];
    const text = `Cn${core}${random.pick(ENDINGS)}`;
    const canary = { core, text, literal: JSON.stringify(text) };
    this.canaries.push(canary);
    return canary;
  }

  /** A file of `-f`. */
  file(name: string, text: string): void {
    this.files.set(name, text);
    this.words.push("-f", name);
  }

  /** What stands for a field, in the author's values or in a file. */
  give(field: DraftField, given: string): void {
    field.given = true;
    const line = `db: ${field.name}: ${given}`;
    if (this.random.chance(0.7)) this.values.push(line);
    else this.file(`${field.name}.cue`, `${line}\n`);
  }

  /** In one of the ways that are right. */
  giveSomehow(field: DraftField): void {
    if (field.given) return;
    field.given = true;
    const { name, path, text, literal } = field;
    const tree = JSON.stringify({ db: { [name]: { value: text } } });
    switch (this.random.pick(WAYS)) {
      case "author":
        this.values.push(`db: ${name}: value: ${literal}`);
        break;
      case "decorated":
        if (field.type === "schemas.#Secret") field.type = "decorated";
        this.values.push(`db: ${name}: ${field.type === "decorated" ? literal : `value: ${literal}`}`);
        break;
      case "yaml":
        this.file(`${name}.yaml`, `db:\n  ${name}:\n    value: ${literal} # a comment\n`);
        break;
      case "json":
        this.file(`${name}.json`, tree);
        break;
      case "cue":
        this.file(`${name}.cue`, `db: ${name}: value: ${literal}\n`);
        break;
      case "toml":
        this.file(`${name}.toml`, `[db.${name}]\nvalue = ${literal}\n`);
        break;
      case "set":
        this.words.push("--set", `${path}.value=${text.replaceAll(",", "\\,")}`);
        break;
      case "set-string":
        this.words.push("--set-string", `${path}.value=${text}`);
        break;
      case "set-json":
        this.words.push("--set-json", `${path}={"value":${literal}}`);
        break;
      case "set-file":
        this.files.set(`${name}.txt`, text);
        this.words.push("--set-file", `${path}.value=${name}.txt`);
        break;
      case "env":
        this.env[`CANARY_${name.toUpperCase()}`] = text;
        this.values.push(`db: ${name}: _ @env(CANARY_${name.toUpperCase()})`);
        break;
      case "file":
        this.files.set(`${name}.key`, text);
        this.values.push(`db: ${name}: _ @file("${name}.key")`);
        break;
      case "sops":
        this.#later(
          async () => void this.files.set(`${name}.yaml`, await this.sealed(`${name}.yaml`, `a:\n  b: ${literal}\n`)),
        );
        this.values.push(`db: ${name}: _ @secret(source=sops, path="${name}.yaml", key=a.b)`);
        break;
      case "sops-values":
        this.words.push("-f", `${name}.sops.yaml`);
        this.#later(
          async () => void this.files.set(`${name}.sops.yaml`, await this.sealed(`${name}.yaml`, `${tree}\n`)),
        );
    }
  }

  #later(work: () => Promise<void>): void {
    this.#pending.push(work());
  }

  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async sealed(name: string, text: string): Promise<string> {
    const done = await encryptFile({ name, text }, "yaml", {
      crypto: nodeCrypto,
      recipients: [RECIPIENT],
      now: new Date(0),
    });
    if (done.value === undefined) throw new Error(done.diagnostics[0]!.message);
    return done.value;
  }
}
