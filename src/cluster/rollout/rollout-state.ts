// A rollout over environments, as data: what is done, what comes next. Whoever reads it can go on.

interface RolloutWave {
  readonly name: string;
  readonly environments: readonly string[];
  readonly approval: boolean;
  readonly soakMs: number;
}

export interface EnvironmentProgress {
  readonly outcome: "deployed" | "failed";
  readonly revision: number;
  readonly at: string;
  /** Its check was made, and held. */
  readonly checked?: boolean;
  readonly message?: string;
}

export interface RolloutState {
  readonly schema: 1;
  readonly id: string;
  readonly module: string;
  readonly version: string;
  readonly started: string;
  readonly by: string;
  readonly state: "running" | "paused" | "aborted" | "failed" | "done";
  readonly waves: readonly RolloutWave[];
  /** By the name of the wave. */
  readonly approvals: Readonly<Record<string, { readonly by: string; readonly at: string }>>;
  readonly progress: Readonly<Record<string, EnvironmentProgress>>;
  readonly message?: string;
}

type RolloutStep =
  | { readonly kind: "apply"; readonly environment: string; readonly wave: RolloutWave }
  | { readonly kind: "gate"; readonly wave: RolloutWave }
  | { readonly kind: "soak"; readonly wave: RolloutWave; readonly ms: number }
  | { readonly kind: "check"; readonly environment: string; readonly wave: RolloutWave }
  | { readonly kind: "stopped"; readonly why: string }
  | { readonly kind: "done" };

/** A failure stops everything; a wave begins when the one before it is deployed, has soaked and was checked. */
export function nextStep(state: RolloutState, nowMs: number): RolloutStep {
  if (state.state === "paused" || state.state === "aborted") return { kind: "stopped", why: `it is ${state.state}` };
  for (const wave of state.waves) {
    const failed = wave.environments.find((name) => state.progress[name]?.outcome === "failed");
    const open = wave.environments.find((name) => state.progress[name]?.outcome !== "deployed");
    if (open !== undefined) {
      const begun = wave.environments.some((name) => state.progress[name] !== undefined);
      if (wave.approval && !begun && state.approvals[wave.name] === undefined) return { kind: "gate", wave };
      return { kind: "apply", environment: failed ?? open, wave };
    }
    const ends = wave.environments.map((name) => Date.parse(state.progress[name]!.at) + wave.soakMs);
    const left = Math.max(...ends) - nowMs;
    const unchecked = wave.environments.find((name) => state.progress[name]!.checked !== true);
    if (unchecked !== undefined)
      return left > 0 ? { kind: "soak", wave, ms: left } : { kind: "check", environment: unchecked, wave };
  }
  return { kind: "done" };
}

/** Another version, or other waves, is another rollout. */
export function sameRollout(state: RolloutState, other: Pick<RolloutState, "module" | "version" | "waves">): boolean {
  return (
    state.module === other.module &&
    state.version === other.version &&
    JSON.stringify(state.waves) === JSON.stringify(other.waves)
  );
}

export function withProgress(state: RolloutState, environment: string, progress: EnvironmentProgress): RolloutState {
  const { message: _, ...rest } = state;
  return {
    ...rest,
    state: progress.outcome === "failed" ? "failed" : state.state === "failed" ? "running" : state.state,
    progress: { ...state.progress, [environment]: progress },
    ...(progress.outcome === "failed" && { message: `${environment}: ${progress.message ?? "it failed"}` }),
  };
}
