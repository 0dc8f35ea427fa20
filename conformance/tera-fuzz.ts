// Renders mutated templates and looks for what must never happen: node tool/run.mjs conformance/tera-fuzz.ts [COUNT] [SEED]
// A crash (an exception), a hang (more than a second for one), or anything of JavaScript in the output.
import { renderMapped, renderTemplate } from "../src/tera/index.ts";

const count = Number(process.argv[2] ?? 200_000);
const slow = 1000;

/** mulberry32: the same templates for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const random = randomFrom(Number(process.argv[3] ?? 1));
const below = (n: number): number => Math.floor(random() * n);
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;

const seeds: readonly string[] = [
  '[meta]\nname = "{{ svc }}_test"\n{% if token != "" -%}\n[headers]\nAuthorization = "Bearer {{ token }}"\n{%- endif %}\n',
  "{% for k, v in obj %}{{ loop.index }}: {{ k | upper }}={{ v | json_encode }}{% if not loop.last %}, {% endif %}{% else %}none{% endfor %}",
  "{% macro row(a, b=2) %}<{{ a * b }}|{{ b }}>{% endmacro row %}{{ self::row(a=3) }}{{ self::row(a=num, b=1.5) | length }}",
  '{% set x = list | sort | reverse | join(sep=", ") %}{{ x ~ "!" | truncate(length=3) }}{{ list | slice(start=1, end=-1) | first }}',
  "{% filter upper %}a{% raw %}{{ b }}{% endraw %}{# c #}{% endfilter %}",
  '{% include ["none", "part"] ignore missing %}{% block one %}{{ num }}{% endblock one %}',
  "{% set n = 0 %}{% for i in range(end=20) %}{% if i is odd %}{% continue %}{% endif %}{% if i > 10 %}{% break %}{% endif %}{% set_global n = i + n %}{% endfor %}{{ n }}",
  '{{ date | date(format="%Y-%m-%d %H:%M %Z", timezone="Europe/Paris") }} {{ num | round(method="ceil", precision=1) }} {{ 1024 * 3 | filesizeformat(binary=true) }}',
  "{{ obj.a.b[0] }}{{ obj[key] }}{{ list.0 }}{{ missing | default(value=[1, 2, num]) | concat(with=list) | unique | length }}",
  '{% if svc is matching("^c.*m$") and not num in [1, 2] or obj is containing("a") %}yes{% elif missing %}no{% endif %}',
  '{% import "part" as p %}{{ p::hello(name=svc) }}{{ env(name="HOME") | default(value=sha256(s=svc)) }}',
  '{{ __tera_context }}{{ text | striptags | title | slugify }}{{ text | split(pat=" ") | map(attribute="x") }}{{ uuid_v4(seed=num) }}',
];
const words: readonly string[] = [
  ..."{{ }} {% %} {# #} {{- -}} {%- -%} ( ) [ ] | ~ + - * / % == != < <= :: = , . ' \" `".split(" "),
  "\n",
  " ",
  "\0",
  "é",
  "😀",
  "\u202e",
  "\ud800",
  "9223372036854775807",
  "-1",
  "1e9",
  "0.1",
  "true",
  "not ",
  "and ",
  " in ",
  " is ",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "__defineGetter__",
  "obj.constructor",
  'obj["__proto__"]',
  "loop.index",
  "self::row(a=1)",
  "super()",
  "range(end=99999999)",
  "for i in text",
  "endfor",
  "if x",
  "endif",
  "set a = [a, a]",
  "set_global a = a ~ a",
  'include "part"',
  'include "loop"',
  'extends "base"',
  "macro m()",
  "endmacro",
  "block one",
  "endblock",
  '| replace(from="", to=text)',
  "| reverse",
  '| get(key="__proto__")',
  '| map(attribute="constructor.name")',
  '| group_by(attribute="__proto__")',
];
const tokens = /\{[{%#]-?|-?[}%#]\}|"[^"]*"|'[^']*'|[\p{L}_][\p{L}\p{N}_.]*|\d+|\s+|./gsu;

function mutate(): string {
  let parts: string[] = pick(seeds).match(tokens) ?? [];
  for (let n = 1 + below(4); n > 0; n--) {
    const at = below(parts.length + 1);
    const kind = below(6);
    if (kind === 0) parts.splice(at, 1 + below(3));
    else if (kind === 1) parts.splice(at, 0, pick(words));
    else if (kind === 2) parts[at] = pick(words);
    else if (kind === 3) parts.splice(at, 0, ...(pick(seeds).match(tokens) ?? []).slice(below(20), 20 + below(20)));
    else if (kind === 4) parts.splice(at, 0, ...Array.from({ length: below(300) }, () => parts[at] ?? "("));
    else parts = parts.slice(0, at).concat(pick(seeds), parts.slice(at));
  }
  return parts.join("").slice(0, 20_000);
}

const vars = {
  obj: { a: { b: [1, "x", null] }, b: 2.5, "k k": true },
  list: [3, 1, 2],
  num: 42,
  key: "b",
  text: "<p>Hello  <b>wörld</b></p>\r\n👩‍👩‍👧",
  date: "2024-02-29T13:05:09+05:30",
};
const templates = {
  part: "{% macro hello(name) %}hi {{ name }}{% endmacro %}[part {{ svc }}]",
  loop: '{% include "loop" %}',
  base: "{% block one %}base{% endblock %}",
};
const options = { env: { OTEL_TOKEN: "s3cr3t" }, templates, budget: { work: 300_000, output: 300_000 } };
/** Nothing that a template is given prints like this. */
const leaked = /\[native code\]|function \w*\(|\[object (?!\])\w|=> \{/;
const prototypeNames = Object.getOwnPropertyNames(Object.prototype).join();

let rendered = 0;
const problems: string[] = [];
const began = performance.now();
for (let i = 0; i < count; i++) {
  const text = mutate();
  const start = performance.now();
  try {
    const result = i % 4 === 0 ? mapped(text) : renderTemplate(text, vars, options);
    if (result.ok) {
      rendered++;
      if (leaked.test(result.output)) problems.push(`leak: ${JSON.stringify(text)}`);
    }
  } catch (error) {
    problems.push(`crash: ${JSON.stringify(text)}\n${error instanceof Error ? error.stack : String(error)}`);
  }
  const took = performance.now() - start;
  if (took > slow) problems.push(`slow (${Math.round(took)} ms): ${JSON.stringify(text)}`);
  if (problems.length > 20) break;
}
if (Object.getOwnPropertyNames(Object.prototype).join() !== prototypeNames)
  problems.push("Object.prototype was changed");

function mapped(text: string): { ok: boolean; output: string } {
  const { value } = renderMapped({ name: "fuzz.html.tera", text }, vars, options);
  return { ok: value !== undefined, output: value?.text ?? "" };
}

for (const problem of problems) console.error(problem);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`${count} templates, ${rendered} rendered, ${problems.length} problems, ${seconds} s`);
process.exitCode = problems.length > 0 ? 1 : 0;
