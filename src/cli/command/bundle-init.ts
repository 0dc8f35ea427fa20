import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makeFolders } from "../../host/node-make-folders.ts";
import { nodeCatalog } from "../../host/node-pipeline-host.ts";
import { pipelineCode } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativeName } from "../print/relative-places.ts";
import { bundleScaffold } from "../scaffold/bundle.ts";

/** `opm bundle init NAME`: a bundle that builds at once. */
export function run(context: CommandContext): number {
  const { io, options, args } = context;
  const name = args[0] ?? "";
  const refuse = (code: string, message: string, hint: string): number => {
    context.report([{ code, severity: "error", message, hint }]);
    return exitCode.general;
  };
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(name) || name.length > 63)
    return refuse(
      pipelineCode.badName,
      `${JSON.stringify(name)} is not a name for a bundle`,
      "lower-case letters, digits and dashes, 63 at most: my-shop",
    );
  const folder = resolve(io.cwd, typeof options["dir"] === "string" ? options["dir"] : name);
  if (existsSync(folder) && readdirSync(folder).length > 0 && options["force"] !== true)
    return refuse(
      pipelineCode.folderNotEmpty,
      `the folder ${relativeName(folder, io.cwd)} is not empty`,
      "--dir writes elsewhere, --force writes here nevertheless",
    );
  for (const [path, text] of bundleScaffold(name, nodeCatalog().index.version)) {
    const file = join(folder, path);
    makeFolders(dirname(file));
    writeFileSync(file, text);
    io.stdout(`${relativeName(file, io.cwd)}\n`);
  }
  return exitCode.ok;
}
