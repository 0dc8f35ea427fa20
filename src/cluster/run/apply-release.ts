// A plan, run: recorded before the first change, pruned after everything else went well, recorded again at the end.
// Killed anywhere, the record says what may be there, and the next run goes on from it.
import { clusterCode } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { ApiError } from "../client/api-error.ts";
import type { ApiMap } from "../client/api-map.ts";
import { TransportFault } from "../client/transport.ts";
import { groupVersion, keyOf, nameOf } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import type { PlannedRelease } from "../plan/plan-release.ts";
import { changesAnything } from "../plan/plan.ts";
import type { Step } from "../plan/plan.ts";
import type { PreparedObject } from "../plan/prepare-objects.ts";
import { refusalDiagnostic } from "../plan/refusal.ts";
import { sealManifest } from "../plan/sealed-manifests.ts";
import { Lease, LockLost, Locked, expired } from "../record/lease.ts";
import type { LeaseOptions } from "../record/lease.ts";
import { keptText } from "../record/kept-objects.ts";
import type { KeptObject } from "../record/kept-objects.ts";
import { applySetId } from "../record/marks.ts";
import { DamagedRecord, NewerRecord } from "../record/record-store.ts";
import type { StoredRecord } from "../record/record-store.ts";
import { nextRevision, settled, union, withRevision } from "../record/release-record.ts";
import type { RecordEntry, ReleaseRecord, RevisionInfo } from "../record/release-record.ts";
import { explainFailure } from "../status/explain-failure.ts";
import { StepFailed, applyStep } from "./apply-step.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { deleteObjects, leftText } from "./delete-objects.ts";
import { outsideNeeds } from "./outside-needs.ts";
import { waitReady } from "./wait-ready.ts";
import type { WaitResult, WaitTarget } from "./wait-ready.ts";

export interface ApplyOptions {
  readonly wait: boolean;
  readonly timeoutMs: number;
  readonly noActivityMs?: number;
  /** Digest of the values, the commit: what the history says of this run. */
  readonly values?: string;
  readonly commit?: string;
  /** The version of a record whose lock is known to be nobody's any more: see `awaitLock`. */
  readonly deadLock?: string;
  /** A text holds a secret: it is not kept. */
  holdsSecret(text: string): boolean;
  readonly health?: (object: PreparedObject) => WaitTarget["health"];
}

export interface ApplyResult {
  readonly outcome: "unchanged" | "deployed" | "failed";
  readonly revision: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly done: readonly Step[];
  /** Not reached any more. */
  readonly left: readonly Step[];
}

export async function applyRelease(
  context: ClusterContext,
  planned: PlannedRelease,
  options: ApplyOptions,
): Promise<ApplyResult> {
  const { plan, stored } = planned;
  const nothing = !changesAnything(plan.steps);
  const sameRecord = stored !== undefined && isSettled(planned, stored);
  if (nothing && sameRecord)
    return { outcome: "unchanged", revision: stored.record.revision, diagnostics: [], done: [], left: [] };
  let lease: Lease;
  try {
    const alive = stored?.lock !== undefined && stored.resourceVersion !== options.deadLock;
    const before = alive ? await takeOver(context, stored) : stored;
    const { record, revision } = await pendingRecord(context, planned, options, before?.record);
    context.emit({ type: "phase", phase: "record" });
    lease = await Lease.take(
      context.store,
      context.clock,
      leaseOptions(context, before?.resourceVersion),
      before,
      record,
    );
    return await new Run(context, planned, options, lease, revision).run();
  } catch (error) {
    if (error instanceof Locked)
      return {
        outcome: "failed",
        revision: stored?.record.revision ?? 0,
        diagnostics: [lockedDiagnostic(plan.release, error)],
        done: [],
        left: plan.steps,
      };
    throw error;
  }
}

export function lockedDiagnostic(
  { name, namespace }: { name: string; namespace: string },
  { lock }: Locked,
): Diagnostic {
  return {
    code: clusterCode.locked,
    severity: "error",
    message: `another run is changing the release ${name} in ${namespace}: ${lock.holder}`,
    ...(lock.acquired !== "" && { notes: [`since ${lock.acquired}`] }),
    hint: `wait for it; if it is dead, its lock ends ${lock.ttl} seconds after its last sign of life`,
  };
}

