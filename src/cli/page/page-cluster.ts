// The clusters of a served page: what is there, what applying would do, and applying, if that is allowed.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { canonicalJson } from "../../cluster/index.ts";
import { Places } from "../../picture/index.ts";
import type { ClusterPicture, LiveObject, Picture, StepPicture } from "../../picture/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { painter } from "../print/colour.ts";
import { fieldValue } from "../print/field-value.ts";
import { stepData } from "../print/plan-data.ts";
import { RunPrinter } from "../print/run-printer.ts";
import { applyTarget } from "../session/cluster-apply.ts";
import { planOptions, waitFlags } from "../session/cluster-options.ts";
import { originsFor, planTarget } from "../session/cluster-plan.ts";
import type { PlannedTarget } from "../session/cluster-plan.ts";
import { ClusterSessions, failureOf } from "../session/cluster-session.ts";
import type { ClusterSession } from "../session/cluster-session.ts";
import { openTargets } from "../session/cluster-target.ts";
import type { ClusterTarget, ClusterTargets, Noun } from "../session/cluster-target.ts";
import { liveRelease } from "../session/live-release.ts";
import type { LiveRelease } from "../session/live-release.ts";
import { savedPlan } from "../session/saved-plan.ts";
import type { SavedPlan } from "../session/saved-plan.ts";
import type { PageNames } from "./page-names.ts";

interface Shown {
  readonly picture: Picture;
  readonly names: PageNames;
}

interface Reached {
  readonly context: CommandContext;
  readonly targets: ClusterTargets;
  readonly target: ClusterTarget;
  readonly session: ClusterSession;
}

/** Plans that were shown; older ones are forgotten. */
const MOST_PLANS = 64;

export class PageCluster {
  readonly #context: CommandContext;
  readonly #shown: () => Shown;
  readonly #plans = new Map<string, SavedPlan>();

  constructor(context: CommandContext, shown: () => Shown) {
    this.#context = context;
    this.#shown = shown;
  }

