// The catalog that ships with the package.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CatalogRegistry, packedCatalog } from "../pipeline/index.ts";
import type { CatalogIndex } from "../pipeline/index.ts";
import { nodeFiles } from "./node-files.ts";

let catalog: CatalogRegistry | undefined;

/** From the pack that the build makes; from the folder where there is none (tests, tools). */
export function nodeCatalog(): CatalogRegistry {
  if (catalog !== undefined) return catalog;
  const here = typeof __dirname === "string" ? __dirname : process.cwd();
  const pack = join(here, "catalog.pack");
  return (catalog = existsSync(pack)
    ? packedCatalog(readFileSync(pack), join(dirname(here), "catalog"))
    : folderCatalog(here));
}

function folderCatalog(from: string): CatalogRegistry {
  let folder = from;
  while (!existsSync(join(folder, "catalog", "catalog.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("the catalog is not there: this package is incomplete");
    folder = parent;
  }
  const root = join(folder, "catalog");
  const index = JSON.parse(readFileSync(join(root, "catalog.json"), "utf8")) as CatalogIndex;
  return new CatalogRegistry(index, nodeFiles, root);
}
