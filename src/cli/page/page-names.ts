// What files are called in a page: as the user would write them here, and nothing of the machine that they are on.
import { basename, dirname, resolve } from "node:path";

interface Named {
  readonly real: string;
  readonly shown: string;
}

export class PageNames {
  readonly #named: Named[] = [];

  /** `root`: the CUE module that is looked at; `others`: the platform, values files. */
  constructor(cwd: string, root: string, others: readonly string[], home: string | undefined) {
    // Commands that the page prints can be run in the current folder, if the module is below it.
    const base = isBelow(root, cwd) ? cwd : dirname(root);
    this.#add(base, "");
    for (const path of others) if (!isBelow(path, base)) this.#add(path, `/${basename(path)}`);
    if (home !== undefined && !isBelow(base, home)) this.#add(home, "/~");
  }

  /** A folder that has a name of its own: a module of a registry. */
  add(real: string, shown: string): void {
    this.#add(real, shown);
  }

  #add(real: string, shown: string): void {
    this.#named.push({ real: real === "/" ? "" : real, shown });
    this.#named.sort((a, b) => b.real.length - a.real.length);
  }

  of(path: string): string {
    const found = this.#named.find(({ real }) => path === real || path.startsWith(`${real}/`));
    return found === undefined ? path : found.shown + path.slice(found.real.length) || "/";
  }

  /** The file that is shown under a name; undefined for what is none of ours. */
  real(shown: string): string | undefined {
    for (const { real, shown: as } of this.#named.toReversed())
      if (shown.startsWith(`${as}/`)) {
        const path = resolve(`${real}/`, `.${shown.slice(as.length)}`);
        if (isBelow(path, real) && this.of(path) === shown) return path;
      }
    return undefined;
  }

  /** The same in words. */
  text(words: string): string {
    return this.#named.reduce(
      (text, { real, shown }) => (real === "" ? text : text.replaceAll(`${real}/`, shown === "" ? "" : `${shown}/`)),
      words,
    );
  }
}

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder === "/" ? "" : folder}/`);
