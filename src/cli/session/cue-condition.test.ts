// Conditions in CUE: what they say of data, what is wrong with them before there is any (CLU-7, ENV-8).
import { describe, expect, test } from "vitest";
import { conditionPaths, conditionProblem, holds } from "./cue-condition.ts";

const names = ["apiVersion", "kind", "metadata", "spec", "status"];
const ready = 'len([for c in status.conditions if c.type == "Ready" && c.status == "True" {c}]) > 0';

describe("a condition over live data", () => {
  test.each([
    ['status.phase == "Ready"', { status: { phase: "Ready" } }, true],
    ['status.phase == "Ready"', { status: { phase: "Pending" } }, false],
    ['status.phase == "Ready"', {}, false],
    ["status.ready >= spec.replicas", { spec: { replicas: 2 }, status: { ready: 2 } }, true],
    [
      'objects."Deployment/web".status.readyReplicas >= 2',
      { objects: { "Deployment/web": { status: { readyReplicas: 2 } } } },
      true,
    ],
    ['objects."Deployment/web".status.readyReplicas >= 2', { objects: {} }, false],
    [ready, { status: { conditions: [{ type: "Ready", status: "True" }] } }, true],
    [ready, { status: { conditions: [] } }, false],
    ["5", { status: {} }, false],
  ])("%s", (condition, data, expected) => expect(holds(condition, data).holds).toBe(expected));

  test("is checked before there is data: only what can never be told is wrong", () => {
    for (const good of [
      'status.phase == "Ready"',
      ready,
      "len(status.items) > 2",
      "status.a >= spec.b",
      'strings.HasPrefix(status.x, "a")',
    ])
      expect(conditionProblem(good, names), good).toBeUndefined();
    expect(conditionProblem("status.phase ==", names)).toContain("expected operand");
    expect(conditionProblem("stauts.phase == 1", names)).toContain('"stauts" not found');
    expect(conditionProblem('objects."Deployment/web".status.readyReplicas >= 2', ["objects"])).toBeUndefined();
    expect(conditionProblem("status.phase == 1", ["objects"])).toContain('"status" not found');
  });

  test("names the paths that it reads, and not those of its own variables", () => {
    expect(conditionPaths('status.phase == spec."a b".c', names)).toEqual([
      ["status", "phase"],
      ["spec", "a b", "c"],
    ]);
    expect(conditionPaths(ready, names)).toEqual([["status", "conditions"]]);
    expect(conditionPaths('status["phase"] == status.list[0].x', names)).toEqual([
      ["status", "phase"],
      ["status", "list", "*", "x"],
    ]);
  });
});
