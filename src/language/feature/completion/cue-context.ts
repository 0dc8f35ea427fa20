// What is being typed at the cursor of a CUE document: a label, a value, a member, an import path.
import { stringEnd } from "../../analysis/mend.ts";

type CueContext =
  | { readonly kind: "none" }
  | { readonly kind: "import"; readonly start: number; readonly typed: string }
  | { readonly kind: "package"; readonly start: number }
  | {
      /** `x.y.▮` */
      readonly kind: "member";
      readonly owner: string;
      readonly start: number;
    }
  | {
      /** At a declaration's beginning, behind any labels on the same line: `spec: con▮`. */
      readonly kind: "declaration";
      readonly labels: readonly string[];
      readonly start: number;
      /** The offset of the first label, or of the word. */
      readonly from: number;
      /** The word is being written in quotes. */
      readonly quoted: boolean;
    }
  | {
      /** `x: 1 & ▮`, `if ▮`, `[▮`. */
      readonly kind: "expression";
      readonly labels: readonly string[];
      readonly start: number;
      readonly from: number;
      readonly quoted: boolean;
      /** Whether the expression is only begun: then it is the field's value. */
      readonly isWhole: boolean;
    };

const LABELS = /^\s*((?:(?:"(?:[^"\\]|\\.)*"|[\w$#]+|\[[^\]]*\]|\([^)]*\))[?!]?\s*:\s*)*)/;

/** Offsets where declarations begin before the cursor: after `{`, `,` or a line end, outside of brackets. */
export function cueContext(text: string, offset: number): CueContext {
  const place = scanTo(text, offset);
  if (place.comment) return { kind: "none" };
  const inString = place.string >= 0;
  const begin = place.declaration;
  const upTo = inString ? place.string : wordStart(text, offset);
  const before = text.slice(begin, upTo);
  if (/(?:^|\n)\s*import\s+(?:[\w$]+\s+)?$/.test(text.slice(0, upTo)) || place.inImport)
    return inString
      ? { kind: "import", start: place.string, typed: text.slice(place.string + 1, offset) }
      : { kind: "none" };
  if (/^\s*package\s+$/.test(before)) return { kind: "package", start: upTo };
  if (!inString) {
    const owner = ownerBefore(text, upTo);
    if (owner !== undefined) return { kind: "member", owner, start: upTo };
  }
  const [all = "", labelText = ""] = LABELS.exec(before) ?? [];
  const labels = [...labelText.matchAll(/("(?:[^"\\]|\\.)*"|[\w$#]+|\[[^\]]*\]|\([^)]*\))[?!]?\s*:/g)].map(
    (m) => m[1]!,
  );
  const rest = before.slice(all.length);
  const common = { labels, start: upTo, from: begin + (/^\s*/.exec(before)?.[0].length ?? 0), quoted: inString };
  if (rest.trim() === "" && !place.inList) return { kind: "declaration", ...common };
  return { kind: "expression", ...common, isWhole: /^\s*[*&|([]*\s*$/.test(rest) };
}

function wordStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && /[\w$#]/.test(text[at - 1]!)) at--;
  return at;
}

/** The expression before a dot. */
function ownerBefore(text: string, at: number): string | undefined {
  let i = at - 1;
  if (text[i] !== "." || text[i - 1] === ".") return undefined;
  const end = i;
  // Back over names, selectors, indexes and calls.
  for (i--; i >= 0;) {
    const c = text[i]!;
    if (/[\w$#]/.test(c)) while (i >= 0 && /[\w$#]/.test(text[i]!)) i--;
    else if (c === '"') {
      const open = text.lastIndexOf('"', i - 1);
      if (open < 0) return undefined;
      i = open - 1;
    } else if (c === "]" || c === ")") {
      let depth = 0;
      for (; i >= 0; i--) {
        if (text[i] === "]" || text[i] === ")") depth++;
        else if ((text[i] === "[" || text[i] === "(") && --depth === 0) break;
      }
      i--;
      if (i >= 0 && /[\w$#\])"]/.test(text[i]!)) continue;
    } else return undefined;
    if (text[i] !== ".") break;
    i--;
  }
  const owner = text.slice(i + 1, end).trim();
  return owner === "" || /^\d/.test(owner) ? undefined : owner;
}

interface Scan {
  readonly comment: boolean;
  /** Where the string begins that holds the offset, or -1. */
  readonly string: number;
  /** Where the innermost declaration begins. */
  readonly declaration: number;
  readonly inList: boolean;
  readonly inImport: boolean;
}

function scanTo(text: string, offset: number): Scan {
  const open: { bracket: string; declaration: number }[] = [];
  let declaration = 0;
  for (let i = 0; i < offset; i++) {
    const c = text[i]!;
    if (c === "/" && text[i + 1] === "/") {
      const end = text.indexOf("\n", i);
      if (end < 0 || end >= offset) return scan(true, -1);
      i = end - 1;
    } else if (c === '"' || c === "'") {
      const end = stringEnd(text, i);
      if (
        end > offset ||
        (end === offset && (text[end - 1] !== c || end === i + 1)) ||
        (end === offset && text[end] === "\n" && text[end - 1] !== c)
      ) {
        const inner = interpolationAt(text, i, offset);
        if (inner < 0) return scan(false, i);
        open.push({ bracket: "(", declaration });
        declaration = inner;
        i = inner - 1;
      } else i = end - 1;
    } else if (c === "{" || c === "[" || c === "(") {
      open.push({ bracket: c, declaration });
      if (c !== "(" || !isCall(text, i)) declaration = i + 1;
      if (c === "(") declaration = i + 1;
    } else if (c === "}" || c === "]" || c === ")") {
      const top = open.pop();
      if (top !== undefined) declaration = top.declaration;
    } else if (c === "," || (c === "\n" && (open.length === 0 || open.at(-1)!.bracket === "{"))) {
      if (c === "," || !continues(text, i)) declaration = i + 1;
    }
  }
  return scan(false, -1);

  function scan(comment: boolean, string: number): Scan {
    const top = open.at(-1)?.bracket;
    const group = open.length === 1 && top === "(" ? text.slice(open[0]!.declaration, declaration) : "";
    return {
      comment,
      string,
      declaration,
      inList: top === "[" || top === "(",
      inImport: /^\s*import\s*\(/.test(group),
    };
  }
}

const isCall = (text: string, at: number): boolean => /[\w$)\]]/.test(text[at - 1] ?? "");

/** Whether an expression goes on after a line end: an operator stands before it. */
function continues(text: string, at: number): boolean {
  let i = at - 1;
  while (i >= 0 && /[ \t\r]/.test(text[i]!)) i--;
  return /[&|+*/=<>]/.test(text[i] ?? "") && text[i - 1] !== "/";
}

/** Where the expression begins within `\(…` that holds an offset of a string, or -1. */
function interpolationAt(text: string, start: number, offset: number): number {
  let depth = 0;
  let begin = -1;
  for (let i = start + 1; i < offset; i++) {
    if (depth === 0 && text[i] === "\\" && text[i + 1] === "(") {
      depth = 1;
      begin = i + 2;
      i++;
    } else if (depth > 0 && text[i] === "(") depth++;
    else if (depth > 0 && text[i] === ")") depth--;
  }
  return depth > 0 ? begin : -1;
}
