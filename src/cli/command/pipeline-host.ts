import { nodePipelineHost } from "../../host/node-pipeline-host.ts";
import type { CommandContext } from "../command-spec.ts";

/** This machine for the pipeline, with its work counted for the command. */
export function pipelineHost({ io, count }: CommandContext): ReturnType<typeof nodePipelineHost> {
  const machine = nodePipelineHost(io.env, () => io.clock());
  const packages = io.shared?.packages ?? machine.packages;
  if (io.shared !== undefined) io.shared.packages = packages;
  const host = { ...machine, packages, ...(io.files && { files: io.files }) };
  count(() => host.packages.counters);
  return host;
}
