import { ObjectOwners, clusterOf, knownOrder, ownedObject } from "../../matrix/index.ts";
import { renderRelease } from "../../pipeline/index.ts";
import type { Manifest } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { outputFolder } from "../print/manifest-folder.ts";
import { printManifests, refusedFilters } from "../print/chosen-manifests.ts";
import { secretChoice } from "../print/manifest-output.ts";
import { commandBundles } from "../session/command-bundles.ts";
import { environmentChoice } from "../session/open-command.ts";

/** `opm bundle build [path] [NAME…]`: the releases of a bundle, in the order in which they may be applied. */
export async function run(context: CommandContext): Promise<number> {
  if (refusedFilters(context)) return exitCode.general;
  const choice = await secretChoice(context);
  if (choice === undefined) return exitCode.general;
  const folder = outputFolder(context);
  const refused = folder?.refused();
  if (refused !== undefined) return refused;
  const { bundles, failed, report, trace } = await commandBundles(context);
  const kept: Manifest[] = [];
  let wrong = failed;
  const owners = new ObjectOwners();
  for (const bundle of bundles)
    for (const [i, job] of bundle.jobs.entries()) {
      context.progress.step(job.field);
      const result = await renderRelease(job.session, job.task, "execute", trace);
      const clashes = owners.add(
        { id: `${bundle.name}.${job.name}`, cluster: clusterOf(bundle.environment) },
        result.manifests.map(ownedObject),
      );
      const diagnostics = [...result.diagnostics, ...clashes];
      report(diagnostics.map((d) => ({ ...d, notes: [...(d.notes ?? []), `in the instance ${job.field}`] })));
      // Numbered, so that a list of the folder is the order of applying.
      const part = `${String(i + 1).padStart(2, "0")}-${job.name}`;
      const environment = bundle.environment?.name;
      const parts = [...(environment === undefined ? [] : [environment]), bundle.name, part];
      if (hasErrors(diagnostics)) {
        wrong = true;
        folder?.keep(parts);
      } else if (folder === undefined) kept.push(...result.manifests);
      else if (
        (await folder.write(parts, result.manifests, choice, {
          environment,
          order: knownOrder(job, result.release),
        })) === undefined
      )
        wrong = true;
    }
  if (!failed && context.args.length < 2) folder?.removeGone(environmentChoice(context));
  if (folder === undefined && !wrong && !printManifests(context, kept, choice)) return exitCode.notFound;
  return wrong ? exitCode.validation : exitCode.ok;
}
