import { absent, compareBytes, isFileFault } from "./files.ts";
import type { FileFault, Files, FolderEntry } from "./files.ts";

/** Files that exist only in memory, by absolute path. Folders exist where files are below them. */
export class MemoryFiles implements Files {
  readonly #files = new Map<string, Uint8Array>();
  readonly #folders = new Map<string, Map<string, "file" | "folder">>();

  constructor(files: Iterable<readonly [string, string | Uint8Array]> = []) {
    this.#folders.set("/", new Map());
    for (const [path, content] of files) this.write(path, content);
  }

  write(path: string, content: string | Uint8Array): void {
    this.#files.set(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    let kind: "file" | "folder" = "file";
    for (let at = path; ;) {
      const slash = at.lastIndexOf("/");
      if (slash < 0) return;
      const parent = slash === 0 ? "/" : at.slice(0, slash);
      let folder = this.#folders.get(parent);
      const known = folder !== undefined;
      if (folder === undefined) this.#folders.set(parent, (folder = new Map()));
      const name = at.slice(slash + 1);
      if (name !== "" && !folder.has(name)) folder.set(name, kind);
      if (known || parent === "/") return;
      kind = "folder";
      at = parent;
    }
  }

  readFile(path: string): Uint8Array | FileFault {
    const content = this.#files.get(path);
    if (content !== undefined) return content;
    return this.#folders.has(path) ? { fault: "folder", text: "is a directory" } : absent;
  }

  readFolder(path: string): readonly FolderEntry[] | FileFault {
    const folder = this.#folders.get(path);
    if (folder === undefined) return this.#files.has(path) ? { fault: "not-folder", text: "not a directory" } : absent;
    return [...folder].map(([name, kind]) => ({ name, kind })).sort((a, b) => compareBytes(a.name, b.name));
  }

  stat(path: string): "file" | "folder" | "other" | FileFault {
    if (this.#files.has(path)) return "file";
    return this.#folders.has(path) ? "folder" : absent;
  }
}

/** Files laid over others: editors' unsaved texts, generated files, `-` as a file. */
export class OverlayFiles implements Files {
  readonly #over: MemoryFiles;
  readonly #below: Files;

  constructor(below: Files, overlay: Iterable<readonly [string, string | Uint8Array]>) {
    this.#below = below;
    this.#over = new MemoryFiles(overlay);
  }

  readFile(path: string): Uint8Array | FileFault {
    const content = this.#over.readFile(path);
    return isFileFault(content) ? this.#below.readFile(path) : content;
  }

  readFolder(path: string): readonly FolderEntry[] | FileFault {
    const over = this.#over.readFolder(path);
    const below = this.#below.readFolder(path);
    if (isFileFault(over)) return below;
    if (isFileFault(below)) return below.fault === "absent" ? over : below;
    const names = new Map<string, FolderEntry>();
    for (const e of below) names.set(e.name, e);
    for (const e of over) names.set(e.name, e);
    return [...names.values()].sort((a, b) => compareBytes(a.name, b.name));
  }

  outside(path: string, root: string): string | undefined {
    return isFileFault(this.#over.stat(path)) ? this.#below.outside?.(path, root) : undefined;
  }

  stat(path: string): "file" | "folder" | "other" | FileFault {
    const over = this.#over.stat(path);
    return isFileFault(over) ? this.#below.stat(path) : over;
  }
}
