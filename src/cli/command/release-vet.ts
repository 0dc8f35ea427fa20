import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { releasesCommand } from "./release-render.ts";

/** `opm release vet DIR [NAME…]`. */
export async function run(context: CommandContext): Promise<number> {
  const { releases, diagnostics } = await releasesCommand(context);
  for (const { field, result } of releases) {
    const wrong = hasErrors(result.diagnostics);
    const count = result.manifests.length;
    context.io.stdout(`${wrong ? "✘" : "✔"} ${field} ${wrong ? "invalid" : `valid (${count} resource${count === 1 ? "" : "s"})`}\n`);
  }
  return hasErrors(diagnostics) ? exitCode.validation : exitCode.ok;
}
