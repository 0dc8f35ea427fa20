import { describe, expect, test } from "vitest";
import type { Manifest } from "../../pipeline/index.ts";
import { Claims } from "./claims.ts";

const manifest = (kind: string, name: string, spec: unknown, namespace = "x"): Manifest =>
  ({
    object: { kind, metadata: { name, namespace }, spec },
    identity: { apiVersion: "v1", group: "", version: "v1", kind, namespace, name },
    component: "",
    transformer: "",
  }) as unknown as Manifest;

const ingress = (host: string, path: string): unknown => ({ rules: [{ host, http: { paths: [{ path }] } }] });

function codes(...given: readonly [release: string, cluster: string, manifest: Manifest][]): (string | undefined)[] {
  const claims = new Claims();
  for (const [release, cluster, one] of given) claims.add({ release, cluster }, one);
  return claims.conflicts().map(({ code }) => code);
}

describe("what two releases cannot both have", () => {
  test("objects of one cluster", () => {
    expect(codes(["a", "c", manifest("Service", "s", {})], ["b", "c", manifest("Service", "s", {})])).toEqual([
      "OPM8040",
    ]);
    expect(codes(["a", "c", manifest("Service", "s", {})], ["b", "d", manifest("Service", "s", {})])).toEqual([]);
    expect(codes(["a", "c", manifest("Service", "s", {})], ["b", "c", manifest("Service", "s", {}, "y")])).toEqual([]);
  });

  test("hosts with their paths, of Ingresses and routes", () => {
    const route = manifest("HTTPRoute", "r", { hostnames: ["h"], rules: [{ matches: [{ path: { value: "/a" } }] }] });
    expect(codes(["a", "c", manifest("Ingress", "i", ingress("h", "/a"))], ["b", "c", route])).toEqual(["OPM8041"]);
    expect(codes(["a", "c", manifest("Ingress", "i", ingress("h", "/b"))], ["b", "c", route])).toEqual([]);
  });

  test("node ports, whatever the namespace", () => {
    const service = (name: string): Manifest => manifest("Service", name, { ports: [{ nodePort: 30000 }] }, name);
    expect(codes(["a", "c", service("s")], ["b", "c", service("t")])).toEqual(["OPM8042"]);
  });
});
