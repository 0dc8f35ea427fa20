import type { Diagnostic } from "../../source/index.ts";
import type { Provider } from "../1-provider/provider.ts";
import type { Release } from "../3-release/release.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import type { MatchDetail, Plan } from "./plan.ts";

/** What a plan leaves undone. */
export function planDiagnostics(
  plan: Plan,
  release: Pick<Release, "components">,
  provider: Pick<Provider, "name" | "transformers">,
  strict: boolean,
): Diagnostic[] {
  return [
    ...plan.unmatched.map((component) => unmatched(component, plan, release, provider)),
    ...plan.unhandledTraits.map(({ component, trait }): Diagnostic => ({
      code: PIPELINE_CODE.unhandledTrait,
      severity: strict ? "error" : "warning",
      message: `component ${component}: unhandled trait ${trait}`,
      args: { component, trait },
      notes: ["no transformer that renders the component knows it, so it has no effect"],
      hint: "remove the trait, or use a provider whose transformers list it",
    })),
    ...plan.unhandledRules.map(({ policy, rule }): Diagnostic => ({
      code: PIPELINE_CODE.unhandledPolicy,
      severity: strict ? "error" : "warning",
      message: `policy ${policy}: nothing of provider ${provider.name} enforces the rule ${rule}`,
      args: { policy, rule },
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
    code: PIPELINE_CODE.noTransformer,
    severity: "error",
    message: `component ${component}: no transformer of provider ${provider.name} matches`,
    args: { component, provider: provider.name },
    notes: [
      ...details.map((d) => `${names.get(d.transformer)} needs ${lackText(d)}`),
      ...(has === undefined ? [] : [`the component has ${hasText(has)}`]),
    ],
    hint: 'the label "core.opmodel.dev/workload-type" says what becomes of a container: stateless, stateful, daemon, task or scheduled-task',
  };
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
