// From a line of a manifest back to what made it: the transformer's line, the component's field, the value, the file.
import { defaultVertex, derefValue } from "../../cue/eval/index.ts";
import { Tag, conjunctExpr } from "../../cue/value/index.ts";
import type { Src, Vertex } from "../../cue/value/index.ts";
import { linesOf } from "../../source/index.ts";
import type { Diagnostic, Outcome, Place } from "../../source/index.ts";
import { explain, nearestName, originalPlace, secretPathTest } from "../../values/index.ts";
import { JobCompiler } from "../5-execute/compile-job.ts";
import { JOB_FIELD, evaluateJob, packageAt } from "../5-execute/job.ts";
import type { Manifest } from "../5-execute/manifest.ts";
import { prepareJobs } from "../5-execute/prepare.ts";
import type { PreparedJob } from "../5-execute/prepare.ts";
import type { CueAccess } from "../cue-access.ts";
import { placeOfSrc } from "../cue-diagnostics.ts";
import type { RenderResult } from "../pipeline.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { plainValue } from "../plain-value.ts";

export interface FieldExplanation {
  readonly object: string;
  readonly path: string;
  /** As JSON; `***` for secrets. */
  readonly value: string;
  /** From the manifest to the file that somebody wrote. */
  readonly origins: readonly FieldOrigin[];
}

export interface FieldOrigin {
  readonly what: "rendered by" | "transformer" | "component" | "value" | "shadows";
  readonly text: string;
  readonly place?: Place;
}

/** What is needed of a render. */
export type Explained = Pick<RenderResult, "cue" | "plan" | "release" | "provider" | "values" | "manifests">;

/** `resource` is `Kind/name` or `Kind/namespace/name`, with a path behind it: `Deployment/web.spec.replicas`. */
export async function explainField(result: Explained, resource: string): Promise<Outcome<FieldExplanation>> {
  const found = findManifest(result.manifests, resource);
  if (found.value === undefined) return { diagnostics: found.diagnostics };
  const { manifest, path } = found.value;
  const opened = await openObject(result, manifest);
  if (opened.value === undefined) return { diagnostics: opened.diagnostics };
  const { job, context, start } = opened.value;
  const steps = fieldSteps(path);
  const vertex = start && walk(context, start, steps);
  if (vertex === undefined) return { diagnostics: [noField(context, start, path, steps)] };
  return {
    value: {
      object: objectName(manifest),
      path,
      value: valueText(context, vertex, manifest),
      origins: [
        { what: "rendered by", text: `${manifest.transformer} from ${job.subject}` },
        ...fieldOrigins(result, job, vertex, steps),
      ],
    },
    diagnostics: [],
  };
}

/** Answers for many fields of one object, which is evaluated once; undefined for a field that is not there. */
export async function objectOrigins(
  result: Explained,
  manifest: Manifest,
): Promise<(steps: readonly string[]) => readonly FieldOrigin[] | undefined> {
  const opened = await openObject(result, manifest);
  if (opened.value === undefined) return () => undefined;
  const { job, context, start } = opened.value;
  return (steps) => {
    const vertex = start && walk(context, start, steps);
    return vertex && fieldOrigins(result, job, vertex, steps);
  };
}

interface OpenedObject {
  readonly job: PreparedJob;
  readonly context: CueAccess;
  readonly start: Vertex | undefined;
}

/** The object again, evaluated alone, with its expressions. */
async function openObject(result: Explained, manifest: Manifest): Promise<Outcome<OpenedObject>> {
  const { cue, plan, release, provider } = result;
  if (cue === undefined || plan === undefined || release === undefined || provider === undefined)
    throw new Error("explain needs a rendered module");
  const job = prepareJobs(cue, plan, release, provider).jobs.find(
    (j) => j.transformer === manifest.transformer && j.component === manifest.component && j.policy === manifest.policy,
  );
  if (job === undefined) throw new Error("a manifest without a job");
  const original = await job.source.original();
  if (original.value === undefined) return { diagnostics: original.diagnostics };
  const instance = new JobCompiler(cue.program).compile(job, original.value);
  const context = cue.program.context();
  evaluateJob(context, job, instance);
  const output = context.at(context.root(instance), JOB_FIELD, "output");
  const start =
    manifest.key === undefined
      ? output
      : output && (context.field(output, manifest.key) ?? element(context, output, Number(manifest.key)));
  return { value: { job, context, start }, diagnostics: [] };
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
        code: PIPELINE_CODE.noObject,
        severity: "error",
        message: `no object is named ${resource.split(".")[0]}`,
        notes: [`objects: ${known.join(", ")}`],
        ...(near !== null && { hint: `did you mean ${near}?` }),
      },
    ],
  };
}

