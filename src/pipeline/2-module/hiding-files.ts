import { isFileFault } from "../../cue/load/index.ts";
import type { FileFault, Files, FolderEntry } from "../../cue/load/index.ts";

/**
 * A module's folder without its other values files: `values_prod.cue` beside `values.cue` is an alternative to it, and
 * both in one package would only conflict. Nor is `values.cue` itself part of a package that it does not name.
 */
export class HidingFiles implements Files {
  readonly #files: Files;
  readonly #folder: string;
  readonly texts: Files;
  /** Whether `values.cue` was left out: it is values and no part of the package. */
  valuesApart = false;
  /** Whether anything was left out. */
  hides = false;

  constructor(files: Files, folder: string) {
    this.#files = files;
    this.texts = files.texts ?? files;
    this.#folder = folder;
  }

  readFile(path: string): Uint8Array | FileFault {
    return this.#files.readFile(path);
  }

  readFolder(path: string): readonly FolderEntry[] | FileFault {
    const entries = this.#files.readFolder(path);
    if (path !== this.#folder || isFileFault(entries)) return entries;
    this.valuesApart = this.#namesOther(entries);
    const left = entries.filter(({ name }) => !isOtherValuesFile(name) && !(this.valuesApart && name === VALUES));
    this.hides ||= left.length < entries.length;
    return left;
  }

  outside(path: string, root: string): string | undefined {
    return this.#files.outside?.(path, root);
  }

  again(path: string): void {
    this.#files.again?.(path);
  }

  lists(path: string): void {
    this.#files.lists?.(path);
  }

  /** Whether `values.cue` has no package clause, or that of no file beside it. */
  #namesOther(entries: readonly FolderEntry[]): boolean {
    if (!entries.some(({ name }) => name === VALUES)) return false;
    const own = this.#packageOf(VALUES);
    const others = entries.filter(
      (e) => e.kind !== "folder" && /^[^._].*\.cue$/.test(e.name) && !e.name.startsWith("values"),
    );
    return others.length > 0 && !others.some(({ name }) => this.#packageOf(name) === own && own !== "");
  }

  #packageOf(name: string): string {
    const content = this.#files.readFile(`${this.#folder}/${name}`);
    return isFileFault(content) ? "" : (CLAUSE.exec(new TextDecoder().decode(content))?.[1] ?? "");
  }

  stat(path: string): "file" | "folder" | "other" | FileFault {
    return this.#files.stat(path);
  }
}

const VALUES = "values.cue";

/** Behind comments and attributes of the file. */
const CLAUSE = /^\uFEFF?(?:\s|\/\/[^\n]*|@\w+\([^)\n]*\))*package[ \t]+([\p{L}_$#][\p{L}\p{N}_$#]*)/u;

function isOtherValuesFile(name: string): boolean {
  return name.startsWith("values") && name.endsWith(".cue") && name !== VALUES;
}
