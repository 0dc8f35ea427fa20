// The bundles of a package, as releases that are ready to be rendered.
import { isFileFault } from "../cue/load/index.ts";
import type { Instance } from "../cue/load/index.ts";
import type { Value } from "../cue/index.ts";
import {
  bindInstances,
  checkValues,
  environmentOf,
  field,
  findPackage,
  loadPackage,
  memberErrors,
  namespaceConflict,
  openNamed,
  otherVersion,
  packageEnvironments,
  releaseJobs,
  releaseTarget,
  releaseValues,
  structOf,
  unknownMembers,
} from "../pipeline/index.ts";
import type { CueAccess, ReleaseJob, ReleaseTask, ReleaseValues, Trace, Workspace } from "../pipeline/index.ts";
import { hasErrors, valuesCode, tell, advise } from "../source/index.ts";
import type { Diagnostic, Outcome, Place } from "../source/index.ts";
import {
  environmentsFor,
  environmentsFromCue,
  joinEnvironments,
  resolveEnvironment,
  selectEnvironments,
  viewOf,
} from "../values/index.ts";
import type { EnvironmentChoice, EnvironmentDefinition, Environments } from "../values/index.ts";
import { BUNDLE_CODE } from "./bundle-code.ts";
import { bundleTree } from "./bundle-tree.ts";
import { asModule, findBundles, releaseTree } from "./find-bundles.ts";
import type { FoundBundle } from "./find-bundles.ts";
import { instanceOrder } from "./instance-order.ts";

interface BundleRequest {
  /** The package's folder, absolute. */
  readonly path: string;
  /** Fields of bundles or their releases; none means all releases, or all bundles if there are no releases. */
  readonly names?: readonly string[];
  readonly environments?: EnvironmentChoice;
  readonly task?: ReleaseTask;
  /** The package, if it is loaded already. */
  readonly loaded?: Outcome<Instance> | undefined;
}

/** One bundle, to one environment. */
export interface OpenedBundle {
  /** The field in the package. */
  readonly field: string;
  /** Release name of the bundle. */
  readonly name: string;
  /** Full name of the bundle. */
  readonly fqn: string;
  readonly environment?: EnvironmentDefinition;
  /** What was given for its own configuration. */
  readonly values: ReleaseValues;
  /** In the order of releasing. */
  readonly jobs: readonly BundleJob[];
}

export interface BundleJob extends ReleaseJob {
  readonly name: string;
  readonly after: readonly string[];
}

const NOWHERE: Place = { file: { name: "", text: "" }, span: { start: -1, end: -1 } };

export async function openBundles(
  workspace: Workspace,
  request: BundleRequest,
  trace: Trace,
): Promise<Outcome<readonly OpenedBundle[]>> {
  const { context: cue } = workspace.config.cue.get();
  const entries = cue.program.files.readFolder(request.path);
  if (isFileFault(entries) || !entries.some(({ name }) => name.endsWith(".cue")))
    return { diagnostics: [noPackage(request.path, isFileFault(entries) ? entries.text : "it holds no CUE")] };
  const read = request.loaded ?? (await cue.program.load({ args: ["."], cwd: request.path, tags: workspace.tags }));
  const named =
    read.value &&
    openNamed(
      workspace,
      { ...request, kinds: ["BundleRelease", "Bundle"], about: (bundle: OpenedBundle) => bundle },
      read.value,
      (one, environments) =>
        openPackage(workspace, { ...request, environments, loaded: { ...read, value: one } }, trace),
    );
  return named ?? openPackage(workspace, { ...request, loaded: read }, trace);
}

