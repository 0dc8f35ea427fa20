import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeBytes, decodeString, decodeStringParts } from "./literal.ts";
import { decodeNumber } from "./number-literal.ts";
import { quoteBytes, quoteLabel, quoteString } from "./quote.ts";

function value(text: string): string {
  const result = decodeString(text);
  return result.ok ? result.value : `error: ${result.message}`;
}

describe("strings (CUE-1)", () => {
  test.each([
    ['""', ""],
    ['"a b"', "a b"],
    ['"\\a\\b\\f\\n\\r\\t\\v\\/\\\\\\""', '\x07\b\f\n\r\t\v/\\"'],
    ['"\\u00e9\\U0001F600\\ud83d\\ude00"', "é😀😀"],
    ['#"a\\nb\\#n"#', "a\\nb\n"],
    ['##"a"#b"##', 'a"#b'],
    ['#"""#', '"'],
    ['"""\n\ta\n\n\t b\n\t"""', "a\n\n b"],
    ['"""\n\t"""', ""],
    ['"""\n  a\\\n  b\n  """', "ab"],
    ['#"""\n a"""\n """#', 'a"""'],
    ['"""\r\n\ta\r\n\t"""', "a"],
  ])("%j is %j", (text, want) => expect(value(text)).toBe(want));

  test.each([
    ['"\\ud800"', "unmatched surrogate pair"],
    ['"\\x41"', "invalid syntax"],
    ['"a', "invalid string: unmatched quote"],
    ['"""a"""', "invalid string: opening quote of multiline string must be followed by newline"],
    ['"""\na"""', "invalid string: closing quote of multiline string must follow a newline"],
    ['"""\n\ta\n  b\n\t"""', 'invalid string: non-matching whitespace for multiline string (expected "\\t", got "  ")'],
    ['"""\n\ta\\\n\t"""', "last newline of multiline string cannot be escaped"],
  ])("%j is wrong", (text, message) => expect(value(text)).toBe(`error: ${message}`));

  test("fragments of an interpolation", () => {
    const parts = decodeStringParts(['"""\n\ta\\(', ")\n\tb\\(", ')c\n\t"""']);
    expect(parts).toEqual({ ok: true, values: ["a", "\nb", "c"] });
  });

  test("bytes", () => {
    expect(decodeBytes("'a\\xff\\101é'")).toEqual({ ok: true, value: Uint8Array.of(97, 255, 65, 195, 169) });
    expect(decodeBytes("'\\400'").ok).toBe(false);
  });
});

describe("numbers (CUE-1)", () => {
  test.each([
    ["0", "int 0e0"],
    ["1_000", "int 1000e0"],
    ["0x1F", "int 31e0"],
    ["0o17", "int 15e0"],
    ["0b101", "int 5e0"],
    ["1Ki", "int 1024e0"],
    ["1.5G", "int 1500000000e0"],
    ["0.5Ki", "int 512e0"],
    [".5", "float 5e-1"],
    ["5.", "float 5e0"],
    ["1.50", "float 150e-2"],
    ["1e3", "float 1e3"],
    ["1.25E-2", "float 125e-4"],
    ["0.0", "float 0e-1"],
  ])("%s", (text, want) => {
    const n = decodeNumber(text);
    expect(n.ok ? `${n.kind} ${n.digits}e${n.exponent}` : n.message).toBe(want);
  });

  test.each([
    ["0.3K", null],
    ["0.0003K", "number cannot be represented as int"],
    ["08", 'illegal integer number "08"'],
    ["0x", 'illegal hexadecimal number "0x"'],
    ["1__0", "illegal '_' in number"],
    ["1a", 'illegal number "1a"'],
  ])("%s fails or not", (text, message) => {
    const n = decodeNumber(text);
    expect(n.ok ? null : n.message).toBe(message);
  });
});

describe("quoting (CUE-5)", () => {
  test("one line", () => {
    expect(quoteString('a"b\\\n\t\u200b\x00é')).toBe('"a\\"b\\\\\\n\\t\\u200b\\u0000é"');
    expect(quoteString("é😀", { ascii: true })).toBe('"\\u00e9\\U0001f600"');
  });

  test("several lines", () => {
    expect(quoteString("a\n\nb", { multiline: "auto", indent: 2 })).toBe('"""\n\t\ta\n\n\t\tb\n\t\t"""');
    expect(quoteString("ab", { multiline: "auto" })).toBe('"ab"');
    expect(quoteString('x"""#\ny', { multiline: "auto" })).toBe('##"""\nx"""#\ny\n"""##');
    expect(quoteString("", { multiline: "always", indent: 1 })).toBe('"""\n\t"""');
  });

  test("bytes", () => {
    expect(quoteBytes(Uint8Array.of(97, 39, 0, 255, 195, 169))).toBe("'a\\'\\x00\\xffé'");
  });

  test("labels", () => {
    expect(["a", "日本", "for", "$x", "_a", "#a", "1a", "", "a.b", "__x"].map(quoteLabel)).toEqual([
      "a",
      "日本",
      "for",
      "$x",
      '"_a"',
      '"#a"',
      '"1a"',
      '""',
      '"a.b"',
      '"__x"',
    ]);
  });

  test("what is quoted decodes to itself", () => {
    const point = fc.oneof(fc.constantFrom(9, 10, 13, 34, 35, 39, 92), fc.integer({ min: 0, max: 0x10ffff }));
    const text = fc
      .array(point, { maxLength: 20 })
      .map((points) => String.fromCodePoint(...points.filter((c) => c < 0xd800 || c > 0xdfff)));
    fc.assert(
      fc.property(text, fc.constantFrom("never", "auto", "always"), fc.nat(3), (s, multiline, indent) => {
        expect(value(quoteString(s, { multiline, indent }))).toBe(s);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeBytes(quoteBytes(bytes))).toEqual({ ok: true, value: bytes });
      }),
    );
  });
});
