// What the commands over encrypted files share.
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { nodeCrypto } from "../../host/node-crypto.ts";
import { nodeKeyHost } from "../../host/node-secret-host.ts";
import { creationRule, findIdentities } from "../../secrets/index.ts";
import type { CreationRule, DecryptOptions } from "../../secrets/index.ts";
import { commandLineCode, hasErrors, tell } from "../../source/index.ts";
import type { Outcome, SourceText } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";

/** Works on every file, all or none: nothing is written before all is well. */
export async function eachFile(
  context: CommandContext,
  work: (file: SourceText) => Promise<Outcome<string>>,
  write: (file: SourceText, text: string) => void,
): Promise<number> {
  const { io, args } = context;
  const done: { file: SourceText; text: string }[] = [];
  let wrong = false;
  for (const name of args) {
    const text = readText(resolve(io.cwd, name));
    if (text === undefined) {
      context.report([{ ...tell(commandLineCode.noFile, "there is no file {name}", { name }), severity: "error" }]);
      return exitCode.notFound;
    }
    const file = { name, text };
    const result = await work(file);
    context.report(result.diagnostics);
    wrong ||= result.value === undefined || hasErrors(result.diagnostics);
    if (result.value !== undefined) done.push({ file, text: result.value });
  }
  if (wrong) return exitCode.validation;
  for (const { file, text } of done) write(file, text);
  return exitCode.ok;
}

/** Replaces a file at once: whoever reads it sees the old text or the new one; `secret`: only the user does. */
export function replaceFile(context: CommandContext, { name }: SourceText, text: string, secret = false): void {
  const path = resolve(context.io.cwd, name);
  writeWholeFile(path, text, { secret });
}

export async function decryptOptions({ io }: CommandContext): Promise<DecryptOptions> {
  return { crypto: nodeCrypto, identities: await findIdentities(nodeKeyHost(io.env)) };
}

/** Who a file is for: `--to`, then the rule of the nearest `.sops.yaml`, then SOPS_AGE_RECIPIENTS. */
export function ruleFor(context: CommandContext, name: string): Outcome<Partial<CreationRule>> {
  const { io, options } = context;
  const recipients = (Array.isArray(options["to"]) ? options["to"] : []) as string[];
  if (recipients.length > 0) return { value: { recipients }, diagnostics: [] };
  for (let folder = resolve(io.cwd); ; folder = dirname(folder)) {
    const path = join(folder, ".sops.yaml");
    const text = readText(path);
    if (text !== undefined) return creationRule({ name: path, text }, relative(folder, resolve(io.cwd, name)));
    if (folder === dirname(folder)) break;
  }
  const fromEnv = (io.env["SOPS_AGE_RECIPIENTS"] ?? "")
    .split(",")
    .map((r) => r.trim())
    .filter((r) => r !== "");
  return { value: { recipients: fromEnv }, diagnostics: [] };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
