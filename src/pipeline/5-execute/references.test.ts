// References among the objects of a release: checked, and followed when objects are renamed (ROAD-5).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PlainStruct } from "../plain-value.ts";
import { checkReferences } from "./check-references.ts";
import type { Manifest } from "./manifest.ts";
import { referencesOf } from "./references.ts";
import { releaseName, withReleaseNames } from "./release-names.ts";

function manifest(kind: string, name: string, more: PlainStruct = {}): Manifest {
  return {
    object: { apiVersion: "v1", kind, metadata: { name, namespace: "apps" }, ...more },
    identity: { apiVersion: "v1", group: "", version: "v1", kind, namespace: "apps", name },
    component: "web",
    transformer: "example.com@v0#T",
  };
}

const labels = { app: "web" };
const deployment = (spec: PlainStruct, name = "web"): Manifest =>
  manifest("Deployment", name, {
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  });
const container = (more: PlainStruct): PlainStruct => ({ containers: [{ name: "web", image: "web", ...more }] });

const told = (...manifests: Manifest[]): string[] =>
  checkReferences(manifests, []).map(
    ({ severity, message, hint }) => `${severity}: ${message}${hint === undefined ? "" : ` (${hint})`}`,
  );

describe("references that lead nowhere", () => {
  test("a mount names a volume of its pod", () => {
    const mounts = container({ volumeMounts: [{ name: "dat", mountPath: "/data" }] });
    expect(told(deployment({ ...mounts, volumes: [{ name: "data" }] }))).toEqual([
      "error: component web: container web mounts the volume dat, which is not there (did you mean data?)",
    ]);
    const fine = container({ volumeMounts: [{ name: "data", mountPath: "/data" }] });
    const claims = manifest("StatefulSet", "web", {
      spec: { volumeClaimTemplates: [{ metadata: { name: "data" } }], template: { spec: fine } },
    });
    expect(told(deployment({ ...fine, volumes: [{ name: "data" }] }), claims)).toEqual([]);
  });

  test("names that must differ", () => {
    const env = [
      { name: "A", value: "1" },
      { name: "A", value: "2" },
    ];
    expect(told(deployment(container({ env })))).toEqual([
      "error: component web: two variables of container web are named A",
    ]);
  });

  test("a variable leads to a workload of another component that has a Service", () => {
    const database = { ...deployment(container({}), "database"), component: "database" };
    const wired = (value: string) => deployment(container({ env: [{ name: "DB", value }] }));
    const said = "warning: component web: the variable DB leads to database, which has no Service";
    const hint = " (expose the ports of the component: the trait Expose)";
    for (const value of ["database", "database:5432", "postgres://app:$(PW)@database/app", "http://database:80/x"])
      expect(told(database, wired(value))).toEqual([said + hint]);
    const service = manifest("Service", "database", { spec: { ports: [] } });
    expect(told(database, service, wired("database"))).toEqual([]);
    for (const value of ["web", "the database", "database.example.com", "databases"])
      expect(told(database, wired(value))).toEqual([]);
  });

  test("a route leads to a port of a Service that is there", () => {
    const service = manifest("Service", "web", { spec: { selector: labels, ports: [{ name: "http", port: 80 }] } });
    const route = (port: number, name = "web") =>
      manifest("HTTPRoute", "web", { spec: { rules: [{ backendRefs: [{ name, port }] }] } });
    const pods = deployment(container({}));
    expect(told(service, pods, route(80))).toEqual([]);
    expect(told(service, pods, route(81))).toEqual([
      "error: component web: it leads to port 81 of the Service web, which has 80 (did you mean 80?)",
    ]);
    expect(told(pods, route(80))).toEqual([
      "error: component web: it leads to web, which has no Service (expose the ports of the component: the trait Expose)",
    ]);
    // One of another release, or one that is mistyped: nobody knows.
    expect(told(service, pods, route(80, "elsewhere"))).toEqual([]);
    expect(told(service, pods, route(80, "wep"))).toEqual([
      "warning: component web: the release has no Service wep (did you mean web?)",
    ]);
  });

  test("an autoscaler scales what is there", () => {
    const hpa = (kind: string) =>
      manifest("HorizontalPodAutoscaler", "web", { spec: { scaleTargetRef: { kind, name: "web" } } });
    expect(told(deployment(container({})), hpa("Deployment"))).toEqual([]);
    expect(told(deployment(container({})), hpa("StatefulSet"))).toEqual([
      "error: component web: it scales the StatefulSet web, which is not there (web is a Deployment)",
    ]);
  });

  test("a selector selects the pods of its component", () => {
    const service = manifest("Service", "web", { spec: { selector: { app: "wep" }, ports: [] } });
    expect(told(deployment(container({})), service)).toEqual([
      "error: component web: Service web selects none of the pods: app=wep is not among their labels",
    ]);
    // Pods that an operator makes are not known here.
    expect(told(service)).toEqual([]);
    const named = manifest("Service", "web", { spec: { selector: labels, ports: [{ port: 80, targetPort: "htp" }] } });
    expect(told(deployment(container({ ports: [{ name: "http", containerPort: 80 }] })), named)).toEqual([
      "error: component web: Service web leads to the port htp, which no container has (did you mean http?)",
    ]);
  });

  test("a key that is read is one of the object; what others fill, and what is optional, is not judged", () => {
    const from = (more: PlainStruct) =>
      deployment(
        container({ env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "app", key: "levle", ...more } } }] }),
      );
    const map = manifest("ConfigMap", "app", { data: { level: "info" } });
    expect(told(from({}), map)).toEqual(["error: component web: ConfigMap app has no key levle (did you mean level?)"]);
    expect(told(from({ optional: true }), map)).toEqual([]);
    expect(told(from({}))).toEqual([]);
    expect(told(from({}), manifest("ConfigMap", "apq", { data: {} }))).toEqual([
      "warning: component web: the release has no ConfigMap app (did you mean apq?)",
    ]);
  });
});

