import type { Args, Filter } from "../compile/library.ts";
import { failure } from "../render/failure.ts";
import { escapeHtml, escapeXml } from "../text/escape.ts";
import { firstGraphemes } from "../text/grapheme.ts";
import { slugify } from "../text/slug.ts";
import { trim, trimEnd, trimStart, words } from "../text/space.ts";
import { titleCase } from "../text/title.ts";
import { percentEncode } from "../text/url.ts";
import type { Value } from "../value/value.ts";
import { bool, input, option, required, size, text } from "./argument.ts";
import { unescapeBreaks } from "./array.ts";

/** A filter without arguments from string to value. */
function simple(name: string, change: (text: string) => Value): Filter {
  return (value) => change(input(name, text, value));
}

/** Filters of strings. */
export const stringFilters: Readonly<Record<string, Filter>> = {
  upper: simple("upper", (s) => s.toUpperCase()),
  lower: simple("lower", (s) => s.toLowerCase()),
  trim: simple("trim", trim),
  trim_start: simple("trim_start", trimStart),
  trim_end: simple("trim_end", trimEnd),
  trim_start_matches: (value, args) => {
    const s = input("trim_start_matches", text, value);
    const pattern = patternArgument("trim_start_matches", args);
    let from = 0;
    if (pattern !== "") while (s.startsWith(pattern, from)) from += pattern.length;
    return s.slice(from);
  },
  trim_end_matches: (value, args) => {
    const s = input("trim_end_matches", text, value);
    const pattern = patternArgument("trim_end_matches", args);
    let to = s.length;
    if (pattern !== "") while (to >= pattern.length && s.endsWith(pattern, to)) to -= pattern.length;
    return s.slice(0, to);
  },
  truncate,
  wordcount: simple("wordcount", (s) => words(s).length),
  replace,
  capitalize: simple("capitalize", capitalize),
  title: simple("title", titleCase),
  linebreaksbr: simple("linebreaksbr", (s) => s.replaceAll("\r\n", "<br>").replaceAll("\n", "<br>")),
  indent,
  striptags: simple("striptags", stripTags),
  spaceless: simple("spaceless", spaceless),
  urlencode: simple("urlencode", (s) => percentEncode(s, false)),
  urlencode_strict: simple("urlencode_strict", (s) => percentEncode(s, true)),
  escape: simple("escape_html", escapeHtml),
  escape_xml: simple("escape_html", escapeXml),
  slugify: simple("slugify", slugify),
  addslashes: simple("addslashes", (s) => s.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("'", "\\'")),
  split: (value, args) => split(input("split", text, value), patternArgument("split", args)),
};

function patternArgument(filter: string, args: Args): string {
  const missing = () => failure(`Filter \`${filter}\` expected an arg called \`pat\``);
  return unescapeBreaks(required(filter, text, args, "pat", missing));
}

function truncate(value: Value, args: Args): Value {
  const s = input("truncate", text, value);
  const length = option("truncate", size, args, "length", 255);
  const end = option("truncate", text, args, "end", "…");
  if (s.length <= length) return s;
  const first = firstGraphemes(s, length);
  return first.more ? first.text + end : s;
}

function replace(value: Value, args: Args): Value {
  const s = input("replace", text, value);
  const missing = (name: string) => () => failure(`Filter \`replace\` expected an arg called \`${name}\``);
  const from = required("replace", text, args, "from", missing("from"));
  const to = required("replace", text, args, "to", missing("to"));
  if (s.length * to.length > 1e8) throw failure("The result of the filter is too long");
  if (from !== "") return s.split(from).join(to);
  // The empty string is found before every character and at the end.
  return to + Array.from(s, (c) => c + to).join("");
}

/** The parts between separators. The empty separator is found around every character. */
function split(s: string, separator: string): string[] {
  return separator === "" ? ["", ...s, ""] : s.split(separator);
}

function capitalize(s: string): string {
  const first = String.fromCodePoint(s.codePointAt(0) ?? 0);
  return s === "" ? "" : first.toUpperCase() + s.slice(first.length).toLowerCase();
}

function indent(value: Value, args: Args): Value {
  const s = input("indent", text, value);
  const prefix = option("indent", text, args, "prefix", "    ");
  const first = option("indent", bool, args, "first", false);
  const blank = option("indent", bool, args, "blank", false);
  let out = "";
  const all = lines(s);
  if (all.length * prefix.length > 1e8) throw failure("The result of the filter is too long");
  for (let i = 0; i < all.length; i++) {
    const line = all[i] as string;
    if (i > 0) out += "\n";
    if (i === 0 ? first : blank || trimStart(line) !== "") out += prefix;
    out += line;
  }
  return out;
}

/** Lines without their ends; a last line end begins no line. */
function lines(s: string): string[] {
  if (s === "") return [];
  const parts = s.split("\n");
  const last = parts.length - 1;
  if (parts[last] === "") parts.pop();
  return parts.map((part, i) => (i < last && part.endsWith("\r") ? part.slice(0, -1) : part));
}

/** Removes comments within a line, and everything from `<` to `>`. */
function stripTags(s: string): string {
  let out = "";
  let from = 0;
  // Once there is no `>` or `-->` ahead there is none further on either: keeps this linear.
  let noTagEnd = false;
  for (let open = s.indexOf("<"); open >= 0 && !noTagEnd; open = s.indexOf("<", open)) {
    const end = commentEnd(s, open) ?? s.indexOf(">", open + 1) + 1;
    if (end === 0) {
      noTagEnd = true;
      break;
    }
    out += s.slice(from, open);
    from = end;
    open = end;
  }
  return out + s.slice(from);
}

/** The end of a comment that begins and ends in one line. */
function commentEnd(s: string, open: number): number | undefined {
  if (!s.startsWith("<!--", open)) return undefined;
  const end = s.indexOf("-->", open + 4);
  if (end < 0) return undefined;
  const newline = s.indexOf("\n", open + 4);
  return newline >= 0 && newline < end ? undefined : end + 3;
}

/** Removes whitespace that stands alone between tags. */
function spaceless(s: string): string {
  let out = "";
  let from = 0;
  for (let close = s.indexOf(">"); close >= 0; close = s.indexOf(">", close + 1)) {
    const rest = close + 1;
    let next = rest;
    while (next < s.length && trimStart(s.charAt(next)) === "") next++;
    if (next === rest || s.charAt(next) !== "<") continue;
    out += s.slice(from, rest);
    from = next;
    // The `<` belongs to this match, so the next one begins after it.
    close = next;
  }
  return out + s.slice(from);
}
