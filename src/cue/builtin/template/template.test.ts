import { describe, expect, test } from "vitest";
import { Failed } from "../define.ts";
import type { TemplateValue } from "./data.ts";
import { executeTemplate } from "./execute.ts";
import { Meter } from "../../meter/index.ts";
import { parseTemplate } from "./parse.ts";

function run(template: string, data: TemplateValue): string {
  const t = parseTemplate(template);
  if (t instanceof Failed) return t.reason;
  const r = executeTemplate(t, data, new Meter());
  return r instanceof Failed ? r.reason : r;
}

const data = new Map<string, TemplateValue>([
  ["name", "ann"],
  ["n", 3n],
  ["f", 1.5],
  ["none", null],
  ["list", ["a", "b"]],
  [
    "map",
    new Map<string, TemplateValue>([
      ["y", 2n],
      ["x", 1n],
    ]),
  ],
]);

describe("output", () => {
  test.each([
    ["{{.name}}-{{.n}}-{{.f}}", "ann-3-1.5"],
    ["{{.none}} {{.absent}} {{.absent.deep}}", "<no value> <no value> <no value>"],
    ["{{.list}} {{.map}}", "[a b] map[x:1 y:2]"],
    ["{{if .list}}yes{{else}}no{{end}}", "yes"],
    ["{{range $i, $e := .list}}{{$i}}{{$e}} {{end}}", "0a 1b "],
    ["{{range $k, $v := .map}}{{$k}}={{$v}};{{end}}", "x=1;y=2;"],
    ["{{with .map}}{{.x}}{{end}}", "1"],
    ["a {{- .name -}} b", "aannb"],
    ['{{define "T"}}<{{.}}>{{end}}{{template "T" .name}}', "<ann>"],
    ['{{printf "%q %05d %.1f" .name .n .f}}', '"ann" 00003 1.5'],
    ["{{index .list 1}} {{len .name}} {{eq .n 3}} {{and .n .name}}", "b 3 true ann"],
    ['{{range .list}}{{if eq . "b"}}{{break}}{{end}}{{.}}{{end}}', "a"],
    ["{{$x := 1}}{{if true}}{{$x = 2}}{{end}}{{$x}}", "2"],
  ])("%s", (template, want) => {
    expect(run(template, data)).toBe(want);
  });
});

describe("mistakes", () => {
  test.each([
    ["{{.name", "template: :1: unclosed action"],
    ["{{foo}}", 'template: :1: function "foo" not defined'],
    ["{{if .n}}", "template: :1: unexpected EOF"],
    ["{{$x}}", 'template: :1: undefined variable "$x"'],
    ["{{.name.x}}", 'template: :1:7: executing "" at <.name.x>: can\'t evaluate field x in type interface {}'],
    ["x\n{{.none.y}}", 'template: :2:7: executing "" at <.none.y>: nil pointer evaluating interface {}.y'],
    [
      "{{index .list 9}}",
      'template: :1:2: executing "" at <index .list 9>: error calling index: index out of range: 9',
    ],
  ])("%s", (template, want) => {
    expect(run(template, data)).toBe(want);
  });
});
