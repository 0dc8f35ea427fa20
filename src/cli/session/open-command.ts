// How every command opens what it is about: its inputs, the workspace that they are released from, and the releases there.
import { resolve } from "node:path";
import { Trace, openModule, openWorkspace } from "../../pipeline/index.ts";
import type { ReleaseTask, Workspace } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { EnvironmentChoice } from "../../values/index.ts";
import { planReleases } from "../../workspace/index.ts";
import type { PlannedReleases, ReleasesRequest } from "../../workspace/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { list, openedInputs, renderRequest, withSecrets } from "../command/mod-render.ts";
import { pipelineHost } from "../command/pipeline-host.ts";
import { SecretInputs } from "../command/secret-inputs.ts";
import { relativePlaces } from "../print/relative-places.ts";

/** What a command is about; by default what its words and options say. */
export interface CommandScope {
  readonly folder?: string | undefined;
  /** Fields of releases and bundles; none means all. */
  readonly names?: readonly string[];
  readonly environments?: EnvironmentChoice;
  /** Platforms in the folder are looked at too. */
  readonly withPlatforms?: boolean;
  /** The provider will be needed: it is loaded before the folder is. */
  readonly rendering?: boolean;
  /** There may be a thousand releases: of each phase its time is kept, and not its result. */
  readonly many?: boolean;
}

export interface OpenedCommand {
  readonly secrets: SecretInputs;
  readonly trace: Trace;
  /** Undefined if something is wrong with settings or platform. */
  readonly workspace: Workspace | undefined;
  readonly request: ReleasesRequest & { readonly task: ReleaseTask; readonly withPlatforms?: boolean };
  /** What is wrong so far. */
  readonly diagnostics: readonly Diagnostic[];
  /** Prints diagnostics, with no secret in them. */
  report(diagnostics: readonly Diagnostic[]): void;
}

/** The first word of the command is the folder, the others are names in it. Nothing is reported yet. */
export async function openCommand(context: CommandContext, scope: CommandScope = {}): Promise<OpenedCommand> {
  const { io } = context;
  const { withPlatforms = false } = scope;
  // Whoever reads the words itself says what the folder is, also that none was given.
  const isRead = "folder" in scope;
  const folder = (isRead ? scope.folder : context.args[0]) ?? ".";
  const names = scope.names ?? releaseNames(context, isRead ? [] : context.args.slice(1));
  const secrets = new SecretInputs(context);
  const inputs = await openedInputs(context, secrets);
  const { environment: _, ...task } = withSecrets(renderRequest({ ...context, args: [folder] }, inputs.files), secrets);
  const trace = new Trace(() => io.clock(), { keep: scope.many !== true });
  const opened = await openWorkspace(pipelineHost(context), task, trace);
  if (scope.rendering === true) await opened.value?.provider();
  const path = resolve(io.cwd, folder);
  // Everything that is wrong is told at once.
  const looked =
    opened.value === undefined && opened.config !== undefined
      ? await openModule(opened.config, undefined, path, trace)
      : undefined;
  return {
    secrets,
    trace,
    workspace: opened.value,
    request: { path, names, environments: scope.environments ?? environmentChoice(context), task, withPlatforms },
    diagnostics: [
      ...inputs.diagnostics,
      ...opened.diagnostics,
      ...(looked?.isOther === true ? [] : (looked?.diagnostics ?? [])),
    ],
    report: (found) => context.report(relativePlaces(secrets.safe(found), io.cwd)),
  };
}

export interface CommandReleases extends OpenedCommand, PlannedReleases {
  /** Something is wrong that concerns every release: settings, platform, files of `-f`. */
  readonly opensNothing: boolean;
}

/** The command with every release that it is about. Nothing is reported yet. */
export async function openReleasesOf(context: CommandContext, scope?: CommandScope): Promise<CommandReleases> {
  const command = await openCommand(context, scope);
  const { workspace, request, trace, diagnostics } = command;
  const opensNothing = hasErrors(diagnostics);
  if (workspace === undefined) return { ...command, jobs: [], platforms: [], opensNothing };
  const planned = await planReleases(workspace, request, trace);
  return { ...command, ...planned, opensNothing, diagnostics: [...diagnostics, ...planned.diagnostics] };
}

/** The same; what is wrong so far is reported. */
export async function commandReleases(context: CommandContext, scope?: CommandScope): Promise<CommandReleases> {
  const command = await openReleasesOf(context, scope);
  command.report(command.diagnostics);
  return command;
}

/** `--release` of commands that take one folder alone. */
export function releaseNames({ options }: CommandContext, others: readonly string[] = []): readonly string[] {
  const { release } = options;
  return typeof release === "string" ? [release] : others;
}

export function environmentChoice({ options }: CommandContext): EnvironmentChoice {
  return { names: list(options["environment"]), all: options["allEnvironments"] === true };
}
