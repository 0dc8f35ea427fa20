import { describe, expect, test } from "vitest";
import { codeFrame, placeText } from "./code-frame.ts";
import { SourceFile } from "./source-file.ts";

const draw = (text: string, start: number, end: number): string =>
  codeFrame({ file: new SourceFile("a.cue", text), span: { start, end } })
    .map((l) => `${l.number ?? ""}|${l.text}`)
    .join("\n");

describe("codeFrame", () => {
  test("shows the line before and after, and marks the range", () => {
    expect(draw("a: 1\nbb: foo\nc: 2\nd: 3\n", 9, 12)).toBe("1|a: 1\n2|bb: foo\n|    ^^^\n3|c: 2");
  });

  test("keeps tabs, so that marks line up", () => {
    expect(draw("\t\tx: 1", 2, 3)).toBe("1|\t\tx: 1\n|\t\t^");
  });

  test("marks one place at the end of the text", () => {
    expect(draw("a: ", 3, 3)).toBe("1|a: \n|   ^");
  });

  test("marks only the first line of a range of several", () => {
    expect(draw("a: {\n}\n", 3, 6)).toBe("1|a: {\n|   ^\n2|}");
  });

  test("cuts a very long line around the place", () => {
    const text = `${"x".repeat(1000)}HERE${"y".repeat(1000)}`;
    const [line, mark] = draw(text, 1000, 1004).split("\n");
    expect(line!.length).toBeLessThan(200);
    expect(line!.slice(mark!.indexOf("^") + 1, mark!.lastIndexOf("^") + 2)).toBe("HERE");
  });

  test("has nothing to show for a place in no file", () => {
    expect(draw("a: 1", -1, -1)).toBe("");
  });
});

test("placeText counts columns in bytes, also for a copy that is plain data", () => {
  expect(placeText({ file: { name: "b.cue", text: "é: x" }, span: { start: 3, end: 4 } })).toBe("b.cue:1:5");
});
