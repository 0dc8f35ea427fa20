// The platform's policies over what no module made: objects that another tool rendered, read as components.
import { checkPolicies } from "../../governance/index.ts";
import type { RuleResult } from "../../governance/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Outcome } from "../../source/index.ts";
import { appliesToComponent, holdsIn } from "../3-release/read-policies.ts";
import { plainTree } from "../5-execute/job-input.ts";
import { isStruct, plainValue } from "../plain-value.ts";
import type { PlainStruct } from "../plain-value.ts";
import type { Workspace } from "../session.ts";

export interface ForeignComponent {
  /** What messages call it: `Deployment/web`. */
  readonly id: string;
  /** As a module's component is written: `metadata`, `spec`. */
  readonly component: PlainStruct & {
    readonly metadata: PlainStruct & { readonly name: string; readonly labels: PlainStruct };
  };
  /** Paths of literal secrets in it. */
  readonly secrets: readonly string[];
}

/** Policies for every module; those of an entry of the catalog are about its module. */
export function judgeForeign(
  { config, platform, today }: Workspace,
  components: readonly ForeignComponent[],
): Outcome<readonly RuleResult[]> {
  const { context: cue } = config.cue.get();
  const instance = platform?.cue?.get();
  const policies = instance && cue.root(instance).at("catalog", "policies");
  if (policies === undefined) return { value: [], diagnostics: [] };
  const diagnostics = cue.errors(policies, { concrete: true, final: true });
  if (hasErrors(diagnostics)) return { diagnostics };
  const value = components.flatMap(({ id, component, secrets }) => {
    const { name, labels } = component.metadata;
    const selected = policies.entries().filter(({ value: policy }) => {
      const appliesTo = policy.field("appliesTo");
      const target = appliesTo && plainValue(appliesTo);
      // Nobody knows which environment they are for: a policy for some does not hold.
      return holdsIn(appliesTo, undefined) && appliesToComponent(isStruct(target) ? target : {}, { name, labels });
    });
    return checkPolicies({
      policies: selected.map(({ name: key, value: policy }) => ({
        name: policy.text("metadata", "name") ?? key,
        components: [id],
        value: policy,
      })),
      components: new Map([[id, cue.tree(plainTree(component))]]),
      secrets: secrets.map((path) => ({ path, literal: true, component: name })),
      module: "",
      today,
    });
  });
  return { value, diagnostics };
}
