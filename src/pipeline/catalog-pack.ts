// The catalog in one file, as the build packs it: a line of JSON (the index, and where each file is), then the files.
import type { Files, FolderEntry } from "../cue/load/index.ts";
import { CatalogRegistry } from "./catalog-registry.ts";
import type { CatalogIndex } from "./catalog-registry.ts";

interface PackIndex extends CatalogIndex {
  /** Start and length of each file. */
  readonly files: Readonly<Record<string, readonly [number, number]>>;
}

/** `root` is what the files are named below, where they have no module's name. */
export function packedCatalog(bytes: Uint8Array, root: string): CatalogRegistry {
  const line = bytes.indexOf(10);
  const index = JSON.parse(new TextDecoder().decode(bytes.subarray(0, line))) as PackIndex;
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
