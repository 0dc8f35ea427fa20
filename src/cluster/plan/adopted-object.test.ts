import { describe, expect, test } from "vitest";
import type { KubeObject } from "../kube-object.ts";
import { adoptedObject } from "./adopted-object.ts";

const object = (managers: Readonly<Record<string, unknown>>, more: Record<string, unknown>): KubeObject => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: {
    name: "web",
    managedFields: Object.entries(managers).map(([manager, fieldsV1]) => ({
      manager,
      operation: manager === "opm" ? "Apply" : "Update",
      fieldsType: "FieldsV1",
      fieldsV1,
    })),
  },
  ...more,
});
const port = (n: number): string => `k:{"port":${n},"protocol":"TCP"}`;
const spec = (fields: unknown): unknown => ({ "f:spec": fields });

describe("an object whose former tool loses its fields (CLU-4)", () => {
  const live = object(
    {
      helm: spec({
        "f:type": {},
        "f:sessionAffinity": {},
        "f:ports": { ".": {}, [port(80)]: { ".": {}, "f:port": {} }, [port(81)]: { ".": {}, "f:port": {} } },
        "f:labels": { "f:a": {}, "f:b": {} },
      }),
      controller: spec({ "f:labels": { "f:b": {} }, "f:externalName": {} }),
    },
    {
      spec: {
        type: "NodePort",
        sessionAffinity: "ClientIP",
        ports: [
          { port: 80, protocol: "TCP" },
          { port: 81, protocol: "TCP" },
        ],
        labels: { a: "1", b: "2" },
        externalName: "x",
      },
    },
  );
  const next = object(
    { opm: spec({ "f:type": {}, "f:ports": { [port(80)]: { ".": {}, "f:port": {} } } }) },
    { spec: { ...(live["spec"] as object), type: "ClusterIP" } },
  );
  const fresh = object(
    {},
    { spec: { type: "ClusterIP", sessionAffinity: "None", ports: [{ port: 80, protocol: "TCP" }] } },
  );

  test("has what the release sets, the server's defaults, and what others set beside", () => {
    expect(adoptedObject(live, next, fresh)["spec"]).toEqual({
      type: "ClusterIP",
      sessionAffinity: "None",
      ports: [{ port: 80, protocol: "TCP" }],
      labels: { b: "2" },
      externalName: "x",
    });
  });

  test("nothing changes where nothing was another tool's", () => {
    const own = object({ controller: spec({ "f:labels": { "f:b": {} } }) }, { spec: { labels: { b: "2" } } });
    expect(adoptedObject(own, own, fresh)).toEqual(own);
  });
});
