import { RE2JS } from "re2js";

/** Tests whether a pattern is found in a text, or says what is wrong with the pattern. */
export type Matcher = { readonly ok: true; test(text: string): boolean } | { readonly ok: false; readonly message: string };

const cache = new Map<string, Matcher>();

/**
 * Compiles a pattern of Rust's regex syntax. RE2 matches in linear time, as Rust's engine does, so no
 * pattern can hang a render. Where the two differ (classes know Unicode in Rust) the pattern is rewritten.
 */
export function compilePattern(pattern: string): Matcher {
  const known = cache.get(pattern);
  if (known) return known;
  if (cache.size >= 100) cache.clear();
  const matcher = compile(pattern);
  cache.set(pattern, matcher);
  return matcher;
}

function compile(pattern: string): Matcher {
  if (pattern.length > 2000) return { ok: false, message: "the pattern is too long" };
  try {
    const regex = RE2JS.compile(translate(pattern));
    return { ok: true, test: (text) => regex.matcher(text).find() };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

const digit = "\\p{Nd}";
const word = "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}\\x{200C}\\x{200D}";
const space = "\\t\\n\\x{0B}\\f\\r \\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}";

/** The classes that know Unicode, inside and outside of brackets. */
function classFor(letter: string, inBrackets: boolean): string | undefined {
  const negated = letter >= "A" && letter <= "Z";
  const lower = letter.toLowerCase();
  const body = lower === "d" ? digit : lower === "w" ? word : lower === "s" ? space : undefined;
  if (body === undefined) return undefined;
  if (!negated) return inBrackets ? body : `[${body}]`;
  // A negated class cannot be spelled out inside a class; RE2's own, of ASCII, stands in.
  return inBrackets ? `\\${letter}` : `[^${body}]`;
}

function translate(pattern: string): string {
  let out = "";
  let brackets = 0;
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern.charAt(i);
    if (c === "\\") {
      const next = pattern.charAt(++i);
      const replaced = classFor(next, brackets > 0);
      if (replaced !== undefined) out += replaced;
      else if (next === "u" || next === "U") {
        // \u{1F980} is \x{1F980} for RE2, and \u1234 is \x{1234}.
        const width = next === "u" ? 4 : 8;
        const braced = pattern.charAt(i + 1) === "{";
        out += braced ? "\\x" : `\\x{${pattern.slice(i + 1, i + 1 + width)}}`;
        if (!braced) i += width;
      } else out += c + next;
    } else if (c === "[" && brackets > 0 && pattern.charAt(i + 1) === ":") {
      const end = pattern.indexOf(":]", i);
      out += end < 0 ? c : pattern.slice(i, end + 2);
      if (end >= 0) i = end + 1;
    } else {
      if (c === "[") {
        brackets++;
        out += c;
        if (pattern.charAt(i + 1) === "^") out += pattern.charAt(++i);
        if (pattern.charAt(i + 1) === "]") {
          out += "\\]";
          i++;
        }
        continue;
      }
      if (c === "]" && brackets > 0) brackets--;
      out += c;
    }
  }
  return out;
}
