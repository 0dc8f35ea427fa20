// The six phases in order: what releases share (`session.ts`), then each release (`render-release.ts`).
import type { RuleResult } from "../governance/index.ts";
import type { Diagnostic } from "../source/index.ts";
import type { Opaque } from "../values/index.ts";
import type { Config } from "./0-config/config.ts";
import type { SettingFlags } from "./0-config/settings.ts";
import type { Provider } from "./1-provider/provider.ts";
import type { Module } from "./2-module/module.ts";
import type { ReleaseValues, ValueInputs } from "./3-release/release-values.ts";
import type { Release } from "./3-release/release.ts";
import type { Plan } from "./4-match/plan.ts";
import type { SilentJob } from "./5-execute/execute.ts";
import type { Manifest } from "./5-execute/manifest.ts";
import type { CueAccess } from "./cue-access.ts";
import type { PipelineHost } from "./host.ts";
import { PIPELINE_CODE } from "./pipeline-code.ts";
import type { PlainStruct } from "./plain-value.ts";
import { renderRelease } from "./render-release.ts";
import { chosenEnvironments, openSession } from "./session.ts";
import { Trace } from "./trace.ts";

export interface RenderRequest {
  /** The module's folder, absolute. */
  readonly path: string;
  /** `--config`, absolute. */
  readonly config?: string;
  readonly flags?: SettingFlags;
  /** What a relative path of the platform is relative to. */
  readonly cwd?: string;
  /** `-t`: what `@tag(key)` stands for. */
  readonly tags?: readonly string[];
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
  /** What each rule of each policy said. */
  readonly rules: readonly RuleResult[];
  /** In the order of applying. */
  readonly manifests: readonly Manifest[];
  /** Transformers that match and print nothing, with what they say why. */
  readonly silent?: readonly SilentJob[];
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
  const opened = await openSession(host, { ...request, rendering: isRendering(until) }, trace);
  const { session, config, module } = opened;
  const shared = { manifests: [], rules: [], trace, ...(config && { config }), ...(module && { module }) };
  if (session === undefined) return { ...shared, diagnostics: opened.diagnostics };
  const { cue } = session;
  if (until === "module") return { ...shared, cue, diagnostics: opened.diagnostics };
  const chosen = chosenEnvironments(session, { names: request.environment === undefined ? [] : [request.environment] });
  const [target] = chosen.value ?? [];
  if (request.environment !== undefined && target === undefined)
    return { ...shared, cue, diagnostics: [...opened.diagnostics, ...chosen.diagnostics] };
  const { environment: _, ...rest } = request;
  const result = await renderRelease(session, { ...rest, ...(target && { environment: target }) }, until, trace);
  return { ...shared, cue, ...result, diagnostics: escalate([...opened.diagnostics, ...result.diagnostics], request) };
}

const isRendering = (until: Until): boolean => until === "match" || until === "execute";

/** A component that reads `values` renders as before until somebody gives other values: then it is wrong. */
function escalate(
  diagnostics: readonly Diagnostic[],
  { values, environment, strict }: Pick<RenderRequest, "values" | "environment" | "strict">,
): readonly Diagnostic[] {
  const given = (values?.files?.length ?? 0) + (values?.sets?.length ?? 0) + (values?.platform?.length ?? 0) > 0;
  if (!given && environment === undefined && strict !== true) return diagnostics;
  return diagnostics.map((d) => (d.code === PIPELINE_CODE.valuesReference ? { ...d, severity: "error" } : d));
}
