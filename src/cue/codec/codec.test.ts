import { describe, expect, test } from "vitest";
import {
  compactJson,
  dataFromSyntax,
  decodeBase64,
  decodeJson,
  decodeJsonStream,
  decodeToml,
  decodeYaml,
  encodeBase64,
  indentJson,
  jsonString,
  jsonText,
  tomlText,
  yamlText,
} from "./index.ts";
import type { Data, Decoded } from "./index.ts";

function data(d: Decoded): Data[] {
  if (d.error !== undefined) throw new Error(d.error.message);
  return d.documents.map((x) => {
    const r = dataFromSyntax(x);
    if (typeof r === "string") throw new Error(r);
    return r;
  });
}

const viaJson = (d: Decoded): string =>
  data(d)
    .map((x) => jsonText(x))
    .join("\n");
const fromValue = (v: unknown): Data => data(decodeJson(JSON.stringify(v)))[0] as Data;

describe("JSON", () => {
  test("keeps number text and order", () => {
    expect(viaJson(decodeJson('{"b": 1.50, "a": [-0, 1e5, true, null, "x\\u00e9\\n"]}'))).toBe(
      '{"b":1.50,"a":[-0,1e5,true,null,"xé\\n"]}',
    );
  });

  test("remembers places", () => {
    const x = decodeJson('{"a": [1]}').documents[0]!;
    expect(x.kind === "StructLit" && x.elts[0]?.kind === "Field" && x.elts[0].value.pos).toBe(6);
  });

  test.each([
    ["", "unexpected end of JSON input"],
    ["{", "unexpected end of JSON input"],
    ["[1 2]", "invalid character '2' after array element"],
    ["{a:1}", "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ["1 h", "invalid character 'h' after top-level value"],
    ["nul", "invalid character ' ' in literal null (expecting 'l')"],
    ["nulx", "invalid character 'x' in literal null (expecting 'l')"],
    ["'", "invalid character '\\'' looking for beginning of value"],
    ["1.x", "invalid character 'x' after decimal point in numeric literal"],
  ])("%s: %s", (src, want) => {
    expect(decodeJson(src).error?.message).toBe(want);
  });

  test("streams", () => {
    expect(viaJson(decodeJsonStream('{"a":1}\n[2]3 4'))).toBe('{"a":1}\n[2]\n3\n4');
  });

  test("depth is no danger", () => {
    const deep = "[".repeat(9000) + "]".repeat(9000);
    expect(compactJson(deep)).toBe(deep);
  });

  test("texts", () => {
    expect(jsonString('a"\\\n\u0001\u2028<')).toBe('"a\\"\\\\\\n\\u0001\\u2028<"');
    expect(jsonString("<", true)).toBe('"\\u003c"');
    expect(indentJson('{"a":[1,{}],"b":[]}', ">", " ")).toBe('{\n> "a": [\n>  1,\n>  {}\n> ],\n> "b": []\n>}');
  });
});

describe("YAML decoding", () => {
  test.each([
    ["a: 1\nb: [x, 'y', \"z\"]", '{"a":1,"b":["x","y","z"]}'],
    ["yes", '"yes"'],
    ["a: ~\nb:\nc: Null", '{"a":null,"b":null,"c":null}'],
    ["a: True\nb: FALSE", '{"a":true,"b":false}'],
    ["[0x1F, 017, 0o17, 1_000, +5, -3, 089]", '[0x1F,0o17,0o17,1_000,5,-3,"089"]'],
    ["[1.5, .5, 1e3, 2001-01-01, 12:30]", '[1.5,.5,1e3,"2001-01-01","12:30"]'],
    ["a: |\n  x\n  y\nb: >-\n  x\n  y", '{"a":"x\\ny\\n","b":"x y"}'],
    ["a: &x {k: 1}\nb: *x\nc:\n  <<: *x\n  d: 2", '{"a":{"k":1},"b":{"k":1},"c":{"k":1,"d":2}}'],
    ["!!str 5", '"5"'],
    ["!!binary aGk=", '"aGk="'],
    ["1: a\ntrue: b\nNull: c", '{"1":"a","true":"b","null":"c"}'],
    ["a: {\n  b: 1 # c\n}\nd: [\n1,\n2\n]", '{"a":{"b":1},"d":[1,2]}'],
    ["a\n---\nb", '"a"\n"b"'],
  ])("%j", (src, want) => {
    expect(viaJson(decodeYaml(src)).replaceAll(/\+(\d)/g, "$1")).toBe(want);
  });

  test("nothing is null or anything", () => {
    expect(decodeYaml("# only a comment\n").documents[0]?.kind).toBe("BinaryExpr");
  });

  test.each([
    ["a: b: c", "mapping values are not allowed in this context", 0],
    ['a: "x\n', "found unexpected end of stream", 2],
    ["a: [1\nb: 2\n", "did not find expected ',' or ']'", 1],
    ["\ta: 1\n", "found character that cannot start any token", 0],
    ["a: *x\n", "unknown anchor 'x' referenced", 0],
    ['x: 1\ny: "\\q"\n', "found unknown escape character", 2],
    ["a: !foo 1", 'cannot unmarshal tag "!foo"', 1],
  ])("%j fails: %s", (src, message, line) => {
    expect(decodeYaml(src).error).toMatchObject({ message, line });
  });

  test("alias bombs are refused", () => {
    let src = "a0: &a0 [x]\n";
    for (let i = 1; i < 12; i++) src += `a${i}: &a${i} [${`*a${i - 1}, `.repeat(9)}]\n`;
    expect(decodeYaml(src).error?.message).toBe("aliases expand to more than 50000 nodes");
  });
});

describe("YAML encoding", () => {
  test("blocks, indentation, empty collections", () => {
    expect(yamlText(fromValue({ a: 1, b: [1, { c: 2, d: [] }, [3]], e: {}, z: { g: null } }))).toBe(
      "a: 1\nb:\n  - 1\n  - c: 2\n    d: []\n  - - 3\ne: {}\nz:\n  g: null\n",
    );
  });

  test.each([
    ["plain", "plain"],
    ["yes", '"yes"'],
    ["", '""'],
    ["1", '"1"'],
    ["2001-01-01", '"2001-01-01"'],
    ["a: b", "'a: b'"],
    ["- a", "'- a'"],
    ["-a", "-a"],
    ["a#b", "a#b"],
    ["a #b", "'a #b'"],
    [" a", "' a'"],
    ["it's", "it's"],
    ["'", "''''"],
    ["a\tb", '"a\\tb"'],
    ["😀", '"\\U0001F600"'],
    ["é", "é"],
    ["a\nb", "|-\n  a\n  b"],
    ["a\n", "|\n  a"],
    ["a\n\n", "|+\n  a\n"],
    ["\n", "|2+\n"],
    [" a\nb", "|2-\n   a\n  b"],
    ["a \nb", '"a \\nb"'],
  ])("%j is %s", (s, want) => {
    expect(yamlText(fromValue(s))).toBe(want + "\n");
  });

  test("long and multi-line keys", () => {
    const long = "k".repeat(129);
    expect(yamlText(fromValue({ [long]: 1, "a\nb": { c: 1 } }))).toBe(`? ${long}\n: 1\n? |-\n  a\n  b\n: c: 1\n`);
  });
});

describe("TOML", () => {
  test("decodes", () => {
    const src =
      "a.b = 1\ns = \"x\\n\"\nl = '\\'\nd = 2020-01-01\narr = [1, 2,]\n[t]\nk = {x = 1}\n[[p]]\nn = 0x1F\n[[p]]\nn = 2\n";
    expect(viaJson(decodeToml(src))).toBe(
      '{"a":{"b":1},"s":"x\\n","l":"\\\\","d":"2020-01-01","arr":[1,2],"t":{"k":{"x":1}},"p":[{"n":0x1F},{"n":2}]}',
    );
  });

  test("refuses duplicates", () => {
    expect(decodeToml("a = 1\na = 2").error).toMatchObject({ message: "duplicate key: a", offset: 6 });
  });

  test("encodes", () => {
    const r = tomlText(fromValue({ b: { c: 1.5, t: { u: "it's" } }, a: [1, "x"], l: [{ x: 1 }, { y: 2 }], n: null }));
    expect(r).toEqual({
      text: "a = [1, 'x']\n\n[b]\nc = 1.5\n\n[b.t]\nu = \"it's\"\n\n[[l]]\nx = 1\n\n[[l]]\ny = 2\n",
    });
  });
});

test("base64", () => {
  for (const s of ["", "a", "ab", "abc", "abcd"]) {
    const b = new TextEncoder().encode(s);
    expect(decodeBase64(encodeBase64(b))).toEqual(b);
  }
  expect(decodeBase64("a")).toBe(0);
  expect(decodeBase64("YQ=!")).toBe(3);
});
