import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";

/** `opm helm plugin`: what makes `opm policy filter` a post-renderer. Helm 4 takes plugins alone, Helm 3 any program. */
export function run({ io, version }: CommandContext): number {
  io.stdout(`# plugin.yaml, in a folder of its own: helm plugin install FOLDER
#
#   Helm 4: helm install NAME CHART --post-renderer opm-policy --post-renderer-args --platform=FOLDER
#   Helm 3: helm install NAME CHART --post-renderer opm --post-renderer-args policy --post-renderer-args filter \\
#           --post-renderer-args --platform=FOLDER
#
# Helm 4 does not show what a plugin says when it refuses; this does:
#
#   helm template NAME CHART | opm policy filter --platform FOLDER
apiVersion: v1
type: postrenderer/v1
name: opm-policy
version: ${version}
runtime: subprocess
runtimeConfig:
  platformCommand:
    - command: opm
      args: [policy, filter]
`);
  return exitCode.ok;
}
