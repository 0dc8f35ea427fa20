import { ENTITY_TEXT } from "./entity-text.ts";

/** `<`, `>`, `&` and both quotes, as Go's html package writes them. */
export function escapeHtml(s: string): string {
  return s.replace(/[&'<>"]/g, (c) =>
    c === "&" ? "&amp;" : c === "'" ? "&#39;" : c === "<" ? "&lt;" : c === ">" ? "&gt;" : "&#34;",
  );
}

interface Entity {
  readonly text: string;
  /** It needs no semicolon. */
  readonly bare: boolean;
}

let entities: Map<string, Entity> | undefined;
const LONGEST_BARE = 6;

function table(): Map<string, Entity> {
  if (entities === undefined) {
    entities = new Map();
    for (const item of ENTITY_TEXT.split("|")) {
      const [name, codes] = item.split(" ") as [string, string];
      const text = codes
        .split(",")
        .map((c) => String.fromCodePoint(Number.parseInt(c, 16)))
        .join("");
      const bare = name.endsWith("!");
      entities.set(bare ? name.slice(0, -1) : name, { text, bare });
    }
  }
  return entities;
}

/** Replaces named and numbered characters. */
export function unescapeHtml(s: string): string {
  if (!s.includes("&")) return s;
  let out = "";
  let from = 0;
  for (let at = s.indexOf("&"); at >= 0; at = s.indexOf("&", from)) {
    const found = s[at + 1] === "#" ? numbered(s, at) : named(s, at);
    out += s.slice(from, at) + found.text;
    from = at + found.length;
  }
  return out + s.slice(from);
}

/** Windows-1252 characters that old pages number 128 to 159. */
const REPLACEMENTS =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

function numbered(s: string, at: number): { text: string; length: number } {
  const m = /^&#(?:[xX]([0-9a-fA-F]*)|([0-9]*));?/.exec(s.slice(at, at + 64));
  const digits = m?.[1] ?? m?.[2] ?? "";
  if (m === null || digits === "") return { text: "&", length: 1 };
  let code = Number.parseInt(digits, m[1] === undefined ? 10 : 16);
  if (code >= 0x80 && code <= 0x9f) code = REPLACEMENTS.charCodeAt(code - 0x80);
  else if (code === 0 || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) code = 0xfffd;
  return { text: String.fromCodePoint(code), length: m[0].length };
}

function named(s: string, at: number): { text: string; length: number } {
  let end = at + 1;
  while (/[A-Za-z0-9]/.test(s[end] ?? "")) end++;
  const name = s.slice(at + 1, end);
  const closed = s[end] === ";";
  const found = table().get(name);
  if (found !== undefined && (closed || found.bare)) {
    return { text: found.text, length: end - at + (closed ? 1 : 0) };
  }
  // The longest name that needs no semicolon may be followed by anything.
  for (let n = Math.min(name.length - 1, LONGEST_BARE); n > 1; n--) {
    const shorter = table().get(name.slice(0, n));
    if (shorter?.bare) return { text: shorter.text + s.slice(at + 1 + n, end), length: end - at };
  }
  return { text: "&" + name, length: end - at };
}
