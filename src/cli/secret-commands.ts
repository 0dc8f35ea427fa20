import type { ArgumentSpec, CommandSpec, OptionSpec } from "./command-spec.ts";
import { modulePath, release, releaseOfPackage } from "./module-commands.ts";

const files: ArgumentSpec = {
  name: "file",
  summary: "YAML, JSON, dotenv, or anything else as binary",
  variadic: true,
  complete: "file",
};
const table: OptionSpec = {
  flags: "-o, --output <format>",
  summary: "how to print it",
  choices: ["table", "json", "yaml"],
};
const inPlace: OptionSpec = { flags: "-i, --in-place", summary: "replace the file instead of printing" };
const recipient: OptionSpec = {
  flags: "--to <recipient>",
  summary: "an age public key (age1…); may be given several times (default: .sops.yaml, SOPS_AGE_RECIPIENTS)",
  repeatable: true,
};

/** Commands about sensitive values and the files that hold them. */
export const secretCommands: readonly CommandSpec[] = [
  {
    name: "secret list",
    summary: "Show which fields of a module are secret, and how each is given",
    arguments: [modulePath],
    options: [table, releaseOfPackage, ...release],
    examples: [
      { line: "opm secret list examples/secrets -e production", says: "what is secret, and where it comes from" },
    ],
    load: () => import("./command/secret-list.ts"),
  },
  {
    name: "secret check",
    summary: "Check that every secret is given and holds what its author asks for",
    description:
      "Fetches what tags name, tests literals and fetched values against the author's constraints, and says which references could not be checked. No value is ever printed.",
    arguments: [modulePath],
    options: [table, releaseOfPackage, ...release],
    examples: [{ line: "opm secret check -e production -f prod.sops.yaml", says: "before a release" }],
    load: () => import("./command/secret-check.ts"),
  },
  {
    name: "secret encrypt",
    printsData: true,
    summary: "Encrypt files as SOPS does, for age keys",
    arguments: [files],
    options: [
      recipient,
      inPlace,
      { flags: "--encrypted-regex <regex>", summary: "encrypt only what lies under names that match" },
      { flags: "--kubernetes", summary: "encrypt data and stringData alone: for manifests of Secrets" },
    ],
    examples: [{ line: "opm secret encrypt -i secrets.yaml --to age1…", says: "the real sops reads it" }],
    load: () => import("./command/secret-encrypt.ts"),
  },
  {
    name: "secret decrypt",
    printsData: true,
    summary: "Print the plaintext of SOPS files",
    description: "Keys come from SOPS_AGE_KEY, SOPS_AGE_KEY_FILE and sops/age/keys.txt in the configuration folder.",
    arguments: [files],
    options: [
      inPlace,
      { flags: "--reveal-always", summary: "print although standard output is not a terminal (--reveal=always)" },
    ],
    examples: [{ line: "opm secret decrypt secrets.yaml", says: "everything is checked before anything is printed" }],
    load: () => import("./command/secret-decrypt.ts"),
  },
  {
    name: "secret rotate-keys",
    summary: "Encrypt SOPS files anew, with a new data key and for other recipients",
    arguments: [files],
    options: [
      recipient,
      { flags: "--keep-data-key", summary: "wrap the same data key for the recipients: values stay byte for byte" },
    ],
    examples: [
      { line: "opm secret rotate-keys secrets.yaml", says: "a new data key for the same people" },
      { line: "opm secret rotate-keys secrets.yaml --to age1a… --to age1b…", says: "for these people and nobody else" },
    ],
    load: () => import("./command/secret-rotate-keys.ts"),
  },
];
