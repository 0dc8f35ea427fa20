// What is printed of rendered objects: secrets as they were chosen to be shown.
import { nodeKeyHost } from "../../host/node-secret-host.ts";
import { manifestsJson, manifestsYaml } from "../../pipeline/index.ts";
import type { Manifest } from "../../pipeline/index.ts";
import { SECRET_CODE, findIdentities, maskManifest, recipientProblem, revealManifest } from "../../secrets/index.ts";
import type { Identities } from "../../secrets/index.ts";
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, Told } from "../../source/index.ts";
import { configCommand } from "../command/config-load.ts";
import { ruleFor } from "../command/secret-file.ts";
import type { CommandContext } from "../command-spec.ts";

/** What becomes of secrets in output: `***`, their text, or a file that SOPS and age encrypt. */
export type SecretChoice =
  | { readonly kind: "mask" }
  | { readonly kind: "reveal" }
  | {
      readonly kind: "encrypt";
      /** Who a file is for: given, of the environment, or of the rule in `.sops.yaml`. */
      recipientsOf(file: string, environment: string | undefined): Outcome<readonly string[]>;
      /** The keys that may open files that are there already, looked for once. */
      identities(): Promise<Identities>;
    };

/** The choice of `--reveal`, `--encrypt` and `--encrypt-to`; undefined after reporting what is wrong with it. */
export async function secretChoice(context: CommandContext): Promise<SecretChoice | undefined> {
  const { io, options, report } = context;
  const refuse = (told: Told, hint: string): undefined => {
    report([{ ...told, severity: "error", hint }]);
    return undefined;
  };
  const always = options["revealAlways"] === true;
  const reveal = always || options["reveal"] === true;
  const recipients = (Array.isArray(options["encryptTo"]) ? options["encryptTo"] : []) as string[];
  const encrypt = options["encrypt"] === true || recipients.length > 0;
  if (reveal && encrypt)
    return refuse(
      tell(SECRET_CODE.reveal, "--reveal and --encrypt exclude each other"),
      advise(SECRET_CODE.reveal, "choose one of them"),
    );
  if (encrypt) {
    const { config } = recipients.length > 0 ? { config: undefined } : await configCommand(context);
    const known = [...recipients, ...(config?.encryption?.recipients ?? [])];
    for (const keys of Object.values(config?.encryption?.environments ?? {})) known.push(...keys);
    const bad = (await Promise.all([...new Set(known)].map(recipientProblem))).filter((problem) => problem !== null);
    report(bad);
    let found: Promise<Identities> | undefined;
    const identities = (): Promise<Identities> => (found ??= findIdentities(nodeKeyHost(io.env)));
    const recipientsOf = (file: string, environment: string | undefined): Outcome<readonly string[]> => {
      if (recipients.length > 0) return { value: recipients, diagnostics: [] };
      const { encryption } = config ?? {};
      const own = environment === undefined ? undefined : encryption?.environments[environment];
      const configured = own ?? encryption?.recipients ?? [];
      if (configured.length > 0) return { value: configured, diagnostics: [] };
      const { value, diagnostics } = ruleFor(context, file);
      if (value?.recipients !== undefined && value.recipients.length > 0)
        return { value: value.recipients, diagnostics };
      return { diagnostics: diagnostics.length > 0 ? diagnostics : [nobody(file, environment)] };
    };
    return bad.length === 0 ? { kind: "encrypt", recipientsOf, identities } : undefined;
  }
  if (!reveal) return { kind: "mask" };
  if (always || (io.isTerminal("stdout") && !wantsFiles(context))) return { kind: "reveal" };
  return refuse(
    tell(SECRET_CODE.reveal, "--reveal would write secrets where they stay: standard output is not a terminal"),
    advise(SECRET_CODE.reveal, "--reveal=always does it all the same; --encrypt-to age1… writes them encrypted"),
  );
}

function nobody(file: string, environment: string | undefined): Diagnostic {
  return {
    ...tell(SECRET_CODE.noRecipient, "nothing says who {file} is encrypted for", { file }),
    severity: "error",
    hint: advise(
      SECRET_CODE.noRecipient,
      'write config: encryption: {field}: ["age1…"] in opm.cue, a rule in .sops.yaml, or give --encrypt-to age1…',
      { field: environment === undefined ? "recipients" : `environments: ${JSON.stringify(environment)}` },
    ),
  };
}

/** One encrypted Secret is one file, always. */
export function wantsFiles({ options }: CommandContext): boolean {
  return (
    options["split"] === true ||
    options["outDir"] !== undefined ||
    options["encryptTo"] !== undefined ||
    options["encrypt"] === true
  );
}

/** The objects as they may be printed. */
export function printableObjects(
  context: CommandContext,
  manifests: readonly Manifest[],
  choice: SecretChoice,
): unknown[] {
  if (choice.kind === "reveal") return manifests.map(({ object }) => revealManifest(object));
  let count = 0;
  const objects = manifests.map(({ object }) => {
    const masked = maskManifest(object);
    count += masked.count;
    return masked.value;
  });
  if (count > 0 && choice.kind === "mask") {
    const one = count === 1;
    context.io.stderr(`${count} secret value${one ? "" : "s"} shown as ***; --reveal prints ${one ? "it" : "them"}\n`);
  }
  return objects;
}

export function writeStream(context: CommandContext, objects: readonly unknown[]): void {
  context.io.stdout(context.options["output"] === "json" ? manifestsJson(objects) : manifestsYaml(objects));
}
