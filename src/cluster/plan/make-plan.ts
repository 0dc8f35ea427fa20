// From what is recorded, what is there, what is wanted and what the server would do with it: the steps. Pure.
import { clusterCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Told } from "../../source/index.ts";
import type { FieldConflict } from "../client/api-error.ts";
import { explainChanges, foreignFields } from "../diff/explained-change.ts";
import type { ExplainedChange } from "../diff/explained-change.ts";
import { sameValue } from "../diff/same-value.ts";
import { keyOf, listAt, matchesName, nameOf, numberAt } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { MANAGER, ownerOf } from "../record/marks.ts";
import type { RecordEntry } from "../record/release-record.ts";
import { conditionOf } from "../status/readiness.ts";
import { isAdoptable } from "./adopted-object.ts";
import { PROTECTED, blastDiagnostics } from "./blast-radius.ts";
import type { BlastLimits, Consent } from "./blast-radius.ts";
import { inDeletionOrder } from "./deletion-order.ts";
import type { Step } from "./plan.ts";
import type { PreparedObject } from "./prepare-objects.ts";
import type { Probe } from "./probe.ts";
import { pruneDecision } from "./prune-decision.ts";
import { refusalDiagnostic } from "./refusal.ts";

export interface PlanOptions extends Consent {
  readonly prune: "ask" | "yes" | "no";
  /** Objects that may be taken from others: all, or those that these name. */
  readonly adopt: true | readonly string[];
  /** Objects that may be deleted and made again. */
  readonly recreate: true | readonly string[];
}

interface PlanInput {
  readonly applySet: string;
  readonly wanted: readonly PreparedObject[];
  readonly live: ReadonlyMap<string, KubeObject>;
  readonly probes: ReadonlyMap<string, Probe>;
  readonly recorded: readonly RecordEntry[];
  /** As each object was last applied, where that is known; secrets are digests in it. */
  readonly manifests: ReadonlyMap<string, KubeObject>;
  readonly options: PlanOptions;
  readonly limits: BlastLimits;
  /** Workloads whose number an autoscaler decides: by key, the number now. */
  readonly scaled: ReadonlyMap<string, number>;
  /** Digests of manifests, for what is done once: Jobs. */
  readonly digests: ReadonlyMap<string, string>;
  foreignIn(namespace: string): number | undefined;
  dependents(uid: string): number;
  /** Makes a text from a server safe to print. */
  readonly redact: (text: string) => string;
}

interface PlannedSteps {
  readonly steps: readonly Step[];
  readonly diagnostics: readonly Diagnostic[];
  /** Objects whose deletion somebody has to say yes to. */
  readonly confirm: readonly Step[];
}

export function makePlan(input: PlanInput): PlannedSteps {
  const diagnostics: Diagnostic[] = [];
  const steps: Step[] = [];
  const confirm: Step[] = [];
  const ports = heldPorts(input);
  const recordedBy = new Map(input.recorded.map((entry) => [keyOf(entry), entry]));
  for (const object of input.wanted) {
    const planned = planWanted(object, recordedBy.get(object.key), input, ports.needs);
    if ("action" in planned) steps.push(withoutTaken(planned));
    else diagnostics.push(planned);
    const probed = input.probes.get(object.key);
    if (probed?.kind === "applied")
      for (const warning of probed.warnings)
        diagnostics.push({
          ...tell(clusterCode.serverWarning, "{object}: {warning}", {
            object: nameOf(object.id),
            warning: input.redact(warning),
            text: input.redact(warning),
          }),
          severity: "warning",
          ...(object.place && { places: [object.place] }),
        });
  }
  // An empty or broken render looks like a wish to delete everything.
  if (input.wanted.length === 0 && input.recorded.length > 0)
    diagnostics.push({
      ...tell(clusterCode.emptyRender, "nothing was rendered, but the release has {count} objects in the cluster", {
        count: input.recorded.length,
      }),
      severity: "error",
      hint: advise(clusterCode.emptyRender, "to remove it, use delete"),
    });
  const uids = new Set(input.wanted.flatMap(({ key }) => input.live.get(key)?.metadata.uid ?? []));
  const wantedKeys = new Set(input.wanted.map(({ key }) => key));
  for (const entry of input.recorded) {
    const key = keyOf(entry);
    if (wantedKeys.has(key)) continue;
    const live = input.live.get(key);
    const decided = pruneDecision(entry, live, {
      applySet: input.applySet,
      consent: input.options,
      wantedUids: uids,
      foreignIn: input.foreignIn,
    });
    if (decided.action === "forget") continue;
    const kept = decided.action === "keep" || input.options.prune === "no";
    const step: Step = {
      action: kept ? "keep" : "delete",
      id: { group: entry.group, kind: entry.kind, namespace: entry.namespace, name: entry.name },
      apiVersion: live!.apiVersion,
      component: entry.component ?? "",
      reason:
        decided.action === "keep"
          ? decided.reason
          : kept
            ? "--prune=no"
            : `${decided.reason}${ports.holds.has(key) ? "; its port is needed, so it goes first" : ""}`,
      ...(!kept && ports.holds.has(key) && { first: true }),
      ...versionOf(live!),
      forced: [],
      changes: [],
      foreign: [],
      ...(decided.action === "keep" && decided.drop && { done: true }),
    };
    steps.push(step);
    if (decided.action === "delete" && !kept && decided.confirm === true) confirm.push(step);
  }
  const planned = new Map(inDeletionOrder(steps, input.recorded, input.live).map((step) => [keyOf(step.id), step]));
  diagnostics.push(
    ...blastDiagnostics(steps, input.recorded.length, input.limits, input.options, (step) =>
      step.uid === undefined ? 0 : input.dependents(step.uid),
    ),
  );
  return { steps: [...planned.values()], diagnostics, confirm };
}

