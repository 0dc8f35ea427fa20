import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  argoApplications,
  fluxObjects,
  imagesOf,
  missingNamespaces,
  objectName,
  argoApplicationSet,
  fluxSteps,
} from "./gitops-objects.ts";
import { indexedJob } from "./indexed-job.ts";
import { releaseFolders } from "./release-folders.ts";
import { makeTar, readTar } from "./tar.ts";

const object = (kind: string, name: string, more: object = {}): Readonly<Record<string, unknown>> => ({
  apiVersion: kind === "Deployment" ? "apps/v1" : "v1",
  kind,
  metadata: { name, namespace: "x" },
  ...more,
});

const FILES = [
  { file: "prod/shop/02-web/deployment-web.yaml", object: object("Deployment", "web") },
  {
    file: "prod/shop/01-api/deployment-api.yaml",
    object: object("Deployment", "api", {
      spec: { template: { spec: { containers: [{ image: "b" }], initContainers: [{ image: "a" }] } } },
    }),
  },
  { file: "prod/shop/01-api/configmap-api.yaml", object: object("ConfigMap", "api") },
];

describe("tar archives", () => {
  test("law: what goes in comes out, sorted; the same files are the same bytes", () => {
    const name = fc.stringMatching(/^[a-z]{1,60}(?:\/[a-zé]{1,70}){0,2}$/);
    const files = fc.uniqueArray(fc.record({ name, content: fc.uint8Array({ maxLength: 1200 }) }), {
      selector: (f) => f.name,
    });
    fc.assert(
      fc.property(files, (given) => {
        const tar = makeTar(given);
        expect(tar.length % 512).toBe(0);
        expect(makeTar([...given].reverse())).toEqual(tar);
        expect(readTar(tar)?.map((f) => [f.name, [...f.content]])).toEqual(
          [...given].sort((a, b) => (a.name < b.name ? -1 : 1)).map((f) => [f.name, [...f.content]]),
        );
      }),
    );
  });

  test("names that lead out, and half an archive, are refused", () => {
    expect(readTar(makeTar([{ name: "../x", content: new Uint8Array() }]))).toBeUndefined();
    expect(readTar(makeTar([{ name: "x", content: new Uint8Array(2000) }]).subarray(0, 1024))).toBeUndefined();
  });
});

describe("export (REV-6)", () => {
  const releases = releaseFolders(FILES).value!;

  test("order is kept: waves within a release, instances of a bundle one after the other", () => {
    expect(
      releases.map(({ path, after, objects }) => [
        path,
        after,
        objects.map((o) => `${o.wave} ${o.file.split("/").at(-1)}`),
      ]),
    ).toEqual([
      ["prod/shop/01-api", [], ["0 configmap-api.yaml", "1 deployment-api.yaml"]],
      ["prod/shop/02-web", ["prod/shop/01-api"], ["0 deployment-web.yaml"]],
    ]);
    const flux = fluxObjects(releases, {
      name: "f",
      namespace: "n",
      source: "oci://h/r",
      tag: "t",
      path: "",
      interval: "1m",
      insecure: false,
      keySecret: "k",
    });
    expect(
      flux.map(
        (o) => `${String(o["kind"])} ${JSON.stringify((o["spec"] as { dependsOn?: unknown }).dependsOn ?? null)}`,
      ),
    ).toEqual(["OCIRepository null", "Kustomization null", 'Kustomization [{"name":"f-prod-shop-01-api"}]']);
    expect((flux[0]!["spec"] as { verify?: unknown }).verify).toEqual({ provider: "cosign", secretRef: { name: "k" } });
    const apps = argoApplications(releases, {
      name: "f",
      namespace: "n",
      project: "p",
      source: "s",
      revision: "r",
      path: "",
      cluster: () => undefined,
    });
    const [set] = fluxSteps(releases, {
      name: "f",
      namespace: "n",
      source: "oci://h/r",
      tag: "t",
      path: "",
      interval: "1m",
      insecure: false,
    });
    const { steps } = set!["spec"] as { steps: { name: string; resources: { kind: string; spec: object }[] }[] };
    expect(steps.map(({ name, resources }) => `${name} ${resources.map(({ kind }) => kind).join()}`)).toEqual([
      "source OCIRepository",
      "wave-1 Kustomization",
      "wave-2 Kustomization",
    ]);
    expect(JSON.stringify(steps)).not.toContain("dependsOn");
    const many = argoApplicationSet(releases, {
      name: "f",
      namespace: "n",
      project: "p",
      source: "s",
      revision: "r",
      path: "",
      cluster: () => "eu",
    });
    const { generators, strategy, template } = many["spec"] as {
      generators: [{ list: { elements: { path: string; cluster: string; wave: string }[] } }];
      strategy: { rollingSync: { steps: unknown[] } };
      template: { spec: { source: { path: string } } };
    };
    expect(generators[0].list.elements.map(({ path, cluster, wave }) => [path, cluster, wave])).toEqual([
      ["prod/shop/01-api", "eu", "0"],
      ["prod/shop/02-web", "eu", "1"],
    ]);
    expect(strategy.rollingSync.steps.length).toBe(2);
    expect(template.spec.source.path).toBe("{{.path}}");
    expect(apps.map((o) => (o["metadata"] as { annotations?: object }).annotations)).toEqual([
      undefined,
      { "argocd.argoproj.io/sync-wave": "1" },
    ]);
  });

  test("images and namespaces", () => {
    expect(imagesOf(FILES.map((f) => f.object))).toEqual(["a", "b"]);
    expect(missingNamespaces(releases)).toEqual(["x"]);
  });

  test("law: names of objects are valid, and long ones that differ stay apart", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9._/]{1,120}$/), (path) => {
        expect(objectName("opm", path)).toMatch(/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/);
      }),
    );
    const long = "x".repeat(70);
    expect(objectName("o", `${long}a`)).not.toBe(objectName("o", `${long}b`));
  });

  test("a Job of shards: wrong input fails its index at once, words are quoted", () => {
    const job = indexedJob({ name: "n", image: "i", shards: 3, args: ["a'b"], parallelism: 2, backoff: 1 });
    const spec = job["spec"] as {
      podFailurePolicy: { rules: unknown[] };
      completions: number;
      template: { spec: { containers: { command: string[] }[] } };
    };
    expect(spec.completions).toBe(3);
    expect(spec.podFailurePolicy.rules[1]).toMatchObject({ action: "FailIndex", onExitCodes: { values: [2] } });
    expect(spec.template.spec.containers[0]!.command[2]).toContain(
      `'a'\\''b' --shard "$((JOB_COMPLETION_INDEX + 1))/3"`,
    );
  });
});
