import { tell, advise } from "../../source/index.ts";
import type { Diagnostic, Place } from "../../source/index.ts";
import type { Provider } from "../1-provider/provider.ts";
import type { Release } from "../3-release/release.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import type { MatchDetail, Plan } from "./plan.ts";

/** What a plan leaves undone. `placesOf` says where a component is written. */
export function planDiagnostics(
  plan: Plan,
  release: Pick<Release, "components">,
  provider: Pick<Provider, "name" | "transformers">,
  strict: boolean,
  placesOf: (component: string) => readonly Place[] = () => [],
): Diagnostic[] {
  return [
    ...plan.unmatched.map((component) => ({
      ...unmatched(component, plan, release, provider),
      places: placesOf(component),
    })),
    ...plan.unhandledTraits.map(({ component, trait }): Diagnostic => ({
      ...tell(PIPELINE_CODE.unhandledTrait, "component {component}: unhandled trait {trait}", { component, trait }),
      severity: strict ? "error" : "warning",
      places: placesOf(component),
      notes: ["no transformer that renders the component knows it, so it has no effect"],
      hint: advise(PIPELINE_CODE.unhandledTrait, "remove the trait, or use a provider whose transformers list it"),
    })),
    ...plan.unhandledRules.map(({ policy, rule }): Diagnostic => ({
      ...tell(
        PIPELINE_CODE.unhandledPolicy,
        "policy {policy}: nothing of provider {provider} enforces the rule {rule}",
        { policy, provider: provider.name, rule },
      ),
      severity: strict ? "error" : "warning",
    })),
  ];
}

function unmatched(
  component: string,
  plan: Plan,
  release: Pick<Release, "components">,
  provider: Pick<Provider, "name" | "transformers">,
): Diagnostic {
  const details = plan.details.filter((d) => d.component === component);
  const has = release.components.find(({ id }) => id === component);
  const names = new Map(provider.transformers.map((t) => [t.fqn, t.name]));
  return {
    ...tell(PIPELINE_CODE.noTransformer, "component {component}: no transformer of provider {provider} matches", {
      component,
      provider: provider.name,
    }),
    severity: "error",
    notes: [
      ...details.map((d) => `${names.get(d.transformer)} needs ${lackText(d)}`),
      ...(has === undefined ? [] : [`the component has ${hasText(has)}`]),
    ],
    hint: nextStep(details, has, provider, names),
  };
}

/** What would help most: the one mixin that is missing, a provider that knows the resource, or a label. */
function nextStep(
  details: readonly MatchDetail[],
  has: Release["components"][number] | undefined,
  { transformers }: Pick<Provider, "transformers">,
  names: ReadonlyMap<string, string>,
): string {
  // One that the label chose already.
  const chosen = details.find(({ transformer, lacking }) => {
    const wanted = transformers.find((t) => t.fqn === transformer)?.requiredLabels ?? {};
    return Object.keys(wanted).length > 0 && lacking.labels.length === 0;
  });
  if (chosen !== undefined) {
    const missing = [...chosen.lacking.resources, ...chosen.lacking.traits];
    return advise(PIPELINE_CODE.noTransformer, "for {transformer}, embed {missing}", {
      transformer: names.get(chosen.transformer) ?? chosen.transformer,
      missing: missing.map(mixinOf).join(" and "),
    });
  }
  const known = new Set(
    transformers.flatMap((t) => [...t.requiredResources, ...t.optionalResources, ...t.requiredTraits]),
  );
  const own = [...(has?.resources ?? []), ...(has?.traits ?? [])].filter((fqn) => !known.has(fqn));
  if (own.length > 0 && own.length === (has?.resources.length ?? 0) + (has?.traits.length ?? 0))
    return advise(
      PIPELINE_CODE.noTransformer,
      "the provider does not know {own}: write a transformer for it (docs/guide/extending.md)",
      { own: own.join(", ") },
    );
  return advise(
    PIPELINE_CODE.noTransformer,
    'the label "core.opmodel.dev/workload-type" says what becomes of a container: stateless, stateful, daemon, task or scheduled-task',
  );
}

/** `opmodel.dev/traits/workload@v0#JobConfig` as what an author writes. */
function mixinOf(fqn: string): string {
  const at = fqn.indexOf("#");
  return at < 0 ? fqn : `${fqn.slice(at)} of ${fqn.slice(0, at)}`;
}

function lackText({ lacking }: MatchDetail): string {
  return [
    ...lacking.labels.map((l) => `label ${l}`),
    ...lacking.resources.map((r) => `resource ${r}`),
    ...lacking.traits.map((t) => `trait ${t}`),
  ].join(", ");
}

function hasText({ labels, resources, traits }: Release["components"][number]): string {
  const parts = [
    ...Object.entries(labels).map(([key, value]) => `label ${key}=${String(value)}`),
    ...resources.map((r) => `resource ${r}`),
    ...traits.map((t) => `trait ${t}`),
  ];
  return parts.length === 0 ? "nothing" : parts.join(", ");
}
