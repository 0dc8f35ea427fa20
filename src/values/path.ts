// Paths into values: a.b[0]."x.y". Names that are not plain are quoted, as CUE does.

export type Step = string | number;
export type Path = readonly Step[];

const PLAIN = /^[A-Za-z_$][A-Za-z0-9_$-]*$/;

export function pathText(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else text += (text === "" ? "" : ".") + (PLAIN.test(step) ? step : JSON.stringify(step));
  }
  return text;
}

interface PathProblem {
  readonly message: string;
  readonly offset: number;
}

/** Reads a path up to `stop` (or the end of the text). A dot in a name is written "x.y" or x\.y. */
export function parsePath(text: string, stop = ""): { path: Step[]; end: number } | PathProblem {
  const path: Step[] = [];
  let i = 0;
  const problem = (message: string, offset = i): PathProblem => ({ message, offset });
  for (;;) {
    if (i >= text.length || text[i] === stop)
      return path.length === 0 ? problem("a field name is expected") : problem("a field name is expected after `.`");
    const start = i;
    if (text[i] === '"') {
      const end = closingQuote(text, i);
      if (end < 0) return problem("the quoted name does not end", start);
      try {
        path.push(JSON.parse(text.slice(i, end + 1)) as string);
      } catch {
        return problem("the quoted name has a bad escape", start);
      }
      i = end + 1;
    } else if (text[i] !== "[") {
      let name = "";
      while (i < text.length && text[i] !== stop && text[i] !== "." && text[i] !== "[") {
        if (text[i] === "\\" && i + 1 < text.length) i++;
        else if (text[i] === "]") return problem("`]` without `[`");
        else if (text[i] === '"') return problem("a quote inside a name; quote the whole name");
        name += text[i++];
      }
      if (name === "") return problem("a field name is expected", start);
      path.push(name);
    }
    while (text[i] === "[") {
      const m = /^\[([0-9]{1,9})\]/.exec(text.slice(i, i + 12));
      if (m === null) return problem("a list index such as [0] is expected");
      if (path.length === 0) return problem("a path begins with a field name");
      path.push(Number(m[1]));
      i += m[0].length;
    }
    if (i >= text.length || text[i] === stop) return { path, end: i };
    if (text[i] !== ".") return problem("`.` or `[` is expected");
    i++;
  }
}

function closingQuote(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i;
  }
  return -1;
}
