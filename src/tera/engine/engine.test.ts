import { describe, expect, test } from "vitest";
import { emptyHost } from "../function/host.ts";
import { builtinLibrary } from "../library.ts";
import { parseJson } from "../value/json.ts";
import type { ObjectValue } from "../value/value.ts";
import { Engine } from "./engine.ts";
import type { RenderResult } from "./result.ts";

const budget = { work: 200_000, output: 1_000_000 };

function run(templates: Record<string, string> | string, context = "{}", escape = false): RenderResult {
  const engine = new Engine({ library: builtinLibrary(emptyHost), autoescape: escape ? [""] : [], budget });
  const all = typeof templates === "string" ? { t: templates } : templates;
  const failure = engine.load(Object.entries(all));
  if (failure) return { ok: false, failure };
  const parsed = parseJson(context);
  return engine.render("t", (parsed.ok ? parsed.value : new Map()) as ObjectValue);
}

function output(templates: Record<string, string> | string, context = "{}", escape = false): string {
  const result = run(templates, context, escape);
  return result.ok ? result.output : `${result.failure.stage}: ${result.failure.messages.join(" < ")}`;
}

describe("expressions", () => {
  test.each([
    ["{{ 1 + 2 * 3 }}", "7"],
    ["{{ (1 + 2) * 3 }}", "9"],
    ["{{ 10 / 5 }} {{ 7 / 2 }} {{ 1 / 0 }}", "2 3.5 NaN"],
    ["{{ 7 % 3 }} {{ 0 - 7 % 3 }}", "1 -1"],
    ["{{ 1.0 }} {{ 1.50 ~ 1 }} {{ 0.1 + 0.2 }}", "1 1.51 0.30000000000000004"],
    ["{{ a | length + 1 }}", "4"],
    ["{{ 9223372036854775807 }}", "9223372036854775807"],
    ["{{ true and not false or false }}", "true"],
    ["{{ not i == 2 }} {% if not i == 2 %}x{% endif %}", "true "],
    ['{{ 1 != "1" }}', "false"],
    ["{{ 2 in [1, 2] }} {{ 'x' not in 'abc' }}", "true true"],
    ["{{ [1, 'a', [1] | first] }}", "parse"],
    ["{{ a }} {{ o }} {{ n }}", "[1, 2, 3] [object] "],
    ["{{ o.k }} {{ o['k'] }} {{ o[key] }} {{ a.1 }} {{ a[i] }}", "v v v 2 3"],
    ["{{ missing | default(value='d') }} {{ o.x.y | default(value=1) }} {{ n | default(value=2) }}", "d 1 2"],
    ["{% if missing %}a{% else %}b{% endif %}{{ not missing }}", "btrue"],
    ["{{ a is containing(2) }} {{ missing is undefined }} {{ a.0 is not even }}", "true true true"],
    ["{{ big + 0 }} {{ f ~ '' }} {{ f }}", "18446744073709551615 1e+21 1000000000000000000000"],
  ])("%s", (text, want) => {
    const context = '{"a":[1,2,3],"o":{"k":"v"},"n":null,"key":"k","i":2,"big":18446744073709551615,"f":1e21}';
    const got = output(text, context);
    expect(want === "parse" ? got.slice(0, 5) : got).toBe(want);
  });

  test("integers that leave their range are an error", () => {
    expect(output("{{ 9223372036854775807 + 1 }}")).toContain(
      "9223372036854775807 + 1 results in an out of bounds i64",
    );
    expect(output("{{ 9223372036854775808 }}")).toContain("parse: Failed to parse 't' < Integer out of bounds");
  });
});

describe("tags", () => {
  test.each([
    ["{% for x in [1, 2, 3] %}{{ loop.index }}{{ x }}{% if loop.last %}.{% endif %}{% endfor %}", "112233."],
    ["{% for x in [] %}x{% else %}none{% endfor %}", "none"],
    ["{% for k, v in m %}{{ k }}={{ v }};{% endfor %}", "a=1;b=2;"],
    ["{% for c in 'héy' | upper %}", "parse"],
    [
      "{% for i in range(end=9) %}{% if i == 1 %}{% continue %}{% endif %}{% if i == 4 %}{% break %}{% endif %}{{ i }}{% endfor %}",
      "023",
    ],
    ["{% set x = 1 %}{% for i in [1] %}{% set x = 2 %}{{ x }}{% endfor %}{{ x }}", "21"],
    ["{% for i in [1, 2] %}{% set_global t = i %}{% endfor %}{{ t }}", "2"],
    ["a {%- if true -%} b {%- endif -%} c", "abc"],
    ["{% raw -%} {{ x }} {%- endraw %}", "{{ x }}"],
    ["{% filter upper %}a{{ 'b' }}{% endfilter %}", "AB"],
    ["{% macro m(a, b=2) %}{{ a }}{{ b }}{% endmacro %}{{ self::m(a=1) }}{{ self::m(b=3, a=1, c=9) }}", "1213"],
    ["{% macro f(n) %}{% if n > 1 %}{{ n }}{{ self::f(n=n - 1) }}{% endif %}{% endmacro %}{{ self::f(n=4) }}", "432"],
    ["x{# gone -#}  y", "xy"],
  ])("%s", (text, want) => {
    const got = output(text, '{"m":{"b":2,"a":1}}');
    expect(want === "parse" ? got.slice(0, 5) : got).toBe(want);
  });

  test("inheritance, super and macros of parents", () => {
    const templates = {
      base: "{% macro m() %}M{% endmacro %}<{% block a %}A{{ self::m() }}{% endblock %}|{% block b %}B{% endblock %}>",
      mid: '{% extends "base" %}{% block a %}mid {{ super() }}{% endblock %}',
      t: '{% extends "mid" %}{% block a %}[{{ super() }}]{% endblock %}',
    };
    expect(output(templates)).toBe("<[mid AM]|B>");
  });

  test("includes see variables and keep their own", () => {
    expect(
      output({ i: "{% set x = 2 %}{{ x }}{{ y }}", t: "{% set x = 1 %}{% set y = 3 %}{% include 'i' %}{{ x }}" }),
    ).toBe("231");
    expect(output("{% include ['a', 'b'] %}")).toBe("render: Failed to render 't' < Template '[a, b]' not found");
  });

  test("escaping, with the oddities of the original", () => {
    const context = '{"h":"<b>"}';
    expect(output("{{ h }}{{ h | safe }}{{ '<' ~ h }}", context, true)).toBe("&lt;b&gt;<b><<b>");
    expect(output("{{ x | default(value=h) }}", context, true)).toBe("&amp;lt;b&amp;gt;");
  });
});

