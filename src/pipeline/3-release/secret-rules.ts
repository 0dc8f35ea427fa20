// What is said about the secrets of a release beside CUE's own errors (SEC-9).
import type { Diagnostic } from "../../source/index.ts";
import { literalSecrets, missingSecrets } from "../../values/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";
import type { ReleaseValues } from "./release-values.ts";

/**
 * The errors with those about missing secrets in plain words, at the field of `#config` that asks for them, and a warning
 * for every literal that is released to production.
 */
export function secretRules(
  { secrets, statuses }: Pick<ReleaseValues, "secrets" | "statuses">,
  errors: readonly Diagnostic[],
  environment: EnvironmentDefinition | undefined,
): Diagnostic[] {
  const isAt = (d: Diagnostic, path: string): boolean => d.path === path || d.path?.startsWith(`${path}.`) === true;
  // An optional secret may be missing: then CUE says nothing of it.
  const missing = missingSecrets(secrets, statuses).filter(({ path }) => errors.some((d) => isAt(d, path!)));
  return [
    ...errors.filter((d) => !missing.some(({ path }) => isAt(d, path!))),
    ...missing,
    ...(environment !== undefined && isProduction(environment) ? literalSecrets(statuses, "warning") : []),
  ];
}

/** By its name (`prod`, `production-eu`), or by a label that says so (`tier: production`). */
function isProduction({ name, labels }: Pick<EnvironmentDefinition, "name" | "labels">): boolean {
  if (/(^|[-_.])prod(uction)?([-_.]|$)/i.test(name)) return true;
  return [...labels].some(([, value]) => /^prod(uction)?$/i.test(value));
}
