/** The rules of `.gitignore` files: what a folder's owner has said not to be part of it. */
interface Rule {
  readonly pattern: RegExp;
  readonly folderOnly: boolean;
  readonly keep: boolean;
}

export class IgnoreRules {
  /** By the folder that holds the file; "" is the root that names are relative to. */
  readonly #byFolder = new Map<string, readonly Rule[]>();

  add(folder: string, text: string): void {
    const rules = text
      .split(/\r?\n/)
      .map(parseRule)
      .filter((rule) => rule !== undefined);
    this.#byFolder.set(folder, [...(this.#byFolder.get(folder) ?? []), ...rules]);
  }

  /** Whether a file is ignored: itself, or a folder above it, below which nothing can be taken back. */
  ignores(name: string): boolean {
    const elements = name.split("/");
    for (let n = 1; n <= elements.length; n++)
      if (this.#decide(elements.slice(0, n), n < elements.length) === true) return true;
    return false;
  }

  /** By the last rule that fits, and that of the innermost folder first; undefined where none does. */
  #decide(elements: readonly string[], folder: boolean): boolean | undefined {
    for (let depth = elements.length - 1; depth >= 0; depth--) {
      const rules = this.#byFolder.get(elements.slice(0, depth).join("/"));
      const rest = elements.slice(depth).join("/");
      const rule = rules?.findLast((r) => (folder || !r.folderOnly) && r.pattern.test(rest));
      if (rule !== undefined) return !rule.keep;
    }
    return undefined;
  }
}

function parseRule(line: string): Rule | undefined {
  let text = line.replace(/(?<!\\)\s+$/, "");
  if (text === "" || text.startsWith("#")) return undefined;
  const keep = text.startsWith("!");
  if (keep) text = text.slice(1);
  const folderOnly = text.endsWith("/");
  if (folderOnly) text = text.slice(0, -1);
  // A slash anywhere but at the end ties the pattern to the folder of its file.
  const tied = text.includes("/");
  const body = toPattern(text.replace(/^\//, ""));
  return { pattern: new RegExp(`^${tied ? "" : "(?:.*/)?"}${body}$`, "s"), folderOnly, keep };
}

function toPattern(glob: string): string {
  let out = "";
  for (let i = 0; i < glob.length; i++) {
    const c = glob[i]!;
    if (glob.startsWith("**/", i) && (i === 0 || glob[i - 1] === "/")) {
      out += "(?:[^/]+/)*";
      i += 2;
    } else if (c === "*") {
      const all = glob.startsWith("**", i) && (i === 0 || glob[i - 1] === "/") && i + 2 === glob.length;
      // Several in a row say no more than one, and would take exponential time.
      while (glob[i + 1] === "*") i++;
      out += all ? ".+" : "[^/]*";
    } else if (c === "?") out += "[^/]";
    else if (c === "[") {
      const end = glob.indexOf("]", i + (/[!^]/.test(glob[i + 1] ?? "") ? 3 : 2));
      if (end < 0) out += "\\[";
      else {
        const inside = glob
          .slice(i + 1, end)
          .replace(/^!/, "^")
          .replace(/[\\[\]]/g, "\\$&");
        out += isRange(inside) ? `(?!/)[${inside}]` : "(?!)";
        i = end;
      }
    } else {
      const literal = c === "\\" && i + 1 < glob.length ? glob[++i]! : c;
      out += literal.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    }
  }
  return out;
}

function isRange(inside: string): boolean {
  try {
    new RegExp(`[${inside}]`).test("");
    return true;
  } catch {
    return false; // backwards, as [z-a]
  }
}
