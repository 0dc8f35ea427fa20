import { expect, test } from "vitest";
import { ProgramRuntime } from "../src/cue/program/index.ts";
import { workspaceRows } from "./rows.ts";

const rows = (files: Record<string, string>): object[] =>
  workspaceRows(
    {
      files: new Map(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])),
      args: Object.keys(files).filter((name) => name.endsWith(".cue") && !name.includes("/")),
    },
    new ProgramRuntime(() => {
      throw new Error("nothing is printed as source here");
    }),
  );

test("every node has a row, sorted by path", () => {
  expect(rows({ "a.cue": "b: 2\na: [b, {c?: int}]\n_h: *1 | int\n#d: {e!: string}" })).toEqual([
    { path: "", kind: "struct", status: "ok", len: 2 },
    { path: "#d", kind: "struct", status: "ok", len: 0, closed: true },
    { path: "#d.e", arc: "!", kind: "string", status: "ok" },
    { path: "_h", kind: "int", status: "ok", json: 1 },
    { path: "a", kind: "list", status: "ok", len: 2, closed: true },
    { path: "a[0]", kind: "int", status: "ok", json: 2 },
    { path: "a[1]", kind: "struct", status: "ok", len: 0 },
    { path: "a[1].c", arc: "?", kind: "int", status: "ok" },
    { path: "b", kind: "int", status: "ok", json: 2 },
  ]);
});

test("errors have a message and positions where they arose", () => {
  expect(rows({ "a.cue": "a: b: 1\na: b: 2" })).toEqual([
    { path: "", kind: "_|_", status: "eval", len: 1 },
    { path: "a", kind: "_|_", status: "eval", len: 1 },
    {
      path: "a.b",
      kind: "_|_",
      status: "eval",
      own: true,
      msg: "a.b: conflicting values 2 and 1",
      pos: ["a.cue:1:7", "a.cue:2:7"],
    },
  ]);
});

test("an instance that does not compile has rows for its errors alone", () => {
  expect(rows({ "a.cue": "x: y" })).toEqual([
    { path: "x", status: "load", own: true, msg: 'a.cue:1:4: reference "y" not found', pos: ["a.cue:1:4"] },
  ]);
  expect(rows({ "a.cue": "x: {" })).toEqual([
    { path: "", status: "load", own: true, msg: "expected '}', found 'EOF'", pos: ["a.cue:1:5"] },
  ]);
});
