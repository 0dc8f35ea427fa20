// From a line of a manifest back to what made it: the transformer's line, the component's field, the value, the file.
import type { Value } from "../../cue/index.ts";
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, Place } from "../../source/index.ts";
import { leavesOf, nearestName, pathText } from "../../values/index.ts";
import type { Path } from "../../values/index.ts";
import { evaluateJob, jobValue } from "../5-execute/job.ts";
import { writtenParts } from "../5-execute/job-input.ts";
import { read } from "../5-execute/references.ts";
import type { Manifest } from "../5-execute/manifest.ts";
import { prepareJobs } from "../5-execute/prepare.ts";
import type { PreparedJob } from "../5-execute/prepare.ts";
import type { RenderResult } from "../pipeline.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { plainValue } from "../plain-value.ts";
import type { ReleaseResult } from "../render-release.ts";
import { explainValue } from "./explain-value.ts";
import type { ValueExplanation } from "./explain-value.ts";
import { jobInputs } from "./job-inputs.ts";
import { shownValues } from "./shown-values.ts";

export interface FieldExplanation {
  readonly object: string;
  readonly path: string;
  /** As JSON; `***` for secrets. */
  readonly value: string;
  /** From the manifest to the file that somebody wrote. */
  readonly origins: readonly FieldOrigin[];
}

export interface FieldOrigin {
  readonly what: "rendered by" | "transformer" | "component" | "environment" | "value" | "shadows" | "made from";
  readonly text: string;
  readonly place?: Place;
}

/** What is needed of a render. */
export type Explained = Pick<
  RenderResult,
  "cue" | "module" | "plan" | "release" | "provider" | "values" | "manifests"
> &
  Pick<ReleaseResult, "environment">;

/** `resource` is `Kind/name` or `Kind/namespace/name`, with a path behind it: `Deployment/web.spec.replicas`. */
export async function explainField(rendered: Explained, resource: string): Promise<Outcome<FieldExplanation>> {
  const result = asShown(rendered);
  const found = findManifest(result.manifests, resource);
  if (found.value === undefined) return { diagnostics: found.diagnostics };
  const { manifest, path } = found.value;
  const opened = await openObject(result, manifest);
  if (opened.value === undefined) return { diagnostics: opened.diagnostics };
  const { job, start } = opened.value;
  const steps = fieldSteps(path);
  const item = start && walk(start, steps);
  if (item === undefined) return { diagnostics: [noField(start, path, steps)] };
  const renamed = renamedTo(result, manifest, steps, item);
  return {
    value: {
      object: objectName(manifest),
      path,
      value: renamed ?? valueText(item, manifest),
      origins: [
        { what: "rendered by", text: `${manifest.transformer} from ${job.subject}` },
        ...(renamed === undefined
          ? []
          : [{ what: "rendered by" as const, text: "objectNames: the release's name comes before it" }]),
        ...fieldOrigins(result, opened.value, item, steps),
      ],
    },
    diagnostics: [],
  };
}

/** The name that stands in the manifest where it was made of the one that the transformer gave. */
function renamedTo(
  { release }: Explained,
  { object }: Manifest,
  steps: Parameters<typeof read>[1],
  item: Value,
): string | undefined {
  const there = release?.namesObjects === true ? read(object, steps) : undefined;
  return typeof there === "string" && plainValue(item) !== there ? JSON.stringify(there) : undefined;
}

/** Answers for many fields of one object, which is evaluated once; undefined for a field that is not there. */
export async function objectOrigins(
  rendered: Explained,
  manifest: Manifest,
): Promise<(steps: readonly string[]) => readonly FieldOrigin[] | undefined> {
  const result = asShown(rendered);
  const opened = await openObject(result, manifest);
  if (opened.value === undefined) return () => undefined;
  const object = opened.value;
  return (steps) => {
    const item = object.start && walk(object.start, steps);
    return item && fieldOrigins(result, object, item, steps);
  };
}

function asShown(result: Explained): Explained {
  const { module, values } = result;
  return module === undefined || values === undefined ? result : { ...result, values: shownValues(module, values) };
}

interface OpenedObject {
  readonly job: PreparedJob;
  /** The transformer with what the job gives it. */
  readonly made: Value | undefined;
  /** Of the object, where the transformer makes several. */
  readonly key: string | undefined;
  readonly start: Value | undefined;
}