/** The bundles of a package whose modules are all imported. */
async function openPackage(
  workspace: Workspace,
  request: BundleRequest,
  trace: Trace,
): Promise<Outcome<readonly OpenedBundle[]>> {
  const { context: cue } = workspace.config.cue.get();
  const loaded = await trace.phase(2, () => loadPackage(cue, request.path, workspace.tags, request.loaded));
  if (loaded.value === undefined) return { diagnostics: loaded.diagnostics };
  const { instance, decorated } = loaded.value;
  const found = findBundles(cue, instance, request.names ?? []);
  const diagnostics: Diagnostic[] = [...loaded.diagnostics, ...found.diagnostics];
  const ofPackage = packageEnvironments(cue.root(instance), instance);
  const value: OpenedBundle[] = [];
  for (const one of found.value ?? []) {
    const wrong = [
      ...cue.errors(one.bundle, {}),
      // Its values are told in the terms of the bundle's configuration, and its releases when they are opened.
      ...(one.release ? releaseErrors(cue, instance, one, one.release) : []),
    ];
    diagnostics.push(...wrong);
    if (hasErrors(wrong)) continue;
    const known = joinEnvironments(workspace.platform?.environments ?? new Map(), modulesOwn(one), ofPackage);
    const item = one.release?.field("#environment");
    const own = item && environmentOf(viewOf(item), NOWHERE);
    const targets = targetsOf(own, known, request.environments ?? {});
    diagnostics.push(...targets.diagnostics);
    for (const environment of targets.value ?? []) {
      const opened = await openBundle(workspace, instance, one, environment, { ...request, decorated, own });
      diagnostics.push(...opened.diagnostics);
      if (opened.value !== undefined) value.push(opened.value);
    }
  }
  return { value, diagnostics };
}

function releaseErrors(cue: CueAccess, instance: Instance, { field }: FoundBundle, release: Value): Diagnostic[] {
  const core = findPackage(instance, "opmodel.dev/core@v0");
  return [
    ...(core ? unknownMembers(cue, release, { core, definition: "#BundleRelease", path: field }) : []),
    ...memberErrors(cue, release, ["#bundle", "_#bundle", "values", "releases"]),
  ];
}

function noPackage(path: string, why: string): Diagnostic {
  return {
    ...tell(BUNDLE_CODE.noBundle, "there is no bundle in {path}: {problem}", { path, problem: why }),
    severity: "error",
    hint: advise(BUNDLE_CODE.noBundle, "give the folder of the bundle's package; opm bundle init NAME makes one"),
  };
}

/** Environments that all modules of a bundle declare themselves: what they are is for each module to say. */
function modulesOwn({ bundle }: FoundBundle): Environments {
  const maps = (bundle.field("#modules")?.entries() ?? []).map(({ value: module }) => {
    const map = module.field("environments");
    return map === undefined ? new Map<string, EnvironmentDefinition>() : environmentsFromCue(viewOf(map), NOWHERE);
  });
  const [first, ...others] = maps;
  return new Map([...(first ?? [])].filter(([name]) => others.every((map) => map.has(name))));
}

function targetsOf(
  own: Environments | undefined,
  known: Environments,
  choice: EnvironmentChoice,
): Outcome<readonly (EnvironmentDefinition | undefined)[]> {
  const [name] = own?.keys() ?? [];
  const names = choice.names ?? [];
  if (own !== undefined && name !== undefined) {
    const wanted = names.length === 0 || choice.all === true || names.includes(name);
    return wanted ? selectEnvironments(new Map([...known, ...own]), { names: [name] }) : { value: [], diagnostics: [] };
  }
  if (names.length === 0 && (choice.all !== true || known.size === 0)) return { value: [undefined], diagnostics: [] };
  return selectEnvironments(known, choice);
}

