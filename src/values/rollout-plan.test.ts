import { expect, test } from "vitest";
import type { EnvironmentDefinition } from "./environment-from-cue.ts";
import { planRollout } from "./rollout-plan.ts";

const environment = (name: string, more: Partial<EnvironmentDefinition> = {}): EnvironmentDefinition => ({
  name,
  extends: [],
  abstract: false,
  labels: new Map(),
  annotations: new Map(),
  rollout: {},
  ...more,
});

test("waves by order and group, with their gates (ENV-8)", () => {
  const plan = planRollout([
    environment("prod-us", { group: "production", rollout: { order: 2, approval: true } }),
    environment("base", { abstract: true, rollout: { order: 0 } }),
    environment("prod-eu", { group: "production", rollout: { order: 2 } }),
    environment("staging", { group: "staging", rollout: { order: 1 } }),
    environment("dev"),
  ]);
  expect(plan).toEqual([
    { order: 0, group: "dev", environments: ["dev"], approval: false },
    { order: 1, group: "staging", environments: ["staging"], approval: false },
    { order: 2, group: "production", environments: ["prod-eu", "prod-us"], approval: true },
  ]);
});
