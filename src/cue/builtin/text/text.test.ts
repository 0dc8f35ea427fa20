import { expect, test } from "vitest";
import { lowerRune, mapWordStarts, titleRune, toLower, toUpper } from "./case.ts";
import { countString, explode, fields, replaceString, splitString, trimRunes } from "./split.ts";
import { runeCount, runeOffset, utf8Length } from "./utf8.ts";

test("letter case, one code point at a time", () => {
  expect(toUpper("straße ᾳ ǆ")).toBe("STRAßE ᾼ Ǆ");
  expect(toLower("İΣ")).toBe("iσ");
  expect(mapWordStarts("hello ǆ wOrld", titleRune)).toBe("Hello ǅ WOrld");
  expect(mapWordStarts("Hello World", lowerRune)).toBe("hello world");
});

test("splitting", () => {
  expect(splitString("a,b,c", ",", 2, false)).toEqual(["a", "b,c"]);
  expect(splitString("a,b", ",", -1, true)).toEqual(["a,", "b"]);
  expect(splitString("", ",", -1, false)).toEqual([""]);
  expect(explode("a😀b", 2)).toEqual(["a", "😀b"]);
  expect(fields(" a\u00a0b\tc ")).toEqual(["a", "b", "c"]);
});

test("replacing, counting, trimming", () => {
  expect(replaceString("aaa", "", "b", -1)).toBe("bababab");
  expect(replaceString("aaa", "a", "b", 2)).toBe("bba");
  expect(countString("cheese", "e")).toBe(3);
  expect(countString("é", "")).toBe(2);
  expect(trimRunes("😀a😀", (r) => r === "😀", true, true)).toBe("a");
});

test("bytes and code points", () => {
  expect(utf8Length("aé€😀")).toBe(10);
  expect(utf8Length("aé€😀", 2)).toBe(3);
  expect(runeCount("a😀")).toBe(2);
  expect(runeOffset("😀b", 1)).toBe(2);
  expect(runeOffset("a", 2)).toBe(-1);
});
