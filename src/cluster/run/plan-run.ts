// One run of a plan, under a lease: waves, waiting, prune, and how it ended.
import { clusterCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { ApiError } from "../client/api-error.ts";
import type { ApiMap } from "../client/api-map.ts";
import { TransportFault } from "../client/transport.ts";
import { groupVersion, idOf, keyOf, nameOf } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import type { PlannedRelease } from "../plan/plan-release.ts";
import type { Step } from "../plan/plan.ts";
import { refusalDiagnostic } from "../plan/refusal.ts";
import { LockLost } from "../record/lease.ts";
import type { Lease } from "../record/lease.ts";
import { applySetId } from "../record/marks.ts";
import { settled, union } from "../record/release-record.ts";
import type { RecordEntry, ReleaseRecord, RevisionInfo } from "../record/release-record.ts";
import { explainFailure } from "../status/explain-failure.ts";
import type { ApplyOptions, ApplyResult } from "./apply-release.ts";
import { StepFailed, applyStep } from "./apply-step.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { deleteObjects, leftText } from "./delete-objects.ts";
import { JobLogs, logsText } from "./job-logs.ts";
import { outsideNeeds } from "./outside-needs.ts";
import { waitReady } from "./wait-ready.ts";
import type { WaitResult, WaitTarget } from "./wait-ready.ts";

function withLogs(record: ReleaseRecord, revision: number, logs: RevisionInfo["logs"]): ReleaseRecord {
  if (logs === undefined) return record;
  return { ...record, history: record.history.map((info) => (info.revision === revision ? { ...info, logs } : info)) };
}

/** The run ends here; what follows is not begun. */
class Stop extends Error {
  readonly diagnostics: readonly Diagnostic[];
  constructor(diagnostics: readonly Diagnostic[]) {
    super("stopped");
    this.diagnostics = diagnostics;
  }
}

export class PlanRun {
  readonly #context: ClusterContext;
  readonly #planned: PlannedRelease;
  readonly #options: ApplyOptions;
  readonly #lease: Lease;
  readonly #revision: number;
  readonly #steps: ReadonlyMap<string, Step>;
  readonly #applied = new Map<string, KubeObject>();
  readonly #done: Step[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #logs: JobLogs;
  #applySet = "";

  constructor(context: ClusterContext, planned: PlannedRelease, options: ApplyOptions, lease: Lease, revision: number) {
    this.#context = context;
    this.#planned = planned;
    this.#options = options;
    this.#lease = lease;
    this.#revision = revision;
    this.#logs = new JobLogs(context);
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
      const logs = await this.#keptLogs();
      await this.#lease.finish((record) => withLogs(this.#final(record, left), this.#revision, logs));
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
              ...tell(clusterCode.applyFailed, "{object}: {problem}", {
                object: nameOf(step.id),
                problem: error.message,
              }),
              severity: "error",
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
      ended: (job) => this.#ended(job),
    });
    if (bad.length > 0) throw new Stop(await Promise.all(bad.map((result) => this.#notReady(result, map, why))));
  }

  /** What was done before is told already: only Jobs of this run are of this revision. */
  async #ended(job: KubeObject): Promise<void> {
    if (this.#applied.has(keyOf(idOf(job)))) await this.#logs.collect(job);
  }

  /** Where the logs are kept; a log that cannot be kept is no reason to fail. */
  async #keptLogs(): Promise<RevisionInfo["logs"]> {
    const { all } = this.#logs;
    if (all.length === 0) return undefined;
    try {
      return await this.#context.store.keep(this.#planned.plan.release, logsText(all));
    } catch (error) {
      if (error instanceof ApiError || error instanceof TransportFault) return undefined;
      throw error;
    }
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
    const more = why === "" ? "" : ` ${why}`;
    const args = { object: nameOf(id), component, why: more, problem: redact(message), health };
    return {
      ...(over
        ? tell(clusterCode.timedOut, "{object}{component} is not ready in time{why}: {problem}", args)
        : tell(clusterCode.notReady, "{object}{component} has failed{why}: {problem}", args)),
      severity: "error",
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
        ...(one.stuck
          ? tell(clusterCode.notGone, "{object} does not go", { object: nameOf(one.id) })
          : tell(clusterCode.kept, "{object}: it is kept", { object: leftText(one) })),
        severity: one.stuck ? "error" : "warning",
        ...(one.stuck && {
          notes: one.why.map(this.#context.redact),
          hint: advise(clusterCode.notGone, "the record keeps it: the next run goes on"),
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
        ...(object.after.length > 0 && { after: object.after }),
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
        ...tell(
          clusterCode.lockLost,
          "the release's record was changed by someone else: this run stopped, and pruned nothing",
        ),
        severity: "error",
        hint: advise(clusterCode.lockLost, "look at it with status, then run again"),
      });
      return this.#result("failed");
    }
    if (error instanceof Stop) this.#diagnostics.push(...error.diagnostics);
    else if (error instanceof StepFailed)
      this.#diagnostics.push({
        ...tell(clusterCode.dependency, "{problem}", { problem: error.message }),
        severity: "error",
      });
    else if (error instanceof ApiError)
      this.#diagnostics.push({
        ...tell(clusterCode.server, "the server refused: {problem}", {
          problem: this.#context.redact(error.words).slice(0, 1000),
        }),
        severity: "error",
      });
    else if (!(error instanceof TransportFault)) {
      await this.#lease.release();
      throw error;
    } else
      this.#diagnostics.push({
        ...tell(clusterCode.unreachable, "{problem}", { problem: error.message }),
        severity: "error",
        hint: advise(clusterCode.unreachable, "run again: it goes on where this stopped"),
      });
    try {
      const logs = await this.#keptLogs();
      await this.#lease.finish((record) =>
        withLogs(
          {
            ...record,
            state: "failed",
            pending: { revision: this.#revision, entries: this.#withUids(record) },
            history: settled(record.history, this.#revision, "failed"),
          },
          this.#revision,
          logs,
        ),
      );
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
