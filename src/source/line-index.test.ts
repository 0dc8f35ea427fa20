import { describe, expect, test } from "vitest";
import { LineIndex } from "./line-index.ts";
import { SourceFile } from "./source-file.ts";

describe("lines and byte columns", () => {
  test("columns count bytes", () => {
    const index = new LineIndex('a: 1\né: "日本😀"\nz');
    expect(index.at(0)).toEqual({ line: 1, column: 1 });
    expect(index.at(5)).toEqual({ line: 2, column: 1 });
    expect(index.at(6)).toEqual({ line: 2, column: 3 });
    expect(index.at(index.text.indexOf("z"))).toEqual({ line: 3, column: 1 });
    expect(index.at(index.text.indexOf('"\n'))).toEqual({ line: 2, column: 16 });
  });

  test("a final line feed starts no line", () => {
    const index = new LineIndex("a: {\nb: 1\n");
    expect(index.at(10)).toEqual({ line: 2, column: 6 });
    expect(new LineIndex("").at(0)).toEqual({ line: 1, column: 1 });
  });

  test("offsets come back from lines and columns", () => {
    const index = new LineIndex("x\né日😀!\n\nend");
    for (let offset = 0; offset < index.text.length; offset++) {
      if (offset === 5) continue; // Inside a surrogate pair.
      const { line, column } = index.at(offset);
      expect(index.offsetOf(line, column)).toBe(offset);
    }
    expect(index.offsetOf(99, 1)).toBe(index.text.length);
    expect(index.lineText(2)).toBe("é日😀!");
  });
});

describe("bytes that are not UTF-8", () => {
  test("keep their width and can be told apart", () => {
    const file = SourceFile.fromBytes("x.cue", Uint8Array.of(0x61, 0xff, 0xc3, 0xa9, 0xe2, 0x82, 0x7a));
    expect(file.text).toBe("a\udcffé\udce2\udc82z");
    expect(file.at(file.text.length - 1)).toEqual({ line: 1, column: 7 });
    expect(file.position(1)).toEqual({ file: "x.cue", line: 1, column: 2 });
  });

  test("a byte order mark stays", () => {
    expect(SourceFile.fromBytes("x", Uint8Array.of(0xef, 0xbb, 0xbf, 0x61)).text).toBe("\ufeffa");
  });
});
