/** Go's template escapes: like html.EscapeString but with a placeholder for NUL. */
export function templateHtmlEscape(s: string): string {
  return s.replace(/[\0"'&<>]/g, (c) =>
    c === "\0"
      ? "\ufffd"
      : c === '"'
        ? "&#34;"
        : c === "'"
          ? "&#39;"
          : c === "&"
            ? "&amp;"
            : c === "<"
              ? "&lt;"
              : "&gt;",
  );
}

const PRINT = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** Text for the inside of a JavaScript string. */
export function jsEscape(s: string): string {
  let out = "";
  for (const c of s) {
    const code = c.codePointAt(0) as number;
    if (c === "\\") out += "\\\\";
    else if (c === "'") out += "\\'";
    else if (c === '"') out += '\\"';
    else if (c === "<" || c === ">" || c === "&" || c === "=" || code < 0x20)
      out += "\\u" + code.toString(16).toUpperCase().padStart(4, "0");
    else if (code < 0x80 || PRINT.test(c)) out += c;
    else out += "\\u" + code.toString(16).toUpperCase().padStart(4, "0");
  }
  return out;
}
