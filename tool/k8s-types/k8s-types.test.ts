import { describe, expect, test } from "vitest";
import { cueType } from "./cue-type.ts";
import { readEnums } from "./enums.ts";
import { packageFile } from "./package-file.ts";
import { placeDefinitions, type Definitions } from "./place.ts";
import { typeName } from "./swagger.ts";

const ref = (name: string): { $ref: string } => ({ $ref: `#/definitions/io.k8s.api.core.v1.${name}` });
const kind = (
  name: string,
): { "x-kubernetes-group-version-kind": { group: string; version: string; kind: string }[] } => ({
  "x-kubernetes-group-version-kind": [{ group: "", version: "v1", kind: name }],
});

const definitions: Definitions = {
  "io.k8s.api.core.v1.PodTemplateSpec": { type: "object", properties: { spec: ref("PodSpec") } },
  "io.k8s.api.core.v1.PodSpec": { type: "object", properties: { volumes: { type: "array", items: ref("Volume") } } },
  "io.k8s.api.core.v1.Volume": { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  "io.k8s.api.core.v1.Service": {
    type: "object",
    properties: { apiVersion: { type: "string" }, kind: { type: "string" }, spec: ref("ServiceSpec") },
    ...kind("Service"),
  },
  "io.k8s.api.core.v1.ServiceSpec": { type: "object", properties: { type: { type: "string" }, owner: ref("Owner") } },
  "io.k8s.api.core.v1.Node": {
    type: "object",
    properties: { owner: ref("Owner"), pod: ref("PodSpec") },
    ...kind("Node"),
  },
  "io.k8s.api.core.v1.Owner": { type: "object", properties: { "a-b": { type: "boolean" } } },
};

describe("k8s-types", () => {
  test("names types by group and version", () => {
    expect(typeName("io.k8s.api.apps.v1.Deployment")).toEqual({ home: "apps/v1", name: "Deployment" });
    expect(typeName("io.k8s.apimachinery.pkg.api.resource.Quantity")).toEqual({ home: "meta/v1", name: "Quantity" });
  });

  test("reads enums of scalars and of list items from the generated Go file", () => {
    const source = [
      "func schema_k8sio_api_core_v1_Container(ref common.ReferenceCallback) common.OpenAPIDefinition {",
      '\t\t\t\t\t"imagePullPolicy": {',
      '\t\t\t\t\t\t\tEnum:        []interface{}{"Always", "IfNotPresent", "Never"},',
      '\t\t\t\t\t"modes": {',
      '\t\t\t\t\t\t\t\t\t\tEnum:    []interface{}{"A"},',
    ].join("\n");
    expect([...readEnums(source)]).toEqual([
      ["core_v1_Container.imagePullPolicy", ["Always", "IfNotPresent", "Never"]],
      ["core_v1_Container.modes", ["A"]],
    ]);
  });

  test("gives pods, shared types and each kind a package of its own", () => {
    const places = placeDefinitions(definitions);
    const place = (name: string): string | undefined => places.get(`io.k8s.api.core.v1.${name}`);
    expect(place("Volume")).toBe("core/v1/pod");
    expect(place("Service")).toBe("core/v1/service");
    expect(place("ServiceSpec")).toBe("core/v1/service");
    expect(place("Owner")).toBe("core/v1/shared");
  });

  test("fixes identity, marks what is required and quotes odd names", () => {
    const context = { refer: (name: string): string => `#${typeName(name).name}`, enumOf: () => undefined };
    const made = (name: string): string =>
      cueType(`io.k8s.api.core.v1.${name}`, name, definitions[`io.k8s.api.core.v1.${name}`] ?? {}, context);
    expect(made("Service")).toBe('#Service: {\n\tapiVersion: "v1"\n\tkind: "Service"\n\tspec?: #ServiceSpec\n}\n');
    expect(made("Volume")).toBe("#Volume: {\n\tname!: string\n}\n");
    expect(made("Owner")).toBe('#Owner: {\n\t"a-b"?: bool\n}\n');
  });

  test("writes enums, imports and the names of sub-packages", () => {
    const places = placeDefinitions(definitions);
    const enums = new Map([["core_v1_ServiceSpec.type", ["A", "B"]]]);
    const service = packageFile("core/v1/service", "", definitions, places, enums).text;
    expect(service).toContain('corev1shared "opmodel.dev/schemas/kubernetes/core/v1/shared@v0"');
    expect(service).toContain('type?: "A" | "B"');
    expect(service).toContain("owner?: corev1shared.#Owner");
    expect(packageFile("core/v1", "", definitions, places, enums).text).toContain("#Service: corev1service.#Service");
  });
});
