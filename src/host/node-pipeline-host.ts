// What the pipeline needs of this machine.
import { homedir } from "node:os";
import { PackageCache } from "../pipeline/index.ts";
import type { PipelineHost } from "../pipeline/index.ts";
import { nodeCatalog } from "./node-catalog.ts";
import { nodeDerivedCache } from "./node-derived-cache.ts";
import { nodeFiles } from "./node-files.ts";
import { nodeJobWorkers } from "./node-job-workers.ts";
import { lateNodeRegistry } from "./node-late-registry.ts";
import { takePrepared, withDerived } from "./node-prepared.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export function nodePipelineHost(
  env: Environment,
  clock: () => number,
): PipelineHost & { readonly packages: PackageCache } {
  const home = env["HOME"] || env["USERPROFILE"] || homedir();
  const prepared = takePrepared();
  const kept = nodeDerivedCache(env);
  const cache = prepared === undefined ? kept : withDerived(prepared, kept);
  const workers = nodeJobWorkers(env);
  return {
    files: nodeFiles,
    env,
    home,
    catalog: nodeCatalog(),
    registry: (setting) => lateNodeRegistry({ env, ...(setting !== undefined && { registry: setting }) }),
    packages: prepared?.packages ?? new PackageCache(),
    ...(cache && { cache }),
    ...(workers && { workers }),
    clock,
  };
}

export { nodeCatalog };
