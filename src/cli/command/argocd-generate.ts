import type { CommandContext } from "../command-spec.ts";
import { matrixBuild } from "./matrix-build.ts";
import { argoParameters } from "./argocd-parameters.ts";

/** `opm argocd generate`: what a config management plugin prints: objects alone, from the variables that Argo CD sets. */
export async function run(context: CommandContext): Promise<number> {
  const { io } = context;
  const { environments, sets } = argoParameters(io.env);
  const options = {
    ...context.options,
    ...(environments.length > 0 && { environment: environments }),
    sets: [...((context.options["sets"] ?? []) as object[]), ...sets],
  };
  return (await matrixBuild({ ...context, options }, context.args[0] ?? ".", [])).exit;
}
