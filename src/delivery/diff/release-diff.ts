// Two renders of one release: which objects and fields differ, and why.
import { objectOrigins } from "../../pipeline/index.ts";
import type { Explained, FieldOrigin, Manifest } from "../../pipeline/index.ts";
import { isSecretManifest } from "../../secrets/index.ts";
import { Causes } from "./cause.ts";
import type { Cause, DiffSide, FileNames } from "./cause.ts";
import { fieldChanges } from "./field-change.ts";
import type { FieldChange, Step } from "./field-change.ts";
import { pairObjects } from "./pair-objects.ts";

export interface ReleaseDiff {
  /** `staging/blog`. */
  readonly id: string;
  readonly change: "added" | "removed" | "changed" | "same";
  readonly objects: readonly ObjectDiff[];
}

interface ObjectDiff {
  readonly kind: string;
  readonly group: string;
  readonly name: string;
  readonly namespace: string;
  readonly component: string;
  readonly change: "added" | "removed" | "changed";
  /** The name it had, if that is another one. */
  readonly formerName?: string;
  /** Of an object that is on both sides. */
  readonly fields: readonly ExplainedChange[];
  /** Why an object is there or gone. */
  readonly cause?: Cause;
}

interface ExplainedChange extends FieldChange {
  readonly cause?: Cause;
}

export async function diffRelease(
  id: string,
  before: DiffSide | undefined,
  after: DiffSide | undefined,
  names: FileNames,
): Promise<ReleaseDiff> {
  const pairs = pairObjects(before?.result.manifests ?? [], after?.result.manifests ?? []);
  const objects: ObjectDiff[] = [];
  const causes = new Causes(before, after, names);
  for (const pair of pairs) {
    const found = await diffObject(pair.before, pair.after, before?.result, after?.result, causes);
    if (found !== undefined) objects.push(found);
  }
  const change =
    before === undefined ? "added" : after === undefined ? "removed" : objects.length > 0 ? "changed" : "same";
  return { id, change, objects };
}

async function diffObject(
  a: Manifest | undefined,
  b: Manifest | undefined,
  before: Explained | undefined,
  after: Explained | undefined,
  causes: Causes,
): Promise<ObjectDiff | undefined> {
  const { identity, component } = (b ?? a)!;
  const head = {
    kind: identity.kind,
    group: identity.group,
    name: identity.name,
    namespace: identity.namespace,
    component,
  };
  const originsOf = async (result: Explained | undefined, manifest: Manifest | undefined): Promise<Origins> =>
    result === undefined || manifest === undefined ? () => undefined : objectOrigins(result, manifest);
  if (a === undefined || b === undefined) {
    // In a release that is new or gone as a whole, that is the reason.
    const whole = before === undefined || after === undefined;
    const named = whole ? undefined : (await originsOf(b === undefined ? before : after, b ?? a))(["metadata", "name"]);
    const change = { path: [identity.kind, identity.name] };
    const cause = whole
      ? undefined
      : causes.of(change, a === undefined ? undefined : named, b === undefined ? undefined : named);
    return { ...head, change: a === undefined ? "added" : "removed", fields: [], ...(cause && { cause }) };
  }
  const secret = isSecretManifest(a.object) || isSecretManifest(b.object);
  const changes = fieldChanges(a.object, b.object, ([first]) => secret && (first === "data" || first === "stringData"));
  if (changes.length === 0) return undefined;
  const left = await originsOf(before, a);
  const right = await originsOf(after, b);
  const fields = changes.map((change): ExplainedChange => {
    const from = leafOrigins(left, steps(change.path, "before"), change.before);
    const to = leafOrigins(right, steps(change.path, "after"), change.after);
    const cause = causes.of(change, from, to);
    return { ...change, ...(cause && { cause }) };
  });
  const former = a.identity.name === b.identity.name ? {} : { formerName: a.identity.name };
  return { ...head, change: "changed", ...former, fields };
}

type Origins = (steps: readonly string[]) => readonly FieldOrigin[] | undefined;

/** A struct or list has no line of its own that says anything; its first leaf that has one speaks for it. */
function leafOrigins(origins: Origins, path: readonly string[], value: unknown): readonly FieldOrigin[] | undefined {
  if (typeof value !== "object" || value === null) return origins(path);
  const all: FieldOrigin[] = [];
  const visit = (inner: unknown, at: readonly string[]): void => {
    if (all.length > 20) return;
    if (Array.isArray(inner)) inner.forEach((item, i) => visit(item, [...at, String(i)]));
    else if (typeof inner === "object" && inner !== null && Object.keys(inner).length > 0)
      for (const [name, item] of Object.entries(inner)) visit(item, [...at, name]);
    else all.push(...(origins(at) ?? []));
  };
  visit(value, path);
  return all;
}

function steps(path: readonly Step[], side: "before" | "after"): string[] {
  return path.map((step) => (typeof step === "string" ? step : String(step[side] ?? step.key)));
}
