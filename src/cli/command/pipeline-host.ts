import { resolve } from "node:path";
import { setLimits } from "../../cue/index.ts";
import { nodePipelineHost } from "../../host/node-pipeline-host.ts";
import { loginGuard } from "../../secrets/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { advise, pipelineCode, tell } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
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
  let told = false;
  const shadowed = (module: string, asked: string): void => {
    if (!told) context.report([shadowedCatalog(module, asked, machine.catalog.index.version)]);
    told = true;
  };
  const host = { ...machine, registry, shadowed, packages, ...(io.files && { files: io.files }) };
  count(() => host.packages.counters);
  return host;
}

/** Said once: what a registry has of the catalog decides what every manifest looks like. */
function shadowedCatalog(module: string, asked: string, version: string): Diagnostic {
  const code = pipelineCode.shadowedCatalog;
  return {
    ...tell(code, "{module} comes from a registry, and not from the catalog of this opm ({version})", {
      module,
      version,
    }),
    severity: "warning",
    notes: [`asked: ${asked}`],
    hint: advise(
      code,
      "if that is not meant, give registries by prefix (--registry example.com=HOST), so that it is not asked for opmodel.dev",
    ),
  };
}

/** Paths in the environment are relative to the current folder, as those of flags are. */
function withPaths({ env, cwd }: CommandContext["io"]): CommandContext["io"]["env"] {
  const config = env["OPM_CONFIG"];
  return config ? { ...env, OPM_CONFIG: resolve(cwd, config) } : env;
}
