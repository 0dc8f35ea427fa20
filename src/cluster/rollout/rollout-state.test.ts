import { describe, expect, test } from "vitest";
import { nextStep, sameRollout, withProgress } from "./rollout-state.ts";
import type { RolloutState } from "./rollout-state.ts";

const wave = (name: string, environments: string[], more: Partial<RolloutState["waves"][number]> = {}) => ({
  name,
  environments,
  approval: false,
  soakMs: 0,
  ...more,
});
const state = (more: Partial<RolloutState> = {}): RolloutState => ({
  schema: 1,
  id: "r",
  module: "m",
  version: "1",
  started: "",
  by: "me",
  state: "running",
  waves: [wave("dev", ["dev"]), wave("prod", ["eu", "us"], { approval: true, soakMs: 60_000 })],
  approvals: {},
  progress: {},
  ...more,
});
const deployed = (at = 0, checked = true) =>
  ({ outcome: "deployed", revision: 1, at: new Date(at).toISOString(), checked }) as const;

describe("the next step of a rollout (CLU-7)", () => {
  test("waves follow each other; a gate waits for a person", () => {
    expect(nextStep(state(), 0)).toMatchObject({ kind: "apply", environment: "dev" });
    expect(nextStep(state({ progress: { dev: deployed() } }), 0)).toMatchObject({
      kind: "gate",
      wave: { name: "prod" },
    });
    const approved = state({ progress: { dev: deployed() }, approvals: { prod: { by: "you", at: "" } } });
    expect(nextStep(approved, 0)).toMatchObject({ kind: "apply", environment: "eu" });
    expect(nextStep({ ...approved, progress: { dev: deployed(), eu: deployed() } }, 0)).toMatchObject({
      kind: "apply",
      environment: "us",
    });
  });

  test("what is deployed soaks, then is checked, then all is done", () => {
    const all = { dev: deployed(), eu: deployed(0, false), us: deployed(1000, false) };
    expect(nextStep(state({ progress: all }), 1000)).toMatchObject({ kind: "soak", ms: 60_000 });
    expect(nextStep(state({ progress: all }), 61_000)).toMatchObject({ kind: "check", environment: "eu" });
    expect(nextStep(state({ progress: { dev: deployed(), eu: deployed(), us: deployed() } }), 61_000)).toEqual({
      kind: "done",
    });
  });

  test("a failure stops; going on begins with what failed", () => {
    const failed = withProgress(state(), "dev", { outcome: "failed", revision: 1, at: "", message: "no" });
    expect(failed).toMatchObject({ state: "failed", message: "dev: no" });
    expect(nextStep(failed, 0)).toMatchObject({ kind: "apply", environment: "dev" });
    expect(withProgress(failed, "dev", deployed()).state).toBe("running");
  });

  test("paused and aborted stand still; other waves are another rollout", () => {
    expect(nextStep(state({ state: "paused" }), 0)).toEqual({ kind: "stopped", why: "it is paused" });
    expect(sameRollout(state(), state())).toBe(true);
    expect(sameRollout(state(), { ...state(), version: "2" })).toBe(false);
  });
});