export function leaseOptions({ holder, leaseSeconds }: ClusterContext, dead: string | undefined): LeaseOptions {
  return { holder, ...(leaseSeconds !== undefined && { seconds: leaseSeconds }), ...(dead !== undefined && { dead }) };
}

/** Whoever holds the lock is alive, and we are told, or dead, and it is ours. */
export async function takeOver(context: ClusterContext, stored: StoredRecord): Promise<StoredRecord | undefined> {
  return expired(context.store, stored, context.clock, ({ holder, ttl }) =>
    context.emit({ type: "waiting-for-lock", holder, seconds: ttl }),
  );
}

/**
 * Before planning a change: whoever else is changing the release is told of, or was dead all the time. The version of a
 * record whose lock has run out.
 */
export async function awaitLock(
  context: ClusterContext,
  release: { readonly name: string; readonly namespace: string },
): Promise<{ readonly dead?: string; readonly diagnostics: readonly Diagnostic[] }> {
  const stored = await context.store.read(release.namespace, release.name).catch((error: unknown) => {
    // What is wrong with the record is told when it is needed.
    if (error instanceof DamagedRecord || error instanceof NewerRecord || error instanceof ApiError) return undefined;
    throw error;
  });
  if (stored?.lock === undefined) return { diagnostics: [] };
  try {
    const now = await takeOver(context, stored);
    return { ...(now?.lock !== undefined && { dead: now.resourceVersion }), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof Locked)) throw error;
    return { diagnostics: [lockedDiagnostic(release, error)] };
  }
}

/** The record says already what it would say in the end. */
function isSettled({ plan, objects, live }: PlannedRelease, { record, lock }: StoredRecord): boolean {
  if (lock !== undefined || record.pending !== undefined || record.state !== "deployed") return false;
  const known = new Map(record.current.map((entry) => [keyOf(entry), entry]));
  const info = record.history.find(({ revision }) => revision === record.revision);
  if (info?.render !== plan.render || record.release.version !== plan.release.version) return false;
  const keys = new Set([
    ...objects.keys(),
    ...plan.steps.filter((step) => step.action === "keep" && !step.done).map(({ id }) => keyOf(id)),
  ]);
  if (known.size !== keys.size) return false;
  return [...keys].every((key) => {
    const entry = known.get(key);
    const uid = live.get(key)?.metadata.uid;
    return entry !== undefined && (uid === undefined || entry.uid === uid);
  });
}

async function pendingRecord(
  context: ClusterContext,
  planned: PlannedRelease,
  options: ApplyOptions,
  before: ReleaseRecord | undefined,
): Promise<{ record: ReleaseRecord; revision: number }> {
  const { plan, objects, recorded, key, digests } = planned;
  const { release } = plan;
  const revision = before === undefined ? 1 : nextRevision(before);
  const sealed: KeptObject[] = [];
  for (const { object, component, after } of objects.values()) {
    const kept = await sealManifest(object, key, options.holdsSecret);
    if (kept !== undefined) sealed.push({ object: kept, component, after });
  }
  const stored = await keepRevision(context, planned, keptText(sealed));
  const info: RevisionInfo = {
    revision,
    operation: plan.operation,
    at: context.clock.date().toISOString(),
    by: context.by,
    module: release.module,
    version: release.version,
    ...(release.environment !== undefined && { environment: release.environment }),
    render: plan.render,
    ...(options.values !== undefined && { values: options.values }),
    ...(options.commit !== undefined && { commit: options.commit }),
    objects: objects.size,
    outcome: "pending",
    ...(stored && { stored }),
  };
  const wanted = [...objects.values()].map((object) =>
    entryOf(object, planned.live.get(object.key), digests, plan.steps),
  );
  const history = (before?.history ?? []).map((old): RevisionInfo =>
    old.outcome === "pending" ? { ...old, outcome: "failed" } : old,
  );
  return {
    revision,
    record: {
      schema: 1,
      release,
      state: "pending",
      revision: before?.revision ?? 0,
      current: before?.current ?? recorded,
      pending: { revision, entries: union(recorded, wanted) },
      key,
      history: withRevision(history, info),
      ...(before?.rollout !== undefined && { rollout: before.rollout }),
    },
  };
}

