import { describe, expect, test } from "vitest";
import { foreignComponent, objectPath } from "./foreign-component.ts";
import { functionResult, resourceList } from "./resource-list.ts";

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: {
    name: "web",
    namespace: "shop",
    labels: { team: "a" },
    annotations: { "internal.config.kubernetes.io/path": "web.yaml", "internal.config.kubernetes.io/index": "1" },
  },
  spec: {
    replicas: 3,
    template: {
      spec: {
        initContainers: [{ name: "init", image: "i:1" }],
        containers: [
          {
            name: "web",
            image: "w:1",
            resources: { requests: { cpu: "1" }, limits: { memory: "1Gi" } },
            env: [{ name: "A", value: "b" }],
          },
          { name: "side", image: "s:1" },
        ],
      },
    },
  },
};

describe("objects as policies look at them", () => {
  test("a workload is the component that it might have been rendered from", () => {
    const { id, component, secrets } = foreignComponent(deployment);
    expect(id).toBe("Deployment/web");
    expect(secrets).toEqual([]);
    expect(component.metadata.labels).toEqual({ team: "a", "core.opmodel.dev/workload-type": "stateless" });
    expect(component["spec"]).toEqual({
      container: {
        name: "web",
        image: "w:1",
        resources: { cpu: { request: "1" }, memory: { limit: "1Gi" } },
        env: { A: { name: "A", value: "b" } },
      },
      sidecarContainers: [{ name: "side", image: "s:1", resources: {} }],
      initContainers: [{ name: "init", image: "i:1", resources: {} }],
      scaling: { count: 3 },
    });
  });

  test("what a Secret holds is not in it, only that it is a literal", () => {
    const { component, secrets } = foreignComponent({
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "s" },
      data: { a: "c2VjcmV0" },
      stringData: { b: "plain" },
    });
    expect(secrets).toEqual(["data.a", "stringData.b"]);
    expect(JSON.stringify(component)).not.toMatch(/c2VjcmV0|plain/);
  });

  test("fields of components are fields of objects", () => {
    expect(objectPath("Deployment", "spec.container.image")).toBe("spec.template.spec.containers[0].image");
    expect(objectPath("Pod", "spec.sidecarContainers[1].image")).toBe("spec.containers[2].image");
    expect(objectPath("CronJob", "spec.initContainers[0]")).toBe(
      "spec.jobTemplate.spec.template.spec.initContainers[0]",
    );
    expect(objectPath("Deployment", "spec.scaling.count")).toBe("spec.replicas");
    expect(objectPath("Deployment", "spec.expose")).toBeUndefined();
  });

  test("a diagnostic is a result with object, field and file", () => {
    const d = {
      code: "OPM1",
      severity: "error",
      message: "no",
      path: "components.Deployment/web.spec.container.image",
      args: { policy: "p" },
    } as const;
    expect(functionResult(d, deployment)).toEqual({
      message: "no",
      severity: "error",
      tags: { code: "OPM1", policy: "p" },
      resourceRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web", namespace: "shop" },
      field: { path: "spec.template.spec.containers[0].image" },
      file: { path: "web.yaml", index: 1 },
    });
  });

  test("only lists of config.kubernetes.io", () => {
    const list = { apiVersion: "config.kubernetes.io/v1", kind: "ResourceList", items: [] };
    expect(resourceList(list)).toEqual({ apiVersion: "config.kubernetes.io/v1", items: [] });
    for (const other of [
      null,
      "x",
      [],
      { ...list, kind: "List" },
      { ...list, apiVersion: "v1" },
      { ...list, items: [1] },
      { ...list, items: {} },
      { ...list, functionConfig: [] },
    ])
      expect(resourceList(other)).toBeUndefined();
  });
});
