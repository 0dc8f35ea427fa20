import { Failed } from "../define.ts";
import type { PathStyle } from "./style.ts";

const BAD = new Failed("syntax error in pattern");
const DOUBLE_STAR = new Failed("'**' is not supported in patterns as of yet");

/** Shell patterns: `*` and `?` within one element, `[a-z]` classes, `\` escapes (not on Windows). */
export function matchPath(pattern: string, name: string, style: PathStyle): boolean | Failed {
  let rest = pattern;
  let text = name;
  pattern: while (rest !== "") {
    const chunk = nextChunk(rest, style);
    if (chunk instanceof Failed) return chunk;
    rest = chunk.rest;
    if (chunk.star && chunk.text === "") return !text.includes(style.separator);
    const here = matchChunk(chunk.text, text, style);
    if (here instanceof Failed) return here;
    if (here !== undefined && (here === "" || rest !== "")) {
      text = here;
      continue;
    }
    if (chunk.star) {
      for (let i = 0; i < text.length && text[i] !== style.separator; i++) {
        const later = matchChunk(chunk.text, text.slice(i + 1), style);
        if (later instanceof Failed) return later;
        if (later === undefined || (rest === "" && later !== "")) continue;
        text = later;
        continue pattern;
      }
    }
    // No match; still the rest must be well-formed.
    while (rest !== "") {
      const more = nextChunk(rest, style);
      if (more instanceof Failed) return more;
      rest = more.rest;
    }
    return false;
  }
  return text === "";
}

/** Splits off a leading star and the text up to the next one. */
function nextChunk(pattern: string, style: PathStyle): { star: boolean; text: string; rest: string } | Failed {
  const star = pattern[0] === "*";
  const p = star ? pattern.slice(1) : pattern;
  if (star && p[0] === "*") return DOUBLE_STAR;
  let inClass = false;
  let i = 0;
  for (; i < p.length; i++) {
    const c = p[i];
    if (c === "\\") {
      if (!style.windows && i + 1 < p.length) i++;
    } else if (c === "[") inClass = true;
    else if (c === "]") inClass = false;
    else if (c === "*" && !inClass) break;
  }
  return { star, text: p.slice(0, i), rest: p.slice(i) };
}

/** What is left of s behind the chunk, undefined if it does not match. A failed match still checks the pattern. */
function matchChunk(chunk: string, s: string, style: PathStyle): string | undefined | Failed {
  const pattern = Array.from(chunk);
  const text = Array.from(s);
  let at = 0;
  let failed = false;
  for (let i = 0; i < pattern.length;) {
    if (at >= text.length) failed = true;
    const c = pattern[i] as string;
    if (c === "[") {
      const end = matchClass(pattern, i + 1, failed ? undefined : text[at], style);
      if (end instanceof Failed) return end;
      if (!end.matches) failed = true;
      i = end.next;
    } else if (c === "?") {
      if (!failed && text[at] === style.separator) failed = true;
      i++;
    } else {
      if (c === "\\" && !style.windows) {
        i++;
        if (i >= pattern.length) return BAD;
      }
      if (!failed && pattern[i] !== text[at]) failed = true;
      i++;
    }
    at++;
  }
  return failed ? undefined : text.slice(at).join("");
}

function matchClass(
  pattern: readonly string[],
  from: number,
  rune: string | undefined,
  style: PathStyle,
): { matches: boolean; next: number } | Failed {
  let i = from;
  const negated = pattern[i] === "^";
  if (negated) i++;
  const code = rune?.codePointAt(0) ?? -1;
  let found = false;
  for (let n = 0; ; n++) {
    if (pattern[i] === "]" && n > 0) return { matches: found !== negated, next: i + 1 };
    const low = classRune(pattern, i, style);
    if (low instanceof Failed) return low;
    i = low.next;
    let high = low;
    if (pattern[i] === "-") {
      const h = classRune(pattern, i + 1, style);
      if (h instanceof Failed) return h;
      high = h;
      i = h.next;
    }
    if (low.code <= code && code <= high.code) found = true;
  }
}

function classRune(pattern: readonly string[], at: number, style: PathStyle): { code: number; next: number } | Failed {
  let i = at;
  const c = pattern[i];
  if (c === undefined || c === "-" || c === "]") return BAD;
  if (c === "\\" && !style.windows) {
    i++;
    if (pattern[i] === undefined) return BAD;
  }
  // Something must follow: at least the closing bracket.
  if (i + 1 >= pattern.length) return BAD;
  return { code: (pattern[i] as string).codePointAt(0) as number, next: i + 1 };
}