function objectIn(made: Value, key: string | undefined): Value | undefined {
  const output = made.field("output");
  return key === undefined ? output : (output?.field(key) ?? output?.elements()[Number(key)]);
}

/** The object again, evaluated alone, with its expressions. */
async function openObject(result: Explained, manifest: Manifest): Promise<Outcome<OpenedObject>> {
  const { cue, plan, release, provider } = result;
  if (cue === undefined || plan === undefined || release === undefined || provider === undefined)
    throw new Error("explain needs a rendered module");
  const job = prepareJobs(plan, release, provider).jobs.find(
    (j) => j.transformer === manifest.transformer && j.component === manifest.component && j.policy === manifest.policy,
  );
  if (job === undefined) throw new Error("a manifest without a job");
  const original = await job.source.original();
  if (original.value === undefined) return { diagnostics: original.diagnostics };
  const context = cue.program.context();
  const made = jobValue(context, job, original.value);
  evaluateJob(context, job, made);
  return { value: { job, made, key: manifest.key, start: made && objectIn(made, manifest.key) }, diagnostics: [] };
}

function findManifest(manifests: readonly Manifest[], resource: string): Outcome<{ manifest: Manifest; path: string }> {
  const slash = resource.indexOf("/");
  const kind = (slash < 0 ? resource.split(".")[0]! : resource.slice(0, slash)).toLowerCase();
  for (const manifest of manifests) {
    const { identity } = manifest;
    if (identity.kind.toLowerCase() !== kind) continue;
    for (const name of [`${identity.namespace}/${identity.name}`, identity.name]) {
      const rest = resource.slice(slash + 1);
      if (rest === name) return { value: { manifest, path: "" }, diagnostics: [] };
      if (rest.startsWith(`${name}.`))
        return { value: { manifest, path: rest.slice(name.length + 1) }, diagnostics: [] };
    }
  }
  const known = manifests.map(objectName);
  const near = nearestName(resource.split(".")[0]!, known);
  return {
    diagnostics: [
      {
        ...tell(PIPELINE_CODE.noObject, "no object is named {resource}", { resource: resource.split(".")[0]! }),
        severity: "error",
        notes: [`objects: ${known.join(", ")}`],
        ...(near !== null && { hint: advise(PIPELINE_CODE.noObject, "did you mean {near}?", { near }) }),
      },
    ],
  };
}

const objectName = ({ identity }: Manifest): string => `${identity.kind}/${identity.name}`;

/** `spec.ports[0]`, `labels."example.com/team"`, `labels["example.com/team"]`. */
function fieldSteps(path: string): string[] {
  return [...path.matchAll(/"([^"]*)"|[^."[\]]+/g)].map((found) => found[1] ?? found[0]);
}

function walk(from: Value, steps: readonly string[]): Value | undefined {
  let v: Value | undefined = from;
  // Names may hold dots themselves: the longest name that fits is taken.
  for (let i = 0; i < steps.length && v !== undefined;) {
    const here: Value = v;
    let length = steps.length - i;
    let next: Value | undefined;
    for (; length > 0; length--) {
      const name = steps.slice(i, i + length).join(".");
      next = here.field(name) ?? (/^[0-9]+$/.test(name) ? here.elements()[Number(name)] : undefined);
      if (next !== undefined) break;
    }
    v = next;
    i += Math.max(1, length);
  }
  return v;
}

function noField(start: Value | undefined, path: string, steps: readonly string[]): Diagnostic {
  let v = start;
  let good = 0;
  while (v !== undefined && good < steps.length) {
    const next = walk(v, [steps[good]!]);
    if (next === undefined) break;
    v = next;
    good++;
  }
  const names = v === undefined ? [] : v.entries().map(({ name }) => name);
  const near = nearestName(steps[good] ?? "", names);
  return {
    ...tell(PIPELINE_CODE.noObject, "the object has no field {path}", { path }),
    severity: "error",
    ...(names.length > 0 && {
      notes: [`fields of ${steps.slice(0, good).join(".") || "the object"}: ${names.join(", ")}`],
    }),
    ...(near !== null && { hint: advise(PIPELINE_CODE.noObject, "did you mean {near}?", { near }) }),
  };
}

