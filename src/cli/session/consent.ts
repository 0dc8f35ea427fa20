// What is destructive is asked for: on a terminal by a question, elsewhere by flags.
import { clusterCode, tell } from "../../source/index.ts";
import { nameOf } from "../../cluster/index.ts";
import type { Step } from "../../cluster/index.ts";
import type { CommandContext } from "../command-spec.ts";

/** Whether to go on; a no, or nobody to ask, is told. */
export async function consent(
  { io, options, report }: CommandContext,
  steps: readonly Step[],
  flags: string,
): Promise<boolean> {
  if (steps.length === 0 || options["yes"] === true) return true;
  const { askLine } = await import("../../host/node-ask.ts");
  if (io.isTerminal("stderr")) {
    io.stderr(`${steps.length === 1 ? "this object goes" : `these ${steps.length} objects go`}:\n`);
    for (const { action, id, reason } of steps) io.stderr(`  ${action} ${nameOf(id)}: ${reason}\n`);
    io.stderr("go on? [y/N] ");
    const answer = askLine();
    if (answer !== undefined) {
      if (/^y(es)?$/i.test(answer)) return true;
      io.stderr("nothing was changed\n");
      return false;
    }
    io.stderr("\n");
  }
  report([
    {
      ...tell(clusterCode.pruneConsent, "{count} objects would go, and nobody is here to ask; nothing was changed", {
        count: steps.length,
      }),
      severity: "error",
      notes: steps.slice(0, 20).map(({ action, id, reason }) => `${action} ${nameOf(id)}: ${reason}`),
      hint: flags,
    },
  ]);
  return false;
}
