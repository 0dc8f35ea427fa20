import { nodeCatalog } from "../../host/node-pipeline-host.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativeName } from "../print/relative-places.ts";
import { platformScaffold } from "../scaffold/platform.ts";
import { newFolder, sayNext, writeNew } from "./new-files.ts";

/** `opm platform init NAME`: a platform with environments and a policy. */
export function run(context: CommandContext): number {
  const folder = newFolder(context, "platform", "our-platform");
  if (folder === undefined) return exitCode.general;
  for (const [path, text] of platformScaffold(context.args[0]!, nodeCatalog().index.version))
    writeNew(context, folder, path, text);
  const shown = relativeName(folder, context.io.cwd);
  sayNext(context, [
    `opm env list ${shown}`,
    `opm mod build my-app --platform ${shown} -e staging`,
    `opm policy check my-app --platform ${shown}`,
  ]);
  return exitCode.ok;
}
