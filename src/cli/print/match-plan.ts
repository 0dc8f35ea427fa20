import type { RenderResult } from "../../pipeline/index.ts";

/** Which transformer renders which component, and why (`--verbose`). */
export function matchLines({
  plan,
  provider,
  release,
  silent = [],
}: Pick<RenderResult, "plan" | "provider" | "release" | "silent">): string {
  if (plan === undefined || provider === undefined || release === undefined) return "";
  const { name, namespace, version, uuid } = release.metadata;
  let out = `release ${name} in ${namespace}, version ${version}, ${uuid}\n`;
  for (const { component, transformer, matched, reason } of plan.details)
    if (matched) {
      const nothing = silent.find((one) => one.component === component && one.transformer === transformer)?.why;
      out += `▸ ${component} ← ${provider.name} - ${transformer}\n    Matched: ${reason}\n`;
      if (nothing !== undefined) out += `    Prints nothing: ${nothing}\n`;
    }
  for (const { policy, transformer } of plan.policyJobs)
    out += `▸ policy ${policy} ← ${provider.name} - ${transformer}\n`;
  return out;
}
