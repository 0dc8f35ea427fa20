import { describe, expect, test } from "vitest";
import { Changes, generatePaths } from "./affected.ts";

describe("what a change touches (REV-3)", () => {
  const reasons = (change: "added" | "removed" | "changed", path: string, ...reads: string[]): number =>
    new Changes([{ path, change }]).reasons(reads).length;

  test("contents by name; a listing by what comes and goes in it; presence by the file or what is below", () => {
    expect(reasons("changed", "a/x.cue", "file:a/x.cue")).toBe(1);
    expect(reasons("changed", "a/x.cue", "file:a/y.cue", "folder:a", "kind:a/x.cue")).toBe(0);
    expect(reasons("added", "a/x.cue", "folder:a")).toBe(1);
    expect(reasons("removed", "a/b/x.cue", "folder:a")).toBe(0);
    expect(reasons("removed", "a/b/x.txt", "entries:a")).toBe(1);
    expect(reasons("added", "a/README.md", "folder:a")).toBe(0);
    expect(reasons("added", "x.cue", "folder:.")).toBe(1);
    expect(reasons("added", "a/cue.mod/module.cue", "kind:a/cue.mod")).toBe(1);
    expect(reasons("added", "b/x.cue", "folder:a", "kind:a/x.cue")).toBe(0);
  });

  test("paths for Argo CD: folders from the top, none within another, nothing outside of the repository", () => {
    expect(
      generatePaths(["file:a/b/x.cue", "file:a/y.cue", "entries:a/b", "file:~/.opm/config.cue", "file:/etc/x"]),
    ).toBe("/a");
    expect(generatePaths(["file:x.cue", "file:a/y.cue"])).toBe("/");
  });
});
