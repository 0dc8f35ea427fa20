import { describe, expect, test } from "vitest";
import type { PlainStruct } from "../plain-value.ts";
import { withSelectors } from "./given-selectors.ts";
import type { Manifest } from "./manifest.ts";

const pods = { "app.kubernetes.io/name": "web", tier: "front" };
const given = { "app.kubernetes.io/name": "shop", release: "shop" };

function manifest(kind: string, spec: PlainStruct, component = "web"): Manifest {
  return {
    object: { apiVersion: "v1", kind, metadata: { name: "x" }, spec },
    identity: { apiVersion: "v1", group: "", version: "v1", kind, namespace: "ns", name: "x" },
    component,
    transformer: "t",
  };
}
const workload = manifest("Deployment", {
  selector: { matchLabels: pods },
  template: {
    metadata: { labels: { ...pods, env: "prod" } },
    spec: { topologySpreadConstraints: [{ labelSelector: { matchLabels: pods } }] },
  },
});
const specOf = (manifests: readonly Manifest[], at: number): unknown => manifests[at]!.object["spec"];

describe("the selector of a workload that another tool made (CLU-4)", () => {
  const others = [
    manifest("Service", { selector: pods }),
    manifest("PodDisruptionBudget", { selector: { matchLabels: pods } }),
    manifest("NetworkPolicy", { podSelector: { matchLabels: { "app.kubernetes.io/name": "web" } } }, ""),
    manifest("NetworkPolicy", { podSelector: { matchLabels: { tier: "front" } } }, ""),
    manifest("Service", { selector: { "app.kubernetes.io/name": "api" } }, "api"),
  ];
  const changed = withSelectors([workload, ...others], new Map([["web", given]]));

  test("is the one that is given; pods carry it beside what they had", () => {
    expect(specOf(changed, 0)).toEqual({
      selector: { matchLabels: given },
      template: {
        metadata: { labels: { ...pods, env: "prod", ...given } },
        spec: { topologySpreadConstraints: [{ labelSelector: { matchLabels: given } }] },
      },
    });
  });

  test("everything that selected these pods still does, and nothing else changes", () => {
    expect(specOf(changed, 1)).toEqual({ selector: given });
    expect(specOf(changed, 2)).toEqual({ selector: { matchLabels: given } });
    expect(specOf(changed, 3)).toEqual({ podSelector: { matchLabels: given } });
    expect(changed.slice(4)).toEqual(others.slice(3));
  });

  test("without one, manifests are as they were", () => {
    const list = [workload, ...others];
    expect(withSelectors(list, new Map())).toBe(list);
  });
});
