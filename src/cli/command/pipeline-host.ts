import { resolve } from "node:path";
import { setLimits } from "../../cue/index.ts";
import { nodePipelineHost } from "../../host/node-pipeline-host.ts";
import { loginGuard } from "../../secrets/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { limitsOf, renderLimits } from "../limits.ts";
import { lockedRegistries } from "./lock-file.ts";
import { trustedRegistries } from "./trusted-modules.ts";

/** This machine for the pipeline, with its work counted for the command. */
export function pipelineHost(context: CommandContext): ReturnType<typeof nodePipelineHost> {
  const { io, count } = context;
  setLimits(limitsOf(context, renderLimits));
  const machine = nodePipelineHost(withPaths(io), () => io.clock());
  const packages = io.shared?.packages ?? machine.packages;
  if (io.shared !== undefined) io.shared.packages = packages;
  const open = lockedRegistries(context, trustedRegistries(context, machine));
  const registry: typeof open = (text) => {
    const guard = loginGuard([text]);
    if (guard !== undefined) context.guard(guard);
    return open(text);
  };
  const host = { ...machine, registry, packages, ...(io.files && { files: io.files }) };
  count(() => host.packages.counters);
  return host;
}

/** Paths in the environment are relative to the current folder, as those of flags are. */
function withPaths({ env, cwd }: CommandContext["io"]): CommandContext["io"]["env"] {
  const config = env["OPM_CONFIG"];
  return config ? { ...env, OPM_CONFIG: resolve(cwd, config) } : env;
}
