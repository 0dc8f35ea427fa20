/** Shell patterns of one path: `*`, `?`, `[a-z]`, `[^x]`, `\c`; none of them matches a slash. */
type GlobPattern = readonly GlobElement[];

type GlobElement =
  | { readonly kind: "char"; readonly char: string }
  | { readonly kind: "any" }
  | { readonly kind: "star" }
  | { readonly kind: "class"; readonly negated: boolean; readonly ranges: readonly (readonly [number, number])[] };

/** The pattern, or why it is none. */
export function parseGlob(text: string): GlobPattern | string {
  if (text.includes("**")) return "'**' is not supported in patterns as of yet";
  const chars = [...text];
  const out: GlobElement[] = [];
  for (let i = 0; i < chars.length; i++) {
    const c = chars[i]!;
    if (c === "*") out.push({ kind: "star" });
    else if (c === "?") out.push({ kind: "any" });
    else if (c === "\\") {
      i++;
      if (i === chars.length) return badPattern;
      out.push({ kind: "char", char: chars[i]! });
    } else if (c === "[") {
      const negated = chars[i + 1] === "^";
      if (negated) i++;
      const ranges: [number, number][] = [];
      for (i++; ; i++) {
        if (i >= chars.length) return badPattern;
        if (chars[i] === "]" && ranges.length > 0) break;
        const low = classChar(chars, i);
        if (low === undefined) return badPattern;
        i = low.next;
        let high = low.code;
        if (chars[i] === "-") {
          const h = classChar(chars, i + 1);
          if (h === undefined) return badPattern;
          high = h.code;
          i = h.next;
        }
        ranges.push([low.code, high]);
        // Step back: the loop moves on to what follows the range.
        i--;
      }
      out.push({ kind: "class", negated, ranges });
    } else out.push({ kind: "char", char: c });
  }
  return out;
}

const badPattern = "syntax error in pattern";

function classChar(chars: readonly string[], at: number): { code: number; next: number } | undefined {
  let i = at;
  const c = chars[i];
  if (c === undefined || c === "-" || c === "]") return undefined;
  if (c === "\\") i++;
  const char = chars[i];
  // A class cannot end with its last character: something must close it.
  if (char === undefined || i + 1 >= chars.length) return undefined;
  return { code: char.codePointAt(0)!, next: i + 1 };
}

export function matchGlob(pattern: GlobPattern, text: string): boolean {
  const chars = [...text];
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  for (;;) {
    const e = pattern[p];
    if (e?.kind === "star") {
      star = p++;
      resume = t;
      continue;
    }
    if (t === chars.length && e === undefined) return true;
    if (t < chars.length && e !== undefined && matches(e, chars[t]!)) {
      p++;
      t++;
      continue;
    }
    // Let the last star take one character more.
    if (star < 0 || resume >= chars.length || chars[resume] === "/") return false;
    t = ++resume;
    p = star + 1;
  }
}

function matches(e: GlobElement, c: string): boolean {
  switch (e.kind) {
    case "char":
      return e.char === c;
    case "any":
      return c !== "/";
    case "class": {
      const code = c.codePointAt(0)!;
      return e.ranges.some(([low, high]) => low <= code && code <= high) !== e.negated;
    }
    case "star":
      return false;
  }
}

export function hasGlobMeta(text: string): boolean {
  return /[*?[\\]/.test(text);
}

/** Whether a path is one that a pattern finds: element by element, hidden names only by a pattern that begins so. */
export function matchesGlob(glob: string, path: string): boolean {
  const elements = glob.split("/");
  const names = path.split("/");
  return (
    elements.length === names.length &&
    elements.every((element, i) => {
      const pattern = parseGlob(element);
      if (typeof pattern === "string" || (names[i]!.startsWith(".") && !element.startsWith("."))) return false;
      return matchGlob(pattern, names[i]!);
    })
  );
}
