// What the pipeline needs of this machine.
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { CatalogRegistry } from "../pipeline/index.ts";
import type { CatalogIndex, PipelineHost } from "../pipeline/index.ts";
import { nodeFiles } from "./node-files.ts";
import { lazyNodeRegistry } from "./node-registry.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export function nodePipelineHost(env: Environment, clock: () => number): PipelineHost {
  const home = env["HOME"] || env["USERPROFILE"] || homedir();
  return {
    files: nodeFiles,
    env,
    home,
    catalog: nodeCatalog(),
    registry: (setting) => lazyNodeRegistry({ env, ...(setting !== undefined && { registry: setting }) }),
    clock,
  };
}

let catalog: CatalogRegistry | undefined;

/** The catalog of this package: beside dist/ when installed, at the top of a clone. */
export function nodeCatalog(): CatalogRegistry {
  if (catalog !== undefined) return catalog;
  let folder = typeof __dirname === "string" ? __dirname : process.cwd();
  while (!existsSync(join(folder, "catalog", "catalog.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("the catalog is not there: this package is incomplete");
    folder = parent;
  }
  const root = join(folder, "catalog");
  const index = JSON.parse(readFileSync(join(root, "catalog.json"), "utf8")) as CatalogIndex;
  return (catalog = new CatalogRegistry(index, nodeFiles, root));
}
