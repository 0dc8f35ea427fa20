// What the commands about values, environments and policies share: a module with its platform, opened once.
import { resolve } from "node:path";
import { Trace, chosenEnvironments, openSession } from "../../pipeline/index.ts";
import type { OpenedSession, ReleaseTask, RenderRequest, Session } from "../../pipeline/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { EnvironmentChoice, EnvironmentDefinition } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { list, openedInputs, renderRequest } from "./mod-render.ts";
import { SecretInputs } from "./secret-inputs.ts";
import { pipelineHost } from "./pipeline-host.ts";

export interface CommandSession extends OpenedSession {
  readonly secrets: SecretInputs;
  readonly task: ReleaseTask;
  readonly trace: Trace;
  /** Prints diagnostics, with no secret in them. */
  report(diagnostics: readonly Diagnostic[]): void;
}

/** Opens the module in a folder; everything wrong so far is reported already. */
export async function commandSession(context: CommandContext, folder?: string): Promise<CommandSession> {
  const { request: _, inputs: __, ...command } = await openCommand(context, folder);
  command.report(command.diagnostics);
  return command;
}

/** The same, with nothing reported, and what another kind of folder can be opened with. */
export async function openCommand(
  context: CommandContext,
  folder = ".",
): Promise<CommandSession & { readonly request: RenderRequest; readonly inputs: readonly Diagnostic[] }> {
  const { io } = context;
  const secrets = new SecretInputs(context);
  const report = (diagnostics: readonly Diagnostic[]): void =>
    context.report(relativePlaces(secrets.safe(diagnostics), io.cwd));
  const inputs = await openedInputs(context, secrets);
  const host = pipelineHost(context);
  const trace = new Trace(() => io.clock());
  const request = renderRequest({ ...context, args: [folder] }, inputs.files);
  const opened = await openSession(host, { ...request, path: resolve(io.cwd, folder) }, trace);
  const diagnostics = [...inputs.diagnostics, ...opened.diagnostics];
  const { environment: _, ...rest } = request;
  const values = {
    ...rest.values,
    opaque: secrets.opaque,
    tags: secrets.tags,
    begin: secrets.begin,
    known: secrets.known,
    made: secrets.made,
  };
  const task = { ...rest, values, reveal: secrets.reveal };
  return { ...opened, diagnostics, secrets, trace, report, task, request, inputs: inputs.diagnostics };
}

export function environmentChoice({ options }: CommandContext): EnvironmentChoice {
  return { names: list(options["environment"]), all: options["allEnvironments"] === true };
}

/** The environments that the command is about, or `[undefined]`; undefined if the choice is wrong, which is told. */
export function chosenFor(
  context: CommandContext,
  { report }: CommandSession,
  session: Session,
): readonly (EnvironmentDefinition | undefined)[] | undefined {
  const chosen = chosenEnvironments(session, environmentChoice(context));
  report(chosen.diagnostics);
  return chosen.diagnostics.length > 0 ? undefined : chosen.value;
}