function valueText(v: Value, { identity }: Manifest): string {
  if (identity.kind === "Secret") return "***";
  const text = JSON.stringify(plainValue(v), (_, x: unknown) => (typeof x === "bigint" ? String(x) : x));
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function fieldOrigins(
  result: Explained,
  { job, made, key: object }: OpenedObject,
  item: Value,
  steps: readonly string[],
): FieldOrigin[] {
  const out: FieldOrigin[] = [];
  const seen = new Set<string>();
  const add = (origin: FieldOrigin): void => {
    const key = `${origin.what} ${origin.text} ${origin.place?.file.name} ${origin.place?.span.start}`;
    if (!seen.has(key)) out.push(origin);
    seen.add(key);
  };
  const subject: Place[] = [];
  const literal = item.scalar?.place;
  for (const place of [...item.declarations().map((declaration) => declaration.place), literal]) {
    if (place === undefined) continue;
    if (place.label !== undefined) subject.push(place);
    else if (!place.file.name.startsWith("opmodel.dev/schemas/kubernetes@"))
      add({ what: "transformer", text: oneLine(place), place });
  }
  const fieldIn = (other: Value): Value | undefined => {
    const start = objectIn(other, object);
    return start && walk(start, steps);
  };
  // What a transformer computes is no longer any of the lines that it is made from.
  const inputs = subject.length > 0 ? { written: [], environment: [] } : jobInputs(result, job, made, fieldIn);
  subject.push(...inputs.written);
  for (const origin of inputs.environment) add(origin);
  if (subject.length === 0 && inputs.environment.length === 0) subject.push(...ownLabel(job, steps));
  for (const { label, ...place } of subject) {
    const text = `${job.subject} ${label}`;
    const paths = valuesBehind(result, job, label);
    const value = paths.flatMap((path) => valueSteps(result, path));
    // A value that stands there as it is was written elsewhere.
    const isValue = value.some((step) => step.place !== undefined && isSamePlace(step.place, place));
    add({ what: "component", text, ...(!isValue && { place }) });
    for (const step of value) add(step);
  }
  return out;
}

const isSamePlace = (a: Place, b: Place): boolean => a.file.name === b.file.name && a.span.start === b.span.start;

/** Labels and annotations are texts made of the component's: the line of the one with that name. */
function ownLabel({ inputs: [subject] }: PreparedJob, steps: readonly string[]): Place[] {
  const at = steps.findIndex((s) => s === "labels" || s === "annotations" || s === "matchLabels" || s === "selector");
  if (subject === undefined || at < 0 || at === steps.length - 1) return [];
  const wanted = ["metadata", steps[at] === "annotations" ? "annotations" : "labels", steps.slice(at + 1).join(".")];
  for (const { path, place } of writtenParts(subject.tree.fields[0]!.value))
    if (path.length === 3 && wanted.every((step, i) => path[i] === step)) return [place];
  return [];
}

/** The values that a part of a component is made from. */
function valuesBehind({ release, values }: Explained, { component }: PreparedJob, label: string | undefined): Path[] {
  const subject = release?.components.find(({ id }) => id === component)?.cue.get();
  if (release === undefined || values === undefined || subject === undefined || label === undefined) return [];
  const { root } = release.cue.get();
  const paths = [...leavesOf(values.tree)].map(({ path }) => path);
  const names = new Map(paths.map((path) => [`from ${pathText(path)}`, path]));
  const marked = root.marking(
    paths.map((path) => ["values", ...path]),
    (path) => `from ${pathText((path as Path).slice(1))}`,
  );
  const whole = marked?.at("components", component);
  const part = whole && walk(whole, fieldSteps(label));
  return (part?.marks() ?? []).flatMap((name): Path[] => {
    const path = names.get(name);
    return path === undefined ? [] : [path];
  });
}

/** The value of a path and all that it shadows, and what it is made from. */
function valueSteps(result: Explained, path: Path): FieldOrigin[] {
  const { module, values } = result;
  const explained = module && values && explainValue(module, values, path);
  return explained === undefined ? [] : chain(explained, "value");
}

function chain({ path, steps, inputs }: ValueExplanation, what: "value" | "made from"): FieldOrigin[] {
  return [
    ...steps.map((step): FieldOrigin => ({
      what: step.wins ? what : "shadows",
      text: `${path} = ${step.value} (${step.source}${step.locked ? ", locked" : ""})`,
      place: step.place,
    })),
    ...inputs.flatMap((input) => chain(input, "made from")),
  ];
}

function oneLine({ file, span }: Place): string {
  const text = file.text.slice(span.start, Math.max(span.end, span.start + 1)).replace(/\s+/g, " ");
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
