// Replaces every known secret, in every shape of needles.ts, by a fixed mask. It runs over all text the program prints,
// after structural redaction, as the net below it.
import { blotted, hiding, reword } from "../source/index.ts";
import type { Diagnostic, Hidden, Place, SourceText, Span } from "../source/index.ts";
import { isTooWeak, LONG, needlesOf } from "./needles.ts";
import type { Needle } from "./needles.ts";
import { MASK, reveal } from "./secret.ts";
import type { Secret } from "./secret.ts";

const PREFIX = 4; // every needle is at least this long, so its first four code units select the bucket

/** Needles by the hash of their first four code units. */
class NeedleIndex {
  #present = new Uint8Array(1 << 16);
  #buckets = new Map<number, Needle[]>();
  #known = new Set<string>();
  longest = 0;

  get empty(): boolean {
    return this.longest === 0;
  }

  add(needle: Needle): void {
    if (this.#known.has(needle.text)) return;
    this.#known.add(needle.text);
    const hash = hashAt(needle.text, 0);
    this.#present[hash] = 1;
    const bucket = this.#buckets.get(hash);
    if (bucket === undefined) this.#buckets.set(hash, [needle]);
    else {
      bucket.push(needle);
      bucket.sort((a, b) => b.text.length - a.text.length);
    }
    this.longest = Math.max(this.longest, needle.text.length);
  }

  /** Marks every match in `hits` (from, to pairs in the coordinates of `text`). */
  find(text: string, hits: number[]): void {
    const last = text.length - PREFIX;
    for (let at = 0; at <= last; at++) {
      const hash = hashAt(text, at);
      if (this.#present[hash] === 0) continue;
      for (const needle of this.#buckets.get(hash)!) {
        if (!text.startsWith(needle.text, at)) {
          const cut = cutLength(text, at, needle.text);
          if (cut === 0) continue;
          hits.push(at, at + cut);
          break;
        }
        const end = at + needle.text.length;
        if (needle.whole && (isWord(text, at - 1) || isWord(text, end))) continue;
        hits.push(at, end);
        break; // longest first: shorter ones at this place lie inside it
      }
    }
  }
}

export class Redactor {
  readonly #why: Hidden;
  #plain = new NeedleIndex();
  #squeezed = new NeedleIndex();
  #weak: string[] = [];
  readonly #places = new Map<string, Span[]>();
  /** Thousands of mistakes may be in one file; until more is known, it looks the same in each. */
  #blotted = new WeakMap<SourceText, SourceText>();

  /** `why`: what frames say of what they do not show. */
  constructor(why: Hidden = "secret") {
    this.#why = why;
  }

  /** Hides what stands at a place, however short or common it is, wherever that text is shown as a file. */
  hide({ file, span }: Place): void {
    if (span.start < 0 || span.end <= span.start) return;
    this.#blotted = new WeakMap();
    const spans = this.#places.get(file.name);
    if (spans === undefined) this.#places.set(file.name, [span]);
    else if (!spans.some((s) => s.start === span.start && s.end === span.end)) spans.push(span);
  }

  /** Registers a secret. Returns false when its value is too short or too common to be hidden by searching text. */
  add(secret: Secret): boolean {
    const text = reveal(secret);
    if (isTooWeak(text)) {
      if (text.length > 0) this.#weak.push(secret.origin);
      return false;
    }
    this.#blotted = new WeakMap();
    for (const needle of needlesOf(text)) {
      this.#plain.add(needle);
      if (needle.whole) continue;
      const dense = needle.text.replace(/\s+/g, "");
      if (dense.length >= LONG) this.#squeezed.add({ text: dense, whole: false });
    }
    return true;
  }

  /** Origins of registered values that are too weak to hide in free text; for a warning. */
  get weak(): readonly string[] {
    return this.#weak;
  }

  redact(text: string): string {
    if (this.#plain.empty) return text;
    return mask(text, this.#ranges(text));
  }

  /** The same with every character of a secret blotted out in its place: offsets, lines and columns stay. */
  blot(text: string): string {
    return this.#plain.empty ? text : blotRanges(text, this.#ranges(text));
  }

  #blotFile(file: SourceText): SourceText {
    let safe = this.#blotted.get(file);
    if (safe === undefined) this.#blotted.set(file, (safe = this.#blotAnew(file)));
    return safe;
  }

  #blotAnew({ name, text }: SourceText): SourceText {
    const spans = this.#places.get(name);
    const safe = this.blot(text);
    return {
      name,
      text: spans === undefined ? safe : blotRanges(safe, union(spans.flatMap((s) => [s.start, s.end]))),
    };
  }

  /** A diagnostic that is safe to print: texts masked, files blotted before a frame can cut a secret in two. */
  diagnostic(diagnostic: Diagnostic): Diagnostic {
    if (this.#plain.empty && this.#places.size === 0) return diagnostic;
    const mask = (text: string) => this.redact(text);
    const { path, places } = diagnostic;
    return {
      ...reword(diagnostic, mask),
      ...(path !== undefined && { path: mask(path) }),
      ...(places !== undefined && {
        places: places.map((place) => ({
          ...hiding(place, this.#blotFile(place.file), this.#why),
          ...(place.label !== undefined && { label: mask(place.label) }),
        })),
      }),
    };
  }

  /** Whether the text holds a registered secret in any shape. */
  finds(text: string): boolean {
    return !this.#plain.empty && this.#ranges(text).length > 0;
  }

  /** For output that comes in pieces: a value cut in two by a chunk boundary is found too. */
  stream(write: (text: string) => void): { push(chunk: string): void; end(): void } {
    let held = "";
    return {
      push: (chunk) => {
        held += chunk;
        const keep = Math.max(this.#plain.longest, this.#squeezed.longest);
        if (keep === 0) {
          write(held);
          held = "";
          return;
        }
        if (held.length < keep * 2) return;
        const ranges = this.#ranges(held);
        let cut = cutBefore(held, keep);
        for (let i = 0; i < ranges.length; i += 2) if (ranges[i]! < cut && ranges[i + 1]! > cut) cut = ranges[i]!;
        if (cut <= 0) return;
        const done = ranges.filter((_, i) => ranges[i | 1]! <= cut);
        write(mask(held.slice(0, cut), done));
        held = held.slice(cut);
      },
      end: () => {
        if (held.length > 0) write(this.redact(held));
        held = "";
      },
    };
  }

  // Sorted, disjoint [from, to) pairs.
  #ranges(text: string): number[] {
    const hits: number[] = [];
    this.#plain.find(text, hits);
    if (text.includes("\n")) {
      for (const prefixes of [false, true]) {
        const copy = squeeze(text, prefixes);
        const inner: number[] = [];
        this.#squeezed.find(copy.text, inner);
        for (let i = 0; i < inner.length; i += 2)
          hits.push(copy.offsets[inner[i]!]!, copy.offsets[inner[i + 1]! - 1]! + 1);
      }
    }
    return union(hits);
  }
}

function blotRanges(text: string, ranges: readonly number[]): string {
  let out = "";
  let at = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    out += text.slice(at, ranges[i]!) + blotted(text.slice(ranges[i]!, ranges[i + 1]!));
    at = ranges[i + 1]!;
  }
  return at === 0 ? text : out + text.slice(at);
}

/** How much of a needle stands there before `…`: a message may be shortened before it comes here. */
function cutLength(text: string, at: number, needle: string): number {
  let length = PREFIX;
  if (!text.startsWith(needle.slice(0, PREFIX), at)) return 0;
  while (length < needle.length && text.charCodeAt(at + length) === needle.charCodeAt(length)) length++;
  return text.startsWith("…", at + length) || text.startsWith("...", at + length) ? length : 0;
}

function hashAt(text: string, at: number): number {
  const a = text.charCodeAt(at) * 31 + text.charCodeAt(at + 1);
  const b = text.charCodeAt(at + 2) * 31 + text.charCodeAt(at + 3);
  return (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> 16;
}

function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at); // NaN outside the text
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}

/**
 * The text without whitespace, so that a value folded over lines (PEM, MIME, YAML, a terminal) reads as one; with
 * `prefixes` also without what diffs, quotes and frames put at the start of a line and the backslash that ends one.
 */
function squeeze(text: string, prefixes: boolean): { text: string; offsets: Int32Array } {
  const offsets = new Int32Array(text.length);
  const parts: string[] = [];
  let length = 0;
  let lineStart = true;
  let marked = false; // one marker for each line: a second one is the value's own
  let run = -1;
  for (let i = 0; i <= text.length; i++) {
    const c = i < text.length ? text.charCodeAt(i) : 10;
    const newline = c === 10 || c === 13;
    let skip = newline || c === 32 || c === 9 || c === 0x0b || c === 0x0c || c === 0xa0;
    if (!skip && prefixes) {
      if (lineStart && !marked) skip = marked = c === 43 || c === 45 || c === 62 || c === 124 || c === 0x2502; // + - > | │
      if (c === 92 && (text.charCodeAt(i + 1) === 10 || text.charCodeAt(i + 1) === 13)) skip = true;
    }
    if (newline) {
      lineStart = true;
      marked = false;
    } else if (!skip) lineStart = false;
    if (skip) {
      if (run >= 0) parts.push(text.slice(run, i));
      run = -1;
    } else {
      if (run < 0) run = i;
      offsets[length++] = i;
    }
  }
  return { text: parts.join(""), offsets };
}

function union(hits: number[]): number[] {
  if (hits.length <= 2) return hits;
  const pairs: [number, number][] = [];
  for (let i = 0; i < hits.length; i += 2) pairs.push([hits[i]!, hits[i + 1]!]);
  pairs.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const out: number[] = [];
  for (const [from, to] of pairs) {
    if (out.length > 0 && from <= out.at(-1)!) out[out.length - 1] = Math.max(out.at(-1)!, to);
    else out.push(from, to);
  }
  return out;
}

function mask(text: string, ranges: readonly number[]): string {
  if (ranges.length === 0) return text;
  let out = "";
  let at = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    out += text.slice(at, ranges[i]!) + MASK;
    at = ranges[i + 1]!;
  }
  return out + text.slice(at);
}

// The place after which only `keep` dense characters remain: nothing that starts before it can end after the text.
function cutBefore(text: string, keep: number): number {
  let dense = 0;
  let at = text.length;
  while (at > 0 && dense < keep) {
    at--;
    const c = text.charCodeAt(at);
    if (c > 32 && c !== 43 && c !== 45 && c !== 62 && c !== 92 && c !== 124 && c !== 0xa0 && c !== 0x2502) dense++;
  }
  return at;
}
