import type { BuiltinPackage, Call, CallResult } from "../value/index.ts";
import { chargeRepeat } from "./charge.ts";
import { B, BOOL, definePackage, fn, I, L, S } from "./define.ts";
import { isSpaceRune, lowerRune, mapWordStarts, titleRune, toLower, toUpper } from "./text/case.ts";
import { countString, fields, replaceString, splitString, trimRunes } from "./text/split.ts";
import { compareBytes } from "../codec/index.ts";
import { runeCount, runeOffset, utf8Length } from "./text/utf8.ts";

/** More copies than this are a mistake, not a wish. */
export const MAX_REPEAT = 1000000;

export function stringsPackage(): BuiltinPackage {
  return definePackage("strings", {
    ByteAt: fn([B, I], I, (c) => {
      const b = c.bytes(0);
      const i = c.int(1);
      return i < 0 || i >= b.length ? c.fail("index out of range") : (b[i] as number);
    }),
    ByteSlice: fn([B, I, I], B, (c) => {
      const b = c.bytes(0);
      const [start, end] = [c.int(1), c.int(2)];
      return start < 0 || start > end || end > b.length ? c.fail("index out of range") : b.slice(start, end);
    }),
    Runes: fn(
      [S],
      L,
      (c) => (c.meter.values(c.string(0).length), Array.from(c.string(0), (r) => r.codePointAt(0) as number)),
    ),
    Repeat: fn([S, I], S, (c) => {
      const n = c.int(1);
      if (n < 0) return c.fail("negative count");
      if (n > MAX_REPEAT) return c.fail(`count ${n} exceeds limit of ${MAX_REPEAT}`);
      chargeRepeat(c.meter, c.string(0).length, n);
      return c.string(0).repeat(n);
    }),
    MinRunes: fn([S, I], BOOL, (c) => runeCount(c.string(0)) >= c.int(1)),
    MaxRunes: fn([S, I], BOOL, (c) => runeCount(c.string(0)) <= c.int(1)),
    ToTitle: fn([S], S, (c) => mapWordStarts(c.string(0), titleRune)),
    ToCamel: fn([S], S, (c) => mapWordStarts(c.string(0), lowerRune)),
    SliceRunes: fn([S, I, I], S, sliceRunes),
    Compare: fn([S, S], I, (c) => compareBytes(c.string(0), c.string(1))),
    Count: fn([S, S], I, (c) => countString(c.string(0), c.string(1))),
    Contains: fn([S, S], BOOL, (c) => c.string(0).includes(c.string(1))),
    ContainsAny: fn([S, S], BOOL, (c) => indexAny(c.string(0), c.string(1)) >= 0),
    LastIndex: fn([S, S], I, (c) => byteOffset(c.string(0), c.string(0).lastIndexOf(c.string(1)))),
    IndexAny: fn([S, S], I, (c) => byteOffset(c.string(0), indexAny(c.string(0), c.string(1)))),
    LastIndexAny: fn([S, S], I, (c) => byteOffset(c.string(0), lastIndexAny(c.string(0), c.string(1)))),
    SplitN: fn([S, S, I], L, (c) => split(c, c.int(2), false)),
    SplitAfterN: fn([S, S, I], L, (c) => split(c, c.int(2), true)),
    Split: fn([S, S], L, (c) => split(c, -1, false)),
    SplitAfter: fn([S, S], L, (c) => split(c, -1, true)),
    Fields: fn([S], L, (c) => fields(c.string(0), c.meter)),
    Join: fn([L, S], S, (c) => {
      const [list, between] = [c.stringList(0), c.string(1)];
      c.meter.bytes(list.reduce((sum, { length }) => sum + length, 0));
      chargeRepeat(c.meter, between.length, Math.max(0, list.length - 1));
      return list.join(between);
    }),
    HasPrefix: fn([S, S], BOOL, (c) => c.string(0).startsWith(c.string(1))),
    HasSuffix: fn([S, S], BOOL, (c) => c.string(0).endsWith(c.string(1))),
    ToUpper: fn([S], S, (c) => toUpper(c.string(0))),
    ToLower: fn([S], S, (c) => toLower(c.string(0))),
    Trim: fn([S, S], S, (c) => trim(c, true, true)),
    TrimLeft: fn([S, S], S, (c) => trim(c, true, false)),
    TrimRight: fn([S, S], S, (c) => trim(c, false, true)),
    TrimSpace: fn([S], S, (c) => trimRunes(c.string(0), (r) => isSpaceRune(r.codePointAt(0) as number), true, true)),
    TrimPrefix: fn([S, S], S, (c) => {
      const [s, p] = [c.string(0), c.string(1)];
      return s.startsWith(p) ? s.slice(p.length) : s;
    }),
    TrimSuffix: fn([S, S], S, (c) => {
      const [s, p] = [c.string(0), c.string(1)];
      return s.endsWith(p) ? s.slice(0, s.length - p.length) : s;
    }),
    Replace: fn([S, S, S, I], S, (c) => {
      const [s, old, by, limit] = [c.string(0), c.string(1), c.string(2), c.int(3)];
      const found = countString(s, old);
      chargeRepeat(c.meter, by.length, limit < 0 ? found : Math.min(found, limit));
      return replaceString(s, old, by, limit);
    }),
    Index: fn([S, S], I, (c) => byteOffset(c.string(0), c.string(0).indexOf(c.string(1)))),
  });
}

function split(c: Call, limit: number, after: boolean): CallResult {
  const [s, separator] = [c.string(0), c.string(1)];
  const parts = separator === "" ? s.length : countString(s, separator) + 1;
  c.meter.values(limit < 0 ? parts : Math.min(parts, limit));
  return splitString(s, separator, limit, after);
}

function sliceRunes(c: Call): CallResult {
  const s = c.string(0);
  const [start, end] = [c.int(1), c.int(2)];
  if (start < 0 || start > end || end > s.length) return c.fail("index out of range");
  const from = runeOffset(s, start);
  const to = from < 0 ? -1 : runeOffset(s, end);
  return to < 0 ? c.fail("index out of range") : s.slice(from, to);
}

function byteOffset(s: string, at: number): number {
  return at < 0 ? -1 : utf8Length(s, at);
}

/** Offset of the first code point of s that occurs in chars. */
function indexAny(s: string, chars: string): number {
  const set = new Set(chars);
  let i = 0;
  for (const r of s) {
    if (set.has(r)) return i;
    i += r.length;
  }
  return -1;
}

function lastIndexAny(s: string, chars: string): number {
  const set = new Set(chars);
  let found = -1;
  let i = 0;
  for (const r of s) {
    if (set.has(r)) found = i;
    i += r.length;
  }
  return found;
}

function trim(c: Call, left: boolean, right: boolean): string {
  const set = new Set(c.string(1));
  return trimRunes(c.string(0), (r) => set.has(r), left, right);
}
