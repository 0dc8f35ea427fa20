// What one folder releases: a module, or the releases and bundles of a package.
import { openBundles } from "../bundle/index.ts";
import type { Layout } from "../matrix/index.ts";
import { PIPELINE_CODE, chosenEnvironments, noRelease, openReleases } from "../pipeline/index.ts";
import type { ReleaseJob, ReleaseTask, Session, Trace, Workspace } from "../pipeline/index.ts";
import { hasErrors, tell, advise } from "../source/index.ts";
import type { Diagnostic, Outcome } from "../source/index.ts";
import type { EnvironmentChoice } from "../values/index.ts";
import { openTarget } from "./open-target.ts";
import type { PackageTarget } from "./open-target.ts";

export interface ReleasesRequest {
  /** Absolute. */
  readonly path: string;
  /** Fields of releases and bundles, instances (`shop.api`), or the module's name; none means all. */
  readonly names?: readonly string[];
  readonly environments: EnvironmentChoice;
  readonly task?: ReleaseTask;
  /** Of ids, and so of what is written. */
  readonly layout?: Layout;
}

interface FolderReleases extends Outcome<readonly ReleaseJob[]> {
  readonly holdsPlatform?: boolean;
}

/** `mayBeEmpty`: it is one of many folders, or looked at for more than releases; then it may release nothing. */
export async function folderReleases(
  workspace: Workspace,
  request: ReleasesRequest,
  mayBeEmpty: (target: PackageTarget) => boolean,
  trace: Trace,
): Promise<FolderReleases> {
  const { value: target, diagnostics } = await openTarget(workspace, request.path, trace);
  if (target === undefined) return { diagnostics };
  if (target.kind === "module") {
    const jobs = moduleReleases(target.session, request);
    return { ...jobs, diagnostics: [...told(diagnostics, request), ...jobs.diagnostics] };
  }
  const { kind, holdsPlatform } = target;
  const isBundle = target.fields.some((field) => field.kind === "Bundle");
  const isReleased = kind === "releases" || target.fields.some((field) => field.kind === "BundleRelease");
  if (!isReleased && mayBeEmpty(target))
    return { value: [], holdsPlatform, diagnostics: [...diagnostics, ...(isBundle ? [unreleased(request.path)] : [])] };
  return { ...(await packageReleases(workspace, target, request, trace)), holdsPlatform };
}

/** A bundle may be there for others; who names its folder gets it as it is. */
function unreleased(path: string): Diagnostic {
  return {
    ...tell(PIPELINE_CODE.noRelease, "the package in {path} declares no release of its bundle", { path }),
    severity: "warning",
    hint: advise(
      PIPELINE_CODE.noRelease,
      "opm bundle build renders a bundle; a core.#BundleRelease beside it is a release",
    ),
  };
}

function moduleReleases(
  session: Session,
  { names = [], environments, task = {} }: ReleasesRequest,
): Outcome<readonly ReleaseJob[]> {
  const field = session.module.metadata.name;
  const unknown = names.filter((name) => name !== field);
  if (unknown.length > 0)
    return {
      diagnostics: unknown.map((name) =>
        noRelease(name, [field], tell(PIPELINE_CODE.noRelease, "there is no release {name}", { name })),
      ),
    };
  // A module without environments is released once, whatever is chosen for the others.
  const none = environments.all === true && session.environments.size === 0;
  const chosen = chosenEnvironments(session, none ? {} : environments);
  return {
    value: (chosen.value ?? []).map((environment): ReleaseJob => ({
      field,
      session,
      task: { ...task, releaseName: task.releaseName ?? field, ...(environment && { environment }) },
    })),
    diagnostics: chosen.diagnostics,
  };
}

/** A component that reads `values` renders as before until somebody gives other values: then it is wrong. */
function told(diagnostics: readonly Diagnostic[], { environments, task }: ReleasesRequest): readonly Diagnostic[] {
  const { files = [], sets = [], platform = [] } = task?.values ?? {};
  const hasEnvironment = environments.all === true || (environments.names?.length ?? 0) > 0;
  if (files.length + sets.length + platform.length === 0 && !hasEnvironment && task?.strict !== true)
    return diagnostics;
  return diagnostics.map((d) => (d.code === PIPELINE_CODE.valuesReference ? { ...d, severity: "error" } : d));
}

/** In the order of the package. */
async function packageReleases(
  workspace: Workspace,
  { path, fields, loaded }: PackageTarget,
  request: ReleasesRequest,
  trace: Trace,
): Promise<Outcome<readonly ReleaseJob[]>> {
  const asked = request.names ?? [];
  // Of a bundle one instance may be meant: only the bundle can be opened.
  const names = [...new Set(asked.map((name) => name.split(".")[0]!))];
  const isBundle = (name: string): boolean =>
    fields.some((field) => field.name === name && (field.kind === "Bundle" || field.kind === "BundleRelease"));
  const wanted = (names.length > 0 ? names : fields.map(({ name }) => name)).filter(isBundle);
  const others =
    names.length > 0
      ? names.filter((name) => !isBundle(name))
      : fields.filter(({ kind }) => kind === "ModuleRelease").map(({ name }) => name);
  const diagnostics: Diagnostic[] = [];
  const jobs: ReleaseJob[] = [];
  // Without any, it is told what is missing.
  if (others.length > 0 || wanted.length === 0) {
    const opened = await openReleases(workspace, { ...request, path, names: others, loaded }, trace);
    diagnostics.push(...opened.diagnostics);
    jobs.push(...(opened.value ?? []));
  }
  if (wanted.length > 0) {
    const opened = await openBundles(
      workspace,
      { ...request, path, names: names.length > 0 ? wanted : [], loaded },
      trace,
    );
    diagnostics.push(...opened.diagnostics);
    for (const bundle of opened.value ?? []) jobs.push(...bundle.jobs);
  }
  const chosen = asked.length === 0 ? jobs : jobs.filter(({ field }) => asked.some((name) => isPart(field, name)));
  const known = [...new Set(jobs.map(({ field }) => field))];
  const missing = asked.filter((name) => name.includes(".") && !jobs.some(({ field }) => isPart(field, name)));
  if (!hasErrors(diagnostics))
    diagnostics.push(
      ...missing.map((name) =>
        noRelease(name, known, tell(PIPELINE_CODE.noRelease, "there is no release {name}", { name })),
      ),
    );
  const order = new Map(fields.map(({ name }, i) => [name, i]));
  const at = ({ field }: ReleaseJob): number => order.get(field.split(".")[0]!) ?? fields.length;
  return { value: chosen.toSorted((a, b) => at(a) - at(b)), diagnostics };
}

/** Of a release or a bundle, or it itself. */
const isPart = (field: string, name: string): boolean => field === name || field.startsWith(`${name}.`);