/** The namespace of the record must be there before the record can be. */
async function keepRevision(
  context: ClusterContext,
  planned: PlannedRelease,
  text: string,
): Promise<RevisionInfo["stored"]> {
  const { plan, objects, namespaceMissing } = planned;
  if (namespaceMissing) {
    const map = await context.api.resources();
    const resource = map.find("v1", "Namespace")!;
    const own = [...objects.values()].find(({ id }) => id.kind === "Namespace" && id.name === plan.release.namespace);
    const bare: KubeObject = { apiVersion: "v1", kind: "Namespace", metadata: { name: plan.release.namespace } };
    try {
      if (own !== undefined) await context.api.apply(resource, own.object);
      else await context.api.create(resource, bare);
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === "AlreadyExists")) throw error;
    }
  }
  return context.store.keep(plan.release, text);
}

function entryOf(
  { id, key, object, component }: PreparedObject,
  live: KubeObject | undefined,
  digests: ReadonlyMap<string, string>,
  steps: readonly Step[],
): RecordEntry {
  const step = steps.find((one) => keyOf(one.id) === key);
  const fresh = step?.action === "create" || step?.action === "replace";
  const uid = fresh ? undefined : live?.metadata.uid;
  const digest = digests.get(key);
  return {
    ...id,
    version: groupVersion(object.apiVersion).version,
    ...(uid !== undefined && { uid }),
    ...(component !== "" && { component }),
    ...(id.kind === "Namespace" && live === undefined && { created: true }),
    ...(digest !== undefined && step?.done !== true && fresh && { digest }),
  };
}

class Stop extends Error {
  readonly diagnostics: readonly Diagnostic[];
  constructor(diagnostics: readonly Diagnostic[]) {
    super("stopped");
    this.diagnostics = diagnostics;
  }
}

class Run {
  readonly #context: ClusterContext;
  readonly #planned: PlannedRelease;
  readonly #options: ApplyOptions;
  readonly #lease: Lease;
  readonly #revision: number;
  readonly #steps: ReadonlyMap<string, Step>;
  readonly #applied = new Map<string, KubeObject>();
  readonly #done: Step[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  #applySet = "";

  constructor(context: ClusterContext, planned: PlannedRelease, options: ApplyOptions, lease: Lease, revision: number) {
    this.#context = context;
    this.#planned = planned;
    this.#options = options;
    this.#lease = lease;
    this.#revision = revision;
    this.#steps = new Map(planned.plan.steps.map((step) => [keyOf(step.id), step]));
  }

