import { RE2JS } from "re2js";
import { renameDuplicateGroups } from "./group-names.ts";

/** Start and end of the match, then of each group, as UTF-16 offsets; -1 where a group took no part. */
export type MatchIndex = readonly number[];

/** What is needed of the library; its own types are no part of ours, so that users of our types need not have it. */
interface Machine {
  test(s: string): boolean;
  matcher(s: string): {
    find(from: number): boolean;
    start(group: number): number;
    end(group: number): number;
  };
}

/** Told of characters before they are made. */
type Charge = (characters: number) => void;
const free: Charge = () => undefined;

/** A compiled RE2 pattern with the matching rules of Go's regexp package. */
export class Regexp {
  readonly source: string;
  /** Group names by number; "" for unnamed ones, and for the whole match at 0. */
  readonly names: readonly string[];
  private readonly re: Machine;

  constructor(source: string, re: Machine, names: readonly string[]) {
    this.source = source;
    this.re = re;
    this.names = names;
  }

  test(s: string): boolean {
    return this.re.test(s);
  }

  /** The leftmost match at or after `from`. */
  find(s: string, from = 0): MatchIndex | undefined {
    const m = this.re.matcher(s);
    if (!m.find(from)) return undefined;
    const out: number[] = [];
    for (let g = 0; g < this.names.length; g++) out.push(m.start(g), m.end(g));
    return out;
  }

  /** Up to `limit` matches (all if negative). An empty match next to the previous one does not count. */
  findAll(s: string, limit: number, charge: (m: MatchIndex) => void = () => undefined): MatchIndex[] {
    const out: MatchIndex[] = [];
    let pos = 0;
    let previousEnd = -1;
    while ((limit < 0 || out.length < limit) && pos <= s.length) {
      const m = this.find(s, pos);
      if (m === undefined) break;
      const start = m[0]!;
      const end = m[1]!;
      let counts = true;
      if (end === pos) {
        counts = start !== previousEnd;
        pos += runeWidth(s, pos);
      } else {
        pos = end;
      }
      previousEnd = end;
      if (!counts) continue;
      charge(m);
      out.push(m);
    }
    return out;
  }

  /** Replaces every match by the template, in which `$1`, `${name}` and `$$` are expanded. */
  replaceAll(s: string, template: string, charge: Charge = free): string {
    const literal = !template.includes("$");
    return this.replaceWith(s, (m) => {
      charge(template.length);
      return literal ? template : this.expand(template, s, m, charge);
    });
  }

  replaceAllLiteral(s: string, replacement: string, charge: Charge = free): string {
    return this.replaceWith(s, () => {
      charge(replacement.length);
      return replacement;
    });
  }

  private replaceWith(s: string, replacement: (m: MatchIndex) => string): string {
    let out = "";
    let lastEnd = 0;
    let pos = 0;
    while (pos <= s.length) {
      const m = this.find(s, pos);
      if (m === undefined) break;
      const start = m[0]!;
      const end = m[1]!;
      out += s.slice(lastEnd, start);
      if (end > lastEnd || start === 0) out += replacement(m);
      lastEnd = end;
      const next = pos + runeWidth(s, pos);
      pos = next > end ? next : end;
    }
    return out + s.slice(lastEnd);
  }

  private expand(template: string, s: string, m: MatchIndex, charge: Charge): string {
    let out = "";
    let rest = template;
    for (;;) {
      const at = rest.indexOf("$");
      if (at < 0) return out + rest;
      out += rest.slice(0, at);
      rest = rest.slice(at);
      if (rest[1] === "$") {
        out += "$";
        rest = rest.slice(2);
        continue;
      }
      const ref = groupReference(rest);
      if (ref === undefined) {
        out += "$";
        rest = rest.slice(1);
        continue;
      }
      rest = rest.slice(ref.length);
      const groups = ref.number >= 0 ? [ref.number] : this.groupsNamed(ref.name);
      for (const g of groups) {
        const from = m[2 * g];
        if (from === undefined || from < 0) continue;
        charge((m[2 * g + 1] as number) - from);
        out += s.slice(from, m[2 * g + 1]);
        break;
      }
    }
  }

  private groupsNamed(name: string): number[] {
    const out: number[] = [];
    for (let g = 1; g < this.names.length; g++) if (this.names[g] === name) out.push(g);
    return out;
  }
}

/** Reads `$name`, `$1`, `${name}`; the longest run of word characters is the name. */
function groupReference(s: string): { name: string; number: number; length: number } | undefined {
  const m = /^\$(?:\{([\p{L}\p{Nd}_]+)\}|([\p{L}\p{Nd}_]+))/u.exec(s);
  if (m === null) return undefined;
  const name = m[1] ?? m[2]!;
  const number = /^[0-9]+$/.test(name) && name.length < 9 && (name.length === 1 || name[0] !== "0") ? Number(name) : -1;
  return { name, number, length: m[0].length };
}

function runeWidth(s: string, i: number): number {
  const c = s.codePointAt(i);
  return c !== undefined && c > 0xffff ? 2 : 1;
}

/** Why a pattern is none, in Go's words. */
export class RegexpError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

const CACHE_LIMIT = 2000;
const cache = new Map<string, Regexp | RegexpError>();

/** Compiles a pattern; results are remembered, for schemas test the same few patterns again and again. */
export function compileRegexp(pattern: string): Regexp | RegexpError {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const made = compile(pattern);
  cache.set(pattern, made);
  return made;
}

function compile(pattern: string): Regexp | RegexpError {
  // The library knows each group name once only; Go lets them repeat.
  const renamed = renameDuplicateGroups(pattern);
  try {
    const re = RE2JS.compile(renamed.pattern);
    const names: string[] = new Array<string>(re.groupCount() + 1).fill("");
    for (const [name, g] of Object.entries(re.namedGroups())) names[g] = renamed.original.get(name) ?? name;
    return new Regexp(pattern, re, names);
  } catch (e) {
    return new RegexpError(describe(e));
  }
}

function describe(e: unknown): string {
  if (!(e instanceof Error)) return "error parsing regexp: " + String(e);
  const message = e.message;
  return message.endsWith("trailing backslash at end of expression") ? message + ": ``" : message;
}

/**
 * About how many instructions a pattern is compiled to: counted repetition writes its part again and again, and inside
 * another one each of those again. Matching takes at most so many steps for each character.
 */
export function patternWeight(pattern: string): number {
  let weight = pattern.length;
  for (const [, least = "", most = ""] of pattern.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)) {
    const times = Math.min(1000, Math.max(Number(least), Number(most)));
    weight += Math.max(0, times - 1) * Math.min(pattern.length, 64);
  }
  return weight;
}

/** Escapes everything that has a meaning in a pattern. */
export function quoteMeta(s: string): string {
  let out = "";
  for (let i = 0; i < s.length; i++) {
    const c = s[i]!;
    out += "\\.+*?()|[]{}^$".includes(c) ? "\\" + c : c;
  }
  return out;
}
