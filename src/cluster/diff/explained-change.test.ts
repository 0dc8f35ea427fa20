import { describe, expect, test } from "vitest";
import type { KubeObject } from "../kube-object.ts";
import { explainChanges, foreignFields } from "./explained-change.ts";
import { diffObjects } from "./field-diff.ts";
import { ownersAt, ownership, pathText } from "./managed-fields.ts";

const managed = (manager: string, fieldsV1: unknown, operation = "Apply", time = "T") => ({
  manager,
  operation,
  time,
  fieldsV1,
});
const object = (spec: unknown, managedFields: unknown[] = []): KubeObject =>
  ({ apiVersion: "v1", kind: "X", metadata: { name: "x", managedFields }, spec }) as unknown as KubeObject;
const texts = (a: KubeObject, b: KubeObject) =>
  diffObjects(a, b).map(({ path, before, after }) => [pathText(path), before, after]);

describe("fields", () => {
  test("items of a list are paired by the keys that the server uses", () => {
    const fields = [
      managed("opm", { "f:spec": { "f:env": { 'k:{"name":"A"}': { ".": {}, "f:value": {} }, 'k:{"name":"B"}': {} } } }),
    ];
    const a = object({ env: [{ name: "A", value: "1" }, { name: "B" }] }, fields);
    expect(texts(a, object({ env: [{ name: "B" }, { name: "A", value: "2" }] }, fields))).toEqual([
      ['.spec.env[name="A"].value', "1", "2"],
    ]);
  });

  test("a list that the server takes as one value is one", () => {
    const fields = [managed("opm", { "f:spec": { "f:args": {} } })];
    expect(texts(object({ args: ["a", "b"] }, fields), object({ args: ["a", "c"] }, fields))).toEqual([
      [".spec.args", ["a", "b"], ["a", "c"]],
    ]);
  });

  test("status, versions and times are no difference", () => {
    const a = { ...object({ a: 1 }), status: { x: 1 } } as KubeObject;
    const b = {
      ...a,
      status: { x: 2 },
      metadata: { ...a.metadata, resourceVersion: "9", generation: 3 },
    } as KubeObject;
    expect(diffObjects(a, b)).toEqual([]);
  });

  test("who owns a value below one that is owned whole", () => {
    const tree = ownership([managed("helm", { "f:spec": { "f:selector": {} } }, "Update")]);
    expect(ownersAt(tree, [{ field: "spec" }, { field: "selector" }, { field: "app" }])).toMatchObject([
      { manager: "helm" },
    ]);
    expect(ownersAt(tree, [{ field: "spec" }, { field: "other" }])).toEqual([]);
  });
});

describe("who changed it (CLU-2)", () => {
  const ours = managed("opm", { "f:spec": { "f:a": {} } });
  const theirs = managed("kubectl-edit", { "f:spec": { "f:a": {} } }, "Update");
  const kinds = (live: KubeObject, next: KubeObject, recorded: KubeObject, wanted: KubeObject) =>
    explainChanges({ live, next, recorded, wanted, manager: "opm", redact: (text) => text }).map(({ kind, by }) => [
      kind,
      ...by.map(({ manager }) => manager),
    ]);

  test.each<[string, unknown, unknown[], unknown, unknown, string[]]>([
    ["we did", { a: 1 }, [ours], { a: 1 }, { a: 2 }, ["change", "opm"]],
    ["they did", { a: 9 }, [theirs], { a: 1 }, { a: 1 }, ["drift", "kubectl-edit"]],
    ["both did", { a: 9 }, [theirs], { a: 1 }, { a: 2 }, ["both", "kubectl-edit"]],
    ["they removed it", {}, [], { a: 1 }, { a: 1 }, ["drift"]],
    ["it is new", {}, [], {}, { a: 2 }, ["change"]],
  ])("%s", (_, live, fields, recorded, wanted, expected) =>
    expect(kinds(object(live, fields), object(wanted), object(recorded), object(wanted))).toEqual([expected]),
  );

  test("a secret that somebody wrote elsewhere is hidden, in values and names (SEC-7)", () => {
    const live = object({ env: [{ name: "A", value: "x canary y" }], canary: { canary: 1 } });
    const found = explainChanges({
      live,
      next: object({}),
      recorded: undefined,
      wanted: object({}),
      manager: "opm",
      redact: (text) => text.replaceAll("canary", "***"),
    });
    expect(JSON.stringify(found.map(({ path: _, ...shown }) => shown))).not.toContain("canary");
    expect(found).toHaveLength(2);
  });

  test("what people added is listed, what controllers keep is not", () => {
    const live = object({}, [
      managed("kubectl-edit", { "f:metadata": { "f:annotations": { "f:a": {} } } }, "Update", "then"),
      managed("kube-controller-manager", { "f:spec": { "f:b": {} } }, "Update"),
      ours,
    ]);
    expect(foreignFields(live, "opm")).toEqual([
      { text: ".metadata.annotations.a", manager: "kubectl-edit", time: "then" },
    ]);
  });
});
