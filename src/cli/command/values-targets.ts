// What a command about values is about: a module with each chosen environment, or the releases of a package.
import { resolve } from "node:path";
import { chosenEnvironments, noRelease, openGround, sessionValues } from "../../pipeline/index.ts";
import type { ReleaseTask, ReleaseValues, Session, Trace } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { EnvironmentChoice } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { environmentChoice, openCommand } from "./module-session.ts";
import { pipelineHost } from "./pipeline-host.ts";
import { targetJobs } from "../../workspace/index.ts";
import type { FoundJobs } from "../../workspace/index.ts";
import type { SecretInputs } from "./secret-inputs.ts";

export interface ValuesTarget {
  /** The environment, the release, or `staging/shop.api`; "" for a module without an environment. */
  readonly name: string;
  /** The field of the release in its package; "" for a module. */
  readonly field: string;
  readonly session: Session;
  readonly task: ReleaseTask;
}

export interface ValuesTargets {
  readonly targets: readonly ValuesTarget[];
  /** What is wrong so far; it is reported already. */
  readonly diagnostics: readonly Diagnostic[];
  readonly secrets: SecretInputs;
  readonly trace: Trace;
  /** Prints diagnostics, with no secret in them. */
  report(diagnostics: readonly Diagnostic[]): void;
}

export async function valuesTargets(
  context: CommandContext,
  folder = ".",
  environments: EnvironmentChoice = environmentChoice(context),
): Promise<ValuesTargets> {
  const wanted = context.options["release"];
  const command = await openCommand(context, folder);
  const { session, secrets, trace, report, task, request } = command;
  const done = (targets: readonly ValuesTarget[], diagnostics: readonly Diagnostic[]): ValuesTargets => {
    report(diagnostics);
    return { targets, diagnostics, secrets, trace, report };
  };
  if (command.isOther !== true) {
    const name = session?.module.metadata.name;
    if (typeof wanted === "string" && name !== undefined && wanted !== name)
      return done([], [...command.diagnostics, noRelease(wanted, [name], `there is no release ${wanted}`)]);
    if (session === undefined || hasErrors(command.diagnostics)) return done([], command.diagnostics);
    const chosen = chosenEnvironments(session, environments);
    const targets = (chosen.value ?? []).map((environment) => ({
      name: environment?.name ?? "",
      field: "",
      session,
      task: { ...task, ...(environment && { environment }) },
    }));
    return done(targets, [...command.diagnostics, ...chosen.diagnostics]);
  }
  const ground = await openGround(pipelineHost(context), request, trace);
  const found: FoundJobs = { jobs: [], platforms: [], diagnostics: [...command.inputs, ...ground.diagnostics] };
  // Only the release that is meant, and its bundle: what is wrong with others is not asked.
  const names = typeof wanted === "string" ? [wanted.split(".")[0]!] : [];
  if (ground.value !== undefined && !hasErrors(found.diagnostics))
    await targetJobs(
      { ground: ground.value, environments, names, task, trace },
      resolve(context.io.cwd, folder),
      found,
    );
  const targets = found.jobs.map((job) => ({
    name: job.task.environment === undefined ? job.field : `${job.task.environment.name}/${job.field}`,
    field: job.field,
    session: job.session,
    task: job.task,
  }));
  // A package of environments or a catalog alone is no place for values.
  if (targets.length === 0 && !hasErrors(found.diagnostics)) return done([], command.diagnostics);
  if (typeof wanted !== "string" || targets.length === 0) return done(targets, found.diagnostics);
  const chosen = targets.filter(({ field }) => field === wanted || field.startsWith(`${wanted}.`));
  const known = [...new Set(targets.map(({ field }) => field))];
  const unknown = chosen.length > 0 ? [] : [noRelease(wanted, known, `there is no release ${wanted}`)];
  return done(chosen, [...found.diagnostics, ...unknown]);
}

/** The merged values of one release; tags are fetched only where the values themselves are wanted. */
export async function targetValues(
  { report }: ValuesTargets,
  { name, session, task }: ValuesTarget,
  fetch: boolean,
): Promise<ReleaseValues | undefined> {
  const { tags, ...values } = task.values ?? {};
  const read = await sessionValues(session, { ...task, values: { ...values, ...(fetch && tags && { tags }) } });
  const note = name === "" ? [] : [`for ${name}`];
  report(read.diagnostics.map((d) => (note.length === 0 ? d : { ...d, notes: [...(d.notes ?? []), ...note] })));
  return hasErrors(read.diagnostics) ? undefined : read.value;
}
