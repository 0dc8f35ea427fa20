// Planning a release against a live cluster: reads everything, changes nothing.
import { clusterCode, hasErrors, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { ApiError } from "../client/api-error.ts";
import type { FieldConflict } from "../client/api-error.ts";
import type { ApiMap } from "../client/api-map.ts";
import { keyOf, nameOf } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { canonicalJson, randomHex, sha256Hex } from "../record/blob.ts";
import { applySetId } from "../record/marks.ts";
import type { StoredRecord } from "../record/record-store.ts";
import { recordedEntries } from "../record/release-record.ts";
import type { RecordEntry, ReleaseIdentity } from "../record/release-record.ts";
import type { ClusterContext } from "../run/cluster-context.ts";
import { withAutoscalers } from "./autoscaling.ts";
import { defaultLimits } from "./blast-radius.ts";
import type { BlastLimits } from "./blast-radius.ts";
import { makePlan } from "./make-plan.ts";
import type { PlanOptions } from "./make-plan.ts";
import { orderObjects } from "./order.ts";
import { prepareObjects } from "./prepare-objects.ts";
import type { PreparedObject, RenderedObject } from "./prepare-objects.ts";
import { probe, probeAdopted } from "./probe.ts";
import type { Probe } from "./probe.ts";
import type { Plan, Step } from "./plan.ts";
import { readRecord } from "./read-record.ts";
import type { ReadRecord } from "./read-record.ts";
import { rightsDiagnostics } from "./rights.ts";
import { sealManifest } from "./sealed-manifests.ts";
import { countForeign, countDependents } from "./surroundings.ts";
import { findMarked, survey } from "./survey.ts";
import type { Asked } from "./survey.ts";

export interface ReleaseRequest {
  readonly release: ReleaseIdentity;
  readonly rendered: readonly RenderedObject[];
  readonly operation: string;
  readonly options: PlanOptions & {
    /** Conflicts that are won: all, or those of a field or a manager. */
    readonly forceConflicts: true | readonly string[];
    readonly createNamespace: boolean;
  };
  readonly limits?: BlastLimits;
  /** Only to be looked at: what stands in the way is part of the plan instead of an error. */
  readonly look?: boolean;
}

export interface PlannedRelease {
  readonly plan: Plan;
  readonly objects: ReadonlyMap<string, PreparedObject>;
  readonly live: ReadonlyMap<string, KubeObject>;
  readonly stored: StoredRecord | undefined;
  /** What the release may have in the cluster now. */
  readonly recorded: readonly RecordEntry[];
  readonly digests: ReadonlyMap<string, string>;
  readonly confirm: readonly Step[];
  readonly key: string;
  readonly namespaceMissing: boolean;
  /** Of the render, for plan files: without a record there is no key, and then secrets count only as being there. */
  readonly fileDigest: string;
  /** Keys of recorded objects whose kind the server does not serve any more. */
  readonly unserved: ReadonlySet<string>;
}

export async function planRelease(
  context: ClusterContext,
  request: ReleaseRequest,
): Promise<{ readonly value?: PlannedRelease; readonly diagnostics: readonly Diagnostic[] }> {
  const { api } = context;
  const { release, options } = request;
  const applySet = await applySetId(release);
  const diagnostics: Diagnostic[] = [];
  const map = await api.resources();
  // Who may not read it lacks more: all of it is told together, at the end.
  const read = await readRecord(context, release, options.adopt === true).catch(refusedRecord);
  diagnostics.push(...read.diagnostics);
  if (hasErrors(diagnostics)) return { diagnostics };
  const stored = read.value;
  const prepared = prepareObjects(request.rendered, { namespace: release.namespace, applySet, map });
  diagnostics.push(...prepared.diagnostics);
  let objects = prepared.value ?? [];
  for (const { object } of objects) context.learn(object);
  const ordered = orderObjects(objects);
  diagnostics.push(...ordered.diagnostics);
  if (hasErrors(diagnostics)) return { diagnostics };

  let recorded = recordedEntries(stored?.record);
  const asked = [...objects.filter((object) => !object.undefinedKind), ...served(recorded, map, diagnostics)];
  const unread: { one: Asked; verb: string }[] = [];
  const live = await survey(api, asked, applySet, (one, verb) => void unread.push({ one, verb }));
  if (stored === undefined && (read.lost || [...live.values()].some((object) => marked(object, applySet)))) {
    const found = await findMarked(api, map, applySet, release.namespace);
    recorded = found.entries;
    diagnostics.push(lostRecord(recorded.length, found.refused));
    for (const [key, object] of await survey(api, served(recorded, map, diagnostics), applySet)) live.set(key, object);
  }
  const scaled = await withAutoscalers(api, map, objects, live);
  objects = scaled.objects;

  const coming = new Set(objects.filter(({ id }) => id.kind === "Namespace").map(({ id }) => id.name));
  const namespaces = map.find("v1", "Namespace");
  const home = namespaces && (await api.get(namespaces, "", release.namespace).catch(allowed));
  const namespaceMissing = home === undefined;
  if (namespaceMissing && options.createNamespace) coming.add(release.namespace);
  if (namespaceMissing && !coming.has(release.namespace))
    diagnostics.push({
      ...tell(clusterCode.missingNamespace, "there is no namespace {namespace}", { namespace: release.namespace }),
      severity: "error",
      hint: advise(clusterCode.missingNamespace, "--create-namespace makes it"),
    });
  if (hasErrors(diagnostics)) return { diagnostics };

  const mayForce = (object: PreparedObject, { field, manager }: FieldConflict): boolean =>
    options.forceConflicts === true ||
    options.forceConflicts.some((text) => text === manager || text === field || `.${text}` === field) ||
    isAdopted(object, live.get(object.key), options);
  const makes = (kind: string, namespace: string, name: string): boolean =>
    objects.some(
      ({ id }) => id.kind === kind && id.name === name && (id.namespace === namespace || id.namespace === ""),
    );
  const probes = new Map<string, Probe>();
  await Promise.all(
    objects.map(async (object) => {
      probes.set(
        object.key,
        await probe(api, object, { comingNamespaces: coming, makes, mayForce, look: request.look === true }),
      );
    }),
  );
  // What the server knows and our lists did not: objects without our mark.
  await Promise.all(
    objects.map(async ({ key, id, resource }) => {
      const probed = probes.get(key)!;
      const exists =
        probed.kind === "applied" ? !probed.created : probed.kind === "conflict" || probed.kind === "immutable";
      if (!exists || live.has(key)) return;
      const found = await api.get(resource, id.namespace, id.name);
      if (found !== undefined) live.set(key, found);
    }),
  );
  for (const object of live.values()) context.learn(object);
  await Promise.all(
    objects.map(async (object) => {
      const there = live.get(object.key);
      if (there !== undefined && isAdopted(object, there, options))
        probes.set(object.key, await probeAdopted(api, object, there, probes.get(object.key)!));
    }),
  );

  const digests = await digestsOf(objects);
  const foreign = await countForeign(api, map, recorded, objects, applySet);
  const dependents = await countDependents(api, map, recorded, objects, live);
  const planned = makePlan({
    applySet,
    wanted: objects,
    live,
    probes,
    recorded,
    manifests: read.manifests,
    options,
    limits: request.limits ?? defaultLimits,
    scaled: scaled.handOver,
    digests,
    foreignIn: (namespace) => foreign.get(namespace),
    dependents: (uid) => dependents.get(uid) ?? 0,
    redact: context.redact,
  });
  diagnostics.push(...withoutRepeats(planned.diagnostics));
  diagnostics.push(...(await rightsDiagnostics(context, release, planned.steps, objects, probes, map, unread)));
  const waves = (orderObjects(objects).value ?? []).map(({ objects: list, needsReady, needsOutside }) => ({
    keys: list.map(({ key }) => key),
    needsReady,
    needsOutside,
  }));
  const key = stored?.record.key ?? randomHex(32);
  const plan: Plan = {
    release,
    server: api.server,
    operation: request.operation,
    ...(stored && {
      record: { uid: stored.uid, resourceVersion: stored.resourceVersion, revision: stored.record.revision },
    }),
    render: await renderDigest(objects, key, () => false),
    steps: inOrder(planned.steps, waves),
    waves,
  };
  return {
    value: {
      plan,
      objects: new Map(objects.map((object) => [object.key, object])),
      live,
      stored,
      recorded,
      digests,
      confirm: planned.confirm,
      key,
      namespaceMissing,
      fileDigest: await renderDigest(objects, stored?.record.key, () => false),
      unserved: new Set(recorded.filter((entry) => map.preferred(entry.group, entry.kind) === undefined).map(keyOf)),
    },
    diagnostics,
  };
}

/** Of all objects as they are wanted; secrets go in as keyed digests, so that it tells nothing about them. */
async function renderDigest(
  objects: readonly PreparedObject[],
  key: string | undefined,
  holdsSecret: (text: string) => boolean,
): Promise<string> {
  const sealed = await Promise.all(objects.map(({ object }) => sealManifest(object, key, holdsSecret)));
  return sha256Hex(canonicalJson(sealed));
}

function isAdopted({ id }: PreparedObject, live: KubeObject | undefined, { adopt }: PlanOptions): boolean {
  if (live === undefined || marked(live, undefined)) return false;
  return adopt === true || adopt.some((text) => text.toLowerCase() === `${id.kind}/${id.name}`.toLowerCase());
}

function marked({ metadata }: KubeObject, applySet: string | undefined): boolean {
  const mark = metadata.labels?.["applyset.kubernetes.io/part-of"];
  return applySet === undefined ? mark !== undefined : mark === applySet;
}

/** Entries whose kind the server still serves, at whatever version; the others are kept and told. */
function served(recorded: readonly RecordEntry[], map: ApiMap, diagnostics: Diagnostic[]) {
  return recorded.flatMap((entry) => {
    const resource =
      map.find(entry.group === "" ? entry.version : `${entry.group}/${entry.version}`, entry.kind) ??
      map.preferred(entry.group, entry.kind);
    if (resource !== undefined) return [{ id: entry, resource }];
    if (!diagnostics.some(({ code, args }) => code === clusterCode.kept && args?.["kind"] === entry.kind))
      diagnostics.push({
        ...tell(clusterCode.kept, "{object}: the server no longer serves {kind}; it stays in the record", {
          object: nameOf(entry),
          kind: entry.kind,
        }),
        severity: "warning",
      });
    return [];
  });
}

function lostRecord(count: number, refused: readonly string[]): Diagnostic {
  return {
    ...tell(
      clusterCode.recordLost,
      "the release's record is gone; {count} objects carry its mark and are taken for its own",
      { count },
    ),
    severity: "warning",
    ...(refused.length > 0 && { notes: [`kinds that could not be searched: ${refused.join(", ")}`] }),
  };
}

async function digestsOf(objects: readonly PreparedObject[]): Promise<Map<string, string>> {
  const out = new Map<string, string>();
  for (const { key, id, object } of objects)
    if (id.kind === "Job") out.set(key, (await sha256Hex(canonicalJson(object))).slice(0, 32));
  return out;
}

/** Steps in the order in which they are run; deletions come last. */
function inOrder(steps: readonly Step[], waves: readonly { readonly keys: readonly string[] }[]): Step[] {
  const rank = new Map(waves.flatMap(({ keys }) => keys).map((key, i) => [key, i]));
  const of = (step: Step): number => rank.get(keyOf(step.id)) ?? Number.MAX_SAFE_INTEGER;
  return [...steps].sort((a, b) => of(a) - of(b));
}

/** The warning about one deprecated API is told once, whatever the number of objects. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, args }) => {
    if (code !== clusterCode.serverWarning) return true;
    const text = String(args?.["text"]);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

function refusedRecord(error: unknown): ReadRecord {
  if (!(error instanceof ApiError && error.code === 403)) throw error;
  return { value: undefined, lost: false, manifests: new Map(), diagnostics: [] };
}

/** Who may not read namespaces cannot know: the server will say it if one is missing. */
function allowed(error: unknown): KubeObject {
  if (error instanceof ApiError && error.code === 403)
    return { apiVersion: "v1", kind: "Namespace", metadata: { name: "" } };
  throw error;
}
