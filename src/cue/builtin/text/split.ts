import type { Meter } from "../../meter/index.ts";
import { isSpaceRune } from "./case.ts";

/** Code points of s, each as a string of its own. */
export function explode(s: string, limit: number): string[] {
  const all = Array.from(s);
  if (limit < 0 || all.length <= limit) return all;
  return [...all.slice(0, limit - 1), all.slice(limit - 1).join("")];
}

/** Splits at each separator, at most `limit` parts (all if negative); the parts keep it if `after`. */
export function splitString(s: string, sep: string, limit: number, after: boolean): string[] {
  if (limit === 0) return [];
  if (sep === "") return explode(s, limit);
  const out: string[] = [];
  let from = 0;
  while (limit < 0 || out.length < limit - 1) {
    const at = s.indexOf(sep, from);
    if (at < 0) break;
    out.push(s.slice(from, after ? at + sep.length : at));
    from = at + sep.length;
  }
  out.push(s.slice(from));
  return out;
}

/** The runs of characters between white space. */
export function fields(s: string, meter?: Meter): string[] {
  const out: string[] = [];
  let start = -1;
  for (let i = 0; i < s.length; i++) {
    if (isSpaceRune(s.charCodeAt(i))) {
      if (start >= 0) {
        meter?.values(1);
        out.push(s.slice(start, i));
      }
      start = -1;
    } else if (start < 0) start = i;
  }
  if (start >= 0) out.push(s.slice(start));
  return out;
}

/** Replaces the first `limit` occurrences (all if negative); an empty `old` matches between code points. */
export function replaceString(s: string, old: string, by: string, limit: number): string {
  if (old === by || limit === 0) return s;
  if (old === "") {
    let out = by;
    let n = 1;
    for (const rune of s) {
      out += rune;
      if (limit >= 0 && n >= limit) continue;
      out += by;
      n++;
    }
    return out;
  }
  if (limit < 0) return s.split(old).join(by);
  let out = "";
  let from = 0;
  for (; limit > 0; limit--) {
    const at = s.indexOf(old, from);
    if (at < 0) break;
    out += s.slice(from, at) + by;
    from = at + old.length;
  }
  return out + s.slice(from);
}

/** How often sep occurs without overlap; an empty one occurs around each code point. */
export function countString(s: string, sep: string): number {
  if (sep === "") {
    let runes = 1;
    for (const _ of s) runes++;
    return runes;
  }
  let n = 0;
  for (let at = s.indexOf(sep); at >= 0; at = s.indexOf(sep, at + sep.length)) n++;
  return n;
}

/** Removes leading and/or trailing code points that the set contains. */
export function trimRunes(s: string, inSet: (rune: string) => boolean, left: boolean, right: boolean): string {
  let from = 0;
  let to = s.length;
  while (left && from < to) {
    const rune = String.fromCodePoint(s.codePointAt(from) as number);
    if (!inSet(rune)) break;
    from += rune.length;
  }
  while (right && to > from) {
    const low = s.charCodeAt(to - 1);
    const pair = (low & 0xfc00) === 0xdc00 && to - 2 >= from && (s.charCodeAt(to - 2) & 0xfc00) === 0xd800;
    const width = pair ? 2 : 1;
    if (!inSet(s.slice(to - width, to))) break;
    to -= width;
  }
  return s.slice(from, to);
}
