import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { formatModuleVersion, makeModuleVersion, parseModuleFile } from "../../cue/module/index.ts";
import { readModuleFolder, repositoryAround } from "../../host/node-module-folder.ts";
import { nodeModuleClient } from "../../host/node-registry.ts";
import { nodeDeflate, nodeInflate } from "../../host/node-zip.ts";
import { makeModuleArchive, privateFiles } from "../../registry/index.ts";
import type { ZipFile } from "../../registry/index.ts";
import { hasErrors, pipelineCode, trustCode } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { configCommand } from "./config-load.ts";
import { registryExit } from "./registry-exit.ts";
import { renderCommand } from "./mod-render.ts";
import { publishedSecrets } from "./published-secrets.ts";

/** `opm mod publish VERSION [path]`: the module as an OCI artifact, as cue publishes it. */
export async function run(context: CommandContext): Promise<number> {
  const { io, args, options } = context;
  const version = args[0] ?? "";
  const root = resolve(io.cwd, args[1] ?? ".");
  const fail = (message: string, exit: number = exitCode.general, hint?: string): number => {
    context.report([
      { code: pipelineCode.cannotPublish, severity: "error", message, ...(hint !== undefined && { hint }) },
    ]);
    return exit;
  };
  let content: string;
  try {
    content = readFileSync(join(root, "cue.mod", "module.cue"), "utf8");
  } catch {
    return fail(`${root} is no module: it has no cue.mod/module.cue`, exitCode.notFound);
  }
  const file = parseModuleFile(content, join(root, "cue.mod", "module.cue"), { strict: true });
  if (!file.ok) return fail(file.fault.message, exitCode.validation);
  const m = makeModuleVersion(file.value.qualifiedModule, version);
  if (typeof m === "string") return fail(m, exitCode.general, "a version looks like v0.1.0");
  // What does not build is not published.
  const checked = await renderCommand({ ...context, args: [root] });
  context.report(relativePlaces(publishedSecrets(context, checked, root), io.cwd));
  if (hasErrors(checked.diagnostics) && options["force"] !== true)
    return fail(
      `${formatModuleVersion(m)} was not published, because it does not build`,
      exitCode.validation,
      "--force publishes it nevertheless",
    );
  const { config } = await configCommand(context);
  const setting = config?.settings.registry?.value;
  const client = nodeModuleClient({ env: io.env, ...(setting !== undefined && { registry: setting }) });
  if (!client.ok) return fail(client.fault.message);
  const files = readModuleFolder(root);
  const kept = keptBack(files, root, (options["allow"] as readonly string[] | undefined) ?? []);
  if (kept !== undefined) {
    context.report([kept]);
    return exitCode.validation;
  }
  const archive = makeModuleArchive(files, nodeDeflate);
  if (!archive.ok) return fail(archive.fault.message, exitCode.validation);
  const published = await client.value.publish(m, archive.value, nodeInflate);
  if (!published.ok) return fail(published.fault.message, registryExit(published.fault));
  io.stdout(`${formatModuleVersion(m)} ${published.value}\n`);
  return exitCode.ok;
}

const shown = 10;

/** What has left in an archive cannot be called back: files that look private need to be named. */
function keptBack(files: readonly ZipFile[], root: string, allowed: readonly string[]): Diagnostic | undefined {
  const names = new Set(allowed.map((name) => name.replace(/^\.\//, "")));
  const found = privateFiles(files, repositoryAround(root)).filter(({ name }) => !names.has(name));
  if (found.length === 0) return undefined;
  const more = found.length > shown ? [`and ${found.length - shown} more`] : [];
  return {
    code: trustCode.privateFiles,
    severity: "error",
    message: `nothing was published, because the module's folder holds ${found.length === 1 ? "a private file" : `${found.length} private files`}`,
    notes: [...found.slice(0, shown).map(({ name, reason }) => `${name}: ${reason}`), ...more],
    hint: `move ${found.length === 1 ? "it" : "them"} out of the folder; --allow FILE publishes one nevertheless`,
  };
}
