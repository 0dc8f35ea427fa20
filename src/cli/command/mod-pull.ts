import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { makeFolders } from "../../host/node-make-folders.ts";
import { formatModuleVersion, latestSemver, makeModuleVersion, splitVersion } from "../../cue/module/index.ts";
import { nodeModuleClient } from "../../host/node-registry.ts";
import { nodeInflate } from "../../host/node-zip.ts";
import { readModuleArchive } from "../../registry/index.ts";
import { pipelineCode, tell, advise } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { configCommand } from "./config-load.ts";
import { registryExit } from "./registry-exit.ts";

/** `opm mod pull MODULE[@VERSION] [folder]`: the files of a published module. */
export async function run(context: CommandContext): Promise<number> {
  const { io, args } = context;
  const fail = (told: Told, exit: number = exitCode.general, hint?: string): number => {
    context.report([{ ...told, severity: "error", ...(hint !== undefined && { hint }) }]);
    return exit;
  };
  const { config } = await configCommand(context);
  if (config === undefined) return exitCode.validation;
  const setting = config.settings.registry?.value;
  const client = nodeModuleClient({ env: io.env, ...(setting !== undefined && { registry: setting }) });
  if (!client.ok) return fail(tell(pipelineCode.cannotPublish, "{problem}", { problem: client.fault.message }));
  const { path, version: asked } = splitVersion(args[0] ?? "");
  let version = asked;
  if (!/^v[0-9]+\.[0-9]+\.[0-9]+/.test(version)) {
    const known = await client.value.versions(version === "" || version === "latest" ? path : `${path}@${version}`);
    if (!known.ok)
      return fail(
        tell(pipelineCode.cannotPublish, "{problem}", { problem: known.fault.message }),
        registryExit(known.fault),
      );
    version = latestSemver(known.value);
    if (version === "")
      return fail(
        tell(pipelineCode.cannotPublish, "{module} has no published version", { module: args[0] ?? "" }),
        exitCode.notFound,
      );
  }
  const m = makeModuleVersion(path, version);
  if (typeof m === "string") return fail(tell(pipelineCode.cannotPublish, "{problem}", { problem: m }));
  const stored = await client.value.find(m);
  if (!stored.ok)
    return fail(
      tell(pipelineCode.cannotPublish, "{problem}", { problem: stored.fault.message }),
      stored.fault.notFound === true ? exitCode.notFound : registryExit(stored.fault),
    );
  const archive = await client.value.archive(stored.value);
  if (!archive.ok)
    return fail(
      tell(pipelineCode.cannotPublish, "{problem}", { problem: archive.fault.message }),
      registryExit(archive.fault),
    );
  const files = readModuleArchive(archive.value, nodeInflate);
  if (!files.ok)
    return fail(tell(pipelineCode.cannotPublish, "{problem}", { problem: files.fault.message }), exitCode.validation);
  const folder = resolve(io.cwd, args[1] ?? path.slice(path.lastIndexOf("/") + 1));
  if (existsSync(folder) && readdirSync(folder).length > 0)
    return fail(
      tell(pipelineCode.cannotPublish, "the folder {folder} is not empty", { folder }),
      exitCode.general,
      advise(pipelineCode.cannotPublish, "name another one"),
    );
  for (const { name, content } of files.value) {
    const file = join(folder, name);
    makeFolders(dirname(file));
    writeWholeFile(file, content);
  }
  io.stdout(`${formatModuleVersion(m)} ${folder}\n`);
  return exitCode.ok;
}