  async run(): Promise<ApplyResult> {
    const { plan, objects } = this.#planned;
    this.#applySet = await applySetId(plan.release);
    try {
      const count = plan.steps.filter(
        ({ action }) => action !== "none" && action !== "keep" && action !== "delete",
      ).length;
      await this.#prune(true);
      this.#context.emit({ type: "phase", phase: "apply", count });
      for (const wave of plan.waves) {
        await outsideNeeds(this.#context, wave.needsOutside, this.#options.timeoutMs);
        await this.#awaitAll(wave.needsReady, "before what comes next can be applied");
        await this.#applyWave(wave.keys);
      }
      if (this.#options.wait) await this.#awaitAll([...objects.keys()]);
      const left = await this.#prune(false);
      await this.#lease.finish((record) => this.#final(record, left));
      await this.#context.store.sweep(this.#lease.stored);
      return this.#result("deployed");
    } catch (error) {
      return this.#failed(error);
    }
  }

  async #applyWave(keys: readonly string[]): Promise<void> {
    const { objects } = this.#planned;
    const failures: Diagnostic[] = [];
    let lost: unknown;
    await Promise.all(
      keys.map(async (key) => {
        const step = this.#steps.get(key);
        const object = objects.get(key)!;
        if (step === undefined || step.action === "none" || step.action === "keep") return;
        try {
          const applied = await applyStep(this.#context, step, object, {
            timeoutMs: this.#options.timeoutMs,
            check: () => this.#lease.check(),
          });
          this.#applied.set(key, applied);
          this.#done.push(step);
          this.#context.emit({
            type: "done",
            action: step.action,
            id: step.id,
            ...(step.component !== "" && { component: step.component }),
          });
        } catch (error) {
          if (error instanceof ApiError) failures.push(refusalDiagnostic(object, error, this.#context.redact));
          else if (error instanceof StepFailed)
            failures.push({
              code: clusterCode.applyFailed,
              severity: "error",
              message: `${nameOf(step.id)}: ${error.message}`,
              ...(object.place && { places: [object.place] }),
              ...(error.notes.length > 0 && { notes: error.notes.map(this.#context.redact) }),
            });
          else lost ??= error;
        }
      }),
    );
    if (lost !== undefined) throw lost;
    if (failures.length > 0) throw new Stop(failures);
  }

  async #awaitAll(keys: readonly string[], why = ""): Promise<void> {
    if (keys.length === 0) return;
    const map = await this.#refreshed(keys);
    const targets = keys.flatMap((key) => this.#target(key, map));
    if (targets.length === 0) return;
    this.#context.emit({ type: "phase", phase: "wait", count: targets.length });
    const bad = await waitReady(this.#context, map, targets, {
      timeoutMs: this.#options.timeoutMs,
      ...(this.#options.noActivityMs !== undefined && { noActivityMs: this.#options.noActivityMs }),
      applySet: this.#applySet,
      check: () => this.#lease.check(),
    });
    if (bad.length > 0) throw new Stop(await Promise.all(bad.map((result) => this.#notReady(result, map, why))));
  }

  /** After a definition is there its kind can be found. */
  async #refreshed(keys: readonly string[]): Promise<ApiMap> {
    const { objects } = this.#planned;
    const defines = keys.some((key) => objects.get(key)?.id.kind === "CustomResourceDefinition");
    return this.#context.api.resources(defines);
  }

  #target(key: string, map: ApiMap): WaitTarget[] {
    const object = this.#planned.objects.get(key);
    if (object === undefined || object.policy.skip.has("wait") || object.policy.skip.has("apply")) return [];
    if (this.#steps.get(key)?.done === true) return [];
    const applied = this.#applied.get(key) ?? this.#planned.live.get(key);
    const resource = map.find(object.object.apiVersion, object.id.kind) ?? object.resource;
    const health = this.#options.health?.(object);
    return [
      {
        id: object.id,
        resource,
        ...(applied?.metadata.uid !== undefined && { uid: applied.metadata.uid }),
        ...(applied?.metadata.generation !== undefined && { generation: applied.metadata.generation }),
        ...(object.policy.timeoutMs !== undefined && { timeoutMs: object.policy.timeoutMs }),
        ...(health && { health }),
      },
    ];
  }

  async #notReady(
    { id, health, message, object, timedOut }: WaitResult,
    map: ApiMap,
    why: string,
  ): Promise<Diagnostic> {
    const { redact, api } = this.#context;
    const prepared = this.#planned.objects.get(keyOf(id));
    const notes = object === undefined ? [] : await explainFailure(api, map, object, redact);
    const over = timedOut && health !== "Failed";
    const component = prepared?.component ? ` (component ${prepared.component})` : "";
    return {
      code: over ? clusterCode.timedOut : clusterCode.notReady,
      severity: "error",
      message: `${nameOf(id)}${component} ${over ? "is not ready in time" : "has failed"}${why === "" ? "" : ` ${why}`}: ${redact(message)}`,
      args: { object: nameOf(id), health },
      ...(prepared?.place && { places: [{ ...prepared.place, label: "it comes from here" }] }),
      ...(notes.length > 0 && { notes }),
    };
  }

  /** Last of all, and only if everything before went well. What could not be deleted stays in the record. */
  async #prune(first: boolean): Promise<ReadonlySet<string>> {
    const deletions = this.#planned.plan.steps.filter(
      (step) => step.action === "delete" && (step.first === true) === first,
    );
    if (deletions.length === 0) return new Set();
    await this.#lease.confirm();
    this.#context.emit({ type: "phase", phase: "prune", count: deletions.length });
    const map = await this.#context.api.resources();
    const outcome = await deleteObjects(this.#context, map, deletions, {
      applySet: this.#applySet,
      timeoutMs: this.#options.timeoutMs,
      check: () => this.#lease.check(),
      done: (id) => {
        const step = this.#steps.get(keyOf(id));
        if (step !== undefined) this.#done.push(step);
        this.#context.emit({ type: "done", action: "delete", id });
      },
    });
    const stuck = outcome.left.filter((one) => one.stuck);
    for (const one of outcome.left)
      this.#diagnostics.push({
        code: one.stuck ? clusterCode.notGone : clusterCode.kept,
        severity: one.stuck ? "error" : "warning",
        message: one.stuck ? `${nameOf(one.id)} does not go` : `${leftText(one)}: it is kept`,
        ...(one.stuck && {
          notes: one.why.map(this.#context.redact),
          hint: "the record keeps it: the next run goes on",
        }),
      });
    if (first && stuck.length > 0) throw new Stop([]);
    const unreached = deletions.filter(
      ({ id }) => !outcome.gone.has(keyOf(id)) && !outcome.left.some((one) => keyOf(one.id) === keyOf(id)),
    );
    return new Set([...stuck.map(({ id }) => keyOf(id)), ...unreached.map(({ id }) => keyOf(id))]);
  }

