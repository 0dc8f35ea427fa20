import { describe, expect, test } from "vitest";
import { canonicalImportText, formatImportPath, isBuiltinPath, isLocalImport, parseImportPath } from "./import-path.ts";
import { checkFilePath, checkImportPath, checkModulePath, escapeVersion } from "./module-path.ts";
import { formatModuleVersion, makeModuleVersion, parseModuleVersion } from "./module-version.ts";

describe("import paths (CUE-3)", () => {
  test("the package name is written or implied", () => {
    expect(parseImportPath("ex.com/m/p@v1:q")).toEqual({
      path: "ex.com/m/p",
      version: "v1",
      qualifier: "q",
      explicit: true,
    });
    expect(parseImportPath("ex.com/m/p")).toEqual({ path: "ex.com/m/p", version: "", qualifier: "p", explicit: false });
    expect(parseImportPath("ex.com/m/1p").qualifier).toBe("");
    expect(parseImportPath(":p")).toEqual({ path: ".", version: "", qualifier: "p", explicit: true });
  });

  test("the canonical form drops what is implied", () => {
    expect(canonicalImportText("ex.com/p:p")).toBe("ex.com/p");
    expect(canonicalImportText("ex.com/p:q")).toBe("ex.com/p:q");
    expect(formatImportPath(parseImportPath("ex.com/p@v0:p"))).toBe("ex.com/p@v0:p");
  });

  test("builtin and local paths", () => {
    expect(isBuiltinPath("strings")).toBe(true);
    expect(isBuiltinPath("encoding/json")).toBe(true);
    expect(isBuiltinPath("ex.com/json")).toBe(false);
    expect(isLocalImport("./x")).toBe(true);
    expect(isLocalImport(".x")).toBe(false);
  });

  test.each([
    ["ex.com//m", 'malformed import path "ex.com//m": double slash'],
    ["ex.com/m/", 'malformed import path "ex.com/m/": trailing slash'],
    ["ex.com/a b", "malformed import path \"ex.com/a b\": invalid char ' '"],
    ["ex.com/m@v1.2", 'malformed import path "ex.com/m@v1.2": import paths can only contain a major version specifier'],
    ["ex.com/nul.x", 'malformed import path "ex.com/nul.x": "nul" disallowed as path element component on Windows'],
    ["ex.com/m", undefined],
  ])("import path %j", (path, reason) => expect(checkImportPath(path)).toBe(reason));

  test.each([
    ["nodot@v0", 'malformed module path "nodot@v0": missing dot in first path element'],
    ["ex.com/M@v0", "malformed module path \"ex.com/M@v0\": invalid char 'M'"],
    ["ex.com/.m@v0", "malformed module path \"ex.com/.m@v0\": leading '.' in path element"],
    ["ex.com/m@v1", undefined],
  ])("module path %j", (path, reason) => expect(checkModulePath(path)).toBe(reason));

  test.each(["../x", "a/../b", "/abs", "a//b", "a/b/", "c:d", "a\\b", "aux", "x\u0000y", "tab\t"])(
    "file path %j is refused",
    (path) => {
      expect(checkFilePath(path)).toBeDefined();
    },
  );

  test("module versions", () => {
    expect(makeModuleVersion("a.com/b@v0", "0.1.0")).toBe(
      'version "0.1.0" (of module "a.com/b@v0") is not well formed',
    );
    expect(makeModuleVersion("a.com/b@v0", "v1.1.0")).toBe(
      'mismatched major version suffix in "a.com/b@v0" (version v1.1.0)',
    );
    expect(makeModuleVersion("a.com/b", "v1.1.0")).toEqual({ path: "a.com/b@v1", version: "v1.1.0" });
    expect(parseModuleVersion("a.com/b@v1.2.3")).toEqual({ path: "a.com/b@v1", version: "v1.2.3" });
    expect(formatModuleVersion({ path: "a.com/b@v1", version: "v1.2.3" })).toBe("a.com/b@v1.2.3");
    expect(escapeVersion("v1.0.0-RC1").text).toBe("v1.0.0-!r!c1");
  });
});
