import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idOf, keyOf } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import type { RecordEntry } from "../record/release-record.ts";
import { inDeletionOrder } from "./deletion-order.ts";
import { noPolicy, policyOf } from "./object-policy.ts";
import { orderObjects } from "./order.ts";
import type { Step } from "./plan.ts";

interface Given {
  readonly kind: string;
  readonly name: string;
  readonly after?: readonly string[];
  readonly annotations?: Readonly<Record<string, string>>;
}

const apiVersions: Readonly<Record<string, string>> = {
  Deployment: "apps/v1",
  Job: "batch/v1",
  Thing: "example.com/v1",
};

function setUp(given: readonly Given[]) {
  const objects = given.map(({ kind, name, annotations }): KubeObject => ({
    apiVersion: apiVersions[kind] ?? "v1",
    kind,
    metadata: { name, namespace: "ns", ...(annotations && { annotations }) },
  }));
  const entries = objects.map((object, i): RecordEntry => {
    const after = given[i]!.after;
    return { ...idOf(object), version: "v1", component: object.metadata.name, ...(after && { after }) };
  });
  const steps = objects.map((object): Step => ({
    action: "delete",
    id: idOf(object),
    apiVersion: object.apiVersion,
    component: "",
    reason: "",
    forced: [],
    changes: [],
    foreign: [],
  }));
  return { objects, entries, steps, live: new Map(objects.map((object) => [keyOf(idOf(object)), object])) };
}

function wavesOf(given: readonly Given[]): string[][] {
  const { steps, entries, live } = setUp(given);
  const out: string[][] = [];
  for (const { id, wave } of inDeletionOrder(steps, entries, live)) (out[wave!] ??= []).push(id.name);
  return out;
}

describe("the order of deleting (CLU-6)", () => {
  test("what requires another component goes before it", () => {
    const web = { kind: "Deployment", name: "web", after: ["api"] };
    const api = { kind: "Deployment", name: "api", after: ["db"] };
    const db = { kind: "Deployment", name: "db" };
    expect(wavesOf([db, web, api])).toEqual([["web"], ["api"], ["db"]]);
  });

  test("kinds, annotations and weights count as when applying; a circle leaves kinds alone", () => {
    const late = { kind: "ConfigMap", name: "late", annotations: { "opmodel.dev/depends-on": "Job/ns/migrate" } };
    const job = { kind: "Job", name: "migrate" };
    const heavy = { kind: "ConfigMap", name: "heavy", annotations: { "opmodel.dev/weight": "5" } };
    const plain = { kind: "ConfigMap", name: "plain" };
    expect(wavesOf([plain, heavy, job, late])).toEqual([["late"], ["migrate"], ["heavy"], ["plain"]]);
    const circle = (name: string, on: string): Given => ({
      kind: "Job",
      name,
      annotations: { "opmodel.dev/depends-on": `Job/${on}` },
    });
    expect(wavesOf([circle("a", "b"), circle("b", "a"), plain])).toEqual([["a", "b"], ["plain"]]);
  });

  test("is the order of applying, backwards", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            kind: fc.constantFrom("ConfigMap", "Service", "Deployment", "Job", "Thing"),
            needs: fc.array(fc.nat(9), { maxLength: 3 }),
            weight: fc.integer({ min: -3, max: 3 }),
          }),
          { minLength: 1, maxLength: 10 },
        ),
        (list) => {
          // Only earlier ones are required: no circle.
          const given = list.map(({ kind, needs, weight }, i): Given => ({
            kind,
            name: `x${i}`,
            after: needs.filter((n) => n < i).map((n) => `x${n}`),
            annotations: { "opmodel.dev/weight": String(weight) },
          }));
          const { objects } = setUp(given);
          const applied = orderObjects(
            objects.map((object, i) => ({
              id: idOf(object),
              key: keyOf(idOf(object)),
              object,
              component: object.metadata.name,
              after: given[i]!.after!,
              policy: policyOf(object).value ?? noPolicy,
            })),
          ).value!;
          expect(wavesOf(given)).toEqual(
            [...applied].reverse().map(({ objects: wave }) => wave.map(({ id }) => id.name)),
          );
        },
      ),
    ));
});