/** What a step changes is not left alone, whoever set it. */
function withoutTaken(step: Step): Step {
  const changed = new Set(step.changes.map(({ text }) => text));
  return { ...step, foreign: step.foreign.filter(({ text }) => !changed.has(text)) };
}

/** Ports of nodes that a Service holds which is no longer wanted, and a new one asks for: they cannot be both. */
function heldPorts({ wanted, recorded, live }: PlanInput): { needs: ReadonlySet<string>; holds: ReadonlySet<string> } {
  const portsOf = (object: KubeObject | undefined): number[] =>
    object?.kind === "Service"
      ? listAt(object, "spec", "ports").flatMap((port) => numberAt(port, "nodePort") ?? [])
      : [];
  const keys = new Set(wanted.map(({ key }) => key));
  const needs = new Set<string>();
  const holds = new Set<string>();
  for (const entry of recorded) {
    if (entry.kind !== "Service" || keys.has(keyOf(entry))) continue;
    const held = portsOf(live.get(keyOf(entry)));
    for (const { key, object } of wanted)
      if (!live.has(key) && portsOf(object).some((port) => held.includes(port))) {
        needs.add(key);
        holds.add(keyOf(entry));
      }
  }
  return { needs, holds };
}

function planWanted(
  object: PreparedObject,
  entry: RecordEntry | undefined,
  input: PlanInput,
  needsPort: ReadonlySet<string>,
): Step | Diagnostic {
  const { id, key, component } = object;
  const live = input.live.get(key);
  const probed = input.probes.get(key);
  const base = {
    id,
    apiVersion: object.object.apiVersion,
    component,
    forced: [] as readonly FieldConflict[],
    changes: [] as readonly ExplainedChange[],
    foreign: live === undefined ? [] : foreignFields(live, MANAGER),
    ...(live && versionOf(live)),
  };
  const error = (told: Told, more: Partial<Diagnostic> = {}): Diagnostic => ({
    ...told,
    severity: "error",
    ...(object.place && { places: [object.place] }),
    ...more,
  });
  if (object.policy.skip.has("apply"))
    return { ...base, action: "none", reason: "its annotation opmodel.dev/skip says so" };
  if (isDoneJob(object, entry, live, input))
    return { ...base, action: "none", done: true, reason: "it has run, and was cleaned up" };
  if (live !== undefined) {
    const owner = ownerOf(live.metadata, input.applySet);
    if (owner.kind !== "ours") {
      const who = owner.kind === "other" ? owner.who : "nobody that opm knows: it was made by hand or by another tool";
      // Our record knows the very object: its mark was taken off, and a run puts it back.
      const remembered = owner.kind === "nobody" && entry?.uid !== undefined && entry.uid === live.metadata.uid;
      if (!remembered && !isChosen(object, input.options.adopt))
        return error(
          tell(clusterCode.foreignObject, "{object} is there already and belongs to {who}", {
            object: nameOf(id),
            who,
          }),
          {
            args: { object: nameOf(id) },
            hint: advise(
              clusterCode.foreignObject,
              "--adopt takes it over, with the fields that the other tool set (or --adopt={kind}/{id} for this one alone)",
              { kind: id.kind, id: id.name },
            ),
          },
        );
      if (!remembered && probed?.kind !== "immutable")
        return adoption(object, live, probed, base, owner.kind === "other" ? owner.who : "whoever made it", input);
    }
    if (live.metadata.deletionTimestamp !== undefined)
      return { ...base, action: "create", reason: "it is being deleted, and made again when it is gone" };
  }
  if (
    id.kind === "Job" &&
    live !== undefined &&
    probed?.kind === "applied" &&
    conditionOf(live, "Failed")?.status === "True"
  )
    return { ...base, action: "replace", reason: "it failed: it runs again" };
  if (probed === undefined || probed.kind === "unchecked")
    return {
      ...base,
      action: live === undefined ? "create" : "update",
      reason: "it is new",
      unchecked: probed?.why ?? "",
    };
  switch (probed.kind) {
    case "conflict":
      if (probed.next === undefined || live === undefined) return conflictDiagnostic(object, probed.conflicts, input);
      return {
        ...base,
        action: "update",
        reason: "others own fields of it: applying it needs --force-conflicts",
        conflicts: probed.conflicts,
        changes: explainChanges({
          live,
          next: probed.next,
          recorded: input.manifests.get(key),
          wanted: object.object,
          manager: MANAGER,
          redact: input.redact,
        }),
      };
    case "refused":
      if (needsPort.has(key) && input.options.prune !== "no")
        return { ...base, action: "create", reason: "it is new", unchecked: "its port is freed first" };
      return refusalDiagnostic(object, probed.error, input.redact);
    case "immutable":
      return replacement(object, live, probed, base, input);
    case "applied":
  }
  const { next, forced } = probed;
  if (live === undefined || probed.created)
    return {
      ...base,
      action: "create",
      reason: entry === undefined ? "it is new" : "it was deleted from the cluster",
      changes: [],
    };
  const handOver = input.scaled.get(key);
  const changes = explainChanges({
    live,
    next,
    recorded: input.manifests.get(key),
    wanted: object.object,
    manager: MANAGER,
    redact: input.redact,
    // The number stays: somebody else owns it before we let go.
  }).filter(({ text }) => handOver === undefined || text !== ".spec.replicas");
  if (changes.length === 0) {
    if (ownsTheSame(live, next)) return { ...base, action: "none", reason: "nothing differs" };
    return {
      ...base,
      action: "own",
      forced,
      reason: "the values are the same; opm becomes an owner of the fields",
      ...(handOver !== undefined && { handOver }),
    };
  }
  return {
    ...base,
    action: "update",
    forced,
    changes,
    reason: reasonOf(changes),
    ...(handOver !== undefined && { handOver }),
  };
}

