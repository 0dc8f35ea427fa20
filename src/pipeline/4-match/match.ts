import type { Provider, Transformer } from "../1-provider/provider.ts";
import type { Component, Release } from "../3-release/release.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";
import type { Match, MatchDetail, Plan } from "./plan.ts";

/** Phase 4: pairs of components and transformers. A pure function: nothing is evaluated. */
export function match(
  release: Pick<Release, "components" | "policies">,
  provider: Pick<Provider, "transformers" | "policyTransformers">,
): Plan {
  const details = release.components.flatMap((component) =>
    provider.transformers.map((transformer) => detail(component, transformer)),
  );
  const jobs: Match[] = details
    .filter((d) => d.matched)
    .map(({ component, transformer }) => ({ component, transformer }));
  const matched = groupJobs(jobs);
  const byFqn = new Map(provider.transformers.map((t) => [t.fqn, t]));
  const policyJobs = release.policies.flatMap((policy) =>
    provider.policyTransformers
      .filter((t) => t.requiredRules.every((fqn) => policy.rules.some((rule) => rule.fqn === fqn)))
      .map((t) => ({ policy: policy.name, transformer: t.fqn })),
  );
  const rendered = new Set(provider.policyTransformers.flatMap((t) => t.requiredRules));
  return {
    jobs,
    unmatched: release.components.filter((c) => !matched.has(c.id)).map((c) => c.id),
    unhandledTraits: release.components.flatMap((component) => {
      const used = (matched.get(component.id) ?? []).map((fqn) => byFqn.get(fqn)!);
      if (used.length === 0) return [];
      const handled = new Set(used.flatMap((t) => [...t.requiredTraits, ...t.optionalTraits]));
      return component.traits
        .filter((trait) => !handled.has(trait))
        .map((trait) => ({ component: component.id, trait }));
    }),
    details,
    policyJobs,
    unhandledRules: release.policies.flatMap((policy) =>
      policy.rules
        .filter((rule) => !rendered.has(rule.fqn) && !rule.checked)
        .map((rule) => ({ policy: policy.name, rule: rule.fqn })),
    ),
  };
}

function groupJobs(jobs: readonly Match[]): Map<string, string[]> {
  const out = new Map<string, string[]>();
  for (const { component, transformer } of jobs) {
    const list = out.get(component);
    if (list === undefined) out.set(component, [transformer]);
    else list.push(transformer);
  }
  return out;
}

function detail(component: Component, t: Transformer): MatchDetail {
  const labels = Object.entries(t.requiredLabels).filter(([key, value]) => !equal(component.labels[key], value));
  const resources = t.requiredResources.filter((fqn) => !component.resources.includes(fqn));
  const traits = t.requiredTraits.filter((fqn) => !component.traits.includes(fqn));
  return {
    component: component.id,
    transformer: t.fqn,
    matched: labels.length + resources.length + traits.length === 0,
    reason: reasonText(t),
    lacking: { labels: labels.map(labelText), resources, traits },
  };
}

function reasonText(t: Transformer): string {
  const parts: string[] = [];
  const labels = labelTexts(t.requiredLabels);
  if (labels.length > 0) parts.push(`requiredLabels[${labels.join(", ")}]`);
  if (t.requiredResources.length > 0) parts.push(`requiredResources[${t.requiredResources.join(", ")}]`);
  if (t.requiredTraits.length > 0) parts.push(`requiredTraits[${t.requiredTraits.join(", ")}]`);
  return parts.join(", ");
}

const labelText = ([key, value]: readonly [string, Plain]): string => `${key}=${String(value)}`;
const labelTexts = (labels: PlainStruct): string[] => Object.entries(labels).map(labelText);

function equal(a: Plain | undefined, b: Plain): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}
