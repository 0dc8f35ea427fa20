import type { DecodeError } from "./decoded.ts";

/**
 * Words a complaint of the YAML parser as go-yaml would. Its lines are peculiar: what the scanner finds has the line,
 * what the parser finds has the line before, and the first line is never named.
 */
export function translateYamlError(src: string, reason: string, offset: number): DecodeError {
  const line = lineOf(src, offset);
  const scanner = (message: string, at = line): DecodeError => make(message, at === 0 ? 0 : at + 1);
  const parser = (message: string, at = line): DecodeError => make(message, at);
  const make = (message: string, shown: number): DecodeError => ({ message, offset, line: shown });

  if (reason.includes("within a double quoted") || reason.includes("within a single quoted")) {
    return scanner("found unexpected end of stream");
  }
  if (reason === "unknown escape sequence") return scanner("found unknown escape character");
  if (reason.startsWith("expected hexadecimal")) return scanner("did not find expected hexdecimal number");
  if (reason.startsWith("tab characters")) return scanner("found character that cannot start any token");
  if (reason.includes("flow collection") || reason.startsWith("missed comma")) {
    const open = unclosedBracket(src, offset);
    return parser(`did not find expected ',' or '${open === "{" ? "}" : "]"}'`);
  }
  const c = src[offset] ?? "";
  if (c !== "" && "@`%".includes(c)) return scanner("found character that cannot start any token");
  if (c !== "" && "}],".includes(c)) return parser("did not find expected node content");
  if (/^ *\t/.test(src.slice(src.lastIndexOf("\n", offset - 1) + 1, offset))) {
    return scanner("found character that cannot start any token");
  }
  if (reason.startsWith("nesting exceeded")) return parser("exceeded max depth of 10000", 0);
  if (reason.startsWith("bad indentation of a sequence")) return parser("did not find expected '-' indicator");
  if (reason.startsWith("bad indentation of a mapping")) {
    const rest = restOfLine(src, offset);
    return /:(\s|$)/.test(rest) && sameLineHasValue(src, offset)
      ? scanner("mapping values are not allowed in this context")
      : parser("did not find expected key");
  }
  if (reason.includes("multiline key") || reason.startsWith("expected ':'")) {
    return scanner("could not find expected ':'", lineOf(src, offset - 1));
  }
  if (reason.startsWith("end of the stream or a document separator")) {
    const rest = restOfLine(src, offset);
    if (/^\s*- /.test(src)) return parser("did not find expected '-' indicator");
    if (/:(\s|$)/.test(rest)) return parser("did not find expected <document start>");
    return scanner("could not find expected ':'");
  }
  if (reason === "can not read a document" || reason.startsWith("can not read")) {
    return scanner("found character that cannot start any token");
  }
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

/** Whether text precedes the place on its line, or the line is indented deeper than the one before. */
function sameLineHasValue(src: string, offset: number): boolean {
  const start = src.lastIndexOf("\n", offset - 1) + 1;
  if (src.slice(start, offset).trim() !== "") return true;
  const before = src.slice(src.lastIndexOf("\n", start - 2) + 1, Math.max(0, start - 1));
  const indentBefore = before.length - before.trimStart().length;
  return offset - start > indentBefore && !/:\s*$/.test(before);
}

function unclosedBracket(src: string, offset: number): string {
  const stack: string[] = [];
  for (let i = 0; i < offset; i++) {
    const c = src[i] as string;
    if (c === "[" || c === "{") stack.push(c);
    else if (c === "]" || c === "}") stack.pop();
  }
  return stack[stack.length - 1] ?? "[";
}