function reasonOf(changes: readonly ExplainedChange[]): string {
  const drift = changes.filter(({ kind }) => kind !== "change").length;
  if (drift === 0) return `${changes.length} ${changes.length === 1 ? "field changes" : "fields change"}`;
  if (drift === changes.length) return "it was changed in the cluster";
  return `${changes.length} fields change; ${drift} of them were changed in the cluster`;
}

/** A Job that cleans up after itself is done when it was seen and is gone; a changed one runs again. */
function isDoneJob(
  { id, key }: PreparedObject,
  entry: RecordEntry | undefined,
  live: KubeObject | undefined,
  { digests }: PlanInput,
): boolean {
  if (id.kind !== "Job" || live !== undefined || entry?.uid === undefined) return false;
  return entry.digest !== undefined && entry.digest === digests.get(key);
}

function adoption(
  object: PreparedObject,
  live: KubeObject,
  probed: Probe | undefined,
  base: Omit<Step, "action" | "reason">,
  who: string,
  input: PlanInput,
): Step | Diagnostic {
  if (probed?.kind === "refused") return refusalDiagnostic(object, probed.error, input.redact);
  if (probed?.kind === "conflict") return conflictDiagnostic(object, probed.conflicts, input);
  const next = probed?.kind === "applied" ? probed.next : undefined;
  const changes =
    next === undefined
      ? []
      : explainChanges({
          live,
          next,
          recorded: undefined,
          wanted: object.object,
          manager: MANAGER,
          redact: input.redact,
          // Nobody has changed what was not ours.
        }).map((change): ExplainedChange => ({ ...change, kind: "change" }));
  const isUnsure = probed?.kind === "applied" && probed.isUnsure === true;
  return {
    ...base,
    foreign: base.foreign.filter(({ manager }) => !isAdoptable({ manager, operation: "Update" })),
    ...(isUnsure && { unchecked: "what only the former tool set goes too" }),
    action: "adopt",
    reason: `taken over from ${who}`,
    forced: probed?.kind === "applied" ? probed.forced : [],
    changes,
  };
}

