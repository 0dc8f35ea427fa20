// Phases 3 to 5 for one release of a session.
import type { RuleResult } from "../governance/index.ts";
import type { TreeField } from "../cue/index.ts";
import { hasErrors } from "../source/index.ts";
import type { Diagnostic, Outcome, Place } from "../source/index.ts";
import { nodeAt, viewOf } from "../values/index.ts";
import type { EnvironmentDefinition, Opaque, ValueNode } from "../values/index.ts";
import type { Provider } from "./1-provider/provider.ts";
import type { Module } from "./2-module/module.ts";
import { releaseBindings } from "./3-release/bindings.ts";
import type { Binding } from "./3-release/bindings.ts";
import { leftOutDiagnostics } from "./3-release/fit-layers.ts";
import { buildRelease, settingsOf } from "./3-release/build-release.ts";
import { releaseNamespace } from "./3-release/namespace.ts";
import { releaseTarget } from "./3-release/release-target.ts";
import { releaseValues } from "./3-release/release-values.ts";
import type { ReleaseValues, ValueInputs } from "./3-release/release-values.ts";
import type { Release } from "./3-release/release.ts";
import { match } from "./4-match/match.ts";
import { planDiagnostics } from "./4-match/plan-diagnostics.ts";
import type { Plan } from "./4-match/plan.ts";
import { execute } from "./5-execute/execute.ts";
import type { SilentJob } from "./5-execute/execute.ts";
import { withLabelPlace } from "./5-execute/label-places.ts";
import type { Manifest } from "./5-execute/manifest.ts";
import { prepareJobs } from "./5-execute/prepare.ts";
import type { CueAccess } from "./cue-access.ts";
import type { Until } from "./pipeline.ts";
import type { PlainStruct } from "./plain-value.ts";
import { judgeRelease } from "./platform/judge-release.ts";
import type { Session } from "./session.ts";
import type { Trace } from "./trace.ts";

/** What makes one release of a session differ from another. */
export interface ReleaseTask {
  /** With all that it inherits. */
  readonly environment?: EnvironmentDefinition;
  readonly releaseName?: string;
  /** Instead of the one that settings and module give. */
  readonly namespace?: string;
  /** More of the release: what its author wrote beside module and values. */
  readonly more?: readonly TreeField[];
  readonly values?: ValueInputs;
  /** What the release's author gives for required interfaces: <component>.requires.<alias>. */
  readonly bindings?: ValueNode;
  /** What other releases give for them. */
  provided?(): Promise<Outcome<ValueNode | undefined>>;
  /** Settings for transformers, over those of the platform. */
  readonly platform?: PlainStruct;
  readonly strict?: boolean;
  readonly reveal?: (secret: Opaque) => string;
}

export interface ReleaseResult {
  readonly module?: Module;
  readonly environment?: EnvironmentDefinition;
  readonly values?: ReleaseValues;
  readonly release?: Release;
  /** What each rule of each policy said. */
  readonly rules: readonly RuleResult[];
  readonly provider?: Provider;
  readonly plan?: Plan;
  readonly manifests: readonly Manifest[];
  /** Transformers that match and print nothing. */
  readonly silent?: readonly SilentJob[];
  /** Of this release alone. */
  readonly diagnostics: readonly Diagnostic[];
}

/** From this number on there will be enough jobs for other threads (`WORKER_THRESHOLD`). */
const MANY_COMPONENTS = 400;

const givenSettings = ({ governed }: Session, { platform }: ReleaseTask): PlainStruct | undefined =>
  platform ?? governed.settings;

/** What platform and environment set for a release: known without rendering it. */
export function releaseSettings(session: Session, task: ReleaseTask): PlainStruct | undefined {
  const { environment } = task;
  const platform = givenSettings(session, task);
  return settingsOf({ ...(platform && { platform }), ...(environment && { environment }) });
}

/** The values of a release with those of the platform; locks are checked. */
export async function sessionValues(session: Session, task: ReleaseTask): Promise<Outcome<ReleaseValues>> {
  const { cue, module, governed, config } = session;
  const inputs: ValueInputs = {
    ...task.values,
    target: releaseTarget(config, module, task.environment, task.namespace),
    reveal: task.reveal,
    inject: session.tags,
    platform: [...governed.values, ...(task.values?.platform ?? [])],
  };
  const { value, diagnostics } = await releaseValues(cue, module, inputs, task.environment);
  const notes = leftOutDiagnostics(value?.left ?? [], module.metadata.name, session.isKnownElsewhere);
  return { ...(value && { value }), diagnostics: [...diagnostics, ...notes] };
}

