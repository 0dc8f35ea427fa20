import { nodePipelineHost } from "../../host/node-pipeline-host.ts";
import type { CommandContext } from "../command-spec.ts";

/** This machine for the pipeline, with its work counted for the command. */
export function pipelineHost({ io, count }: CommandContext): ReturnType<typeof nodePipelineHost> {
  const host = nodePipelineHost(io.env, () => io.clock());
  count(() => host.packages.counters);
  return host;
}
