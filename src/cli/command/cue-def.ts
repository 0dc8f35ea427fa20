import type { CommandContext } from "../command-spec.ts";
import { Encoder } from "../cue/encoder.ts";
import { makePlan, outputMistake } from "../cue/plan.ts";
import { runCue } from "../cue/run.ts";

export function run(context: CommandContext): Promise<number> {
  return runCue("def", context, async ({ args, flags, cwd, report }) => {
    const plan = await makePlan("def", args, flags, context, cwd);
    if (!plan.ok) return report(plan.errors);
    const refused = outputMistake(plan.value);
    if (refused !== undefined) return report(refused);
    const encoder = new Encoder("def", plan.value, context.io);
    const items = plan.value.items();
    for (let next = items.next(); ; next = items.next()) {
      if (next.done === true) {
        if (next.value.errors.length > 0) return report(next.value.errors, { of: next.value.of });
        break;
      }
      const written = encoder.value(next.value.value);
      if (!written.ok) return report(written.errors, { of: next.value.value });
    }
    const closed = encoder.close();
    if (!closed.ok) report(closed.errors);
  });
}
