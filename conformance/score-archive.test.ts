import { expect, test } from "vitest";
import { scoreArchive } from "./score-archive.ts";
import { Tally } from "./tally.ts";
import { bytesOf, parseArchive } from "./txtar.ts";

function score(want: string, got: string | undefined): Record<string, string> {
  const tally = new Tally();
  const parse = (text: string) => parseArchive(bytesOf(text));
  scoreArchive("x.txtar", parse(want), got === undefined ? undefined : parse(got), tally);
  return Object.fromEntries([...tally.counts].map(([name, { ok, all }]) => [name, `${ok}/${all}`]));
}

const rows = (...list: object[]): string =>
  `-- want/values.jsonl --\n${list.map((r) => `${JSON.stringify(r)}\n`).join("")}`;
const node = { path: "a", kind: "int", status: "ok", json: 1 };

test("an archive that was not answered has everything wrong", () => {
  expect(score(`${rows(node)}-- want/eval.cue --\na: 1\n`, undefined)).toEqual({
    value: "0/1",
    kind: "0/1",
    archive: "0/1",
    "eval cue": "0/1",
  });
});

test("rows are compared by path, and a row too many is a wrong value", () => {
  const extra = { ...node, path: "b" };
  expect(score(rows(node), rows(extra, node))).toEqual({ value: "1/2", kind: "1/1", archive: "0/1" });
});

test("positions compare as sets, closed and own default to false", () => {
  const want = { path: "a", kind: "_|_", status: "eval", own: false, msg: "m", pos: ["b:1:1", "a:1:1"] };
  const got = { path: "a", kind: "_|_", status: "eval", closed: false, msg: "n", pos: ["a:1:1", "b:1:1"] };
  expect(score(rows(want), rows(got))).toEqual({
    value: "1/1",
    kind: "1/1",
    message: "0/1",
    position: "1/1",
    archive: "1/1",
  });
});

test("doubtful nodes are not scored", () => {
  const inner = { ...node, path: "a.b" };
  expect(score(`#doubtful: a\n${rows(inner, { ...node, path: "c" })}`, rows({ ...node, path: "c" }))).toEqual({
    value: "1/1",
    kind: "1/1",
    archive: "1/1",
  });
});

test("an instance that does not load is compared by its first position, in any order", () => {
  const bad = (pos: string, msg: string): object => ({ path: "", status: "load", msg, pos: [pos] });
  const want = rows(bad("a:1:1", "x"), bad("b:1:1", "y"));
  expect(score(want, rows(bad("b:1:1", "y"), bad("a:1:1", "x")))).toEqual({
    message: "1/1",
    load: "1/1",
    archive: "1/1",
  });
  expect(score(want, rows(bad("b:1:1", "y")))).toEqual({ message: "0/1", load: "0/1", archive: "0/1" });
});

test("command lines are compared field by field", () => {
  const row = (stdout: string): string =>
    `-- want/cli.jsonl --\n${JSON.stringify({ args: ["eval"], exit: 0, stdout, stderr: "" })}\n`;
  expect(score(row("a"), row("b"))).toEqual({ "cli exit": "1/1", "cli stdout": "0/1", "cli stderr": "1/1" });
});
