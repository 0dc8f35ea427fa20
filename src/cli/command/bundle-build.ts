import { join } from "node:path";
import { renderRelease } from "../../pipeline/index.ts";
import type { Manifest } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import {
  outputFolder,
  printableObjects,
  refusedFolder,
  secretChoice,
  writeFolder,
  writeStream,
} from "../print/manifest-output.ts";
import { bundleSession } from "./bundle-session.ts";

/** `opm bundle build [path] [NAME…]`: the releases of a bundle, in the order in which they may be applied. */
export async function run(context: CommandContext): Promise<number> {
  const choice = await secretChoice(context);
  if (choice === undefined) return exitCode.general;
  const refused = refusedFolder(context);
  if (refused !== undefined) return refused;
  const { bundles, failed, report, trace } = await bundleSession(context);
  const folder = outputFolder(context);
  const kept: Manifest[] = [];
  let wrong = failed;
  for (const bundle of bundles)
    for (const [i, job] of bundle.jobs.entries()) {
      context.progress.step(job.field);
      const result = await renderRelease(job.session, job.task, "execute", trace);
      report(result.diagnostics.map((d) => ({ ...d, notes: [...(d.notes ?? []), `in the instance ${job.field}`] })));
      if (hasErrors(result.diagnostics)) wrong = true;
      else if (folder === undefined) kept.push(...result.manifests);
      else {
        // Numbered, so that a list of the folder is the order of applying.
        const part = `${String(i + 1).padStart(2, "0")}-${job.name}`;
        const target = join(folder, ...(bundle.environment ? [bundle.environment.name] : []), bundle.name, part);
        if ((await writeFolder(context, target, result.manifests, choice)) === undefined) wrong = true;
      }
    }
  if (folder === undefined && !wrong) writeStream(context, printableObjects(context, kept, choice));
  return wrong ? exitCode.validation : exitCode.ok;
}