describe("objects that carry the release's name", () => {
  const names = fc.constantFrom("a", "b", "blog", "blog-a", "data", "blog-data");
  const anyManifest = fc.oneof(
    fc
      .tuple(fc.constantFrom("ConfigMap", "Secret", "PersistentVolumeClaim", "Service", "ServiceAccount"), names)
      .map(([kind, name]) => manifest(kind, name)),
    fc.tuple(names, names, names, names).map(([name, a, b, c]) =>
      deployment(
        {
          serviceAccountName: a,
          volumes: [
            { name: "v", configMap: { name: b } },
            { name: "w", persistentVolumeClaim: { claimName: c } },
            { name: "x", projected: { sources: [{ secret: { name: a } }] } },
          ],
          ...container({
            envFrom: [{ secretRef: { name: b } }],
            env: [{ name: "E", valueFrom: { secretKeyRef: { name: c, key: "k" } } }],
          }),
        },
        name,
      ),
    ),
    fc.tuple(names, names).map(([name, service]) =>
      manifest("Ingress", name, {
        spec: { defaultBackend: { service: { name: service } }, tls: [{ secretName: service }] },
      }),
    ),
    fc
      .tuple(names, names)
      .map(([name, target]) => manifest("ExternalSecret", name, { spec: { target: { name: target } } })),
  );

  test("law: what led to an object of the release leads to it under its new name, what led outside stays (ROAD-5)", () => {
    fc.assert(
      fc.property(fc.array(anyManifest, { maxLength: 8 }), (before) => {
        const after = withReleaseNames(before, "blog");
        const has = (all: readonly Manifest[], kind: string, name: string): boolean =>
          all.some(
            (m) =>
              (m.identity.kind === kind && m.identity.name === name) ||
              referencesOf(m.object).some((r) => r.makes === true && r.kind === kind && r.name === name),
          );
        before.forEach((old, i) => {
          const now = after[i]!;
          expect(now.identity.name).toBe(releaseName("blog", old.identity.name));
          expect((now.object["metadata"] as PlainStruct)["name"]).toBe(now.identity.name);
          const references = referencesOf(now.object);
          referencesOf(old.object).forEach((was, k) => {
            const isOurs = has(before, was.kind, was.name);
            expect(references[k]!.name).toBe(isOurs ? releaseName("blog", was.name) : was.name);
            if (isOurs) expect(has(after, was.kind, references[k]!.name)).toBe(true);
          });
        });
        // Doing it again changes nothing.
        expect(withReleaseNames(after, "blog")).toEqual(after);
      }),
      { numRuns: 300 },
    );
  });
});
