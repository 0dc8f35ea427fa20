// The catalog that ships with the package.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Files, FolderEntry } from "../cue/load/index.ts";
import { CatalogRegistry } from "../pipeline/index.ts";
import type { CatalogIndex } from "../pipeline/index.ts";
import { nodeFiles } from "./node-files.ts";

let catalog: CatalogRegistry | undefined;

/** From the pack that the build makes; from the folder where there is none (tests, tools). */
export function nodeCatalog(): CatalogRegistry {
  if (catalog !== undefined) return catalog;
  const here = typeof __dirname === "string" ? __dirname : process.cwd();
  const pack = join(here, "catalog.pack");
  return (catalog = existsSync(pack) ? packedCatalog(pack, join(dirname(here), "catalog")) : folderCatalog(here));
}

interface PackIndex extends CatalogIndex {
  /** Start and length of each file. */
  readonly files: Readonly<Record<string, readonly [number, number]>>;
}

function packedCatalog(pack: string, root: string): CatalogRegistry {
  const bytes = readFileSync(pack);
  const line = bytes.indexOf(10);
  const index = JSON.parse(bytes.toString("utf8", 0, line)) as PackIndex;
  return new CatalogRegistry(index, packFiles(bytes, line + 1, index, root), root);
}

/** The files of a pack, named as they are in the catalog's folder. */
function packFiles(bytes: Uint8Array, base: number, { files }: PackIndex, root: string): Files {
  const absent = { fault: "absent", text: "no such file or directory" } as const;
  const folders = new Map<string, Map<string, FolderEntry>>();
  for (const file of Object.keys(files)) {
    let kind: FolderEntry["kind"] = "file";
    for (let path = file; path !== ""; kind = "folder") {
      const slash = path.lastIndexOf("/");
      const folder = path.slice(0, Math.max(0, slash));
      const name = path.slice(slash + 1);
      const entries = folders.get(folder) ?? new Map<string, FolderEntry>();
      folders.set(folder, entries);
      if (entries.has(name)) break;
      entries.set(name, { name, kind });
      path = folder;
    }
  }
  // Paths are slash-separated and below the root, or not of the catalog.
  const inside = (path: string): string | undefined =>
    path === root ? "" : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
  return {
    readFile(path) {
      const name = inside(path);
      const place = name === undefined ? undefined : files[name];
      if (place !== undefined) return bytes.subarray(base + place[0], base + place[0] + place[1]);
      return name !== undefined && folders.has(name) ? { fault: "folder", text: "is a directory" } : absent;
    },
    readFolder(path) {
      const name = inside(path);
      const entries = name === undefined ? undefined : folders.get(name);
      // Names were packed in byte order.
      return entries === undefined ? absent : [...entries.values()];
    },
    stat(path) {
      const name = inside(path);
      if (name === undefined) return absent;
      return files[name] !== undefined ? "file" : folders.has(name) ? "folder" : absent;
    },
  };
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
