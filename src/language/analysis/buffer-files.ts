import { absent, compareBytes, isFileFault } from "../../cue/load/index.ts";
import type { FileFault, Files, FolderEntry } from "../../cue/load/index.ts";
import type { EditorLines, TextDocument } from "../text/text-document.ts";

/** The files as the editor has them: texts of open documents over the disk, new documents included. */
export class BufferFiles implements Files {
  readonly #below: Files;
  readonly #documents: ReadonlyMap<string, TextDocument>;
  readonly #bytes = new WeakMap<EditorLines, Uint8Array>();

  /** @param documents by path; read when they are asked for */
  constructor(below: Files, documents: ReadonlyMap<string, TextDocument>) {
    this.#below = below;
    this.#documents = documents;
  }

  readFile(path: string): Uint8Array | FileFault {
    const open = this.#documents.get(path);
    if (open === undefined) return this.#below.readFile(path);
    let bytes = this.#bytes.get(open.lines);
    if (bytes === undefined) this.#bytes.set(open.lines, (bytes = new TextEncoder().encode(open.text)));
    return bytes;
  }

  readFolder(path: string): readonly FolderEntry[] | FileFault {
    const below = this.#below.readFolder(path);
    const names = new Map<string, FolderEntry>();
    const prefix = path.endsWith("/") ? path : `${path}/`;
    for (const file of this.#documents.keys()) {
      if (!file.startsWith(prefix)) continue;
      const [name = "", ...rest] = file.slice(prefix.length).split("/");
      names.set(name, { name, kind: rest.length === 0 ? "file" : "folder" });
    }
    if (names.size === 0) return below;
    // An entry of the disk says more: it may be a link.
    if (!isFileFault(below)) for (const entry of below) names.set(entry.name, entry);
    else if (below.fault !== "absent") return below;
    return [...names.values()].sort((a, b) => compareBytes(a.name, b.name));
  }

  outside(path: string, root: string): string | undefined {
    return this.#below.outside?.(path, root);
  }

  stat(path: string): "file" | "folder" | "other" | FileFault {
    if (this.#documents.has(path)) return "file";
    const below = this.#below.stat(path);
    if (!isFileFault(below)) return below;
    const prefix = `${path}/`;
    for (const file of this.#documents.keys()) if (file.startsWith(prefix)) return "folder";
    return below.fault === "absent" ? absent : below;
  }
}

/** Files that remember what was asked of them: what was made of them is out of date when one of these changes. */
export class WatchedFiles implements Files {
  readonly #below: Files;
  readonly #asked = new Set<string>();
  /** Texts that stand in for those of files, by path. */
  readonly #instead: ReadonlyMap<string, string>;

  constructor(below: Files, instead: ReadonlyMap<string, string> = new Map()) {
    this.#below = below;
    this.#instead = instead;
  }

  /** Whether a change of this file, its appearing or its going away, can matter. */
  depends(path: string): boolean {
    return this.#asked.has(path) || this.#asked.has(path.slice(0, Math.max(1, path.lastIndexOf("/"))));
  }

  readFile(path: string): Uint8Array | FileFault {
    this.#asked.add(path);
    const text = this.#instead.get(path);
    return text === undefined ? this.#below.readFile(path) : new TextEncoder().encode(text);
  }

  readFolder(path: string): readonly FolderEntry[] | FileFault {
    this.#asked.add(path);
    return this.#below.readFolder(path);
  }

  outside(path: string, root: string): string | undefined {
    return this.#below.outside?.(path, root);
  }

  stat(path: string): "file" | "folder" | "other" | FileFault {
    this.#asked.add(path);
    return this.#below.stat(path);
  }
}