function replacement(
  object: PreparedObject,
  live: KubeObject | undefined,
  probed: Extract<Probe, { kind: "immutable" }>,
  base: Omit<Step, "action" | "reason">,
  input: PlanInput,
): Step | Diagnostic {
  const { id, policy } = object;
  const named = (input.options.recreate === true ? [] : input.options.recreate).some(
    (text) => text.includes("/") && matchesName(id, text),
  );
  const guarded = PROTECTED.has(id.kind) || (id.kind === "StatefulSet" && hasClaims(object.object));
  const fields = probed.fields.filter((field) => field !== "").join(", ") || "some fields";
  const where = object.place && { places: [object.place] };
  if (guarded && !named)
    return {
      ...tell(
        clusterCode.neverRecreated,
        "{object} cannot be changed in {fields}, and its data would be lost if it were made again",
        { object: nameOf(id), fields },
      ),
      severity: "error",
      ...where,
      hint: advise(clusterCode.neverRecreated, "change it back; or, when the data may go, --recreate={kind}/{id}", {
        kind: id.kind,
        id: id.name,
      }),
    };
  const allowed =
    named || policy.recreate === "allowed" || (policy.recreate !== "never" && isChosen(object, input.options.recreate));
  if (!allowed)
    return {
      ...tell(clusterCode.immutable, "{object} cannot be changed in {fields}: these are fixed once it is made", {
        object: nameOf(id),
        fields,
      }),
      severity: "error",
      ...where,
      hint: advise(
        clusterCode.immutable,
        "--recreate={kind}/{id} deletes it and makes it again; the annotation opmodel.dev/recreate: allowed does so every time",
        { kind: id.kind, id: id.name },
      ),
    };
  return {
    ...base,
    action: "replace",
    reason: `${fields} cannot be changed: it is deleted and made again`,
    ...(live && versionOf(live)),
  };
}

function hasClaims(object: KubeObject): boolean {
  const claims = (object["spec"] as { volumeClaimTemplates?: unknown[] } | undefined)?.volumeClaimTemplates;
  return Array.isArray(claims) && claims.length > 0;
}

function isChosen({ id }: PreparedObject, chosen: true | readonly string[]): boolean {
  return chosen === true || chosen.some((text) => matchesName(id, text));
}

function conflictDiagnostic(
  { id, place }: PreparedObject,
  conflicts: readonly FieldConflict[],
  { redact }: PlanInput,
): Diagnostic {
  const scale = conflicts.some(({ field, subresource }) => subresource === "scale" || field === ".spec.replicas");
  return {
    ...tell(clusterCode.conflict, "{object}: others own fields that this would change", { object: nameOf(id) }),
    severity: "error",
    ...(place && { places: [place] }),
    notes: conflicts.map(
      ({ field, manager, subresource }) =>
        `${redact(field)} is owned by ${manager}${subresource === "" ? "" : ` (through ${subresource})`}`,
    ),
    hint: scale
      ? advise(
          clusterCode.conflict,
          "if an autoscaler decides the number of replicas, leave replicas out or add the HorizontalPodAutoscaler to the release; --force-conflicts takes the field",
        )
      : advise(
          clusterCode.conflict,
          "--force-conflicts takes them; --force-conflicts=FIELD or =MANAGER takes only those",
        ),
  };
}

function versionOf({ metadata }: KubeObject): { uid?: string; resourceVersion?: string } {
  return {
    ...(metadata.uid !== undefined && { uid: metadata.uid }),
    ...(metadata.resourceVersion !== undefined && { resourceVersion: metadata.resourceVersion }),
  };
}

/** Whether the fields that opm owns are the same in both. */
function ownsTheSame(live: KubeObject, next: KubeObject): boolean {
  const own = (object: KubeObject): unknown =>
    object.metadata.managedFields?.find(
      ({ manager, operation, subresource }) => manager === MANAGER && operation === "Apply" && !subresource,
    )?.fieldsV1;
  return sameValue(own(live), own(next));
}
