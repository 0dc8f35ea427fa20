import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { matchLines } from "../print/match-plan.ts";
import { wantsMatrix } from "./matrix-build.ts";
import { run as runReleases } from "./release-vet.ts";
import { renderCommand } from "./mod-render.ts";

/** `opm mod vet [path]`: everything that build does, without printing manifests. */
export async function run(context: CommandContext): Promise<number> {
  if (wantsMatrix(context)) return runReleases(context);
  const result = await renderCommand(context);
  if (context.options["verbose"] === true) context.io.stderr(matchLines(result));
  if (hasErrors(result.diagnostics)) return exitCode.validation;
  const { io } = context;
  for (const { identity } of result.manifests) {
    const { kind, namespace, name } = identity;
    io.stdout(`${`r:${kind}/${namespace === "" ? "" : `${namespace}/`}${name}`.padEnd(47)} ✓ valid\n`);
  }
  io.stdout("✔ Values satisfy #config\n");
  io.stdout(`✔ Module valid (${result.manifests.length} resource${result.manifests.length === 1 ? "" : "s"})\n`);
  return exitCode.ok;
}
