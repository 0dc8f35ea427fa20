import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makeFolders } from "../../host/node-make-folders.ts";
import { nodeCatalog } from "../../host/node-pipeline-host.ts";
import { pipelineCode } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativeName } from "../print/relative-places.ts";
import { scaffold } from "../scaffold/scaffold.ts";
import type { Template } from "../scaffold/scaffold.ts";

/** `opm mod init NAME`: a module that builds at once. */
export function run(context: CommandContext): number {
  const { io, options, args } = context;
  const name = args[0] ?? "";
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(name) || name.length > 63) {
    context.report([
      {
        code: pipelineCode.badName,
        severity: "error",
        message: `${JSON.stringify(name)} is not a name for a module`,
        args: { name },
        hint: "lower-case letters, digits and dashes, 63 at most: my-app",
      },
    ]);
    return exitCode.general;
  }
  const folder = resolve(io.cwd, typeof options["dir"] === "string" ? options["dir"] : name);
  if (existsSync(folder) && readdirSync(folder).length > 0 && options["force"] !== true) {
    context.report([
      {
        code: pipelineCode.folderNotEmpty,
        severity: "error",
        message: `the folder ${relativeName(folder, io.cwd)} is not empty`,
        args: { folder },
        hint: "--dir writes elsewhere, --force writes here nevertheless",
      },
    ]);
    return exitCode.general;
  }
  const template = (options["template"] ?? "standard") as Template;
  for (const [path, text] of scaffold(name, template, nodeCatalog().index.version)) {
    const file = join(folder, path);
    makeFolders(dirname(file));
    writeFileSync(file, text);
    io.stdout(`${relativeName(file, io.cwd)}\n`);
  }
  return exitCode.ok;
}
