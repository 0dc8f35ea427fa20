// What `policy check` is about: modules, releases, instances of bundles, and platforms themselves.
import { resolve } from "node:path";
import { openBundles } from "../../bundle/index.ts";
import { findFolders, noFolder, planMatrix } from "../../matrix/index.ts";
import { Trace, openGround, packageKinds, platformRules } from "../../pipeline/index.ts";
import type { Ground, PackageKinds, PlatformRules, ReleaseJob, ReleaseTask } from "../../pipeline/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { openedInputs, renderRequest, withSecrets } from "./mod-render.ts";
import { environmentChoice } from "./module-session.ts";
import { SecretInputs } from "./secret-inputs.ts";
import { pipelineHost } from "./pipeline-host.ts";

export interface PolicySession {
  readonly jobs: readonly NamedJob[];
  readonly platforms: readonly PlatformRules[];
  readonly diagnostics: readonly Diagnostic[];
  readonly trace: Trace;
  /** Prints diagnostics, with no secret in them. */
  report(diagnostics: readonly Diagnostic[]): void;
}

export interface NamedJob extends ReleaseJob {
  /** `staging/blog`, `shop.api`. */
  readonly id: string;
}

/** Everything in a folder that policies are about; what is wrong so far is reported already. */
export async function policySession(context: CommandContext): Promise<PolicySession> {
  const { io } = context;
  const [folder = ".", ...names] = context.args;
  const secrets = new SecretInputs(context);
  const report = (found: readonly Diagnostic[]): void => context.report(relativePlaces(secrets.safe(found), io.cwd));
  const inputs = await openedInputs(context, secrets);
  const { environment: _, ...task } = withSecrets(renderRequest({ ...context, args: [folder] }, inputs.files), secrets);
  const trace = new Trace(() => io.clock());
  const ground = await openGround(pipelineHost(context), task, trace);
  const diagnostics: Diagnostic[] = [...inputs.diagnostics, ...ground.diagnostics];
  const found: Found = { jobs: [], platforms: [], diagnostics };
  if (ground.value !== undefined) {
    const opening = { ground: ground.value, context, names, task, trace };
    const path = resolve(io.cwd, folder);
    const { files } = ground.value.config.cue.get().context.program;
    const folders = findFolders(files, path);
    for (const one of folders) await openFolder(opening, one, found);
    if (folders.length === 0) diagnostics.push(noFolder(path));
  }
  report(diagnostics);
  return { ...found, trace, report };
}

interface Found {
  readonly jobs: NamedJob[];
  readonly platforms: PlatformRules[];
  readonly diagnostics: Diagnostic[];
}

interface Opening {
  readonly ground: Ground;
  readonly context: CommandContext;
  readonly names: readonly string[];
  readonly task: ReleaseTask;
  readonly trace: Trace;
}

async function openFolder(opening: Opening, path: string, found: Found): Promise<void> {
  const { ground, context, names, task, trace } = opening;
  const keep = <T>(outcome: Outcome<T>): T | undefined => {
    found.diagnostics.push(...outcome.diagnostics);
    return outcome.value;
  };
  const request = { path, environments: environmentChoice(context), task };
  const { files } = ground.config.cue.get().context.program;
  if (files.stat(path) !== "folder") return void keep(await planMatrix(ground, request, trace));
  const kinds = keep(await packageKinds(ground, path, trace));
  if (kinds === undefined) return;
  const bundles = namesOf(kinds, names, ["Bundle", "BundleRelease"]);
  const others = names.filter((name) => !bundles.includes(name));
  const releases = namesOf(kinds, names, ["ModuleRelease"]);
  const holdsPlatform =
    kinds.fields.some(({ kind }) => kind === "ModuleCatalog") ||
    (kinds.isPlatform && !kinds.isModule && !kinds.fields.some(({ kind }) => kind !== "Environment"));
  if (kinds.isModule || releases.length > 0 || others.length > 0 || (bundles.length === 0 && !holdsPlatform)) {
    const planned = keep(
      await planMatrix(ground, { ...request, names: kinds.isModule ? names : [...releases, ...others] }, trace),
    );
    found.jobs.push(...(planned ?? []));
  }
  if (!kinds.isModule && bundles.length > 0) {
    const opened = keep(await openBundles(ground, { ...request, names: names.length === 0 ? [] : bundles }, trace));
    for (const { environment, jobs } of opened ?? [])
      found.jobs.push(
        ...jobs.map((job) => ({ ...job, id: environment ? `${environment.name}/${job.field}` : job.field })),
      );
  }
  if (holdsPlatform && names.length === 0) {
    const rules = keep(await platformRules(ground, path));
    if (rules !== undefined) found.platforms.push(rules);
  }
}

function namesOf({ fields }: PackageKinds, names: readonly string[], kinds: readonly string[]): string[] {
  return fields
    .filter(({ name, kind }) => kinds.includes(kind) && (names.length === 0 || names.includes(name)))
    .map(({ name }) => name);
}
