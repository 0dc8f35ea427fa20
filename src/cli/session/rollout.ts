// Rollouts over environments: waves in order, each applied, waited for, soaked and checked before the next.
import {
  ApiError,
  RolloutStore,
  nextStep,
  randomHex,
  recordedEntries,
  sameRollout,
  withProgress,
} from "../../cluster/index.ts";
import type { EnvironmentProgress, RolloutState, StoredRollout } from "../../cluster/index.ts";
import { clusterCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { durationMs } from "../../cluster/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { list } from "../command/mod-render.ts";
import { exitCode } from "../exit-code.ts";
import { painter } from "../print/colour.ts";
import { neutralise } from "../print/neutralise.ts";
import { dataText } from "../print/plan-data.ts";
import { RunPrinter } from "../print/run-printer.ts";
import { applyTarget } from "./cluster-apply.ts";
import { waitFlags } from "./cluster-options.ts";
import { ClusterSessions, guarded } from "./cluster-session.ts";
import type { ClusterSession } from "./cluster-session.ts";
import { openTargets } from "./cluster-target.ts";
import type { ClusterTarget, ClusterTargets } from "./cluster-target.ts";
import { conditionProblem, holds } from "./cue-condition.ts";

/** A rollout, opened: where it goes, where it is remembered. */
interface OpenRollout {
  readonly targets: ClusterTargets;
  readonly byName: ReadonlyMap<string, ClusterTarget>;
  readonly waves: RolloutState["waves"];
  readonly sessions: ClusterSessions;
  readonly printer: RunPrinter;
  readonly home: ClusterSession;
  readonly store: RolloutStore;
}

async function openRollout(context: CommandContext): Promise<OpenRollout | number> {
  const { io, options } = context;
  const named = list(options["environment"]);
  const choice = named.length > 0 ? options : { ...options, allEnvironments: true };
  const targets = await openTargets({ ...context, options: choice }, "mod");
  if (targets.failed || targets.targets.length === 0) return exitCode.validation;
  const environments = targets.targets.flatMap(({ job }) => job?.task.environment ?? []);
  const planned = wavesOf(environments, named);
  if (!Array.isArray(planned)) {
    targets.report([planned as Diagnostic]);
    return exitCode.validation;
  }
  const waves = planned as RolloutState["waves"];
  const printer = new RunPrinter(io, options["output"] === "json", painter(io, "stderr", options["color"]));
  const sessions = new ClusterSessions(context, targets.secrets.redactor, printer.emit);
  const byName = new Map(targets.targets.map((target) => [target.environment ?? "", target]));
  const first = byName.get(waves[0]?.environments[0] ?? "");
  if (first === undefined) {
    context.report([{ ...tell(clusterCode.rollout, "there is no environment to roll out to"), severity: "error" }]);
    return exitCode.validation;
  }
  const home = await sessions.open(first.cluster);
  if (home === undefined) return exitCode.validation;
  const store = new RolloutStore(home.context.api, first.namespace, first.name);
  return { targets, byName, waves, sessions, printer, home, store };
}

/** By order, then group; the alphabet decides nothing. The environments of `-e` go in the order given. */
function wavesOf(
  environments: readonly EnvironmentDefinition[],
  named: readonly string[],
): RolloutState["waves"] | Diagnostic {
  const soakOf = (list: readonly EnvironmentDefinition[]): number =>
    Math.max(0, ...list.map(({ rollout }) => durationMs(rollout.soak ?? "0s") ?? 0));
  const wrong = environments.find(
    ({ rollout }) => rollout.soak !== undefined && durationMs(rollout.soak) === undefined,
  );
  if (wrong !== undefined)
    return {
      ...tell(clusterCode.rollout, "the environment {wrong}: soak should be a time such as 10m", { wrong: wrong.name }),
      severity: "error",
      ...(wrong.place && { places: [wrong.place] }),
    };
  for (const { name, place, rollout } of environments) {
    const problem = rollout.check === undefined ? undefined : conditionProblem(rollout.check, ["objects"]);
    if (problem !== undefined)
      return {
        ...tell(clusterCode.rollout, "the environment {name}: its check cannot be asked: {problem}", { name, problem }),
        severity: "error",
        ...(place && { places: [place] }),
        hint: advise(
          clusterCode.rollout,
          'a condition over objects, such as objects."Deployment/web".status.readyReplicas >= 2',
        ),
      };
  }
  if (named.length > 0)
    return named.flatMap((name) => {
      const one = environments.find((environment) => environment.name === name);
      return one === undefined
        ? []
        : [{ name, environments: [name], approval: one.rollout.approval === true, soakMs: soakOf([one]) }];
    });
  const groups = new Map<
    string,
    { order: number | undefined; group: string | undefined; list: EnvironmentDefinition[] }
  >();
  for (const environment of environments) {
    const { order } = environment.rollout;
    const { group } = environment;
    const key = group === undefined ? `environment ${environment.name}` : `group ${group} ${order ?? ""}`;
    const wave = groups.get(key) ?? { order, group, list: [] };
    wave.list.push(environment);
    groups.set(key, wave);
  }
  const waves = [...groups.values()].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const clash = waves.find((wave, i) => i > 0 && (waves[i - 1]!.order ?? 0) === (wave.order ?? 0));
  if (clash !== undefined) {
    const same = waves
      .filter((wave) => (wave.order ?? 0) === (clash.order ?? 0))
      .flatMap((wave) => wave.list.map(({ name }) => name));
    return {
      ...tell(clusterCode.rolloutOrder, "nothing says in which order to roll out to {same}", { same: same.join(", ") }),
      severity: "error",
      places: clash.list.flatMap(({ place }) => place ?? []).slice(0, 1),
      hint: advise(
        clusterCode.rolloutOrder,
        "give them rollout.order, or one group; or name them in order: -e first -e second",
      ),
    };
  }
  const shared = (group: string): boolean => waves.filter((wave) => wave.group === group).length > 1;
  return waves.map(({ group, order, list: members }) => ({
    name: group === undefined ? members[0]!.name : shared(group) ? `${group} ${order ?? 0}` : group,
    environments: members.map(({ name }) => name),
    approval: members.some(({ rollout }) => rollout.approval === true),
    soakMs: soakOf(members),
  }));
}

/** `opm rollout start`: begins, or goes on with what another run or machine began. */
export async function startRollout(context: CommandContext): Promise<number> {
  const waiting = waitFlags(context);
  if (waiting === undefined) return exitCode.general;
  const open = await openRollout(context);
  if (typeof open === "number") return open;
  const { store, byName, waves, home, sessions, printer, targets } = open;
  const exit = await guarded(context, home, async () => {
    const any = [...byName.values()][0]!;
    let stored = await store.read();
    const wanted = { module: any.module, version: any.version, waves };
    const over = stored?.state.state === "done" || stored?.state.state === "aborted";
    if (stored !== undefined && !sameRollout(stored.state, wanted) && !over) {
      context.report([
        {
          ...tell(clusterCode.rollout, "a rollout of {version} is {state}; it is another than this one ({this})", {
            version: stored.state.version,
            state: stored.state.state,
            this: any.version,
          }),
          severity: "error",
          hint: advise(clusterCode.rollout, "finish it, or end it with opm rollout abort"),
        },
      ]);
      return exitCode.validation;
    }
    if (stored === undefined || over || !sameRollout(stored.state, wanted)) {
      const state: RolloutState = {
        schema: 1,
        id: randomHex(6),
        ...wanted,
        started: new Date().toISOString(),
        by: home.context.by,
        state: "running",
        approvals: {},
        progress: {},
      };
      await ensureNamespace(context, home, byName.get(waves[0]!.environments[0]!)!);
      stored = await store.write(state, stored);
    } else if (stored.state.state === "failed")
      stored = (await store.update((state) => ({ ...state, state: "running" })))!;
    return runRollout(context, open, waiting);
  });
  printer.clear();
  sessions.close();
  void targets;
  return exit;
}

async function ensureNamespace(
  { options }: CommandContext,
  { context }: ClusterSession,
  { namespace }: ClusterTarget,
): Promise<void> {
  if (options["createNamespace"] !== true) return;
  const resource = (await context.api.resources()).find("v1", "Namespace");
  if (resource === undefined) return;
  try {
    await context.api.create(resource, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  } catch (error) {
    if (!(error instanceof ApiError && error.reason === "AlreadyExists")) throw error;
  }
}

async function runRollout(
  context: CommandContext,
  open: OpenRollout,
  waiting: NonNullable<ReturnType<typeof waitFlags>>,
): Promise<number> {
  const { store, byName, sessions, printer, targets, home } = open;
  const say = (text: string): void => {
    printer.clear();
    if (context.options["output"] !== "json") context.io.stderr(`${neutralise(text)}\n`);
  };
  for (;;) {
    // Read each time: somebody may have paused it, or gone on with it.
    const stored = await store.read();
    if (stored === undefined) return exitCode.validation;
    const step = nextStep(stored.state, Date.now());
    switch (step.kind) {
      case "done":
        await store.update((state) => ({ ...state, state: "done" }));
        say("the rollout is done");
        return exitCode.ok;
      case "stopped":
        say(`the rollout stands still: ${step.why}`);
        return exitCode.general;
      case "gate":
        context.report([
          {
            ...tell(clusterCode.rolloutGate, "the wave {wave} ({environments}) waits for an approval", {
              wave: step.wave.name,
              environments: step.wave.environments.join(", "),
            }),
            severity: "error",
            hint: advise(clusterCode.rolloutGate, "opm rollout approve, with the same module; then start goes on"),
          },
        ]);
        return exitCode.general;
      case "soak":
        say(`${step.wave.name} soaks for ${Math.ceil(step.ms / 1000)} s`);
        await home.context.clock.sleep(Math.min(step.ms, 5000));
        continue;
      case "check": {
        const problem = await checkEnvironment(open, step.environment);
        await store.update((state) => {
          const before = state.progress[step.environment]!;
          return withProgress(
            state,
            step.environment,
            problem === undefined ? { ...before, checked: true } : { ...before, outcome: "failed", message: problem },
          );
        });
        if (problem === undefined) continue;
        context.report([
          {
            ...tell(clusterCode.rollout, "{environment}: {problem}", { environment: step.environment, problem }),
            severity: "error",
          },
        ]);
        return exitCode.validation;
      }
      case "apply": {
        const target = byName.get(step.environment)!;
        say(`wave ${step.wave.name}: ${step.environment}`);
        printer.release = target.label;
        const session = await sessions.open(target.cluster);
        const exit =
          session === undefined
            ? exitCode.validation
            : await guarded(context, session, () =>
                applyTarget({ context, targets, session, printer, waiting }, target),
              );
        const record =
          session && (await session.context.store.read(target.namespace, target.name).catch(() => undefined));
        const progress: EnvironmentProgress = {
          outcome: exit === exitCode.ok ? "deployed" : "failed",
          revision: record?.record.revision ?? 0,
          at: new Date().toISOString(),
          ...(exit !== exitCode.ok && { message: `applying it failed (exit code ${exit})` }),
        };
        await store.update((state) => withProgress(state, step.environment, progress));
        if (exit !== exitCode.ok) {
          say(`the rollout stops at ${step.environment}; what comes after it was not touched`);
          return exit;
        }
      }
    }
  }
}

/** The condition of an environment over its live objects, by `Kind/name`; without one there is nothing to check. */
async function checkEnvironment({ byName, sessions }: OpenRollout, name: string): Promise<string | undefined> {
  const target = byName.get(name)!;
  const check = target.job?.task.environment?.rollout.check;
  if (check === undefined) return undefined;
  const session = await sessions.open(target.cluster);
  if (session === undefined) return "its cluster cannot be reached";
  const { api, store, learn } = session.context;
  const stored = await store.read(target.namespace, target.name);
  const map = await api.resources();
  const objects: Record<string, unknown> = {};
  for (const entry of recordedEntries(stored?.record)) {
    // A condition sees no secret.
    const resource = map.preferred(entry.group, entry.kind);
    if (resource === undefined || entry.kind === "Secret") continue;
    const object = await api.get(resource, entry.namespace, entry.name);
    if (object === undefined) continue;
    learn(object);
    objects[`${entry.kind}/${entry.name}`] = object;
  }
  const result = holds(check, { objects });
  return result.holds ? undefined : `its check fails: ${result.why}`;
}

/** `approve`, `pause`, `resume`, `abort`: a change of what is remembered. */
export async function changeRollout(
  context: CommandContext,
  change: (state: RolloutState, by: string) => RolloutState | string,
): Promise<number> {
  const open = await openRollout(context);
  if (typeof open === "number") return open;
  const exit = await guarded(context, open.home, async () => {
    let refused: string | undefined;
    const stored: StoredRollout | undefined = await open.store.update((state) => {
      const next = change(state, open.home.context.by);
      refused = typeof next === "string" ? next : undefined;
      return typeof next === "string" ? state : next;
    });
    const message = stored === undefined ? "there is no rollout of this module" : refused;
    if (message !== undefined) {
      context.report([
        {
          ...tell(clusterCode.rollout, "{problem}", { problem: message }),
          severity: "error",
          hint: advise(clusterCode.rollout, "opm rollout status shows where it is"),
        },
      ]);
      return exitCode.validation;
    }
    context.io.stdout(rolloutText(stored!.state));
    return exitCode.ok;
  });
  open.sessions.close();
  return exit;
}

export async function showRollout(context: CommandContext): Promise<number> {
  const open = await openRollout(context);
  if (typeof open === "number") return open;
  const exit = await guarded(context, open.home, async () => {
    const stored = await open.store.read();
    if (stored === undefined) {
      context.report([
        {
          ...tell(clusterCode.rollout, "there is no rollout of this module"),
          severity: "error",
          hint: advise(clusterCode.rollout, "opm rollout start begins one"),
        },
      ]);
      return exitCode.validation;
    }
    const format = context.options["output"] ?? "table";
    context.io.stdout(format === "table" ? rolloutText(stored.state) : dataText(stored.state, format));
    return exitCode.ok;
  });
  open.sessions.close();
  return exit;
}

function rolloutText(state: RolloutState): string {
  const next = nextStep(state, Date.now());
  const lines = [
    `rollout ${state.id} of ${state.module} ${state.version}: ${state.state}, begun ${state.started} by ${state.by}`,
  ];
  for (const wave of state.waves) {
    const approved = state.approvals[wave.name];
    const gate = wave.approval
      ? approved === undefined
        ? "  waits for approval"
        : `  approved by ${approved.by}, ${approved.at}`
      : "";
    lines.push(`  ${wave.name}${gate}`);
    for (const name of wave.environments) {
      const progress = state.progress[name];
      const what =
        progress === undefined
          ? "to come"
          : `${progress.outcome}, revision ${progress.revision}, ${progress.at}${progress.message === undefined ? "" : `: ${progress.message}`}`;
      lines.push(`    ${name}  ${what}`);
    }
  }
  const names = {
    apply: "applying",
    gate: "an approval of",
    soak: "soaking",
    check: "checking",
    stopped: "nothing",
    done: "nothing",
  };
  const about =
    next.kind === "apply" || next.kind === "check"
      ? ` ${next.environment}`
      : "wave" in next
        ? ` ${next.wave.name}`
        : "";
  lines.push(`next: ${names[next.kind]}${about}`);
  return `${neutralise(lines.join("\n"))}\n`;
}
