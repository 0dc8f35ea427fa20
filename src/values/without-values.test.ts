import fc from "fast-check";
import { expect, test } from "vitest";
import { setLimits } from "../cue/index.ts";
import { readSetFlag } from "./set-flag.ts";
import { readInline, readValues } from "./read-values.ts";
import { withoutEchoes, withoutValues } from "./without-values.ts";

/** A password of letters and digits that no message has by chance. */
const password = fc.stringMatching(/^[a-z][a-zA-Z0-9]{3,20}7[a-zA-Z0-9]{2,10}$/);
const before = fc.constantFrom("", "*", "!", "!!", "&", "@", "%", "`", "[", "{", '"', "'", "|", ">", "- ", "1", "#");
const after = fc.constantFrom("", ": x", " y", "]", "}", '"', "\\q", ", z", " #c");

test("what cannot be read repeats nothing of what stands behind a name, in any format (SEC-7)", () => {
  fc.assert(
    fc.property(fc.constantFrom("yaml", "json", "toml", "cue"), password, before, after, (format, secret, a, b) => {
      const value = `${a}${secret}${b}`;
      const name = `v.${format}`;
      const text =
        format === "json" ? `{"pass": ${value}}` : format === "toml" ? `pass = ${value}\n` : `pass: ${value}\n`;
      const { diagnostics, value: read } = readValues({ name, text }, { tier: "user" });
      if (read !== undefined) return;
      const { message, hint = "", notes = [], places = [], path = "" } = diagnostics[0]!;
      const shown = [message, hint, path, ...notes, ...places.map(({ file }) => file.text)].join("\n");
      expect(shown).not.toContain(secret);
    }),
    { numRuns: 2000 },
  );
});

test("nor does a flag (SEC-7)", () => {
  const host = { readText: () => null, readJson: readInline };
  fc.assert(
    fc.property(
      fc.constantFrom("set", "set-json", "set-file"),
      password,
      before,
      after,
      fc.constantFrom("db.pass=", ""),
      (kind, secret, a, b, path) => {
        const { diagnostics } = readSetFlag({ kind, argument: `${path}${a}${secret}${b}` } as never, host);
        for (const { message, hint = "", places = [] } of diagnostics)
          expect([message, hint, ...places.map(({ file }) => file.text)].join("\n")).not.toContain(secret);
      },
    ),
    { numRuns: 1000 },
  );
});

test("words of the parsers, names and numbers stay", () => {
  const file = { name: "v.yaml", text: "expected: string\nname: *nope\nb: found\n" };
  const said = { code: "OPM4004", severity: "error", message: "expected name, found 'nope' at line 2" } as const;
  expect(withoutEchoes(said, file).message).toBe("expected name, found '***' at line 2");
});

test("a row of names is kept where it is asked for", () => {
  const file = { name: "c.cue", text: 'config: registry: "u:pw@h"\nconfig: {\n\ttoken: x\n}\n' };
  const plain = (text: string): string => text.replaceAll(/[\u001a]+/g, "***");
  expect(plain(withoutValues(file, "row").text)).toBe('config: registry: "***"\nconfig: {\n\ttoken: ***\n}\n');
  expect(plain(withoutValues(file).text)).toContain("config: ***");
});

test("a file of a million fields is refused before it is read; a long text is none", () => {
  // Commands that ran before in this process have set their own.
  setLimits({});
  const many = Array.from({ length: 1_700_000 }, (_, i) => `k${i}: 1`).join("\n");
  const { value, diagnostics } = readValues({ name: "v.yaml", text: many }, { tier: "user" });
  expect(value).toBeUndefined();
  expect(diagnostics[0]!.message).toContain("more than 375000 fields");
  // As commands have it: what takes seconds and half a gigabyte to be told is told at once.
  setLimits({ values: 800_000 });
  const fields = (count: number): string => Array.from({ length: count }, (_, i) => `k${i}: ${i}`).join("\n");
  for (const name of ["v.yaml", "v.cue"]) {
    expect(readValues({ name, text: fields(50_000) }, { tier: "user" }).diagnostics).toEqual([]);
    const [refused] = readValues({ name, text: fields(50_001) }, { tier: "user" }).diagnostics;
    expect(refused!.message).toContain("more than 50000 fields");
  }
  const colons = `text: "${":".repeat(100_000)}"\n`;
  expect(readValues({ name: "v.yaml", text: colons }, { tier: "user" }).diagnostics).toEqual([]);
  setLimits({});
  const text = `cert: ${"x".repeat(2_000_000)}\n`;
  expect(readValues({ name: "v.yaml", text }, { tier: "user" }).diagnostics).toEqual([]);
});
