import type { CommandContext } from "../command-spec.ts";
import { makePlan } from "../cue/plan.ts";
import type { Plan } from "../cue/plan.ts";
import { runCue } from "../cue/run.ts";
import { errorOf } from "../cue/mistake.ts";
import type { CueRun } from "../cue/run.ts";

export function run(context: CommandContext): Promise<number> {
  return runCue("vet", context, async (r) => {
    const plan = await makePlan("vet", r.args, r.flags, context, r.cwd);
    if (!plan.ok) return r.report(plan.errors);
    if (plan.value.streams) vetData(r, plan.value);
    else vetInstances(r, plan.value);
  });
}

const hint =
  "some instances are incomplete; use the -c flag to show errors or -c=false to allow incomplete instances\n";

function vetInstances(r: CueRun, plan: Plan): void {
  const given = r.flags.isSet("concrete");
  const concrete = !given || r.flags.bool("concrete");
  let isShown = false;
  const items = plan.items();
  for (let next = items.next(); ; next = items.next()) {
    if (next.done === true) return r.report(next.value.errors, { of: next.value.of });
    const { value } = next.value;
    let errors = value.validate({ concrete });
    if (errors.length > 0 && !given) {
      errors = value.validate();
      if (errors.length === 0 && !isShown) {
        isShown = true;
        r.context.io.stderr(hint);
        r.fail();
      }
    }
    r.report(errors, { localised: true, of: value });
  }
}

/** Documents are always to be concrete; the first bad one ends the run. */
function vetData(r: CueRun, plan: Plan): void {
  if (!plan.hasSchema) {
    return r.report([errorOf("data files specified without a schema", "arguments")]);
  }
  const items = plan.items();
  for (let next = items.next(); ; next = items.next()) {
    if (next.done === true) return r.report(next.value.errors, { of: next.value.of });
    const { value } = next.value;
    r.report(value.validate({ concrete: true }), { localised: true, of: value });
  }
}
