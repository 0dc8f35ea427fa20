import type { FileFault, Files, FolderEntry } from "../../cue/load/index.ts";

/** Milliseconds for which what was read is taken for what is there. */
const RECENT = 1000;

/**
 * The disk as it was a moment ago. Each keystroke reads all files of a package, and nearly all of them are those of the
 * keystroke before. What the editor's watcher tells is forgotten at once; where nobody watches, a second is the longest
 * that something stays unseen.
 */
export class RecentFiles implements Files {
  readonly #below: Files;
  readonly #clock: () => number;
  #since = -Infinity;
  readonly #files = new Map<string, Uint8Array | FileFault>();
  readonly #folders = new Map<string, readonly FolderEntry[] | FileFault>();
  readonly #kinds = new Map<string, ReturnType<Files["stat"]>>();
  readonly #outside = new Map<string, string | undefined>();

  constructor(below: Files, clock: () => number) {
    this.#below = below;
    this.#clock = clock;
  }

  forget(): void {
    for (const known of [this.#files, this.#folders, this.#kinds, this.#outside]) known.clear();
  }

  #recent<T>(known: Map<string, T>, key: string, read: () => T): T {
    const now = this.#clock();
    if (now - this.#since > RECENT) {
      this.forget();
      this.#since = now;
    }
    if (known.has(key)) return known.get(key) as T;
    const found = read();
    known.set(key, found);
    return found;
  }

  readFile(path: string): Uint8Array | FileFault {
    return this.#recent(this.#files, path, () => this.#below.readFile(path));
  }

  readFolder(path: string): readonly FolderEntry[] | FileFault {
    return this.#recent(this.#folders, path, () => this.#below.readFolder(path));
  }

  stat(path: string): ReturnType<Files["stat"]> {
    return this.#recent(this.#kinds, path, () => this.#below.stat(path));
  }

  outside(path: string, root: string): string | undefined {
    return this.#recent(this.#outside, `${path}\n${root}`, () => this.#below.outside?.(path, root));
  }
}
