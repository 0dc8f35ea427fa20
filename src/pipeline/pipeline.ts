// The six phases in order. This file alone calls them all.
import type { Diagnostic, Outcome } from "../source/index.ts";
import type { Opaque } from "../values/index.ts";
import type { Config } from "./0-config/config.ts";
import { loadConfig } from "./0-config/load-config.ts";
import type { SettingFlags } from "./0-config/settings.ts";
import { chooseProvider } from "./1-provider/choose-provider.ts";
import { loadProvider } from "./1-provider/load-provider.ts";
import type { Provider } from "./1-provider/provider.ts";
import { loadModule } from "./2-module/load-module.ts";
import type { Module } from "./2-module/module.ts";
import { buildRelease } from "./3-release/build-release.ts";
import { chooseEnvironment } from "./3-release/choose-environment.ts";
import { releaseNamespace } from "./3-release/namespace.ts";
import { releaseValues } from "./3-release/release-values.ts";
import type { ReleaseValues, ValueInputs } from "./3-release/release-values.ts";
import type { Release } from "./3-release/release.ts";
import { match } from "./4-match/match.ts";
import { planDiagnostics } from "./4-match/plan-diagnostics.ts";
import type { Plan } from "./4-match/plan.ts";
import { execute } from "./5-execute/execute.ts";
import type { Manifest } from "./5-execute/manifest.ts";
import { prepareJobs } from "./5-execute/prepare.ts";
import type { CueAccess } from "./cue-access.ts";
import type { PipelineHost } from "./host.ts";
import { PIPELINE_CODE } from "./pipeline-code.ts";
import type { PlainStruct } from "./plain-value.ts";
import { Trace } from "./trace.ts";

export interface RenderRequest {
  /** The module's folder, absolute. */
  readonly path: string;
  /** `--config`, absolute. */
  readonly config?: string;
  readonly flags?: SettingFlags;
  readonly releaseName?: string;
  readonly environment?: string;
  readonly values?: ValueInputs;
  /** Settings of the platform for transformers. */
  readonly platform?: PlainStruct;
  /** Traits that nothing handles are errors. */
  readonly strict?: boolean;
  /** Opens secrets for the evaluator. */
  readonly reveal?: (secret: Opaque) => string;
}

/** Everything that came out, as far as it went. */
export interface RenderResult {
  readonly config?: Config;
  readonly provider?: Provider;
  readonly module?: Module;
  readonly values?: ReleaseValues;
  readonly release?: Release;
  readonly plan?: Plan;
  /** In the order of applying. */
  readonly manifests: readonly Manifest[];
  /** All of them, errors and warnings. */
  readonly diagnostics: readonly Diagnostic[];
  readonly trace: Trace;
  /** The context of phases 0 to 4. */
  readonly cue?: CueAccess;
}

/** How far to go: commands that only look need not render. */
export type Until = "module" | "values" | "release" | "match" | "execute";

export async function render(
  host: PipelineHost,
  request: RenderRequest,
  until: Until = "execute",
): Promise<RenderResult> {
  const trace = new Trace(() => host.clock());
  const diagnostics: Diagnostic[] = [];
  const keep = <T>(outcome: Outcome<T>): T | undefined => {
    diagnostics.push(...outcome.diagnostics);
    return outcome.value;
  };
  const result = (parts: Partial<RenderResult>): RenderResult => ({ manifests: [], ...parts, diagnostics, trace });

  const config = keep(await trace.phase(0, () => loadConfig(host, { flags: {}, ...request })));
  if (config === undefined) return result({});
  const { context: cue } = config.cue.get();

  // The module first: what is wrong with it should not wait for a provider.
  const module = keep(await trace.phase(2, () => loadModule(cue, request.path)));
  if (module === undefined || until === "module") return result({ config, cue, ...(module && { module }) });

  const environment = keep(chooseEnvironment(cue, module, request.environment));
  if (request.environment !== undefined && environment === undefined) return result({ config, cue, module });
  const values = keep(await releaseValues(cue, module, request.values ?? {}, environment));
  escalate(diagnostics, request);
  const parts = { config, cue, module, ...(values && { values }) };
  if (values === undefined || until === "values") return result(parts);

  const namespace = releaseNamespace(config, module, environment);
  const release = keep(
    await trace.phase(3, () =>
      buildRelease(cue, module, values, {
        name: request.releaseName ?? module.metadata.name,
        ...(namespace !== undefined && { namespace }),
        ...(environment && { environment }),
        ...(request.platform && { platform: request.platform }),
        ...(request.reveal && { reveal: request.reveal }),
      }),
    ),
  );
  if (release === undefined || until === "release") return result({ ...parts, ...(release && { release }) });

  const provider = keep(await trace.phase(1, () => providerOf(config)));
  if (provider === undefined) return result({ ...parts, release });

  const plan = await trace.phase(4, () => match(release, provider));
  diagnostics.push(...planDiagnostics(plan, release, provider, request.strict === true));
  if (until === "match") return result({ ...parts, release, provider, plan });

  const execution = await trace.phase(5, () => execute(cue.program, prepareJobs(cue, plan, release, provider)));
  diagnostics.push(...execution.diagnostics);
  return result({ ...parts, release, provider, plan, manifests: execution.manifests });
}

async function providerOf(config: Config): Promise<Outcome<Provider>> {
  const name = chooseProvider(config);
  if (name.value === undefined) return { diagnostics: name.diagnostics };
  const { context, provider } = config.cue.get();
  const reference = await provider(name.value);
  if (reference.value === undefined) return { diagnostics: reference.diagnostics };
  return loadProvider(context, name.value, reference.value);
}

/** A component that reads `values` renders as before until somebody gives other values: then it is wrong. */
function escalate(diagnostics: Diagnostic[], { values, environment, strict }: RenderRequest): void {
  const given = (values?.files?.length ?? 0) + (values?.sets?.length ?? 0) + (values?.platform?.length ?? 0) > 0;
  if (!given && environment === undefined && strict !== true) return;
  diagnostics.forEach((d, i) => {
    if (d.code === PIPELINE_CODE.valuesReference) diagnostics[i] = { ...d, severity: "error" };
  });
}

