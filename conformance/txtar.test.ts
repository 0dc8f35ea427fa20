import { expect, test } from "vitest";
import { bytesOf, formatArchive, parseArchive, textOf } from "./txtar.ts";

const names = (text: string): [string, string][] =>
  parseArchive(bytesOf(text)).files.map((f) => [f.name, textOf(f.data)]);

test("files stand after their markers, the comment before the first", () => {
  const text = "about\n-- a.cue --\nx: 1\n-- b/c.cue --\n-- d --\nlast";
  expect(textOf(parseArchive(bytesOf(text)).comment)).toBe("about\n");
  expect(names(text)).toEqual([
    ["a.cue", "x: 1\n"],
    ["b/c.cue", ""],
    ["d", "last"],
  ]);
});

test("lines that only look like markers are text", () => {
  expect(names("-- a --\n-- b\n--c --\n -- d --\n--  --\n")).toEqual([["a", "-- b\n--c --\n -- d --\n--  --\n"]]);
});

test("bytes that are not UTF-8, and other line ends, come out as they went in", () => {
  const bytes = Uint8Array.from([...bytesOf("-- a --\r\n"), 0xff, 0x0d, 0x0a, 0xef, 0xbb, 0xbf, 0x0a]);
  const archive = parseArchive(bytes);
  expect(archive.files[0]?.name).toBe("a");
  expect([...archive.files[0]!.data]).toEqual([0xff, 0x0d, 0x0a, 0xef, 0xbb, 0xbf, 0x0a]);
});

test("a file without a final line end gets one, so that the next marker is one", () => {
  const files = [
    { name: "a", data: bytesOf("x") },
    { name: "b", data: bytesOf("y\n") },
  ];
  expect(textOf(formatArchive({ comment: bytesOf("c"), files }))).toBe("c\n-- a --\nx\n-- b --\ny\n");
});
