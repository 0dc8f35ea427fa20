import { expect, test } from "vitest";
import { kebabCase } from "./case.ts";
import { fileSize } from "./file-size.ts";
import { countChars, firstGraphemes, graphemes } from "./grapheme.ts";
import { sha1, sha256, toHex, utf8 } from "./hash.ts";
import { parseFloatText, parseIntText } from "./number.ts";
import { compilePattern } from "./regex.ts";
import { slugify } from "./slug.ts";
import { trim, words } from "./space.ts";
import { titleCase } from "./title.ts";
import { encodeToml } from "./toml.ts";
import { percentEncode } from "./url.ts";

test.each([
  ["Größe & Ärger", "grosse-arger"],
  ["東京タワー", "dong-jing-tawa"],
  ["한글 🦀", "hangeul-crab"],
  ["--a__b--", "a-b"],
])("slug of %s", (text, slug) => {
  expect(slugify(text)).toBe(slug);
});

test("whitespace is Unicode's, the byte order mark is none", () => {
  expect(trim("\u0085\u3000a\ufeff ")).toBe("a\ufeff");
  expect(words(" a\u2003b\n")).toEqual(["a", "b"]);
});

test("title case", () => {
  expect(titleCase("it's a-b_c 'x' élan")).toBe("It's A-B_c 'X' Élan");
});

test("letters before the combining marks are one each, as the segmenter has it", () => {
  const letters = Array.from({ length: 0x300 }, (_, i) => String.fromCharCode(i)).filter((c) => c !== "\r");
  const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  expect(graphemes(letters.join(""))).toEqual(Array.from(segmenter.segment(letters.join("")), (p) => p.segment));
});

test("the first graphemes are those of all", () => {
  for (const text of ["e\u0301👩‍👧a", "abc", "é\r\nx", ""])
    for (let n = 0; n < 6; n++) {
      const all = graphemes(text);
      expect(firstGraphemes(text, n)).toEqual({ text: all.slice(0, n).join(""), more: all.length > n });
    }
});

test("graphemes and characters", () => {
  expect(graphemes("e\u0301👩‍👧a")).toEqual(["e\u0301", "👩‍👧", "a"]);
  expect(countChars("a😀")).toBe(2);
});

test("numbers in text", () => {
  expect([parseIntText("-7f", 16), parseIntText("1_0", 10), parseIntText("9223372036854775808", 10)]).toEqual([
    -127,
    undefined,
    undefined,
  ]);
  expect([parseFloatText(".5"), parseFloatText("1e3"), parseFloatText("-Infinity"), parseFloatText("0x1")]).toEqual([
    0.5,
    1000,
    -Infinity,
    undefined,
  ]);
});

test("sizes", () => {
  expect([fileSize(0, false), fileSize(1152, true), fileSize(123456789, false)]).toEqual([
    "0 B",
    "1.12 KiB",
    "117.74 MB",
  ]);
});

test("hashes", () => {
  expect(toHex(sha256(utf8("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(toHex(sha1(utf8("abc")))).toBe("a9993e364706816aba3e25717850c26c9cd0d89d");
});

test.each([
  ["^\\d{4}$", "٣٤٥٦", true],
  ["\\bfoo\\b", "a foo b", true],
  ["a**b", "aab", true],
  ["[]x]", "]", true],
  ["[[:alpha:]\\d]+$", "ab1", true],
  ["(?i)HELLO", "hello", true],
  ["(a+)+$", `${"a".repeat(5000)}b`, false],
])("pattern %s", (pattern, text, found) => {
  const matcher = compilePattern(pattern);
  expect(matcher.ok && matcher.test(text)).toBe(found);
});

test("patterns that are none", () => {
  expect(compilePattern("(").ok || compilePattern("[a&&b]").ok || compilePattern("(?=a)").ok).toBe(false);
});

test("names, addresses and TOML", () => {
  expect(kebabCase("parseHTTPResponse_2")).toBe("parse-http-response-2");
  expect(percentEncode("a/b é?", false)).toBe("a/b%20%C3%A9%3F");
  expect(encodeToml(new Map([["a b", ["x\u0007"]]]))).toBe('{ "a b" = ["x\\u0007"] }');
});