const objectName = ({ identity }: Manifest): string => `${identity.kind}/${identity.name}`;

/** `spec.ports[0]`, `labels."example.com/team"`, `labels["example.com/team"]`. */
function fieldSteps(path: string): string[] {
  return [...path.matchAll(/"([^"]*)"|[^."[\]]+/g)].map((found) => found[1] ?? found[0]);
}

function walk(cue: CueAccess, from: Vertex, steps: readonly string[]): Vertex | undefined {
  let v: Vertex | undefined = from;
  // Names may hold dots themselves: the longest name that fits is taken.
  for (let i = 0; i < steps.length && v !== undefined;) {
    const here: Vertex = v;
    let length = steps.length - i;
    let next: Vertex | undefined;
    for (; length > 0; length--) {
      const name = steps.slice(i, i + length).join(".");
      next = cue.field(here, name) ?? (/^[0-9]+$/.test(name) ? element(cue, here, Number(name)) : undefined);
      if (next !== undefined) break;
    }
    v = next;
    i += Math.max(1, length);
  }
  return v;
}

function element(cue: CueAccess, v: Vertex, index: number): Vertex | undefined {
  return cue.shape(v).arcs.find((arc) => arc.label === ((index << 3) | 2));
}

function noField(cue: CueAccess, start: Vertex | undefined, path: string, steps: readonly string[]): Diagnostic {
  let v = start;
  let good = 0;
  while (v !== undefined && good < steps.length) {
    const next = walk(cue, v, [steps[good]!]);
    if (next === undefined) break;
    v = next;
    good++;
  }
  const names = v === undefined ? [] : cue.fields(v).map(({ name }) => name);
  const near = nearestName(steps[good] ?? "", names);
  return {
    code: PIPELINE_CODE.noObject,
    severity: "error",
    message: `the object has no field ${path}`,
    ...(names.length > 0 && {
      notes: [`fields of ${steps.slice(0, good).join(".") || "the object"}: ${names.join(", ")}`],
    }),
    ...(near !== null && { hint: `did you mean ${near}?` }),
  };
}