/** Everything that is given for the interfaces that the module requires. */
async function givenBindings({ platform, module }: Session, task: ReleaseTask): Promise<Outcome<readonly Binding[]>> {
  const byPlatform = platform?.bindings && nodeAt(platform.bindings, [module.metadata.name]);
  const provided = (await task.provided?.()) ?? { value: undefined, diagnostics: [] };
  if (hasErrors(provided.diagnostics)) return { diagnostics: provided.diagnostics };
  const value: Binding[] = [];
  if (byPlatform !== undefined) value.push({ by: "the platform", tree: byPlatform });
  const { environment } = task;
  if (environment?.bindings !== undefined)
    value.push({ by: `the environment ${environment.name}`, tree: environment.bindings });
  if (task.bindings !== undefined) value.push({ by: "the release", tree: task.bindings });
  if (provided.value !== undefined) value.push({ by: "the bundle", tree: provided.value });
  return { value, diagnostics: provided.diagnostics };
}

/** Where a component is written, outside of the catalog. */
function ownPlaces(cue: CueAccess, { components }: Release, id: string): readonly Place[] {
  const found = components.find((component) => component.id === id);
  const places = found === undefined ? [] : viewOf(found.cue.get()).places;
  return places.filter(({ file }) => !file.name.startsWith("opmodel.dev/")).slice(0, 1);
}

export async function renderRelease(
  session: Session,
  task: ReleaseTask,
  until: Until,
  trace: Trace,
): Promise<ReleaseResult> {
  const { cue, module, config, governed } = session;
  const { environment } = task;
  const diagnostics: Diagnostic[] = [];
  const keep = <T>(outcome: Outcome<T>): T | undefined => {
    diagnostics.push(...outcome.diagnostics);
    return outcome.value;
  };
  const result = (parts: Partial<ReleaseResult>): ReleaseResult => ({
    module,
    rules: [],
    manifests: [],
    ...(environment && { environment }),
    ...parts,
    diagnostics,
  });
  const values = keep(await sessionValues(session, task));
  if (values === undefined || until === "values") return result(values ? { values } : {});
  const broken = hasErrors(diagnostics);
  const given = keep(await givenBindings(session, task));
  const target = releaseTarget(config, module, environment, task.namespace);
  const bindings = given && keep(await releaseBindings(cue, module, given, task.values ?? {}, target));
  if (bindings === undefined) return result({ values });
  const settings = givenSettings(session, task);
  const namespace = task.namespace ?? releaseNamespace(config, module, environment);
  const { workers, memory, catalogPackage } = config.cue.get();
  if (until === "execute" && module.components.length >= MANY_COMPONENTS) workers?.begin?.();
  const release = keep(
    await trace.phase(3, () =>
      buildRelease(cue, module, values, {
        name: task.releaseName ?? module.metadata.name,
        ...(namespace !== undefined && { namespace }),
        ...(environment && { environment }),
        ...(settings && { platform: settings }),
        ...(task.more && { more: task.more }),
        ...(governed.policies && { policies: governed.policies }),
        environments: [...session.environments.keys()],
        bindings,
        ...(task.reveal && { reveal: task.reveal }),
      }),
    ),
  );
  if (release === undefined) return result({ values });
  const rules = judgeRelease(session, release, values);
  diagnostics.push(...rules.flatMap((rule) => rule.violations));
  const parts = { values, release, rules };
  // What a lock or a policy forbids is not rendered, so that nobody applies it by mistake.
  if (until === "release" || broken || hasErrors(diagnostics)) return result(parts);
  const provider = keep(await session.provider());
  if (provider === undefined) return result(parts);
  const plan = await trace.phase(4, () => match(release, provider));
  const placesOf = (id: string): readonly Place[] => ownPlaces(cue, release, id);
  diagnostics.push(...planDiagnostics(plan, release, provider, task.strict === true, placesOf));
  if (until === "match") return result({ ...parts, provider, plan });
  const execution = await trace.phase(5, () =>
    execute(cue.program, prepareJobs(plan, release, provider), {
      types: catalogPackage,
      ...(workers && { workers }),
      ...(memory && { memory }),
    }),
  );
  diagnostics.push(...execution.diagnostics.map((d) => withLabelPlace(d, task.environment)));
  return result({ ...parts, provider, plan, manifests: execution.manifests, silent: execution.silent });
}
