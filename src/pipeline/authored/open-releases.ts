// The releases of a package, ready to be rendered: each with its session, its environment and its values.
import type { Instance } from "../../cue/load/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import { selectEnvironments } from "../../values/index.ts";
import type { EnvironmentChoice, EnvironmentDefinition } from "../../values/index.ts";
import { importFaults } from "../2-module/import-faults.ts";
import { explainImports } from "../2-module/import-hint.ts";
import { loadPackage } from "../2-module/load-package.ts";
import type { ReleaseTask } from "../render-release.ts";
import { environmentsOf, releaseSession } from "../session.ts";
import type { Workspace, Session } from "../session.ts";
import type { Trace } from "../trace.ts";
import { findReleases, packageEnvironments } from "./find-releases.ts";
import type { AuthoredRelease, ReleasePackage } from "./find-releases.ts";
import { bindInstances } from "./bind-instances.ts";
import { knownInPackage, strayModules } from "./known-in-package.ts";
import { openNamed } from "./open-named.ts";
import { otherVersion } from "./pinned-version.ts";
import { namespaceConflict } from "./namespace-conflict.ts";
import type { StatedNamespace } from "./namespace-conflict.ts";

/** One release to be rendered. */
export interface ReleaseJob {
  /** The field in the package; the module's name for a module. */
  readonly field: string;
  readonly session: Session;
  readonly task: ReleaseTask;
  readonly authored?: AuthoredRelease;
  /** Instances of its bundle that come first. */
  readonly after?: readonly string[];
}

export interface OpenReleases {
  /** The folder of the package, absolute. */
  readonly path: string;
  /** Fields; none means all. */
  readonly names?: readonly string[];
  readonly environments?: EnvironmentChoice;
  readonly task?: ReleaseTask;
  /** The package, if it is loaded already. */
  readonly loaded?: Outcome<Instance> | undefined;
  /** Paths in a `#config` that `@opm(secret, …)` made secrets. */
  readonly decorated?: readonly (readonly string[])[];
}

/**
 * A release with an environment of its own is released there and nowhere else: `-e` leaves it out when it names
 * another. One without is released to every environment that is chosen.
 */
export async function openReleases(
  workspace: Workspace,
  request: OpenReleases,
  trace: Trace,
): Promise<Outcome<readonly ReleaseJob[]>> {
  const { context: cue } = workspace.config.cue.get();
  const found = request.loaded ?? (await cue.program.load({ args: ["."], cwd: request.path, tags: workspace.tags }));
  const named =
    found.value &&
    openNamed(
      workspace,
      {
        ...request,
        kinds: ["ModuleRelease"],
        about: ({ field, task }: ReleaseJob) => ({ field, environment: task.environment }),
      },
      found.value,
      (one, environments) =>
        openPackage(workspace, { ...request, environments, loaded: { ...found, value: one } }, trace),
    );
  return named ?? openPackage(workspace, { ...request, loaded: found }, trace);
}

/** The releases of a package whose modules are all imported. */
async function openPackage(
  workspace: Workspace,
  request: OpenReleases,
  trace: Trace,
): Promise<Outcome<readonly ReleaseJob[]>> {
  const { context: cue } = workspace.config.cue.get();
  const loaded = await trace.phase(2, () => loadPackage(cue, request.path, workspace.tags, request.loaded));
  if (loaded.value === undefined) {
    const faults = await importFaults(cue, cue.program.files, request.path, loaded.diagnostics);
    return { diagnostics: explainImports(faults, cue.program.asked) };
  }
  const { instance, decorated } = loaded.value;
  const jobs = releaseJobs(workspace, { instance, root: cue.root(instance) }, { ...request, decorated });
  return {
    ...(jobs.value && { value: bindInstances(jobs.value) }),
    diagnostics: [...loaded.diagnostics, ...jobs.diagnostics],
  };
}

/** The releases of a package that is loaded. */
export function releaseJobs(
  workspace: Workspace,
  from: ReleasePackage,
  request: Omit<OpenReleases, "path">,
): Outcome<readonly ReleaseJob[]> {
  const { context: cue } = workspace.config.cue.get();
  const known = packageEnvironments(from.whole ?? from.root, from.instance);
  const found = findReleases(cue, from, {
    ...request,
    environmentsOf: (module) => environmentsOf(workspace, module, known),
  });
  const isKnown = knownInPackage(from);
  const diagnostics: Diagnostic[] = [...found.diagnostics, ...strayModules(from)];
  const jobs: ReleaseJob[] = [];
  const choice = request.environments ?? {};
  for (const authored of found.value ?? []) {
    const opened = releaseSession(workspace, authored.module, known, isKnown);
    diagnostics.push(...opened.diagnostics);
    if (opened.value === undefined) continue;
    const session = opened.value;
    const targets = targetsOf(authored, session, choice);
    diagnostics.push(...targets.diagnostics.filter((d) => !diagnostics.some((other) => other.message === d.message)));
    for (const environment of targets.value ?? []) {
      const conflict = namespaceConflict(`the release ${authored.field}`, statedIn(authored), environment);
      const pinned = otherVersion(authored.field, authored.module, environment);
      diagnostics.push(...conflict, ...pinned);
      if (conflict.length + pinned.length > 0) continue;
      jobs.push({ field: authored.field, session, task: taskOf(authored, environment, request.task), authored });
    }
  }
  return { value: jobs, diagnostics };
}

/** What the author wrote; a bundle computes a namespace for every instance. */
function statedIn({ bundle, namespace, namespacePlace }: AuthoredRelease): StatedNamespace | undefined {
  if (bundle !== undefined) return bundle.namespace;
  return namespace === undefined ? undefined : { text: namespace, ...(namespacePlace && { place: namespacePlace }) };
}

function targetsOf(
  { environment: own }: AuthoredRelease,
  session: Session,
  choice: EnvironmentChoice,
): Outcome<readonly (EnvironmentDefinition | undefined)[]> {
  const names = choice.names ?? [];
  if (own !== undefined) {
    const wanted = names.length === 0 || choice.all === true || names.includes(own.name);
    return { value: wanted ? [own] : [], diagnostics: [] };
  }
  const all = choice.all === true && session.environments.size > 0;
  if (names.length === 0 && !all) return { value: [undefined], diagnostics: [] };
  const chosen = selectEnvironments(session.environments, { names, all });
  return { value: chosen.value ?? [], diagnostics: chosen.diagnostics };
}

function taskOf(
  release: AuthoredRelease,
  environment: EnvironmentDefinition | undefined,
  task: ReleaseTask = {},
): ReleaseTask {
  const stated = release.namespace !== undefined && environment?.namespace === undefined;
  return {
    ...task,
    releaseName: release.name,
    more: release.more,
    ...(release.bindings && { bindings: release.bindings }),
    ...(stated && { namespace: release.namespace }),
    ...(environment && { environment }),
    values: { ...task.values, given: [...(task.values?.given ?? []), ...(release.values ? [release.values] : [])] },
  };
}
