import type { Instance } from "../../cue/load/index.ts";
import { linesOf } from "../../source/index.ts";
import type { Diagnostic, Place } from "../../source/index.ts";
import type { TransformerSource } from "../1-provider/provider.ts";
import type { CueAccess, CueProgram } from "../cue-access.ts";
import { placeOfSrc } from "../cue-diagnostics.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { isStruct, plainValue } from "../plain-value.ts";
import type { Plain } from "../plain-value.ts";
import { sealedValue } from "../sealed-value.ts";
import type { SourceText } from "./component-source.ts";
import { decodeOutput } from "./decode-output.ts";
import type { DecodedObject } from "./decode-output.ts";
import { guardSecrets } from "./guard-secrets.ts";
import type { SecretGuard } from "./guard-secrets.ts";

/** One transformer over one component, policy, or set of secrets. */
export interface Job {
  /** FQN. */
  readonly transformer: string;
  readonly source: TransformerSource;
  /** What it is about, for messages: `component web`. */
  readonly subject: string;
  /** What is unified with the transformer, in terms of `packages`. */
  readonly lines: readonly string[];
  readonly packages: ReadonlyMap<string, JobPackage>;
  readonly secrets: SecretGuard;
}

/** A job whose transformer is compiled already. */
export type RunnableJob = Omit<Job, "source">;

/** A package that jobs import: something that was serialised once. */
export interface JobPackage {
  /** The file name that its places show. */
  readonly path: string;
  readonly packageName: string;
  readonly source: SourceText;
}

export interface JobResult {
  readonly objects: readonly DecodedObject[];
  readonly diagnostics: readonly Diagnostic[];
}

export const JOB_FIELD = "job";

/** Runs one job on a context of its own, which nobody uses after it. */
export function runJob(program: CueProgram, job: RunnableJob, instance: Instance): JobResult {
  return evaluateJob(program.context(), job, instance);
}

/** The same on a given context; explain looks at what is left in it. */
export function evaluateJob(cue: CueAccess, job: RunnableJob, instance: Instance): JobResult {
  const root = cue.field(cue.root(instance), JOB_FIELD);
  const output = root && cue.field(root, "output");
  const diagnostics: Diagnostic[] = [];
  if (root === undefined || output === undefined)
    return {
      objects: [],
      diagnostics: [failed(job, "it has no output", root === undefined ? [] : cue.errors(root, {}))],
    };
  const errors = cue.errors(output, { concrete: true, final: true });
  if (errors.length > 0) return { objects: [], diagnostics: errors.map((d) => jobDiagnostic(d, job)) };
  const guarded = guardSecrets(sealedValue(output, cue.labels) ?? null, job.secrets, {
    ...job,
    sources: sourcesOf(job),
  });
  if (guarded.diagnostics.length > 0) return { objects: [], diagnostics: guarded.diagnostics };
  const decoded = decodeOutput(guarded.value);
  diagnostics.push(...decoded.diagnostics.map((d) => jobDiagnostic(d, job)));
  diagnostics.push(...warningsOf(cue, job, cue.field(root, "warnings")));
  return { objects: decoded.value ?? [], diagnostics };
}

function warningsOf(cue: CueAccess, job: RunnableJob, warnings: ReturnType<CueAccess["field"]>): Diagnostic[] {
  const list: Plain | undefined = warnings && plainValue(cue.finalize(warnings), cue.labels);
  if (!Array.isArray(list)) return [];
  return (list as readonly Plain[]).map((text): Diagnostic => ({
    code: PIPELINE_CODE.transformerWarning,
    severity: "warning",
    message: `${job.subject}: ${isStruct(text) ? JSON.stringify(text) : String(text)}`,
    notes: [`said by ${job.transformer}`],
  }));
}

function failed(job: RunnableJob, why: string, causes: readonly Diagnostic[]): Diagnostic {
  return {
    code: PIPELINE_CODE.transformerFailed,
    severity: "error",
    message: `${job.subject}: ${job.transformer} failed: ${why}`,
    notes: causes.map((c) => c.message),
  };
}

/** An error of the transformer, told with the component's own places instead of the serialised text's. */
function jobDiagnostic(d: Diagnostic, job: RunnableJob): Diagnostic {
  const path = d.path?.replace(/^job\./, "");
  // The module's own lines first: they are what the user can change.
  const own = (d.places ?? []).filter((place) => packageAt(job, place.file.name) !== undefined);
  const others = (d.places ?? []).filter((place) => !own.includes(place));
  return {
    code: d.code ?? PIPELINE_CODE.transformerFailed,
    severity: "error",
    message: d.message,
    args: { subject: job.subject, transformer: job.transformer },
    ...(path !== undefined && { path }),
    places: [...own.flatMap((place) => originalPlace(place, job)), ...others],
    notes: [`in ${job.subject}, rendered by ${job.transformer}`, ...(d.notes ?? [])],
    ...(d.hint !== undefined && { hint: d.hint }),
  };
}

function originalPlace(place: Place, job: RunnableJob): Place[] {
  const source = packageAt(job, place.file.name)?.source;
  if (source === undefined) return [place];
  if (place.span.start < 0) return [];
  const line = linesOf(place).lineAt(place.span.start) - 1;
  const origin = source.origins[line];
  return origin === undefined ? [] : [{ ...placeOfSrc(origin), label: source.paths[line]!.join(".") }];
}

function sourcesOf({ packages }: RunnableJob): ReadonlyMap<string, SourceText> {
  return new Map([...packages.values()].map(({ path, source }) => [path, source]));
}

/** The package whose text has that name. */
export function packageAt(job: RunnableJob, file: string): JobPackage | undefined {
  for (const found of job.packages.values()) if (found.path === file) return found;
  return undefined;
}
