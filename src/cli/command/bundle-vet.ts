import { renderRelease } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { commandBundles } from "../session/command-bundles.ts";

/** `opm bundle vet [path] [NAME…]`. */
export async function run(context: CommandContext): Promise<number> {
  const { bundles, failed, report, trace } = await commandBundles(context);
  let wrong = failed;
  for (const { field, name, environment, jobs } of bundles) {
    const target = environment === undefined ? "" : ` for ${environment.name}`;
    context.io.stdout(`✔ values satisfy #config of ${name}${target}\n`);
    for (const job of jobs) {
      const result = await renderRelease(job.session, job.task, "execute", trace);
      report(result.diagnostics.map((d) => ({ ...d, notes: [...(d.notes ?? []), `in the instance ${job.field}`] })));
      const bad = hasErrors(result.diagnostics);
      wrong ||= bad;
      const count = result.manifests.length;
      context.io.stdout(
        `${bad ? "✘" : "✔"} ${field}.${job.name} ${bad ? "invalid" : `valid (${count} resource${count === 1 ? "" : "s"})`}\n`,
      );
    }
  }
  return wrong ? exitCode.validation : exitCode.ok;
}
