// The releases that a command is about, each with the cluster it goes to; rendered when that is asked for.
import { releaseNamespace, renderRelease, sessionValues } from "../../pipeline/index.ts";
import type { Manifest, ReleaseJob, ReleaseResult, RenderResult, Session, Trace } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic, Place } from "../../source/index.ts";
import { viewOf } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import type { SecretInputs } from "../command/secret-inputs.ts";
import { commandBundles } from "./command-bundles.ts";
import { commandReleases } from "./open-command.ts";

export type Noun = "mod" | "release" | "bundle";

export interface ClusterTarget {
  /** `staging/blog`. */
  readonly label: string;
  readonly name: string;
  readonly namespace: string;
  readonly module: string;
  readonly version: string;
  readonly environment?: string;
  readonly session?: Session;
  readonly job?: ReleaseJob;
  /** What the environment says, and what flags and settings say. */
  readonly cluster: ClusterWish;
}

export interface ClusterWish {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly environment?: { readonly name: string; readonly kubeContext: string; readonly kubeConfig?: string };
  readonly contextFlag?: string;
}

export interface ClusterTargets {
  readonly targets: readonly ClusterTarget[];
  readonly secrets: SecretInputs;
  readonly failed: boolean;
  readonly trace: Trace;
  report(diagnostics: readonly Diagnostic[]): void;
}

/** In the order of applying. Everything wrong so far is reported. */
export async function openTargets(context: CommandContext, noun: Noun): Promise<ClusterTargets> {
  const { secrets, report, trace, diagnostics, jobs } =
    noun === "bundle" ? await bundleReleases(context) : await commandReleases(context);
  const targets = jobs.map((job) => targetOf(job, context.options));
  return { targets, secrets, failed: hasErrors(diagnostics), trace, report };
}

/** Those of bundles alone, whatever else a package holds. */
async function bundleReleases(context: CommandContext) {
  const command = await commandBundles(context);
  return { ...command, jobs: command.bundles.flatMap((bundle) => bundle.jobs) };
}

/**
 * What is printed of a cluster may hold secrets of the release, wherever somebody wrote them: who renders knows them by
 * then, and who does not asks for them here. What is wrong with the values is not told: nothing depends on them.
 */
export async function learnSecrets({ targets }: ClusterTargets): Promise<void> {
  for (const { session, job } of targets) if (session && job) await sessionValues(session, job.task);
}

function targetOf(job: ReleaseJob, options: CommandContext["options"]): ClusterTarget {
  const { session, task } = job;
  const { config, module } = session;
  const { environment } = task;
  const name = task.releaseName ?? module.metadata.name;
  const namespace =
    task.namespace ?? releaseNamespace(config, module, environment) ?? environment?.namespace ?? "default";
  const { kubeconfig, context } = config.settings;
  return {
    label: environment === undefined ? name : `${environment.name}/${name}`,
    name,
    namespace,
    module: module.metadata.fqn,
    version: module.metadata.version,
    ...(environment && { environment: environment.name }),
    session,
    job,
    cluster: {
      ...(kubeconfig && { kubeconfig: kubeconfig.value }),
      ...(context && { context: context.value }),
      ...(environment?.cluster && {
        environment: { name: environment.name, ...environment.cluster },
      }),
      ...(typeof options["context"] === "string" && { contextFlag: options["context"] }),
    },
  };
}

export interface RenderedTarget {
  readonly result: ReleaseResult;
  /** For explaining fields. */
  readonly whole: RenderResult;
  /** Where each component is written. */
  placeOf(manifest: Manifest): Place | undefined;
}

/** Renders; what is wrong is told, and then there is nothing to apply. */
export async function renderTarget(
  { job, session, label }: ClusterTarget,
  { trace, report }: ClusterTargets,
  several: boolean,
): Promise<RenderedTarget | undefined> {
  if (job === undefined || session === undefined) throw new Error("a target without a release");
  const result = await renderRelease(session, job.task, "execute", trace);
  report(
    several
      ? result.diagnostics.map((d) => ({ ...d, notes: [...(d.notes ?? []), `in the release ${label}`] }))
      : result.diagnostics,
  );
  if (hasErrors(result.diagnostics) || result.release === undefined) return undefined;
  const places = new Map<string, Place>();
  for (const component of result.release.components) {
    const found = viewOf(component.cue.get()).places.find(({ file }) => !file.name.startsWith("opmodel.dev/"));
    if (found !== undefined) {
      places.set(component.id, found);
      places.set(component.name, found);
    }
  }
  return {
    result,
    whole: { ...result, config: session.config, cue: session.cue, trace },
    placeOf: (manifest) => places.get(manifest.component) ?? manifest.place,
  };
}
