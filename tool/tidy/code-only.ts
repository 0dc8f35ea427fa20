/**
 * The program text with comments and template texts blanked, so that offsets stay and neither an example in a comment
 * nor a CUE file in a template is taken for code. Quoted strings stay: they are the specifiers of imports.
 */
export function codeOnly(text: string): string {
  const out: string[] = [];
  let kept = 0;
  const blank = (from: number, to: number): void => {
    out.push(text.slice(kept, from), text.slice(from, to).replace(/[^\n]/g, " "));
    kept = to;
  };
  /** For each open `${`, how many braces are open in it. */
  const holes: number[] = [];
  let i = 0;
  const template = (): void => {
    const from = i;
    for (; i < text.length; i++) {
      if (text[i] === "\\") i++;
      else if (text[i] === "`") break;
      else if (text[i] === "$" && text[i + 1] === "{") {
        holes.push(0);
        break;
      }
    }
    blank(from, Math.min(i, text.length));
    i += text[i] === "$" ? 2 : 1;
  };
  while (i < text.length) {
    const c = text[i] as string;
    const next = text[i + 1];
    if (c === "`") {
      i++;
      template();
    } else if (c === "}" && holes.at(-1) === 0) {
      holes.pop();
      i++;
      template();
    } else if (c === "{" || c === "}") {
      if (holes.length > 0) holes[holes.length - 1]! += c === "{" ? 1 : -1;
      i++;
    } else if (c === "/" && (next === "/" || next === "*")) {
      const close = next === "/" ? text.indexOf("\n", i) : text.indexOf("*/", i + 2) + 2;
      const end = close < i + 2 ? text.length : close;
      blank(i, end);
      i = end;
    } else if (c === '"' || c === "'") i = skipQuoted(text, i, c);
    else if (c === "/" && opensPattern(text, i)) i = skipPattern(text, i);
    else i++;
  }
  return out.join("") + text.slice(kept);
}

function skipQuoted(text: string, start: number, quote: string): number {
  let i = start + 1;
  while (i < text.length && text[i] !== quote && text[i] !== "\n") i += text[i] === "\\" ? 2 : 1;
  return i + 1;
}

/** A slash divides after a value, and opens a regular expression after anything else. */
function opensPattern(text: string, slash: number): boolean {
  const before = text.slice(Math.max(0, slash - 40), slash).trimEnd();
  return before === "" || /(?:[(,=:[!&|?{};+\-*%<>~^]|\breturn|\btypeof|\bcase)$/.test(before);
}

function skipPattern(text: string, slash: number): number {
  let inClass = false;
  let i = slash + 1;
  for (; i < text.length && text[i] !== "\n"; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "[") inClass = true;
    else if (text[i] === "]") inClass = false;
    else if (text[i] === "/" && !inClass) break;
  }
  return i + 1;
}