function valueText(cue: CueAccess, v: Vertex, { identity }: Manifest): string {
  if (identity.kind === "Secret") return "***";
  const text = JSON.stringify(plainValue(v, cue.labels), (_, x: unknown) => (typeof x === "bigint" ? String(x) : x));
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function fieldOrigins(result: Explained, job: PreparedJob, vertex: Vertex, steps: readonly string[]): FieldOrigin[] {
  const out: FieldOrigin[] = [];
  const seen = new Set<string>();
  const add = (origin: FieldOrigin): void => {
    const key = `${origin.what} ${origin.text} ${origin.place?.file.name} ${origin.place?.span.start}`;
    if (!seen.has(key)) out.push(origin);
    seen.add(key);
  };
  const literal = derefValue(defaultVertex(vertex)).base;
  const sources: (Src | null)[] = vertex.conjuncts.map(({ x }) => conjunctExpr(x)?.src ?? x.src);
  if (literal !== null && literal.tag !== Tag.Vertex) sources.push(literal.src);
  const subject: { line: number; source: string }[] = [];
  for (const src of sources) {
    if (src === null) continue;
    const place = placeOfSrc(src);
    if (packageAt(job, place.file.name) !== undefined)
      subject.push({ line: linesOf(place).lineAt(src.offset), source: place.file.name });
    else if (!place.file.name.startsWith("opmodel.dev/schemas/kubernetes@"))
      add({ what: "transformer", text: oneLine(place), place });
  }
  if (subject.length === 0) subject.push(...ownLabel(job, steps));
  for (const { line, source } of subject) {
    const text = packageAt(job, source)!.source;
    const path = text.paths[line - 1] ?? [];
    const origin = text.origins[line - 1];
    const place = origin && placeOfSrc(origin);
    const value = place && valueOrigins(result, place);
    if (value !== undefined && value.length > 0) {
      add({ what: "component", text: `${job.subject} ${path.join(".")}` });
      for (const step of value) add(step);
    } else {
      add({ what: "component", text: `${job.subject} ${path.join(".")}`, ...(place && { place }) });
      // An expression of the module: the values that it reads.
      for (const step of place === undefined ? [] : readValues(result, place)) add(step);
    }
  }
  return out;
}

/** Labels and annotations are texts made of the component's: the line of the one with that name. */
function ownLabel(job: PreparedJob, steps: readonly string[]): { line: number; source: string }[] {
  const text = job.packages.get("subject");
  const at = steps.findIndex((s) => s === "labels" || s === "annotations" || s === "matchLabels" || s === "selector");
  if (text === undefined || at < 0 || at === steps.length - 1) return [];
  const wanted = ["metadata", steps[at] === "annotations" ? "annotations" : "labels", steps.slice(at + 1).join(".")];
  const index = text.source.paths.findIndex((p) => p.length === 3 && wanted.every((step, i) => p[i] === step));
  return index < 0 ? [] : [{ line: index + 1, source: text.path }];
}

function readValues({ values }: Explained, place: Place): FieldOrigin[] {
  if (values === undefined) return [];
  const text = place.file.text.slice(place.span.start, Math.max(place.span.end, place.span.start));
  return [...text.matchAll(/#config((?:\.[A-Za-z_$][\w$]*)+)/g)].flatMap((found) =>
    valueSteps(values, found[1]!.slice(1).split(".")),
  );
}

/** The value of a path and all that it shadows. */
function valueSteps(values: NonNullable<Explained["values"]>, path: readonly (string | number)[]): FieldOrigin[] {
  const explained = explain(values.tree, path, secretPathTest(values.secrets));
  return (explained?.steps ?? []).map((step): FieldOrigin => ({
    what: step.wins ? "value" : "shadows",
    text: `${explained!.path} = ${step.value} (${step.source}${step.locked ? ", locked" : ""})`,
    place: step.place,
  }));
}

/** A place in the overlay is a value: the chain of those that were given for it. */
function valueOrigins({ release, values }: Explained, place: Place): FieldOrigin[] {
  if (release === undefined || values === undefined || place.file.name !== release.overlay) return [];
  const { text } = release.cue.get();
  const line = linesOf(place).lineAt(place.span.start);
  const original = originalPlace(text, line);
  if (original === undefined) return [];
  const path = overlayPathAt(text.text, line);
  const steps = path === undefined ? [] : valueSteps(values, path);
  return steps.length > 0 ? steps : [{ what: "value", text: oneLine(original), place: original }];
}

/** The path of a line below `values: {` in the overlay: it is written by us, one field a line. */
function overlayPathAt(text: string, line: number): (string | number)[] | undefined {
  const lines = text.split("\n");
  const start = lines.findIndex((l) => /^values: ?/.test(l));
  if (start < 0 || line - 1 <= start) return undefined;
  const stack: { name: string | number; depth: number; list: boolean; next: number }[] = [];
  for (let i = start + 1; i < line; i++) {
    const text = lines[i]!;
    const depth = text.length - text.trimStart().length;
    while (stack.length > 0 && stack.at(-1)!.depth >= depth) stack.pop();
    const body = text.trim();
    if (/^[\]}],?$/.test(body)) continue;
    const parent = stack.at(-1);
    const named = /^("(?:[^"\\]|\\.)*"|[A-Za-z_$#][\w$]*): /.exec(body);
    const name = parent?.list === true ? parent.next++ : named === null ? "" : unquote(named[1]!);
    stack.push({ name, depth, list: body.endsWith("["), next: 0 });
  }
  return stack.map(({ name }) => name);
}

function unquote(label: string): string {
  return label.startsWith('"') ? (JSON.parse(label) as string) : label;
}

function oneLine({ file, span }: Place): string {
  const text = file.text.slice(span.start, Math.max(span.end, span.start + 1)).replace(/\s+/g, " ");
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
