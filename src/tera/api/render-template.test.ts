import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { lintTemplate, referencedTemplates, variablesOf } from "./lint-template.ts";
import { renderMapped, renderTemplate } from "./render-template.ts";

function output(text: string, vars: Record<string, unknown> = {}, env: Record<string, string> = {}): string {
  const result = renderTemplate(text, vars, { env });
  return result.ok ? result.output : `error: ${result.error.messages.join(" / ")}`;
}

describe("functions (TPL-4)", () => {
  test("env fails for what is not set", () => {
    expect(output('{{ env(name="X") }}')).toContain("Environment variable `X` not found");
    expect(output('{{ env(name="X") }}', {}, { X: "" })).toBe("");
  });

  test("the variable env and the function env live side by side", () => {
    expect(output('{{ env }} {{ env(name="X") }}', {}, { X: "1" })).toBe("ci 1");
  });

  test("clocks stand still at freeze_clock", () => {
    expect(output("{{ now_rfc3339() }}")).toBe("2025-01-01T00:00:00Z");
    const vars = { freeze_clock: "2024-06-01T12:00:00+02:00" };
    expect(output("{{ now_rfc3339() }} {{ now_unix() }} {{ now_plus(seconds=60) }}", vars)).toBe(
      "2024-06-01T12:00:00+02:00 1717236000 2024-06-01T10:01:00Z",
    );
    expect(output("{{ now(utc=true) }}", vars)).toBe("2024-06-01T10:00:00+00:00");
    expect(output("{{ now_ms() }}", { freeze_clock: "never" })).toContain("freeze_clock is no date: never");
  });

  test("an empty freeze_clock lets the clock run", () => {
    const result = renderTemplate("{{ now_unix() }}", { freeze_clock: "" }, { env: {}, now: () => 5000 });
    expect(result.ok && result.output).toBe("5");
  });

  test("sha256", () => {
    expect(output('{{ sha256(s="") }}')).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(output("{{ sha256(s=a) }}", { a: "a".repeat(200) })).toBe(
      "c2a908d98f5df987ade41b5fce213067efbcc21ef2240212a41e54b5e7c28ae5",
    );
  });

  test("toml_encode always yields TOML", () => {
    const hard = {
      a: 'q"\\\n\u0001',
      n: null,
      f: 1,
      g: 1.5,
      l: [1, null, { "k k": "v" }],
      big: 18446744073709551615n,
      m: {},
    };
    const read = (value: unknown): unknown => parse(`x = ${output("{{ toml_encode(value=v) }}", { v: value })}`)["x"];
    expect(read(hard)).toEqual({
      a: hard.a,
      f: 1,
      g: 1.5,
      l: [1, "", { "k k": "v" }],
      big: 18446744073709552000,
      m: {},
    });
    expect(output("{{ v | toml_encode }}", { v: ["a", "b"] })).toBe('["a", "b"]');
  });

  test("identifiers have their shapes and follow their seed", () => {
    expect(output("{{ uuid_v4(seed=42) }}")).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(output("{{ uuid_v4(seed=42) }}")).toBe(output("{{ uuid_v4(seed=42) }}"));
    expect(output("{{ uuid_v4(seed=42) }}")).not.toBe(output("{{ uuid_v4(seed=43) }}"));
    expect(output('{{ uuid_v5(ns="dns", name="www.example.com") }}')).toBe("2ed6657d-e927-568b-95e1-2665a8aea6a2");
    expect(output("{{ uuid_v7() }}")).toMatch(/^01941f29-7c00-7[0-9a-f]{3}-[89ab]/);
    expect(output("{{ ulid(seed=1) }}")).toMatch(/^01JGFJJZ00[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(output("{{ traceparent(seed=1) }}")).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(output("{{ rand_hex(n=7, seed=1) }}")).toHaveLength(7);
    expect(output("{{ baggage(map=m) }}", { m: { svc: "a b" } })).toBe("svc=a%20b");
  });

  test("what is random without a seed differs within a render and not between renders", () => {
    const text = "{{ uuid_v4() }} {{ uuid_v4() }}";
    const [a, b] = output(text).split(" ");
    expect(a).not.toBe(b);
    expect(output(text)).toBe(output(text));
  });

  test("collections", () => {
    expect(
      output('{{ seq(name="a") }}{{ seq(name="a") }}{{ seq(name="b", start=5, step=2) }}{{ seq(name="b") }}'),
    ).toBe("0157");
    expect(
      output('{{ pick(list=["a"], seed=1) }}{{ weighted(pairs=p, seed=1) }}', {
        p: [
          ["x", 1],
          ["y", 0],
        ],
      }),
    ).toBe("ax");
    expect(
      output("{{ shuffle(list=l, seed=3) | sort }}{{ sample(list=l, k=2, seed=3) | length }}", { l: [3, 1, 2] }),
    ).toBe("[1, 2, 3]2");
  });

  test("names", () => {
    expect(output('{{ kebab(s="MyHTTPServer v2") }} {{ snake(s="MyVariable") }} {{ slug(s="My Company") }}')).toBe(
      "my-http-server-v2 my_variable my-company",
    );
    expect(output("{{ svc | pascal }} {{ svc | camel }} {{ n | upper }}", { svc: "pay-service", n: 5 })).toBe(
      "PayService payService 5",
    );
  });

  test("fakes", () => {
    expect(output("{{ fake_email(seed=1) }}")).toMatch(/^[a-z]+\d+@example\.com$/);
    expect(output('{{ fake(kind="lorem.word", n=3, seed=1) | length }}')).toBe("3");
    expect(output("{{ fake_int_range(min=5, max=5, seed=1) }}")).toBe("5");
    expect(output("{% for k in fake_kinds() %}{% set v = fake(kind=k, seed=1) %}{% endfor %}ok")).toBe("ok");
  });
});

describe("secrets", () => {
  test("stay out of messages", () => {
    expect(output("{{ token | round }}", {}, { OTEL_TOKEN: "hunter2" })).toContain('got `"***"`');
    expect(output('{{ env(name="DB_PASSWORD") | round }}', {}, { DB_PASSWORD: "hunter2" })).not.toContain("hunter2");
    expect(output("{{ db.password | round }}", { db: { password: "hunter2" } })).not.toContain("hunter2");
  });

  test.each([
    "{{ token | slice(start=2) }}",
    "{{ token | upper | round }}",
    '{{ token | upper | date(format="%Y") }}',
    "{{ get_env(name=token | upper) }}",
    "{{ range(end=token | upper) }}",
    "{{ throw(message=token | upper) }}",
    '{{ throw(message="no: " ~ token | lower) }}',
  ])("nothing that is made from one is in a message: %s", (text) => {
    const said = output(text, {}, { OTEL_TOKEN: 'Cn6f4i "ruE`78x`\nP8PT5UrMtQ' });
    expect(said).toContain("***");
    expect(said).not.toMatch(/n6f4i|rue.78x|8pt5u/i);
  });

  test("what the template says stays in the message", () => {
    const said = output('{{ token | upper }}{{ "abc" | round }}', {}, { OTEL_TOKEN: "hunter2" });
    expect(said).toContain('got `"abc"`');
    expect(output('{{ throw(message="set OTEL_TOKEN, not " ~ token) }}', {}, { OTEL_TOKEN: "hunter2" })).toContain(
      "set OTEL_TOKEN, not ***",
    );
  });

  const cases: [string, string][] = [
    ["a {{ token }} b", "hunter2"],
    ["{{ vars.token }}", "hunter2"],
    ['{{ "x" ~ token }}', "xhunter2"],
    ["{% set t = token %}{{ t | upper }}", "HUNTER2"],
    ["{% for c in [token] %}{{ c }}{% endfor %}", "hunter2"],
    ["{% filter upper %}x {{ token }}{% endfilter %}", "X HUNTER2"],
    ["{% macro m(v) %}[{{ v }}]{% endmacro %}{{ self::m(v=token) }}", "hunter2"],
    ["{% macro m(v) %}[{{ v }}]{% endmacro %}{{ self::m(v=token) | upper }}", "[HUNTER2]"],
    ['{{ env(name="API_TOKEN") }}', "e"],
    ["{{ db.password }}", "pw"],
    ["{{ token }}{{ svc }}", "hunter2"],
  ];
  for (const [text, secret] of cases) {
    test(`are marked in the output of ${text}`, () => {
      const vars = { token: "hunter2", db: { password: "pw" } };
      const { value } = renderMapped({ name: "t", text }, vars, { env: { API_TOKEN: "e" } });
      expect(value?.secretRanges.map(({ start, end }) => value.text.slice(start, end))).toEqual([secret]);
    });
  }

  test("a condition on a secret marks nothing", () => {
    const { value } = renderMapped(
      { name: "t", text: '{% if token != "" %}on{% endif %}' },
      { token: "x" },
      { env: {} },
    );
    expect(value?.secretRanges).toEqual([]);
  });
});

describe("positions (TPL-7)", () => {
  test("rendered text maps back to the template and to what it includes", () => {
    const text = 'a: 1\n{% include "i" %}b: {{ svc }}\n';
    const { value } = renderMapped({ name: "v.yaml.tera", text }, {}, { env: {}, templates: { i: "x: {{ env }}\n" } });
    expect(value?.file).toEqual({ name: "v.yaml", text: "a: 1\nx: ci\nb: clnrm\n" });
    const at = (needle: string): unknown => {
      const start = value?.text.indexOf(needle) ?? 0;
      const place = value?.placeOf({ start, end: start + needle.length });
      return [place?.file.name, place?.file.text.slice(place.span.start, place.span.end)];
    };
    expect(at("a: 1")).toEqual(["v.yaml.tera", "a: 1"]);
    expect(at("ci")).toEqual(["i", "{{ env }}"]);
    expect(at("clnrm")).toEqual(["v.yaml.tera", "{{ svc }}"]);
    expect(at("b: clnrm")).toEqual(["v.yaml.tera", "b: {{ svc }}"]);
  });

  test("an undefined variable is named with its place and its neighbours", () => {
    const result = renderTemplate("a\n  {{ enpoint }}", {}, { env: {}, name: "t" });
    expect(!result.ok && result.error).toMatchObject({
      missing: "enpoint",
      near: ["endpoint"],
      at: { template: "t", line: 2, column: 6 },
    });
    expect(result.diagnostics[0]).toMatchObject({ code: "OPM6002", hint: "did you mean `endpoint`?" });
  });
});

describe("lint", () => {
  const lint = (text: string): string[] => lintTemplate({ name: "t", text }).map((d) => `${d.code} ${d.message}`);

  test("finds what is unknown without rendering", () => {
    expect(lint("{{ svc | uper }}{{ foo() }}{% if svc is odd2 %}{% endif %}")).toEqual([
      "OPM6003 there is no filter `uper`",
      "OPM6003 there is no function `foo`",
      "OPM6003 there is no test `odd2`",
    ]);
    expect(lint('{% include "x" %}')).toEqual(["OPM6005 none of the templates to include is there: x"]);
    expect(lint("{{ a }}{{ b | default(value=1) }}{% if c %}{% endif %}{% set d = 1 %}{{ d }}")).toEqual([
      "OPM6002 the variable `a` is only there if someone sets it",
    ]);
  });

  test("lists variables and other templates", () => {
    expect(variablesOf("{% for x in xs %}{{ x }}{{ loop.index }}{{ y.z }}{% endfor %}").map((use) => use.name)).toEqual(
      ["xs", "y"],
    );
    expect(
      referencedTemplates('{% extends "a" %}{% import "b" as b %}{% block c %}{% include ["d", "e"] %}{% endblock %}'),
    ).toEqual(["a", "b", "d", "e"]);
  });
});
