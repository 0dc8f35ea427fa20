// The order in which environments are released (ENV-8), as data: waves that follow each other, a failure stopping what
// comes after, and gates that wait for a person.
import type { EnvironmentDefinition } from "./environment-from-cue.ts";

interface RolloutWave {
  readonly order: number;
  /** Environments of one group go together. */
  readonly group: string;
  readonly environments: readonly string[];
  /** Someone must approve before the wave begins. */
  readonly approval: boolean;
}

/** Resolved environments by ascending order, then group, then name; abstract ones are never released. */
export function planRollout(environments: Iterable<EnvironmentDefinition>): RolloutWave[] {
  const waves = new Map<string, { order: number; group: string; environments: string[]; approval: boolean }>();
  for (const environment of environments) {
    if (environment.abstract) continue;
    const order = environment.rollout.order ?? 0;
    const group = environment.group ?? environment.name;
    const key = JSON.stringify([order, group]);
    const wave = waves.get(key) ?? { order, group, environments: [], approval: false };
    waves.set(key, wave);
    wave.environments.push(environment.name);
    if (environment.rollout.approval === true) wave.approval = true;
  }
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  for (const wave of waves.values()) wave.environments.sort(byText);
  return [...waves.values()].sort((a, b) => a.order - b.order || byText(a.group, b.group));
}