  /** What is in the cluster of a release, and what applying would do; undefined for a release that is not there. */
  look(id: string): Promise<ClusterPicture | undefined> {
    return this.#reach(id, {}, async (reached, told) => {
      const { targets, target, session, context } = reached;
      const live = await liveRelease(session, target, true);
      targets.report(live.diagnostics.filter(({ severity }) => live.value !== undefined || severity !== "error"));
      const planned = await planTarget(context, targets, target, session, { look: true });
      return this.#picture(session, live.value, planned && { planned, steps: await stepsOf(context, planned) }, told);
    });
  }

  /** Runs a plan that was shown, exactly as it was, or not at all; then looks again. */
  async apply(id: string, plan: string): Promise<ClusterPicture | undefined> {
    const saved = this.#plans.get(plan);
    const problems = await this.#reach(id, { yes: true }, async (reached, told) => {
      const { context, targets, target, session } = reached;
      const waiting = waitFlags(context);
      if (waiting !== undefined && saved !== undefined) {
        const printer = new RunPrinter(context.io, false, painter(context.io, "stderr", context.options["color"]));
        await applyTarget({ context, targets, session, printer, waiting }, target, saved);
        printer.clear();
      }
      return { objects: [], diagnostics: this.#told(told) };
    });
    const now = await this.look(id);
    return now && problems && { ...now, diagnostics: [...problems.diagnostics, ...now.diagnostics] };
  }

  /** Opens the release and its cluster; everything that is told on the way is kept. */
  async #reach(
    id: string,
    more: CommandContext["options"],
    work: (reached: Reached, told: readonly Diagnostic[]) => Promise<ClusterPicture>,
  ): Promise<ClusterPicture | undefined> {
    const release = this.#shown().picture.releases.find((one) => one.id === id);
    if (release === undefined) return undefined;
    const { options, args } = this.#context;
    const told: Diagnostic[] = [];
    const context: CommandContext = {
      ...this.#context,
      args: args.slice(0, 1),
      options: {
        ...options,
        ...more,
        ...(release.environment !== undefined && { environment: [release.environment] }),
      },
      report: (diagnostics) => void told.push(...diagnostics),
    };
    const targets = await openTargets(context, this.#noun(id));
    const target = targets.targets.find((one) => this.#idOf(one) === id);
    const sessions = new ClusterSessions(context, targets.secrets.redactor, () => {});
    try {
      const session = target && (await sessions.open(target.cluster));
      if (target === undefined || session === undefined) return { objects: [], diagnostics: this.#told(told) };
      try {
        return await work({ context, targets, target, session }, told);
      } catch (error) {
        const failure = await failureOf(error, session);
        if (failure === undefined) throw error;
        targets.report([failure]);
        return this.#picture(session, undefined, undefined, told);
      }
    } finally {
      sessions.close();
    }
  }

  #noun(id: string): Noun {
    const { kind, bundles } = this.#shown().picture;
    if (kind === "module") return "mod";
    return bundles.some(({ waves }) => waves.flat().some(({ release }) => release === id)) ? "bundle" : "release";
  }

  /** As the picture names it. */
  #idOf({ job, environment }: ClusterTarget): string {
    const field = job!.field;
    if (this.#shown().picture.kind === "module") return environment ?? field;
    return environment === undefined ? field : `${environment}/${field}`;
  }

  #picture(
    { cluster }: ClusterSession,
    live: LiveRelease | undefined,
    plan: { readonly planned: PlannedTarget; readonly steps: readonly StepPicture[] } | undefined,
    told: readonly Diagnostic[],
  ): ClusterPicture {
    return {
      context: cluster.connection.context,
      server: cluster.connection.server,
      ...(live && {
        record: {
          name: live.release.name,
          namespace: live.release.namespace,
          revision: live.revision,
          state: live.state,
          version: live.release.version,
          ...(live.holder !== undefined && { lockedBy: live.holder }),
          ...(live.unfinished !== undefined && { pending: live.unfinished }),
        },
      }),
      objects: (live?.objects ?? []).map(liveObject),
      ...(plan && { steps: plan.steps, plan: this.#keep(plan.planned) }),
      diagnostics: this.#told(told),
    };
  }

  #keep(planned: PlannedTarget): string {
    const content = savedPlan(planned.planned, planOptions(this.#context));
    const name = createHash("sha256").update(canonicalJson(content)).digest("hex");
    this.#plans.delete(name);
    this.#plans.set(name, content);
    if (this.#plans.size > MOST_PLANS) this.#plans.delete(this.#plans.keys().next().value!);
    return name;
  }

  /** Safe already: what is reported has passed the redactor. */
  #told(told: readonly Diagnostic[]): ClusterPicture["diagnostics"] {
    const { names } = this.#shown();
    const { cwd } = this.#context.io;
    // As they are reported: relative to the current folder.
    const places = new Places((file) => names.of(existsSync(resolve(cwd, file)) ? resolve(cwd, file) : file));
    return told.map((d) => places.diagnostic(d));
  }
}

async function stepsOf(context: CommandContext, planned: PlannedTarget): Promise<StepPicture[]> {
  const origins = await originsFor(context, planned);
  return planned.planned.plan.steps.map((step): StepPicture => {
    const { changes } = stepData(step, origins) as { changes?: readonly ChangeData[] };
    return {
      action: step.action,
      object: objectId(step.id),
      component: step.component,
      reason: step.reason,
      changes: (changes ?? []).map(({ field, before, after, setBy = [], origin = [] }) => ({
        field,
        before: fieldValue(before ?? undefined, false),
        after: fieldValue(after ?? undefined, false),
        setBy: setBy.map(managerText),
        origin,
      })),
    };
  });
}

interface Manager {
  readonly manager: string;
  readonly time: string;
}

interface ChangeData {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly setBy?: readonly Manager[];
  readonly origin?: readonly string[];
}

function liveObject({ id, component, health, message, warning, drift, driftUnknown, pods }: Live): LiveObject {
  return {
    object: objectId(id),
    component,
    health,
    message: [message, warning].filter((text) => text !== undefined && text !== "").join("; "),
    drift: drift.map(({ field, applied, now, by }) => ({
      field,
      applied: fieldValue(applied ?? undefined, false),
      now: fieldValue(now ?? undefined, false),
      by: by.map(managerText),
    })),
    ...(driftUnknown !== undefined && { driftUnknown }),
    pods,
  };
}

type Live = LiveRelease["objects"][number];

const objectId = ({ kind, namespace, name }: Live["id"]): string =>
  namespace === "" ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;

const managerText = ({ manager, time }: Manager): string => (time === "" ? manager : `${manager}, ${time}`);
