// Rendered objects to standard output or to files.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { nodeCrypto } from "../../host/node-crypto.ts";
import { nodeKeyHost } from "../../host/node-secret-host.ts";
import { manifestJson, manifestYaml, manifestsJson, manifestsYaml, splitNames } from "../../pipeline/index.ts";
import type { Manifest } from "../../pipeline/index.ts";
import {
  SECRET_CODE,
  encryptManifest,
  findIdentities,
  isSecretManifest,
  maskManifest,
  recipientProblem,
  revealManifest,
} from "../../secrets/index.ts";
import type { Identities } from "../../secrets/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { checkFolder, folderProblem, makeFolder } from "./make-folder.ts";
import type { FolderProblem } from "./make-folder.ts";

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

function wantsFiles({ options }: CommandContext): boolean {
  return options["split"] === true || options["outDir"] !== undefined || options["encryptTo"] !== undefined;
}

/** The folder for one file per object; undefined: a stream. One encrypted Secret is one file, always. */
export function outputFolder(context: CommandContext): string | undefined {
  const { io, options } = context;
  return wantsFiles(context) ? resolve(io.cwd, String(options["outDir"] ?? "manifests")) : undefined;
}

/** The exit code if the folder cannot be written to, which is told; undefined if all is well. */
export function refusedFolder(context: CommandContext): number | undefined {
  const folder = outputFolder(context);
  const problem = folder === undefined ? undefined : checkFolder(folder);
  if (problem !== undefined) context.report([problem.diagnostic]);
  return problem?.exit;
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

/** One file for each object; returns the names. With an error nothing is written. */
export async function writeFolder(
  context: CommandContext,
  folder: string,
  manifests: readonly Manifest[],
  choice: SecretChoice,
): Promise<readonly string[] | undefined> {
  const json = context.options["output"] === "json";
  const names = splitNames(
    manifests.map(({ identity }) => identity),
    json ? "json" : "yaml",
  );
  const objects = printableObjects(context, manifests, choice);
  const files: { name: string; text: string; same?: boolean }[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [i, { object }] of manifests.entries()) {
    if (choice.kind === "encrypt" && isSecretManifest(object)) {
      const name = names[i]!.replace(/\.(json|yaml)$/, ".sops.$1");
      const previous = readText(join(folder, name));
      const encrypted = await encryptManifest(object, {
        crypto: nodeCrypto,
        recipients: choice.recipients,
        now: new Date(),
        format: json ? "json" : "yaml",
        ...(previous !== undefined && {
          previous: { file: { name, text: previous }, identities: await choice.identities() },
        }),
      });
      diagnostics.push(...encrypted.diagnostics);
      if (encrypted.value !== undefined)
        files.push({ name, text: encrypted.value, same: encrypted.value === previous });
    } else files.push({ name: names[i]!, text: json ? manifestJson(objects[i]) : manifestYaml(objects[i]) });
  }
  context.report(diagnostics);
  if (hasErrors(diagnostics)) return undefined;
  const problem = makeFolder(folder) ?? writeAll(folder, files, choice.kind === "reveal" ? { mode: 0o600 } : {});
  if (problem !== undefined) {
    context.report([problem.diagnostic]);
    return undefined;
  }
  return files.map(({ name }) => name);
}

function writeAll(
  folder: string,
  files: readonly { readonly name: string; readonly text: string; readonly same?: boolean }[],
  options: { readonly mode?: number },
): FolderProblem | undefined {
  try {
    for (const { name, text, same } of files) if (same !== true) writeFileSync(join(folder, name), text, options);
    return undefined;
  } catch (error) {
    return folderProblem(folder, error);
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
