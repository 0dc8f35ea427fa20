import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createContext } from "../index.ts";
import { format } from "../syntax/index.ts";
import {
  compactJson,
  dataFromSyntax,
  decodeBase64,
  decodeHex,
  decodeJson,
  decodeToml,
  decodeYaml,
  encodeBase64,
  encodeHex,
  indentJson,
  isValidJson,
  jsonText,
  tomlText,
  yamlText,
} from "./index.ts";
import type { Data, Decoded } from "./index.ts";

type Plain = null | boolean | number | string | Plain[] | { [name: string]: Plain };

const name = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom("a.b", "yes", "1", "", "a b", "é", "null"));
const text = fc.oneof(
  fc.string({ maxLength: 12, unit: "grapheme" }),
  fc.string({ maxLength: 6, unit: "binary-ascii" }),
  fc.constantFrom(
    "true",
    "~",
    "0x1F",
    "1e3",
    "- a",
    "a: b",
    " x",
    "x ",
    "|\n",
    "two\nlines\n",
    "\n\n",
    "\t",
    "#",
    "@a",
  ),
);

const plain = (withNull: boolean): fc.Arbitrary<{ [name: string]: Plain }> =>
  fc.letrec<{ value: Plain; struct: { [name: string]: Plain } }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.boolean(),
      fc.integer(),
      text,
      ...(withNull ? [fc.constant(null)] : []),
      fc.array(tie("value"), { maxLength: 3 }),
      tie("struct"),
    ),
    struct: fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  })).struct;

function only(decoded: Decoded): Data {
  if (decoded.error !== undefined) throw new Error(decoded.error.message);
  const data = dataFromSyntax(decoded.documents[0]!);
  if (typeof data === "string") throw new Error(data);
  return data;
}

const toData = (value: Plain): Data => only(decodeJson(JSON.stringify(value)));
const toPlain = (data: Data): unknown => JSON.parse(jsonText(data));

describe("what is written is read again as the same", () => {
  test("JSON, compact and indented", () =>
    fc.assert(
      fc.property(plain(true), (value) => {
        const written = jsonText(toData(value));
        expect(JSON.parse(written)).toEqual(value);
        expect(compactJson(String(indentJson(written, "", "  ")))).toBe(written);
        expect(isValidJson(written)).toBe(true);
      }),
    ));

  test("YAML", () =>
    fc.assert(
      fc.property(plain(true), (value) => {
        expect(toPlain(only(decodeYaml(yamlText(toData(value)))))).toEqual(value);
      }),
    ));

  test("TOML, which has no null", () =>
    fc.assert(
      fc.property(plain(false), (value) => {
        const written = tomlText(toData(value));
        if ("error" in written) throw new Error(written.error);
        // A table may come in parts, which unify.
        const { documents, error } = decodeToml(written.text);
        expect(error).toBeUndefined();
        expect(createContext().compile(format(documents[0]!)).toJS()).toEqual({ ok: true, value });
      }),
    ));

  test("base64 and hexadecimal digits", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
        expect(decodeHex(encodeHex(bytes))).toEqual(bytes);
      }),
    ));
});

/** What `cue export --out cue` (v0.17.1) makes of `k: …` in YAML; null where it refuses it. */
describe("scalars of YAML mean what cue takes them for", () => {
  test.each<[string, string | null]>([
    ["yes", '"yes"'],
    ["No", '"No"'],
    ["on", '"on"'],
    ["True", "true"],
    ["TRUE", "true"],
    ["~", "null"],
    ["Null", "null"],
    ["", "null"],
    ["-0", "0"],
    ["+1", "1"],
    ["1_000", "1000"],
    ["0x1F", "31"],
    ["0o17", "15"],
    ["017", "15"],
    ["0b11", "3"],
    ["1e3", "1e+3"],
    ["1.", "1.0"],
    [".5", "0.5"],
    ["1.5e-3", "0.0015"],
    ["1:30", '"1:30"'],
    ["2001-01-01", '"2001-01-01"'],
    ["'it''s'", '"it\'s"'],
    ["!!str 1", '"1"'],
    ['!!int "3"', "3"],
    ["!!binary aGk=", "'hi'"],
    ["12345678901234567890", "12345678901234567890"],
    ["0.1e1000", '"0.1e1000"'],
    ["a#b", '"a#b"'],
    ["a #b", '"a"'],
    ["a: b", null],
    ["*x", null],
    ["@a", null],
    ["`a", null],
    ["%a", null],
    ["!foo x", null],
  ])("k: %s", (scalar, wanted) => {
    const { documents, error } = decodeYaml(`k: ${scalar}\n`);
    if (wanted === null) return expect(error).toBeDefined();
    expect(error).toBeUndefined();
    const value = createContext().compile(format(documents[0]!));
    expect(value.lookupPath("k").toCue().trim()).toBe(wanted);
  });
});

test("a decoder says what its caller can explain better", () => {
  expect(decodeYaml("a: *nope\n").error?.about).toEqual({ kind: "anchor", name: "nope" });
  expect(decodeYaml("a: !Ref x\n").error?.about).toEqual({ kind: "tag", name: "!Ref" });
  expect(decodeYaml("a: [\n").error?.about).toBeUndefined();
});