async function openBundle(
  workspace: Workspace,
  instance: Instance,
  found: FoundBundle,
  environment: EnvironmentDefinition | undefined,
  request: BundleRequest & {
    readonly decorated: readonly (readonly string[])[];
    /** The environment that the bundle's release states. */
    readonly own: Environments | undefined;
  },
): Promise<Outcome<OpenedBundle>> {
  const { context: cue } = workspace.config.cue.get();
  const bundle = asModule(cue, instance, found, request.path);
  const { value: given, diagnostics: contradictions } = releaseTree(cue, found, request.path);
  if (hasErrors(contradictions)) return { diagnostics: contradictions };
  const task = request.task ?? {};
  // The platform's values and the environment's are for modules; the bundle has its own configuration.
  const { platform: _, ...inputs } = task.values ?? {};
  const values = await releaseValues(cue, bundle, {
    ...inputs,
    target: releaseTarget(workspace.config, bundle, environment),
    given: given === undefined ? [] : [given],
  });
  const diagnostics = [...values.diagnostics];
  if (values.value === undefined) return { diagnostics };
  diagnostics.push(
    ...checkValues(bundle, values.value, { complete: true, ...(task.reveal && { reveal: task.reveal }) }).map((d) =>
      d.code === valuesCode.unknownField
        ? {
            ...d,
            ...tell(valuesCode.unknownField, "the bundle has no field {field}", {
              ...d.args,
              field: d.args?.["field"] ?? "",
            }),
          }
        : d,
    ),
  );
  if (hasErrors(diagnostics)) return { diagnostics };
  const name = found.release?.text("metadata", "name") ?? bundle.metadata.name;
  const namespace = found.release?.text("metadata", "namespace");
  const tree = bundleTree({
    bundle: found.bundle,
    release: found.release,
    name,
    tree: values.value.tree,
    ...(namespace !== undefined && { namespace }),
    ...(environment && { environment }),
    ...(task.reveal && { reveal: task.reveal }),
  });
  const released = cue.root(bundle.cue.get().core).field("#BundleRelease")!.meet(tree);
  // Under its own name, because that is what messages call it.
  const root = cue.tree(structOf([field(found.field, released)]));
  const { values: __, releaseName: ___, ...rest } = task;
  const secrets = {
    ...(inputs.tags && { tags: inputs.tags }),
    ...(inputs.opaque && { opaque: inputs.opaque }),
    ...(inputs.made && { made: inputs.made }),
    ...(inputs.begin && { begin: inputs.begin }),
    ...(inputs.known && { known: inputs.known }),
  };
  // The secrets of the instances are not known yet.
  inputs.begin?.();
  const jobs = releaseJobs(
    workspace,
    { instance, root, whole: cue.root(instance) },
    {
      task: { ...rest, values: secrets },
      decorated: request.decorated,
    },
  );
  diagnostics.push(...jobs.diagnostics.map((d) => inTermsOf(found.field, d)));
  if (jobs.value === undefined || hasErrors(diagnostics)) return { diagnostics };
  inputs.known?.();
  // As the instance's module sees it: with what the environment has for it alone, and what the module says itself.
  const targetOf = ({ session }: ReleaseJob, wanted: string): EnvironmentDefinition | undefined => {
    const own = environmentsFor(request.own ?? new Map(), session.module.metadata);
    const resolved = resolveEnvironment(wanted, new Map([...session.environments, ...own]));
    diagnostics.push(...resolved.diagnostics);
    return resolved.value;
  };
  const parts = jobs.value.map((job): BundleJob => {
    const part = job.authored!.bundle!;
    const target = part.ownEnvironment || environment === undefined ? undefined : targetOf(job, environment.name);
    const { namespace: stated, ...task_ } = job.task;
    // The overlay knows the environment's name alone; here are its namespace, values, labels and ancestors.
    const filled = target?.namespace !== undefined || stated === undefined ? task_ : { ...task_, namespace: stated };
    diagnostics.push(
      ...namespaceConflict(`the instance ${part.instance} of ${found.field}`, part.namespace, target),
      ...otherVersion(`${found.field}.${part.instance}`, job.session.module, target),
    );
    return {
      ...job,
      field: `${found.field}.${part.instance}`,
      name: part.instance,
      after: part.after,
      task: target === undefined ? job.task : { ...filled, environment: target },
    };
  });
  if (hasErrors(diagnostics)) return { diagnostics };
  // Who provides what another requires comes before it, as if the author had said so.
  const bound = bindInstances(parts).map(({ providers, ...job }) => ({
    ...job,
    after: [...new Set([...job.after, ...(providers?.() ?? [])])],
  }));
  const ordered = instanceOrder(bound, found.field);
  diagnostics.push(...ordered.diagnostics);
  if (ordered.value === undefined) return { diagnostics };
  return {
    value: {
      field: found.field,
      name,
      fqn: bundle.metadata.fqn,
      ...(environment && { environment }),
      values: values.value,
      jobs: ordered.value,
    },
    diagnostics,
  };
}

/** Only we know what `_#bundle` is, and that instances are among `releases`. */
function inTermsOf(field: string, d: Diagnostic): Diagnostic {
  const plain = (text: string): string =>
    text.replaceAll(`${field}.releases.`, `${field}.`).replaceAll(`${field}._#bundle.`, "");
  return {
    ...d,
    ...(d.path !== undefined && { path: plain(d.path) }),
    ...(d.notes && { notes: d.notes.map(plain) }),
    ...(d.hint !== undefined && { hint: plain(d.hint) }),
  };
}
