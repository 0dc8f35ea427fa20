// What a command about values is about: a module with each chosen environment, the releases of a package, or all of these
// in a folder of folders.
import { sessionValues } from "../../pipeline/index.ts";
import type { ReleaseTask, ReleaseValues, Session, Trace } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { runtimeVariable } from "../../values/index.ts";
import type { EnvironmentChoice, TagNode } from "../../values/index.ts";
import type { NamedJob } from "../../workspace/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { commandReleases, environmentChoice } from "../session/open-command.ts";
import type { SecretInputs } from "./secret-inputs.ts";

export interface ValuesTarget {
  /** The environment, the release, or `staging/shop.api`; "" for a module without an environment. */
  readonly name: string;
  /** The field of the release in its package; "" for a module. */
  readonly field: string;
  readonly isModule: boolean;
  readonly session: Session;
  readonly task: ReleaseTask;
}

export interface ValuesTargets {
  readonly targets: readonly ValuesTarget[];
  /** What is wrong so far; it is reported already. */
  readonly diagnostics: readonly Diagnostic[];
  readonly secrets: SecretInputs;
  readonly trace: Trace;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints diagnostics, with no secret in them. */
  report(diagnostics: readonly Diagnostic[]): void;
}

export async function valuesTargets(
  context: CommandContext,
  folder?: string,
  environments: EnvironmentChoice = environmentChoice(context),
): Promise<ValuesTargets> {
  const command = await commandReleases(context, { folder, environments });
  const { diagnostics, secrets, trace, report } = command;
  // Values that lack a file of theirs are none.
  const jobs = command.opensNothing ? [] : command.jobs;
  const modules = new Set(jobs.filter((job) => job.authored === undefined).map(({ session }) => session.module.path));
  const targets = jobs.map((job) => targetOf(job, modules.size < 2));
  return { targets, diagnostics, secrets, trace, report, env: context.io.env };
}

function targetOf({ authored, field, session, task }: NamedJob, alone: boolean): ValuesTarget {
  const isModule = authored === undefined;
  const own = isModule && alone ? [] : [field];
  const name = [...(task.environment ? [task.environment.name] : []), ...own].join("/");
  return { name, field: own.join(""), isModule, session, task };
}

/** The merged values of one release. Secrets are fetched only where the values themselves are wanted. */
export async function targetValues(
  { report, env }: ValuesTargets,
  { name, session, task }: ValuesTarget,
  fetch: boolean,
): Promise<ReleaseValues | undefined> {
  const { tags, ...values } = task.values ?? {};
  const wanted = tags && (fetch ? tags : { ...tags, leaves: (tag: TagNode) => !isRuntime(tag, env) });
  const read = await sessionValues(session, { ...task, values: { ...values, ...(wanted && { tags: wanted }) } });
  const note = name === "" ? [] : [`for ${name}`];
  report(read.diagnostics.map((d) => (note.length === 0 ? d : { ...d, notes: [...(d.notes ?? []), ...note] })));
  return hasErrors(read.diagnostics) ? undefined : read.value;
}

/** A variable that is set and is no secret: then the value is what it says. */
function isRuntime(tag: TagNode, env: ValuesTargets["env"]): boolean {
  const variable = tag.wants === "secret" ? undefined : runtimeVariable(tag);
  return variable !== undefined && env[variable] !== undefined;
}
