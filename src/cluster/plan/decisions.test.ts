// Order, annotations, prune, limits: decisions that need no server (CLU-4).
import { describe, expect, test } from "vitest";
import { ApiMap } from "../client/api-map.ts";
import { keyOf, idOf } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { blastDiagnostics } from "./blast-radius.ts";
import { durationMs, noPolicy, policyOf } from "./object-policy.ts";
import { orderObjects } from "./order.ts";
import type { Step } from "./plan.ts";
import { prepareObjects } from "./prepare-objects.ts";
import { pruneDecision } from "./prune-decision.ts";

const object = (
  kind: string,
  name: string,
  more: Record<string, unknown> = {},
  annotations?: Record<string, string>,
): KubeObject =>
  ({
    apiVersion: kind === "Deployment" ? "apps/v1" : "v1",
    kind,
    metadata: { name, ...(annotations && { annotations }) },
    ...more,
  }) as unknown as KubeObject;

function ordered(objects: readonly KubeObject[], after: Readonly<Record<string, string[]>> = {}): string[][] | string {
  const prepared = objects.map((one) => {
    const id = idOf(one);
    const policy = policyOf(one).value ?? noPolicy;
    return {
      id,
      key: keyOf(id),
      object: one,
      component: one.metadata.labels?.["c"] ?? "",
      after: after[one.metadata.name] ?? [],
      policy,
    };
  });
  const out = orderObjects(prepared);
  return out.value === undefined
    ? out.diagnostics[0]!.message
    : out.value.map((wave) => wave.objects.map(({ id }) => `${id.kind}/${id.name}`));
}

describe("order", () => {
  test("by kind: namespaces, definitions, roles before bindings, webhooks last", () => {
    const kinds = [
      "ValidatingWebhookConfiguration",
      "Deployment",
      "Thing",
      "RoleBinding",
      "Role",
      "Secret",
      "CustomResourceDefinition",
      "Namespace",
    ];
    expect(ordered(kinds.map((kind) => object(kind, "x")))).toEqual(
      [
        "Namespace",
        "CustomResourceDefinition",
        "Role",
        "RoleBinding",
        "Secret",
        "Deployment",
        "Thing",
        "ValidatingWebhookConfiguration",
      ].map((kind) => [`${kind}/x`]),
    );
  });

  test("what depends on another comes after it, whatever its kind, and what refers to that as well", () => {
    const job = object("Job", "migrate");
    const config = object("ConfigMap", "late", {}, { "opmodel.dev/depends-on": "Job/migrate" });
    const web = object("Deployment", "web", {
      spec: { template: { spec: { volumes: [{ configMap: { name: "late" } }] } } },
    });
    expect(ordered([web, config, job])).toEqual([["Job/migrate"], ["ConfigMap/late"], ["Deployment/web"]]);
  });

  test("what a component runs starts after what it requires is ready; its configuration need not wait", () => {
    const of = (component: string, one: KubeObject): KubeObject => ({
      ...one,
      metadata: { ...one.metadata, labels: { c: component } },
    });
    const objects = [
      of("web", object("Deployment", "web")),
      of("web", object("ConfigMap", "web")),
      of("db", object("StatefulSet", "db")),
      of("db", object("Service", "db")),
    ];
    expect(ordered(objects, { web: ["db"] })).toEqual([
      ["ConfigMap/web"],
      ["Service/db"],
      ["StatefulSet/db"],
      ["Deployment/web"],
    ]);
    expect(ordered(objects)).toEqual([["ConfigMap/web"], ["Service/db"], ["StatefulSet/db", "Deployment/web"]]);
  });

  test("a weight orders objects of a kind", () => {
    expect(ordered([object("ConfigMap", "b", {}, { "opmodel.dev/weight": "-1" }), object("ConfigMap", "a")])).toEqual([
      ["ConfigMap/b"],
      ["ConfigMap/a"],
    ]);
  });

  test("a circle is told", () => {
    const a = object("ConfigMap", "a", {}, { "opmodel.dev/depends-on": "ConfigMap/b" });
    const b = object("ConfigMap", "b", {}, { "opmodel.dev/depends-on": "ConfigMap/a" });
    expect(ordered([a, b])).toContain("ConfigMap a → ConfigMap b → ConfigMap a");
  });
});

describe("annotations", () => {
  test.each([
    ["prune", "nope"],
    ["weight", "heavy"],
    ["timeout", "soon"],
    ["depends-on", "web"],
    ["skip", "everything"],
    ["recreate", "yes"],
  ])("opmodel.dev/%s: %s is refused", (name, value) =>
    expect(policyOf(object("ConfigMap", "x", {}, { [`opmodel.dev/${name}`]: value })).diagnostics).toMatchObject([
      { code: "OPM7109" },
    ]),
  );

  test("times", () =>
    expect([durationMs("90s"), durationMs("1h30m"), durationMs("250ms"), durationMs("5"), durationMs("m")]).toEqual([
      90_000,
      5_400_000,
      250,
      undefined,
      undefined,
    ]));
});

