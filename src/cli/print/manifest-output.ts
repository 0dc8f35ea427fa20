// What is printed of rendered objects: secrets as they were chosen to be shown.
import { nodeKeyHost } from "../../host/node-secret-host.ts";
import { manifestsJson, manifestsYaml } from "../../pipeline/index.ts";
import type { Manifest } from "../../pipeline/index.ts";
import { SECRET_CODE, findIdentities, maskManifest, recipientProblem, revealManifest } from "../../secrets/index.ts";
import type { Identities } from "../../secrets/index.ts";
import type { CommandContext } from "../command-spec.ts";

/** What becomes of secrets in output: `***`, their text, or a file that SOPS and age encrypt. */
export type SecretChoice =
  | { readonly kind: "mask" }
  | { readonly kind: "reveal" }
  | {
      readonly kind: "encrypt";
      readonly recipients: readonly string[];
      /** The keys that may open files that are there already, looked for once. */
      identities(): Promise<Identities>;
    };

/** The choice of `--reveal` and `--encrypt-to`; undefined after reporting what is wrong with it. */
export async function secretChoice(context: CommandContext): Promise<SecretChoice | undefined> {
  const { io, options, report } = context;
  const refuse = (message: string, hint: string): undefined => {
    report([{ code: SECRET_CODE.reveal, severity: "error", message, hint }]);
    return undefined;
  };
  const always = options["revealAlways"] === true;
  const reveal = always || options["reveal"] === true;
  const recipients = (Array.isArray(options["encryptTo"]) ? options["encryptTo"] : []) as string[];
  if (reveal && recipients.length > 0)
    return refuse("--reveal and --encrypt-to exclude each other", "choose one of them");
  if (recipients.length > 0) {
    const bad = (await Promise.all(recipients.map(recipientProblem))).filter((problem) => problem !== null);
    report(bad);
    let found: Promise<Identities> | undefined;
    const identities = (): Promise<Identities> => (found ??= findIdentities(nodeKeyHost(io.env)));
    return bad.length === 0 ? { kind: "encrypt", recipients, identities } : undefined;
  }
  if (!reveal) return { kind: "mask" };
  if (always || (io.isTerminal("stdout") && !wantsFiles(context))) return { kind: "reveal" };
  return refuse(
    "--reveal would write secrets where they stay: standard output is not a terminal",
    "--reveal=always does it all the same; --encrypt-to age1… writes them encrypted",
  );
}

/** One encrypted Secret is one file, always. */
export function wantsFiles({ options }: CommandContext): boolean {
  return options["split"] === true || options["outDir"] !== undefined || options["encryptTo"] !== undefined;
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
