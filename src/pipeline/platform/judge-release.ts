// The policies of a release, judged before anything is rendered.
import { checkPolicies } from "../../governance/index.ts";
import type { RuleResult } from "../../governance/index.ts";
import type { ReleaseValues } from "../3-release/release-values.ts";
import type { Release } from "../3-release/release.ts";
import { secretPathTest } from "../../values/index.ts";
import type { Session } from "../session.ts";
import { writtenSecrets } from "./written-secrets.ts";

/** Places in the module's folder come before those of what it imports. */
export function judgeRelease(
  { module, today }: Pick<Session, "module" | "today">,
  release: Release,
  values: ReleaseValues | undefined,
): RuleResult[] {
  const secrets = values === undefined ? [] : values.statuses;
  const { environment } = release;
  return checkPolicies({
    policies: release.policies.map((p) => ({ name: p.name, components: p.components, value: p.cue.get() })),
    components: new Map(release.components.map((c) => [c.id, c.cue.get()])),
    secrets: [
      ...secrets
        .filter(({ how }) => how !== "missing")
        .map(({ path, how }) => ({ path, literal: how === "literal" || how === "wrong" })),
      ...(release.policies.length === 0 ? [] : writtenSecrets(release)),
    ],
    ...(environment && { environment: { name: environment.name, labels: environment.labels } }),
    ...(values && { values: values.tree, isSecret: secretPathTest(values.secrets) }),
    isOwn: (file) => file.startsWith(`${module.path}/`),
    module: module.metadata.name,
    today,
  });
}
