import fc from "fast-check";
import { expect, test } from "vitest";
import type { Paint } from "./colour.ts";
import { colouredLines } from "./coloured-lines.ts";

const paint: Paint = (style, text) => (text === "" ? "" : `<${style}>${text}</>`);

test("CLI: heads of tables, differences and trees have colours", () => {
  expect(colouredLines("FIELD   VALUE\n~ a.b: 1 → 2  (x.cue:1:2)\n+ c: 3\n└─ web\n   └─ trait x#Y\nplain", paint)).toBe(
    "<bold>FIELD   VALUE</>\n<yellow>~ a.b:</> 1 → 2<dim>  (x.cue:1:2)</>\n<green>+ c:</> 3\n<dim>└─ </><green>web</>\n<dim>   └─ </><dim>trait x#Y</>\nplain",
  );
});

test("law: nothing but colours is added", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[+~ A-Z:│├└─a-z()-]{0,20}$/)), (lines) => {
      const text = lines.join("\n");
      expect(colouredLines(text, (_, inner) => inner)).toBe(text);
    }),
  );
});
