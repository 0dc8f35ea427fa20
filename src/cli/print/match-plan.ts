import type { RenderResult } from "../../pipeline/index.ts";

/** Which transformer renders which component, and why (`--verbose`). */
export function matchLines({ plan, provider, release }: Pick<RenderResult, "plan" | "provider" | "release">): string {
  if (plan === undefined || provider === undefined || release === undefined) return "";
  const { name, namespace, version, uuid } = release.metadata;
  let out = `release ${name} in ${namespace}, version ${version}, ${uuid}\n`;
  for (const { component, transformer, matched, reason } of plan.details)
    if (matched) out += `▸ ${component} ← ${provider.name} - ${transformer}\n    Matched: ${reason}\n`;
  for (const { policy, transformer } of plan.policyJobs)
    out += `▸ policy ${policy} ← ${provider.name} - ${transformer}\n`;
  return out;
}
