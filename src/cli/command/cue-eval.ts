import type { CommandContext } from "../command-spec.ts";
import { Encoder } from "../cue/encoder.ts";
import { makePlan, outputMistake } from "../cue/plan.ts";
import type { Item, Plan } from "../cue/plan.ts";
import { runCue } from "../cue/run.ts";
import type { CueRun } from "../cue/run.ts";

export function run(context: CommandContext): Promise<number> {
  return runCue("eval", context, async (r) => {
    const plan = await makePlan("eval", r.args, r.flags, context, r.cwd);
    if (!plan.ok) return r.report(plan.errors);
    const refused = outputMistake(plan.value);
    if (refused !== undefined) return r.report(refused);
    const encoder = new Encoder("eval", plan.value, context.io);
    const items = plan.value.items();
    for (let next = items.next(); ; next = items.next()) {
      if (next.done === true) {
        if (next.value.errors.length > 0) return r.report(next.value.errors, { of: next.value.of });
        break;
      }
      if (!show(r, plan.value, encoder, next.value)) return;
    }
    const closed = encoder.close();
    if (!closed.ok) r.report(closed.errors);
  });
}

/** False if the command ends here. */
function show(r: CueRun, plan: Plan, encoder: Encoder, { value, id, expression }: Item): boolean {
  const { flags } = r;
  let header = plan.instanceCount > 1 ? id : "";
  const head = (): void => {
    if (header !== "") r.context.io.stderr(`// ${header}\n`);
  };
  if (!encoder.isCue) {
    const written = encoder.value(value);
    if (!written.ok) {
      head();
      r.report(written.errors, { localised: true, of: value });
    }
    return true;
  }
  if (plan.expressions.length > 1 && expression !== undefined) header = expression;
  const all = flags.bool("all");
  const concrete = flags.bool("concrete");
  if (!flags.bool("ignore")) {
    if (value.errors().length > 0) {
      const errors = value.validate({ concrete, final: true });
      if (errors.length > 0) {
        head();
        r.report(errors, { of: value });
        return false;
      }
    }
    if (concrete) {
      const errors = value.validate({ concrete: true });
      if (errors.length > 0) {
        head();
        r.report(errors, { localised: true, of: value });
        return true;
      }
    }
  }
  // What must be concrete is shown as data: without definitions, whatever other flags say.
  const file = value.syntax({
    mode: "eval",
    attributes: flags.bool("show-attributes"),
    definitions: !concrete,
    optional: !concrete && (all || flags.bool("show-optional")),
    hidden: !concrete && (all || flags.bool("show-hidden")),
    errors: flags.bool("ignore"),
  });
  const written = encoder.source(file, header);
  if (!written.ok) {
    head();
    r.report(written.errors, { localised: true, of: value });
  }
  return true;
}
