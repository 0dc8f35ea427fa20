import type { DecodeError } from "./decoded.ts";

/** Deeper nesting is refused; the parser recurses. */
export const MAX_DEPTH = 1000;

/**
 * Words a complaint of the YAML parser as go-yaml would. Its lines are peculiar: it names where the construct began
 * unless that is the first line, else where it was noticed; what its scanner finds has the line, what its parser finds
 * has the line before; and the first line is never named.
 */
export function translateYamlError(src: string, reason: string, offset: number): DecodeError {
  const line = lineOf(src, offset);
  const make = (message: string, shown: number): DecodeError => ({ message, offset, line: shown });
  const scanner = (message: string, began = 0): DecodeError => {
    const at = began > 0 ? began : line;
    return make(message, at === 0 ? 0 : at + 1);
  };
  const parser = (message: string, began = 0): DecodeError => make(message, began > 0 ? began : line);
  const c = src[offset] ?? "";

  if (reason.includes("within a double quoted") || reason.includes("within a single quoted")) {
    return scanner("found unexpected end of stream", lineOf(src, openQuote(src)));
  }
  if (reason === "unknown escape sequence") return scanner("found unknown escape character");
  if (reason.startsWith("expected hexadecimal")) return scanner("did not find expected hexdecimal number");
  if (reason.startsWith("a line break is expected")) return scanner("did not find expected comment or line break");
  if (reason.startsWith("tab characters")) return scanner("found character that cannot start any token");
  if (reason.includes("flow collection") || reason.startsWith("missed comma")) {
    if (c !== "" && "@`%".includes(c)) return scanner("found character that cannot start any token");
    const open = openBracket(src, offset);
    return parser(`did not find expected ',' or '${src[open] === "{" ? "}" : "]"}'`, lineOf(src, open));
  }
  if (c !== "" && "@`%".includes(c)) return scanner("found character that cannot start any token");
  const before = src.slice(src.lastIndexOf("\n", offset - 1) + 1, offset);
  if (c !== "" && "}],".includes(c)) {
    return /(?:^|[:\-?,[{])\s*$/.test(before)
      ? parser("did not find expected node content")
      : parser("did not find expected key");
  }
  if (/^ *\t/.test(before)) return scanner("found character that cannot start any token");
  if (reason.startsWith("nesting exceeded")) return make(`exceeded max depth of ${MAX_DEPTH}`, 0);
  if (reason.startsWith("bad indentation of a sequence")) return parser("did not find expected '-' indicator");
  const hasColon = /:(\s|$)/.test(restOfLine(src, offset));
  if (reason.startsWith("bad indentation of a mapping")) {
    return hasColon && followsValue(src, offset, before)
      ? scanner("mapping values are not allowed in this context")
      : parser("did not find expected key");
  }
  if (reason.includes("multiline key") || reason.startsWith("expected ':'")) {
    return scanner("could not find expected ':'", keyLine(src, offset - 1));
  }
  if (reason.startsWith("end of the stream or a document separator")) {
    if (/^\s*- /.test(src)) return parser("did not find expected '-' indicator");
    return hasColon
      ? scanner("mapping values are not allowed in this context")
      : parser("did not find expected <document start>");
  }
  if (reason.startsWith("can not read")) return scanner("found character that cannot start any token");
  if (reason.includes("non-printable")) return make("control characters are not allowed", 0);
  return parser(reason);
}

/** Line from zero. */
function lineOf(src: string, offset: number): number {
  let n = 0;
  for (let i = 0; i < offset && i < src.length; i++) if (src.charCodeAt(i) === 10) n++;
  return n;
}

function restOfLine(src: string, offset: number): string {
  const end = src.indexOf("\n", offset);
  return src.slice(offset, end < 0 ? src.length : end);
}

/** Whether a value precedes: on the same line, or on the line before, which this one would continue. */
function followsValue(src: string, offset: number, before: string): boolean {
  if (before.trim() !== "") return true;
  const start = offset - before.length;
  const previous = src.slice(src.lastIndexOf("\n", start - 2) + 1, Math.max(0, start - 1));
  return before.length > previous.length - previous.trimStart().length && !/:\s*$/.test(previous);
}

/** The first line of the plain text that ends at an offset: what might have been a key. */
function keyLine(src: string, offset: number): number {
  const lines = src.split("\n");
  let n = Math.min(lineOf(src, offset), lines.length - 1);
  while (n > 0 && /^\s*$/.test(lines[n] as string)) n--;
  while (n > 0 && /\S/.test(lines[n - 1] as string) && !/:(\s|$)|^\s*(#|- )/.test(lines[n - 1] as string)) n--;
  return n;
}

/** The quote that is not closed. */
function openQuote(src: string): number {
  for (let i = 0; i < src.length; i++) {
    const c = src[i] as string;
    const previous = src[i - 1];
    if (c === "#" && (previous === undefined || /\s/.test(previous))) {
      const end = src.indexOf("\n", i);
      if (end < 0) return 0;
      i = end;
    } else if ((c === '"' || c === "'") && (previous === undefined || /[\s[{,:-]/.test(previous))) {
      const open = i;
      for (i++; i < src.length && src[i] !== c; i++) if (c === '"' && src[i] === "\\") i++;
      if (i >= src.length) return open;
    }
  }
  return 0;
}

/** The innermost bracket that is open at an offset. */
function openBracket(src: string, offset: number): number {
  const stack: number[] = [];
  for (let i = 0; i < offset; i++) {
    const c = src[i] as string;
    if (c === "[" || c === "{") stack.push(i);
    else if (c === "]" || c === "}") stack.pop();
  }
  return stack[stack.length - 1] ?? 0;
}