describe("objects before they are sent", () => {
  const map = new ApiMap([
    {
      group: "",
      version: "v1",
      kind: "Secret",
      plural: "secrets",
      namespaced: true,
      verbs: ["patch"],
      subresources: [],
    },
    {
      group: "rbac",
      version: "v1",
      kind: "ClusterRole",
      plural: "clusterroles",
      namespaced: false,
      verbs: ["patch"],
      subresources: [],
    },
  ]);
  const prepare = (given: unknown) =>
    prepareObjects([{ object: given, component: "" }], { namespace: "ns", applySet: "set", map });

  test("stringData becomes data, nulls and status go, the mark and the namespace come", () => {
    const { value } = prepare({
      ...object("Secret", "s"),
      stringData: { a: "ü" },
      data: { b: "eA==" },
      status: {},
      immutable: null,
    });
    expect(value![0]!.object).toEqual({
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "s", namespace: "ns", labels: { "applyset.kubernetes.io/part-of": "set" } },
      data: { a: "w7w=", b: "eA==" },
    });
  });

  test.each<[unknown, string]>([
    [{ apiVersion: "v1", kind: "Secret", metadata: { generateName: "a-" } }, "OPM7116"],
    [object("Secret", "s", { metadata: { name: "s", labels: { "applyset.kubernetes.io/part-of": "x" } } }), "OPM7116"],
    [object("Gadget", "g"), "OPM7101"],
  ])("%j: %s", (given, code) => expect(prepare(given).diagnostics).toMatchObject([{ code }]));

  test("a kind that the release defines is known", () => {
    const crd = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "x" },
      spec: {
        group: "g.dev",
        names: { kind: "Thing", plural: "things" },
        scope: "Cluster",
        versions: [{ name: "v1" }],
      },
    };
    const { value } = prepareObjects(
      [
        { object: crd, component: "" },
        { object: { apiVersion: "g.dev/v1", kind: "Thing", metadata: { name: "t" } }, component: "" },
      ],
      {
        namespace: "ns",
        applySet: "set",
        map: map.with([
          {
            group: "apiextensions.k8s.io",
            version: "v1",
            kind: "CustomResourceDefinition",
            plural: "customresourcedefinitions",
            namespaced: false,
            verbs: ["patch"],
            subresources: [],
          },
        ]),
      },
    );
    expect(value!.map(({ id, undefinedKind }) => [id.kind, id.namespace, undefinedKind])).toEqual([
      ["CustomResourceDefinition", "", false],
      ["Thing", "", true],
    ]);
  });
});

describe("prune", () => {
  const entry = { group: "", version: "v1", kind: "ConfigMap", namespace: "ns", name: "x", uid: "1" };
  const live = (metadata: Record<string, unknown> = {}): KubeObject =>
    object("ConfigMap", "x", {
      metadata: { name: "x", uid: "1", labels: { "applyset.kubernetes.io/part-of": "set" }, ...metadata },
    });
  const decide = (
    there: KubeObject | undefined,
    given: Record<string, unknown> = {},
    allowDelete: string[] = [],
    foreign: number | undefined = 0,
  ) =>
    pruneDecision({ ...entry, ...given }, there, {
      applySet: "set",
      consent: { allowDelete },
      wantedUids: new Set(["7"]),
      foreignIn: () => foreign,
    });

  test.each<[string, ReturnType<typeof decide>, string]>([
    ["ours", decide(live()), "delete"],
    ["gone", decide(undefined), "forget"],
    ["of another release", decide(live({ labels: { "applyset.kubernetes.io/part-of": "other" } })), "keep"],
    ["of Helm", decide(live({ labels: {}, annotations: { "meta.helm.sh/release-name": "x" } })), "keep"],
    ["without a mark", decide(live({ labels: {} })), "keep"],
    ["to be kept", decide(live({ annotations: { "opmodel.dev/prune": "keep" } })), "keep"],
    ["a misspelt annotation", decide(live({ annotations: { "opmodel.dev/prune": "kep" } })), "keep"],
    ["the same object under another name", decide(live({ uid: "7" })), "keep"],
    ["a claim", decide(live(), { kind: "PersistentVolumeClaim" }), "keep"],
    ["a claim by name", decide(live(), { kind: "PersistentVolumeClaim" }, ["PersistentVolumeClaim/x"]), "delete"],
    ["a namespace of others", decide(live(), { kind: "Namespace" }, ["Namespace"]), "keep"],
    ["a namespace with others in it", decide(live(), { kind: "Namespace", created: true }, ["Namespace"], 3), "keep"],
    [
      "a namespace that nobody can look into",
      pruneDecision({ ...entry, kind: "Namespace", created: true }, live(), {
        applySet: "set",
        consent: { allowDelete: ["Namespace"] },
        wantedUids: new Set(),
        foreignIn: () => undefined,
      }),
      "keep",
    ],
    ["our own empty namespace", decide(live(), { kind: "Namespace", created: true }, ["Namespace"]), "delete"],
  ])("%s", (_, decided, action) => expect(decided.action).toBe(action));
});

describe("limits", () => {
  const gone = (count: number, kind = "ConfigMap"): Step[] =>
    Array.from({ length: count }, (_, i) => ({
      action: "delete",
      id: { group: "", kind, namespace: "ns", name: `x${i}` },
      apiVersion: "v1",
      component: "",
      reason: "",
      forced: [],
      changes: [],
      foreign: [],
      uid: `${i}`,
    }));

  test("a share, a count with dependents, kinds; by consent less is counted", () => {
    expect(blastDiagnostics(gone(6), 10, { maxShare: 50 }, { allowDelete: [] })).toHaveLength(1);
    expect(blastDiagnostics(gone(5), 10, { maxShare: 50 }, { allowDelete: [] })).toEqual([]);
    expect(blastDiagnostics(gone(3), 3, { maxShare: 50 }, { allowDelete: [] })).toEqual([]);
    expect(blastDiagnostics(gone(2), 99, { maxDeleted: 4 }, { allowDelete: [] }, () => 2)).toHaveLength(1);
    expect(blastDiagnostics(gone(1, "Secret"), 99, { neverDelete: ["Secret"] }, { allowDelete: [] })).toHaveLength(1);
    expect(blastDiagnostics(gone(6), 10, { maxShare: 50 }, { allowDelete: ["ConfigMap"] })).toEqual([]);
  });
});
