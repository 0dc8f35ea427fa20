import type { Value } from "../../cue/index.ts";
import { reasonOf, tell } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { TransformerOriginal, TransformerSource } from "../1-provider/provider.ts";
import type { CueAccess, CueProgram } from "../cue-access.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { isStruct, plainValue } from "../plain-value.ts";
import type { Plain } from "../plain-value.ts";
import { sealedValue } from "../sealed-value.ts";
import { decodeOutput } from "./decode-output.ts";
import type { DecodedObject } from "./decode-output.ts";
import { guardSecrets } from "./guard-secrets.ts";
import type { SecretGuard } from "./guard-secrets.ts";
import type { JobInput } from "./job-input.ts";

/** One transformer over one component, policy, or set of secrets. */
export interface Job {
  /** FQN. */
  readonly transformer: string;
  readonly source: TransformerSource;
  /** What it is about, for messages: `component web`. */
  readonly subject: string;
  /** What is unified with the transformer. */
  readonly inputs: readonly JobInput[];
  readonly secrets: SecretGuard;
}

/** A job whose transformer is there already. */
export type RunnableJob = Omit<Job, "source">;

export interface JobResult {
  readonly objects: readonly DecodedObject[];
  /** Why there is none, as the transformer says. */
  readonly nothing?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs one job on a context of its own, which nobody uses after it. */
export function runJob(program: CueProgram, job: RunnableJob, transformer: TransformerOriginal): JobResult {
  const cue = program.context();
  return evaluateJob(cue, job, jobValue(cue, job, transformer));
}

/** A transformer with what a job gives it; undefined if there is no such transformer. */
export function jobValue(
  cue: CueAccess,
  { inputs }: RunnableJob,
  { instance, path }: TransformerOriginal,
): Value | undefined {
  const definition = cue.root(instance).lookupPath(path.replace(/^\./, ""));
  return definition.field("#transform")?.with(...inputs.map(({ tree }) => tree));
}

/** What a job makes of it; explain looks at what is left in the context. */
export function evaluateJob(cue: CueAccess, job: RunnableJob, root: Value | undefined): JobResult {
  const diagnostics: Diagnostic[] = [];
  const said = root?.field("output");
  // A condition that does not hold, and nothing else, says nothing at all.
  const output = said?.incompleteKind === "top" ? undefined : said;
  const broken = root === undefined || said !== undefined ? [] : cue.errors(root, {});
  if (root === undefined || broken.length > 0)
    return { objects: [], diagnostics: [failed(job, "it has no output", broken)] };
  const errors = output === undefined ? [] : cue.errors(output, { concrete: true, final: true });
  if (errors.length > 0) return { objects: [], diagnostics: errors.map((d) => jobDiagnostic(d, job)) };
  const guarded = guardSecrets((output === undefined ? {} : sealedValue(output)) ?? null, job.secrets, job);
  if (guarded.diagnostics.length > 0) return { objects: [], diagnostics: guarded.diagnostics };
  const decoded = decodeOutput(guarded.value);
  diagnostics.push(...decoded.diagnostics.map((d) => jobDiagnostic(d, job)));
  diagnostics.push(...warningsOf(job, root.field("warnings")));
  const objects = decoded.value ?? [];
  if (objects.length > 0 || diagnostics.length > 0) return { objects, diagnostics };
  const nothing = root.text("nothing");
  if (nothing !== undefined) return { objects, nothing, diagnostics };
  return {
    objects,
    diagnostics: [
      {
        ...tell(PIPELINE_CODE.nothingRendered, "{subject}: {transformer} matches and printed nothing", {
          subject: job.subject,
          transformer: job.transformer,
        }),
        severity: "warning",
      },
    ],
  };
}

function warningsOf(job: RunnableJob, warnings: Value | undefined): Diagnostic[] {
  const list: Plain | undefined = warnings && plainValue(warnings);
  if (!Array.isArray(list)) return [];
  return (list as readonly Plain[]).map((text): Diagnostic => ({
    ...tell(PIPELINE_CODE.transformerWarning, "{subject}: {warning}", {
      subject: job.subject,
      warning: isStruct(text) ? JSON.stringify(text) : String(text),
    }),
    severity: "warning",
    notes: [`said by ${job.transformer}`],
  }));
}

function failed(job: RunnableJob, why: string, causes: readonly Diagnostic[]): Diagnostic {
  return {
    ...tell(PIPELINE_CODE.transformerFailed, "{subject}: {transformer} failed: {problem}", {
      subject: job.subject,
      transformer: job.transformer,
      problem: why,
    }),
    severity: "error",
    notes: causes.map((c) => c.message),
  };
}

/** An error of the transformer. The module's own lines come first: they are what the user can change. */
function jobDiagnostic(d: Diagnostic, job: RunnableJob): Diagnostic {
  // What the job was given has its path as a label.
  const own = (d.places ?? []).filter((place) => place.label !== undefined);
  const args = { ...d.args, subject: job.subject, transformer: job.transformer };
  return {
    ...(reasonOf(d) === undefined
      ? { code: d.code, message: d.message, args }
      : tell(PIPELINE_CODE.transformerFailed, "{problem}", { ...args, problem: d.message })),
    severity: "error",
    ...(d.path !== undefined && { path: d.path }),
    places: [...own, ...(d.places ?? []).filter((place) => !own.includes(place))],
    notes: [`in ${job.subject}, rendered by ${job.transformer}`, ...(d.notes ?? [])],
    ...(d.hint !== undefined && { hint: d.hint }),
  };
}
