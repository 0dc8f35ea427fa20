// The rules of a platform's policies, without a release to judge.
import type { CueView } from "../values/index.ts";
import { waiversOf } from "./waivers.ts";

export interface DeclaredRule {
  readonly policy: string;
  /** Full name of the rule. */
  readonly rule: string;
  readonly mode: string;
  readonly onViolation: string;
  /** The entry of the catalog that it holds for; absent: every module. */
  readonly entry?: string;
  /** The labels and names of the components that it selects; none means all. */
  readonly selects: readonly string[];
  /** The environments that it holds in; none means all. */
  readonly environments: readonly string[];
  /** Its waivers, each as one line. */
  readonly waivers: readonly string[];
  /** It has a check, and is asked before anything is rendered. */
  readonly judged: boolean;
}

/** Of `catalog` (`#ModuleCatalog`): those for every module first, then entry by entry. */
export function declaredRules(catalog: CueView): DeclaredRule[] {
  const found = rulesOf(catalog.field("policies"), undefined);
  for (const { name, value } of fieldsOf(catalog.field("modules")))
    found.push(...rulesOf(value.field("policies"), name));
  return found;
}

function rulesOf(policies: CueView | undefined, entry: string | undefined): DeclaredRule[] {
  return fieldsOf(policies).flatMap(({ name, value: policy }) =>
    fieldsOf(policy.field("#rules")).map(({ name: fqn, value: rule }): DeclaredRule => {
      const enforcement = rule.field("enforcement");
      const mode = enforcement?.field("mode")?.text ?? "deployment";
      return {
        policy: policy.field("metadata")?.field("name")?.text ?? name,
        rule: fqn,
        mode,
        onViolation: enforcement?.field("onViolation")?.text ?? "block",
        ...(entry !== undefined && { entry }),
        selects: selectors(policy.field("appliesTo")),
        environments: environmentsOf(policy.field("appliesTo")),
        waivers: waiversOf(policy).map(({ name: waiver, owner, expires }) => `${waiver} until ${expires} (${owner})`),
        judged: mode !== "runtime" && rule.field("#check") !== undefined,
      };
    }),
  );
}

function environmentsOf(appliesTo: CueView | undefined): string[] {
  const labels = fieldsOf(appliesTo?.field("environmentLabels")).map(({ name, value }) => `${name}=${value.text}`);
  return [...(appliesTo?.field("environments")?.items() ?? []).map(({ text }) => text), ...labels];
}

function selectors(appliesTo: CueView | undefined): string[] {
  const labels = fieldsOf(appliesTo?.field("matchLabels")).map(({ name, value }) => `${name}=${value.text}`);
  const components = appliesTo?.field("components")?.items() ?? [];
  // Components themselves, or their names.
  const nameOf = (one: CueView): string =>
    one.kind === "string" ? one.text : (one.field("metadata")?.field("name")?.text ?? "");
  return [...labels, ...components.map(nameOf)];
}

function fieldsOf(view: CueView | undefined): ReturnType<CueView["fields"]> {
  return view?.kind === "struct" ? view.fields().filter(({ presence }) => presence === "field") : [];
}
