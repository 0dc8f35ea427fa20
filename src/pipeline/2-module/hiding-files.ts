import { isFileFault } from "../../cue/load/index.ts";
import type { FileFault, Files, FolderEntry } from "../../cue/load/index.ts";

/**
 * A module's folder without its other values files: `values_prod.cue` beside `values.cue` is an alternative to it, and
 * both in one package would only conflict.
 */
export class HidingFiles implements Files {
  readonly #files: Files;
  readonly #folder: string;

  constructor(files: Files, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  readFile(path: string): Uint8Array | FileFault {
    return this.#files.readFile(path);
  }

  readFolder(path: string): readonly FolderEntry[] | FileFault {
    const entries = this.#files.readFolder(path);
    if (path !== this.#folder || isFileFault(entries)) return entries;
    return entries.filter(({ name }) => !isOtherValuesFile(name));
  }

  stat(path: string): "file" | "folder" | "other" | FileFault {
    return this.#files.stat(path);
  }
}

function isOtherValuesFile(name: string): boolean {
  return name.startsWith("values") && name.endsWith(".cue") && name !== "values.cue";
}