describe("mistakes", () => {
  test.each([
    ["{{ x }}", "render: Failed to render 't' < Variable `x` not found in context while rendering 't'"],
    ["{{ 1 | nope }}", "render: Failed to render 't' < Filter 'nope' not found"],
    ["{{ nope() }}", "render: Failed to render 't' < Function 'nope' not found"],
    [
      "{{ 'a' | round }}",
      "render: Failed to render 't' < Filter call 'round' failed < Filter `round` was called on an incorrect value: got `\"a\"` but expected a f64",
    ],
    ["{{ throw(message='no') }}", "render: Failed to render 't' < Function call 'throw' failed < no"],
    [
      "{% macro m() %}{{ x }}{% endmacro %}{{ self::m() }}",
      "render: Failed to render 't': error while rendering macro `self::m` < Variable `x` not found in context while rendering 't'",
    ],
    ['{% extends "no" %}', "parse: Template 't' is inheriting from 'no', which doesn't exist or isn't loaded."],
    ['{% extends "t" %}', "parse: Circular extend detected for template 't'. Inheritance chain: `[\"t\"]`"],
    ['{% import "no" as n %}', "parse: Template `t` loads macros from `no` which isn't present in Tera"],
    ["{% block a %}{% endblock %}{% block a %}{% endblock %}", "parse: Failed to parse 't' < Block `a` is duplicated"],
  ])("%s", (text, want) => {
    expect(output(text)).toBe(want);
  });

  test("syntax: the report of the original, with its place", () => {
    const result = run("a\n{{ b | }}");
    expect(!result.ok && result.failure).toMatchObject({ stage: "parse", syntax: true, at: { line: 2, column: 8 } });
    expect(output("a\n{{ b | }}")).toContain(
      "--> 2:8\n  |\n2 | {{ b | }}\n  |        ^---\n  |\n  = expected an identifier",
    );
    expect(output("{% if a %}x")).toContain("= expected tag or some content");
  });

  test("includes and macros without end are named", () => {
    expect(output('{% include "t" %}')).toContain("nested too deeply, probably without end: t");
    expect(output("{% macro m() %}{{ self::m() }}{% endmacro %}{{ self::m() }}")).toContain("self::m");
  });
});

describe("bounds (TPL-8)", () => {
  test.each([
    "{% for a in range(end=1000000) %}{% for b in range(end=1000000) %}{% endfor %}{% endfor %}",
    "{% set x = 'aaaaaaaaaa' %}{% for i in range(end=60) %}{% set_global x = x ~ x %}{% endfor %}",
    "{% set x = [1] %}{% for i in range(end=60) %}{% set_global x = [x, x] %}{% endfor %}{{ x }}",
    "{% set x = [1] %}{% for i in range(end=60) %}{% set_global x = x | concat(with=x) %}{% endfor %}",
    "{{ range(end=10000000000) }}",
    "{% set x = 'a' %}{% for i in range(end=40) %}{% set_global x = x | replace(from='a', to='aaaa') %}{% endfor %}",
  ])("%s", (text) => {
    const result = run(text);
    expect(result.ok).toBe(false);
  });

  test("deep nesting is refused, not overflowed", () => {
    expect(output(`{{ ${"(".repeat(5000)}1${")".repeat(5000)} }}`)).toContain("nested too deeply");
    expect(output(`${"{% if true %}".repeat(3000)}${"{% endif %}".repeat(3000)}`)).toContain("nested too deeply");
  });

  test.each([
    "__proto__",
    "constructor",
    "toString",
    "o.__proto__",
    "o.constructor.constructor",
    "o['__proto__']",
    "a.length",
    "s.constructor",
  ])("%s is a name that is not there", (name) => {
    expect(output(`{{ ${name} }}`, '{"o":{},"a":[1],"s":"x"}')).toContain(`Variable \`${name}\` not found`);
  });

  test("such names are keys like any other", () => {
    expect(output("{{ o.__proto__ }}{{ o | get(key='constructor') }}", '{"o":{"__proto__":1,"constructor":2}}')).toBe(
      "12",
    );
    expect(output("{% set __proto__ = 5 %}{{ __proto__ }}")).toBe("5");
  });
});
