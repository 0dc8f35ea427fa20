import { describe, expect, test } from "vitest";
import type { EnvironmentDefinition } from "./environment-from-cue.ts";
import { toPlain } from "./plain.ts";
import { readValues } from "./read-values.ts";
import { joinEnvironments, selectEnvironments } from "./select-environments.ts";

function env(
  name: string,
  more: Partial<EnvironmentDefinition> & { yaml?: string } = {},
): [string, EnvironmentDefinition] {
  const { yaml, ...rest } = more;
  const values =
    yaml === undefined
      ? undefined
      : readValues({ name: `${name}.yaml`, text: yaml }, { tier: "environment", source: name }).value;
  return [
    name,
    {
      name,
      extends: [],
      abstract: false,
      labels: new Map(),
      annotations: new Map(),
      rollout: {},
      ...(values && { values }),
      ...rest,
    },
  ];
}

const known = new Map([
  env("prod", { extends: ["base"], rollout: { order: 2 } }),
  env("dev"),
  env("staging", { rollout: { order: 1 } }),
  env("base", { abstract: true, namespace: "app" }),
]);

describe("choosing environments (ENV-9)", () => {
  test("none chosen: none, and nothing is wrong", () => {
    expect(selectEnvironments(known, {})).toEqual({ value: [], diagnostics: [] });
  });

  test("named ones in the order given, each once, with what they inherit (ENV-8)", () => {
    const { value } = selectEnvironments(known, { names: ["prod", "dev", "prod"] });
    expect(value?.map((e) => [e.name, e.namespace])).toEqual([
      ["prod", "app"],
      ["dev", undefined],
    ]);
  });

  test("all of them in the order of the rollout, without abstract ones", () => {
    expect(selectEnvironments(known, { all: true }).value?.map((e) => e.name)).toEqual(["dev", "staging", "prod"]);
  });

  test("an unknown name is refused with the nearest; an abstract one with those that extend it", () => {
    expect(selectEnvironments(known, { names: ["stagign", "dev"] })).toMatchObject({
      value: [{ name: "dev" }],
      diagnostics: [{ code: "OPM4008", hint: "did you mean staging?" }],
    });
    expect(selectEnvironments(known, { names: ["base"] }).diagnostics).toMatchObject([
      { code: "OPM4015", hint: "those that extend it: prod" },
    ]);
  });

  test("all of none is a mistake", () => {
    expect(selectEnvironments(new Map(), { all: true }).diagnostics).toMatchObject([{ code: "OPM4016" }]);
  });

  test("one name in two places is one environment: the module's builds on the platform's", () => {
    const platform = new Map([
      env("dev", { namespace: "team", labels: new Map([["a", "1"]]), yaml: "replicas: 1\nlog: info\n" }),
    ]);
    const module = new Map([env("dev", { labels: new Map([["b", "2"]]), yaml: "replicas: 3\n" })]);
    const dev = joinEnvironments(platform, module).get("dev")!;
    expect(dev.namespace).toBe("team");
    expect([...dev.labels]).toEqual([
      ["a", "1"],
      ["b", "2"],
    ]);
    expect({ ...(toPlain(dev.values!) as object) }).toEqual({ replicas: 3, log: "info" });
  });
});