  #final(record: ReleaseRecord, left: ReadonlySet<string>): ReleaseRecord {
    const { plan, objects, live, digests, recorded } = this.#planned;
    const known = new Map(union(recorded, record.pending?.entries ?? []).map((entry) => [keyOf(entry), entry]));
    const entries: RecordEntry[] = [...objects.values()].map((object): RecordEntry => {
      const now = this.#applied.get(object.key) ?? live.get(object.key);
      const before = known.get(object.key);
      const uid = now?.metadata.uid ?? before?.uid;
      const digest = digests.get(object.key);
      return {
        ...object.id,
        version: groupVersion(object.object.apiVersion).version,
        ...(uid !== undefined && { uid }),
        ...(object.component !== "" && { component: object.component }),
        ...(before?.created === true && { created: true }),
        ...(digest !== undefined && { digest }),
      };
    });
    for (const step of plan.steps) {
      const key = keyOf(step.id);
      const stays = (step.action === "keep" && step.done !== true) || left.has(key);
      const entry = known.get(key);
      if (stays && entry !== undefined) entries.push(entry);
    }
    const unserved = recorded.filter((entry) => this.#planned.unserved.has(keyOf(entry)) && !objects.has(keyOf(entry)));
    const { pending: _, ...rest } = record;
    return {
      ...rest,
      state: "deployed",
      revision: this.#revision,
      current: union([], [...entries, ...unserved]),
      history: settled(record.history, this.#revision, "deployed"),
    };
  }

  async #failed(error: unknown): Promise<ApplyResult> {
    if (error instanceof LockLost) {
      this.#diagnostics.push({
        code: clusterCode.lockLost,
        severity: "error",
        message: "the release's record was changed by someone else: this run stopped, and pruned nothing",
        hint: "look at it with status, then run again",
      });
      return this.#result("failed");
    }
    if (error instanceof Stop) this.#diagnostics.push(...error.diagnostics);
    else if (error instanceof StepFailed)
      this.#diagnostics.push({ code: clusterCode.dependency, severity: "error", message: error.message });
    else if (error instanceof ApiError)
      this.#diagnostics.push({
        code: clusterCode.server,
        severity: "error",
        message: `the server refused: ${this.#context.redact(error.words).slice(0, 1000)}`,
      });
    else if (!(error instanceof TransportFault)) {
      await this.#lease.release();
      throw error;
    } else
      this.#diagnostics.push({
        code: clusterCode.unreachable,
        severity: "error",
        message: error.message,
        hint: "run again: it goes on where this stopped",
      });
    try {
      await this.#lease.finish((record) => ({
        ...record,
        state: "failed",
        pending: { revision: this.#revision, entries: this.#withUids(record) },
        history: settled(record.history, this.#revision, "failed"),
      }));
    } catch (second) {
      if (!(second instanceof LockLost || second instanceof ApiError || second instanceof TransportFault)) throw second;
    }
    return this.#result("failed");
  }

  #withUids(record: ReleaseRecord): readonly RecordEntry[] {
    return (record.pending?.entries ?? []).map((entry) => {
      const uid = this.#applied.get(keyOf(entry))?.metadata.uid;
      return uid === undefined ? entry : { ...entry, uid };
    });
  }

  #result(outcome: "deployed" | "failed"): ApplyResult {
    const left = this.#planned.plan.steps.filter(
      (step) => step.action !== "none" && step.action !== "keep" && !this.#done.includes(step),
    );
    const failed = outcome === "failed" || this.#diagnostics.some(({ severity }) => severity === "error");
    return {
      outcome: failed ? "failed" : outcome,
      revision: this.#revision,
      diagnostics: this.#diagnostics,
      done: this.#done,
      left,
    };
  }
}
