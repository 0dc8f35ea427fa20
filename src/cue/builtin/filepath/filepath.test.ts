import { describe, expect, test } from "vitest";
import { Failed } from "../define.ts";
import { matchPath } from "./match.ts";
import {
  baseName,
  cleanPath,
  directory,
  extension,
  joinPath,
  relativePath,
  resolvePath,
  splitPath,
  splitPathList,
  volumeName,
} from "./operations.ts";
import { pathStyle } from "./style.ts";

const unix = pathStyle("linux");
const windows = pathStyle("windows");

describe("unix", () => {
  test.each([
    ["", "."],
    ["a/../b//c/.", "b/c"],
    ["/../a", "/a"],
    ["../../a/..", "../.."],
  ])("clean %j", (p, want) => {
    expect(cleanPath(p, unix)).toBe(want);
  });

  test("parts", () => {
    expect(splitPath("a/b.c", unix)).toEqual(["a/", "b.c"]);
    expect(extension("a.b/c", unix)).toBe("");
    expect(baseName("/a/b/", unix)).toBe("b");
    expect(directory("/a/b", unix)).toBe("/a");
    expect(joinPath(["", "a", "../b"], unix)).toBe("b");
    expect(resolvePath("/a", "/b", unix)).toBe("/b");
    expect(splitPathList("a:b", unix)).toEqual(["a", "b"]);
  });

  test("relative", () => {
    expect(relativePath("/a/b", "/a/c", unix)).toBe("../c");
    expect(relativePath("a", "/b", unix)).toEqual(new Failed("Rel: can't make /b relative to a"));
  });
});

test("windows", () => {
  expect(cleanPath("C:/a/../b", windows)).toBe("C:\\b");
  expect(volumeName("\\\\host\\share\\x", windows)).toBe("\\\\host\\share");
  expect(windows.isAbsolute("C:\\a")).toBe(true);
  expect(windows.isAbsolute("C:a")).toBe(false);
  expect(windows.isAbsolute("nul")).toBe(true);
  expect(joinPath(["C:", "a"], windows)).toBe("C:a");
  expect(splitPathList('a;"b;c"', windows)).toEqual(["a", "b;c"]);
});

test.each([
  ["*.go", "a.go", true],
  ["*", "a/b", false],
  ["a?c", "abc", true],
  ["[a-c]x", "bx", true],
  ["[^a]x", "ax", false],
  ["\\*", "*", true],
])("%s matches %s: %s", (pattern, name, want) => {
  expect(matchPath(pattern, name, unix)).toBe(want);
});

test("bad patterns", () => {
  expect(matchPath("[", "a", unix)).toEqual(new Failed("syntax error in pattern"));
  expect(matchPath("**", "a", unix)).toEqual(new Failed("'**' is not supported in patterns as of yet"));
});
