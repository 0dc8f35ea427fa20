import { nodeCatalog } from "../../host/node-pipeline-host.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativeName } from "../print/relative-places.ts";
import { bundleScaffold } from "../scaffold/bundle.ts";
import { newFolder, sayNext, writeNew } from "./new-files.ts";

/** `opm bundle init NAME`: a bundle that builds at once. */
export function run(context: CommandContext): number {
  const folder = newFolder(context, "bundle", "my-shop");
  if (folder === undefined) return exitCode.general;
  for (const [path, text] of bundleScaffold(context.args[0]!, nodeCatalog().index.version))
    writeNew(context, folder, path, text);
  const shown = relativeName(folder, context.io.cwd);
  sayNext(context, [`opm bundle build ${shown}`, `opm bundle tree ${shown}`, `opm bundle apply ${shown}`]);
  return exitCode.ok;
}
