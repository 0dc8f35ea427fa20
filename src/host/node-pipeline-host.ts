// What the pipeline needs of this machine.
import { homedir } from "node:os";
import type { PipelineHost } from "../pipeline/index.ts";
import { nodeCatalog } from "./node-catalog.ts";
import { nodeDerivedCache } from "./node-derived-cache.ts";
import { nodeFiles } from "./node-files.ts";
import { nodeJobWorkers } from "./node-job-workers.ts";
import { lateNodeRegistry } from "./node-late-registry.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export function nodePipelineHost(env: Environment, clock: () => number): PipelineHost {
  const home = env["HOME"] || env["USERPROFILE"] || homedir();
  const cache = nodeDerivedCache(env);
  const workers = nodeJobWorkers(env);
  return {
    files: nodeFiles,
    env,
    home,
    catalog: nodeCatalog(),
    registry: (setting) => lateNodeRegistry({ env, ...(setting !== undefined && { registry: setting }) }),
    ...(cache && { cache }),
    ...(workers && { workers }),
    clock,
  };
}

export { nodeCatalog };
