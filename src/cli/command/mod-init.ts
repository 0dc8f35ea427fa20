import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { nodeCatalog } from "../../host/node-pipeline-host.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativeName } from "../print/relative-places.ts";
import { scaffold } from "../scaffold/scaffold.ts";
import type { Template } from "../scaffold/scaffold.ts";
import { newFolder, sayNext, writeNew } from "./new-files.ts";

/** `opm mod init NAME`: a module that runs. */
export function run(context: CommandContext): number {
  const folder = newFolder(context, "module", "my-app");
  if (folder === undefined) return exitCode.general;
  const name = context.args[0]!;
  const template = (context.options["template"] ?? "web-and-database") as Template;
  const made = scaffold(name, template, nodeCatalog().index.version);
  for (const [path, text] of made.files) writeNew(context, folder, path, text);
  for (const path of made.secrets)
    if (!existsSync(join(folder, path)))
      writeNew(context, folder, path, `${randomBytes(18).toString("base64url")}\n`, 0o600);
  const shown = relativeName(folder, context.io.cwd);
  sayNext(
    context,
    made.next.map((line) => line.replaceAll(` ${name}`, ` ${shown}`)),
  );
  return exitCode.ok;
}
