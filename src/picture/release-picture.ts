// One rendered release as plain data.
import { manifestYaml } from "../pipeline/index.ts";
import type { Config, Manifest, Module, ReleaseResult, ReleaseValues, TraceEntry } from "../pipeline/index.ts";
import { maskManifest } from "../secrets/index.ts";
import type { Diagnostic } from "../source/index.ts";
import { explain, leavesOf, secretPathTest } from "../values/index.ts";
import { phaseLines, shortFqn } from "./phase-lines.ts";
import type {
  ComponentPicture,
  ObjectPicture,
  PhasePicture,
  ReleasePicture,
  RulePicture,
  SecretPicture,
  ValuePicture,
} from "./picture.ts";
import type { Places } from "./places.ts";
import { secretUses } from "./secret-uses.ts";

export interface Rendered {
  readonly id: string;
  readonly module: Module;
  readonly result: ReleaseResult;
  readonly trace: readonly TraceEntry[];
  readonly objects: readonly { readonly id: string; readonly manifest: Manifest }[];
}

export function releasePicture(
  { id, module, result, trace, objects }: Rendered,
  config: Config | undefined,
  places: Places,
  told: (d: readonly Diagnostic[]) => ReleasePicture["diagnostics"],
): ReleasePicture {
  const { environment, release, plan, rules, values } = result;
  return {
    id,
    module: module.metadata.name,
    ...(environment && { environment: environment.name }),
    ...(release && {
      name: release.metadata.name,
      namespace: release.metadata.namespace,
      uuid: release.metadata.uuid,
    }),
    phases: phasePictures(trace, { ...result, module, ...(config && { config }) }),
    values: valuePictures(values, places),
    components: plan === undefined || release === undefined ? [] : componentPictures(result),
    objects: objects.map((object) => objectPicture(object.id, object.manifest)),
    rules: rules.map((rule): RulePicture => ({
      ...rule,
      rule: shortFqn(rule.rule),
      violations: told(rule.violations),
    })),
    secrets: secretPictures(result, objects, places),
    diagnostics: told(result.diagnostics),
  };
}

/** A phase that ran in several steps is one. */
function phasePictures(trace: readonly TraceEntry[], all: Parameters<typeof phaseLines>[1]): PhasePicture[] {
  const phases = new Map<number, PhasePicture>();
  for (const { phase, name, ms } of trace) {
    const before = phases.get(phase);
    phases.set(phase, before ? { ...before, ms: before.ms + ms } : { phase, name, ms, lines: phaseLines(phase, all) });
  }
  return [...phases.values()].sort((a, b) => a.phase - b.phase);
}

export function objectYaml({ object }: Manifest): string {
  return manifestYaml(maskManifest(object).value);
}

function objectPicture(id: string, manifest: Manifest): ObjectPicture {
  const { identity, component, transformer, policy } = manifest;
  return {
    id,
    kind: identity.kind,
    name: identity.name,
    namespace: identity.namespace,
    component,
    transformer: shortFqn(transformer),
    ...(policy !== undefined && { policy }),
    yaml: objectYaml(manifest),
  };
}

export function valuePictures(values: ReleaseValues | undefined, places: Places): ValuePicture[] {
  if (values === undefined) return [];
  const isSecret = secretPathTest(values.secrets);
  return [...leavesOf(values.tree)].flatMap(({ path }): ValuePicture[] => {
    const explained = explain(values.tree, path, isSecret);
    if (explained === undefined) return [];
    return [
      {
        path: explained.path,
        secret: isSecret(path),
        steps: explained.steps.map(({ tier, source, value, locked, place }) => ({
          tier,
          source,
          value,
          locked,
          place: places.of(place),
        })),
        bounds: explained.bounds.map(({ text, source, place }) => ({ text, source, place: places.of(place) })),
      },
    ];
  });
}

function componentPictures({ release, plan }: ReleaseResult): ComponentPicture[] {
  return release!.components.map(({ id, resources, traits, blueprints }) => ({
    id,
    resources: resources.map(shortFqn),
    traits: traits.map((fqn) => ({
      fqn: shortFqn(fqn),
      handled: !plan!.unhandledTraits.some(({ component, trait }) => component === id && trait === fqn),
    })),
    blueprints: blueprints.map(shortFqn),
    matches: plan!.details
      .filter(({ component }) => component === id)
      .map(({ transformer, matched, reason, lacking }) => ({
        transformer: shortFqn(transformer),
        matched,
        reasons: matched ? reasonsOf(reason) : [],
        lacking: [
          ...lacking.labels.map((text) => `label ${text}`),
          ...lacking.resources.map((fqn) => `resource ${shortFqn(fqn)}`),
          ...lacking.traits.map((fqn) => `trait ${shortFqn(fqn)}`),
        ],
      })),
  }));
}

function secretPictures({ values }: ReleaseResult, objects: Rendered["objects"], places: Places): SecretPicture[] {
  return (values?.statuses ?? []).map(({ place, ...status }) => ({
    ...status,
    ...(place && { place: places.of(place) }),
    uses: secretUses(objects, ...clusterName(status)),
  }));
}

/** The Secret and the key that workloads read: their own, or one that is in the cluster already. */
function clusterName({ how, detail, secretName, dataKey }: Omit<SecretPicture, "place" | "uses">): [string, string] {
  const existing = how === "reference" ? /^k8s:([^#]*)#(.*)$/.exec(detail) : null;
  return existing === null ? [secretName, dataKey] : [existing[1]!, existing[2]!];
}

/** `requiredResources[opmodel.dev/…#Container]` as `resource Container`. */
function reasonsOf(reason: string): string[] {
  const words: Readonly<Record<string, string>> = {
    Labels: "label",
    Resources: "resource",
    Traits: "trait",
    Rules: "rule",
  };
  return [...reason.matchAll(/required(Labels|Resources|Traits|Rules)\[([^\]]*)\]/g)].map(
    ([, what, text]) => `${words[what!]} ${what === "Labels" ? text : shortFqn(text!)}`,
  );
}
