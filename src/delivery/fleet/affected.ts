// Which releases a change touches: those whose renders read something of it.
import { countsInPackage } from "../read-set/recorder.ts";
import type { ReadName } from "../read-set/read-set.ts";

export interface ChangedFile {
  /** Relative to the repository. */
  readonly path: string;
  readonly change: "added" | "removed" | "changed";
}

/** The changed files that a render depends on, by their contents, by being listed, or by being there at all. */
export class Changes {
  readonly #contents = new Map<string, ChangedFile>();
  /** By the folder whose CUE files, or whose being a module, is another now. */
  readonly #packages = new Map<string, ChangedFile>();
  /** By every folder above a file that came or went. */
  readonly #entries = new Map<string, ChangedFile>();
  readonly #presence = new Map<string, ChangedFile>();

  constructor(files: readonly ChangedFile[]) {
    for (const file of files) {
      this.#contents.set(file.path, file);
      if (file.change === "changed") continue;
      this.#presence.set(file.path, file);
      // A folder comes and goes with its files, and its parent's listing with it.
      const steps = file.path.split("/");
      for (let n = steps.length - 1; n >= 0; n--) {
        const folder = steps.slice(0, n).join("/") || ".";
        if (!this.#entries.has(folder)) this.#entries.set(folder, file);
        if (countsInPackage(steps[n]!) && !this.#packages.has(folder)) this.#packages.set(folder, file);
        if (!this.#presence.has(folder)) this.#presence.set(folder, file);
      }
    }
  }

  reasons(reads: readonly ReadName[]): ChangedFile[] {
    const found = new Set<ChangedFile>();
    for (const read of reads) {
      const colon = read.indexOf(":");
      const name = read.slice(colon + 1);
      const map = { file: this.#contents, folder: this.#packages, entries: this.#entries, kind: this.#presence }[
        read.slice(0, colon)
      ];
      const file = map?.get(name);
      if (file !== undefined) found.add(file);
    }
    return [...found].sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

/** The files and folders of the repository that a render depends on, relative to its top; without what is outside. */
export function readPaths(reads: readonly ReadName[]): { files: string[]; folders: string[] } {
  const inside = (name: string): boolean => !name.startsWith("/") && !name.startsWith("~/") && !name.startsWith("../");
  const of = (kind: string): string[] =>
    reads
      .filter((read) => read.startsWith(`${kind}:`))
      .map((read) => read.slice(kind.length + 1))
      .filter(inside);
  return { files: of("file"), folders: of("entries") };
}

/**
 * The value of `argocd.argoproj.io/manifest-generate-paths`: folders from the top of the repository. Where only
 * Argo CD's own watching is known, an application is rendered again if and only if something below them changes.
 */
export function generatePaths(reads: readonly ReadName[]): string {
  const { files, folders } = readPaths(reads);
  const parents = new Set([
    ...folders,
    ...files.map((file) => file.slice(0, Math.max(0, file.lastIndexOf("/"))) || "."),
  ]);
  const above = (folder: string): boolean =>
    [...parents].some(
      (other) => other !== folder && (folder.startsWith(`${other}/`) || (other === "." && folder !== ".")),
    );
  const kept = [...parents].filter((folder) => !above(folder)).sort();
  return kept.map((folder) => (folder === "." ? "/" : `/${folder}`)).join(";");
}
