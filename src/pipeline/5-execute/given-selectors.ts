// A workload that another tool made has a selector that can never change. A component that takes it over says by which
// labels its pods are selected (`transformer.opmodel.dev/selector`): its workload, its Service and everything else of the
// release that selects these pods then use them, and the pods carry them.
import { tell } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import { viewOf } from "../../values/index.ts";
import type { Component } from "../3-release/release.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { isStruct } from "../plain-value.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";
import type { Manifest } from "./manifest.ts";
import { podOf, read } from "./references.ts";

const ANNOTATION = "transformer.opmodel.dev/selector";

type Labels = Readonly<Record<string, string>>;

const WORKLOADS: ReadonlySet<string> = new Set(["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"]);

/** By id of the component. */
export function givenSelectors(components: readonly Component[]): Outcome<ReadonlyMap<string, Labels>> {
  const value = new Map<string, Labels>();
  const diagnostics: Diagnostic[] = [];
  for (const { id, annotations, cue } of components) {
    const text = annotations?.[ANNOTATION];
    if (text === undefined) continue;
    const labels = typeof text === "string" ? labelsOf(text) : undefined;
    if (labels !== undefined) value.set(id, labels);
    else
      diagnostics.push({
        ...tell(
          PIPELINE_CODE.badSelector,
          'component {id}: {annotation} should be labels, as in "app.kubernetes.io/name=shop,app.kubernetes.io/instance=shop"',
          { id, annotation: ANNOTATION },
        ),
        severity: "error",
        places: viewOf(cue.get()).places.slice(0, 1),
      });
  }
  return { value, diagnostics };
}

/** `a=b,c=d`, as selectors of Kubernetes are written. */
function labelsOf(text: string): Labels | undefined {
  const pairs = text.split(",").map((part) => part.trim().split("="));
  const isName = (name: string): boolean =>
    /^([a-z0-9.-]{1,253}\/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/.test(name);
  const isValue = (value: string): boolean => /^([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/.test(value);
  if (
    !pairs.every(
      ([name = "", value, more]) => more === undefined && value !== undefined && isName(name) && isValue(value),
    )
  )
    return undefined;
  return Object.fromEntries(pairs.map(([name, value]) => [name!, value!]));
}

/** Where objects select pods by labels, and the labels are all there is to say. */
const SELECTORS: Readonly<Record<string, readonly string[]>> = {
  Service: ["spec", "selector"],
  PodDisruptionBudget: ["spec", "selector", "matchLabels"],
  NetworkPolicy: ["spec", "podSelector", "matchLabels"],
};

export function withSelectors(
  manifests: readonly Manifest[],
  selectors: ReadonlyMap<string, Labels>,
): readonly Manifest[] {
  if (selectors.size === 0) return manifests;
  const changes: {
    readonly before: Labels;
    readonly pods: Labels;
    readonly given: Labels;
    readonly namespace: string;
  }[] = [];
  for (const { component, object, identity } of manifests) {
    const given = selectors.get(component);
    const before = read(object, ["spec", "selector", "matchLabels"]);
    const pods = podOf(object)?.labels as Labels | undefined;
    if (given !== undefined && pods !== undefined && WORKLOADS.has(identity.kind) && isStruct(before))
      changes.push({ before: before as Labels, pods, given, namespace: identity.namespace });
  }
  /** Whoever selected the pods by labels that they no longer have, or by all that the workload had, selects them still. */
  const changed = (selector: Labels, namespace: string): Labels => {
    for (const { before, pods, given, namespace: own } of changes)
      if (
        own === namespace &&
        ((isPart(selector, before) && isPart(before, selector)) ||
          (isPart(selector, pods) && !isPart(selector, { ...pods, ...given })))
      )
        return given;
    return selector;
  };
  return manifests.map((manifest) => {
    const { kind, namespace } = manifest.identity;
    const given = selectors.get(manifest.component);
    let { object } = manifest;
    const put = (path: readonly string[], change: (labels: Labels) => Labels): void => {
      const labels = read(object, path);
      if (isStruct(labels)) object = withValue(object, path, { ...change(labels as Labels) }) as PlainStruct;
    };
    if (given !== undefined && WORKLOADS.has(kind)) {
      put(["spec", "selector", "matchLabels"], () => given);
      put(["spec", "template", "metadata", "labels"], (labels) => ({ ...labels, ...given }));
      const spread = read(object, ["spec", "template", "spec", "topologySpreadConstraints"]);
      if (Array.isArray(spread))
        object = withValue(
          object,
          ["spec", "template", "spec", "topologySpreadConstraints"],
          (spread as readonly Plain[]).map((one) =>
            isStruct(read(one, ["labelSelector", "matchLabels"]))
              ? withValue(one, ["labelSelector", "matchLabels"], given)
              : one,
          ),
        ) as PlainStruct;
    } else if (SELECTORS[kind] !== undefined) put(SELECTORS[kind], (labels) => changed(labels, namespace));
    return object === manifest.object ? manifest : { ...manifest, object };
  });
}

const isPart = (part: Labels, whole: Labels): boolean =>
  Object.entries(part).every(([name, value]) => whole[name] === value) && Object.keys(part).length > 0;

function withValue(object: Plain, [step, ...rest]: readonly string[], value: Plain): Plain {
  if (step === undefined) return value;
  const struct = object as PlainStruct;
  return { ...struct, [step]: withValue(struct[step]!, rest, value) };
}
