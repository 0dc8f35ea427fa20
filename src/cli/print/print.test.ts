import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../source/index.ts";
import { memoryIo } from "../memory-io.ts";
import { painter } from "./colour.ts";
import { diagnosticsJson, diagnosticsText } from "./diagnostic.ts";
import { neutralise } from "./neutralise.ts";
import { Progress } from "./progress.ts";

const plain = (_: unknown, text: string): string => text;
const file = { name: "a.cue", text: 'x: "é"\ny: x & 1\n' };
const conflict: Diagnostic = {
  code: "OPM9000",
  severity: "error",
  message: "conflicting values",
  path: "y",
  places: [
    { file, span: { start: 10, end: 15 } },
    { file, span: { start: 3, end: 6 }, label: "set here" },
  ],
  notes: ["both are concrete"],
  hint: "remove one",
};

describe("neutralise", () => {
  test("leaves text, tabs, line ends and emoji alone", () => {
    const text = "a\tb\n" + "é 😀 \u200b";
    expect(neutralise(text)).toBe(text);
  });

  test("shows controls, C1 and characters that reorder text", () => {
    expect(neutralise("\x1b]0;t\x07 \x9b1m \u202eabc\u2066 \r\x7f\x00")).toBe(
      "\\u001b]0;t\\u0007 \\u009b1m \\u202eabc\\u2066 \\u000d\\u007f\\u0000",
    );
  });
});

describe("diagnostics", () => {
  test("text has every place with its lines, notes and the hint", () => {
    expect(diagnosticsText([conflict], plain)).toBe(
      [
        "error[OPM9000]: conflicting values",
        "  at y",
        "  → a.cue:2:4",
        '    1 │ x: "é"',
        "    2 │ y: x & 1",
        "      │    ^^^^^",
        "  → a.cue:1:4 set here",
        '    1 │ x: "é"',
        "      │    ^^^",
        "    2 │ y: x & 1",
        "  note: both are concrete",
        "  hint: remove one",
        "",
      ].join("\n"),
    );
  });

  test("several end with how many there are", () => {
    const warning: Diagnostic = { code: "OPM0000", severity: "warning", message: "w" };
    expect(diagnosticsText([conflict, warning, warning], plain)).toContain("\n1 error, 2 warnings\n");
    expect(diagnosticsText([warning], plain)).toBe("warning[OPM0000]: w\n");
  });

  test("escapes in messages, names and source lines are neutralised", () => {
    const evil = { name: "\x1b[2J.cue", text: "x: \x1b[31m\n" };
    const text = diagnosticsText(
      [{ code: "OPM0000", severity: "error", message: "\x1b", places: [{ file: evil, span: { start: 0, end: 1 } }] }],
      plain,
    );
    expect(text).not.toContain("\x1b");
  });

  test("JSON has lines and byte columns, one object a line", () => {
    const [line, rest] = diagnosticsJson([conflict]).split("\n");
    expect(rest).toBe("");
    expect(JSON.parse(line!).places).toEqual([
      { file: "a.cue", line: 2, column: 4, endLine: 2, endColumn: 9 },
      { file: "a.cue", line: 1, column: 4, endLine: 1, endColumn: 8, label: "set here" },
    ]);
  });
});

describe("colour", () => {
  const coloured = (env: Record<string, string>, terminal: boolean, when?: string): boolean =>
    painter(memoryIo("/", env, terminal), "stderr", when)("red", "x") !== "x";

  test("a terminal gets it, a pipe does not; the environment and the flag decide otherwise", () => {
    expect(coloured({}, true)).toBe(true);
    expect(coloured({}, false)).toBe(false);
    expect(coloured({ NO_COLOR: "1" }, true)).toBe(false);
    expect(coloured({ NO_COLOR: "" }, true)).toBe(true);
    expect(coloured({ TERM: "dumb" }, true)).toBe(false);
    expect(coloured({ FORCE_COLOR: "1" }, false)).toBe(true);
    expect(coloured({ NO_COLOR: "1" }, false, "always")).toBe(true);
    expect(coloured({ FORCE_COLOR: "1" }, true, "never")).toBe(false);
  });
});

describe("progress", () => {
  const after = (steps: number[], terminal: boolean): string => {
    let now = 0;
    const io = { ...memoryIo("/", {}, terminal), clock: () => now };
    let err = "";
    const progress = new Progress({ ...io, stderr: (t) => void (err += t) }, true);
    for (now of steps) progress.step("evaluating");
    progress.clear();
    return err;
  };

  test("says nothing in the first half second, and nothing to a pipe", () => {
    expect(after([100, 400], true)).toBe("");
    expect(after([600, 900], false)).toBe("");
  });

  test("rewrites one line and removes it", () => {
    expect(after([600, 610, 900], true)).toBe("\r\x1b[Kevaluating (0.6 s)\r\x1b[Kevaluating (0.9 s)\r\x1b[K");
  });
});
