// Small programs and templates that ask for more than a machine has. Each must be answered, or ended by a limit that is
// named, within five seconds and 500 MB.
export interface HostileProgram {
  readonly name: string;
  readonly kind: "cue" | "tera";
  readonly text: string;
  /** The form of the result: export goes through more code than evaluation. */
  readonly out?: "json" | "yaml" | "cue" | "text";
}

/** A struct or list that doubles with every line: `levels` lines make 2^levels leaves. */
function doubling(levels: number, step: (before: string) => string, leaf = '"x"'): string {
  const lines = [`a0: ${leaf}`];
  for (let i = 1; i <= levels; i++) lines.push(`a${i}: ${step(`a${i - 1}`)}`);
  return `${lines.join("\n")}\n`;
}

const imports = (...names: string[]): string => names.map((name) => `import "${name}"\n`).join("");

function growing(): [string, string][] {
  const out: [string, string][] = [];
  for (const levels of [20, 26, 30, 40]) {
    out.push([`structs that double ${levels} times`, doubling(levels, (b) => `{l: ${b}, r: ${b}}`)]);
    out.push([`lists that double ${levels} times`, doubling(levels, (b) => `[${b}, ${b}]`)]);
    out.push([`texts that double ${levels} times`, doubling(levels, (b) => `${b} + ${b}`)]);
    out.push([`interpolations that double ${levels} times`, doubling(levels, (b) => `"\\(${b})\\(${b})"`)]);
    out.push([`bytes that double ${levels} times`, doubling(levels, (b) => `${b} + ${b}`, "'x'")]);
    out.push([`products that square ${levels} times`, doubling(levels, (b) => `${b} * ${b}`, "12345678901234567890")]);
    out.push([
      `lists joined ${levels} times`,
      imports("list") + doubling(levels, (b) => `list.Concat([${b}, ${b}])`, "[1]"),
    ]);
    out.push([
      `texts of JSON in JSON ${levels} times`,
      imports("encoding/json") + doubling(levels, (b) => `json.Marshal({a: ${b}, b: ${b}})`),
    ]);
    out.push([
      `texts of YAML in YAML ${levels} times`,
      imports("encoding/yaml") + doubling(levels, (b) => `yaml.Marshal([${b}, ${b}])`),
    ]);
    out.push([
      `comprehensions over the one before ${levels} times`,
      doubling(levels, (b) => `[for x in ${b} {x}, for x in ${b} {x}]`, "[1, 2]"),
    ]);
    out.push([`labels that double ${levels} times`, `${doubling(levels, (b) => `${b} + ${b}`)}x: (a${levels}): 1\n`]);
  }
  return out;
}

function lists(): [string, string][] {
  const of = (name: string, body: string): [string, string] => [name, `${imports("list")}x: ${body}\n`];
  const range = (n: number): string => `list.Range(0, ${n}, 1)`;
  const out = [
    of("a range of a billion", "list.Range(0, 1000000000, 1)"),
    of("a range of a billion that is not kept", "len(list.Range(0, 1000000000, 1))"),
    of("a range with a tiny step", "list.Range(0, 1, 0.000000001)"),
    of("a range with an exponent", "list.Range(0, 1e30, 1)"),
    of("a range downwards", "list.Range(1e9, 0, -1)"),
    of("repeated a billion times", "list.Repeat([1], 1000000000)"),
    of("a list times a number", "[1, 2] * 500000000"),
    of("repeated and repeated", "list.Repeat(list.Repeat([1], 100000), 100000)"),
    of("flattened deep", `list.FlattenN(${"[".repeat(2000)}${"]".repeat(2000)}, -1)`),
    of("all pairs", `[for x in ${range(100_000)} for y in ${range(100_000)} {x + y}]`),
    of("all pairs of the same", `[for x in ${range(20_000)} if list.Contains(${range(20_000)}, x + 20000) {x}]`),
    of("all triples", `{let r = ${range(1000)}, l: [for x in r for y in r for z in r if x + y + z < 0 {x}]}`),
    of("sorted with a bad comparison", `list.Sort(${range(3000)}, {x: _, y: _, less: true})`),
    of(
      "sorted with a costly comparison",
      `list.Sort(${range(2000)}, {x: _, y: _, less: len(list.Range(0, 10000, 1)) > x - y})`,
    ),
    of("sorted a hundred thousand", `list.SortStable(${range(100_000)}, list.Descending)`),
    of("unique items", `${range(200_000)} & list.UniqueItems()`),
    of("min items of a million", `${range(1_000_000)} & list.MinItems(2000000)`),
    of("matched a million times", `${range(1_000_000)} & list.MatchN(>5, 3)`),
    of("the sum of a million", `list.Sum(${range(1_000_000)})`),
    of("slices of slices", `[for i in ${range(3000)} {list.Slice(${range(3000)}, 0, i)}]`),
    of("a million fields", `{for i in ${range(1_000_000)} {"f\\(i)": i}}`),
    of("and over a long list", `and([for i in ${range(200_000)} {>=0}]) & 5`),
    of("or over a long list", `or([for i in ${range(100_000)} {i}])`),
    of("or of structs", `or([for i in ${range(5000)} {{k: i, v: [i]}}]) & {k: 4999}`),
    of("two long disjunctions", `or(${range(3000)}) & or(${range(3000)}) & >2998`),
    of("ten thousand errors", `[for i in ${range(10_000)} {i & "x"}]`),
    of("ten thousand conflicts", `{for i in ${range(10_000)} {"f\\(i)": i, "f\\(i)": "x"}}`),
    of("a hundred thousand errors of one kind", `{for i in ${range(100_000)} {"f\\(i)": int & "x"}}`),
    of("a matrix", `[for i in ${range(3000)} {${range(3000)}}]`),
    of("reversed again", `list.Reverse(list.Reverse(${range(2_000_000)}))`),
    of("zipped", `[for i, x in ${range(1_000_000)} {"\\(i)": x}]`),
    of("flattened wide", `list.FlattenN([for i in ${range(3000)} {${range(3000)}}], 5)`),
    of("joined wide", `list.Concat([for i in ${range(3000)} {${range(3000)}}])`),
  ];
  return out;
}

function texts(): [string, string][] {
  const of = (name: string, body: string, ...more: string[]): [string, string] => [
    name,
    `${imports("strings", ...more)}_s: strings.Repeat\nx: ${body}\n`,
  ];
  const long = 'strings.Repeat("ab", 5000000)';
  const out = [
    of("repeated a billion times", 'strings.Repeat("x", 1000000000)'),
    of("repeated more than a string may hold", 'strings.Repeat("abcdefghij", 100000000)'),
    of("a text times a number", '"abc" * 900000000'),
    of("bytes times a number", "'abc' * 900000000"),
    of("repeated and repeated", 'strings.Repeat(strings.Repeat("x", 100000), 100000)'),
    of("replaced by more", `strings.Replace(${long}, "a", strings.Repeat("z", 10000), -1)`),
    of("replaced the nothing", `strings.Replace(${long}, "", strings.Repeat("z", 1000), -1)`),
    of("split into all", `strings.Split(${long}, "")`),
    of("fields", 'strings.Fields(strings.Repeat("a ", 5000000))'),
    of("joined", `strings.Join(strings.Split(${long}, ""), strings.Repeat("z", 1000))`),
    of("runes", `strings.Runes(${long})`),
    of("upper case", `strings.ToUpper(strings.Repeat("ß", 100000000))`),
    of("a title", `strings.ToTitle(${long})`),
    of("compared", `strings.Repeat("a", 100000000) < strings.Repeat("a", 100000001)`),
    of("sliced", `[for i in [1, 2, 3, 4, 5, 6, 7, 8, 9] {strings.SliceRunes(${long}, 0, i)}]`),
    of("counted", `strings.Count(strings.Repeat("a", 100000000), "")`),
    of("base64 of much", `base64.Encode(null, ${long} * 20)`, "encoding/base64"),
    of("hex of much", `hex.Encode(${long} * 20)`, "encoding/hex"),
    of("a hash of much", `sha512.Sum512(strings.Repeat("x", 300000000))`, "crypto/sha512"),
    of("a dump of much", `hex.Dump(${long} * 5)`, "encoding/hex"),
    of("CSV of much", 'csv.Decode(strings.Repeat("a,b\\n", 3000000))', "encoding/csv"),
    of("JSON of much", 'json.Unmarshal("[" + strings.Repeat("1,", 5000000) + "1]")', "encoding/json"),
    of("JSON of depth", 'json.Unmarshal(strings.Repeat("[", 100000) + strings.Repeat("]", 100000))', "encoding/json"),
    of("YAML of depth", 'yaml.Unmarshal(strings.Repeat("[", 100000) + strings.Repeat("]", 100000))', "encoding/yaml"),
    of("YAML of much", 'yaml.Unmarshal(strings.Repeat("- a\\n", 2000000))', "encoding/yaml"),
    of("a stream of JSON", 'json.UnmarshalStream(strings.Repeat("1\\n", 3000000))', "encoding/json"),
    of("validated JSON", 'json.Validate("[" + strings.Repeat("1,", 3000000) + "1]", [...int])', "encoding/json"),
    of(
      "indented JSON",
      'json.Indent("[" + strings.Repeat("[],", 2000000) + "1]", strings.Repeat(" ", 1000), " ")',
      "encoding/json",
    ),
    of("HTML", `html.Escape(strings.Repeat("&", 100000000))`, "html"),
    of("a quoted text", `strconv.Quote(strings.Repeat("\\u0001", 50000000))`, "strconv"),
    of("aligned", 'tabwriter.Write(strings.Repeat("a\\tb\\n", 1000000))', "text/tabwriter"),
    of("paths", `path.Clean(strings.Repeat("../a/", 10000000), path.Unix)`, "path"),
    of("a path match", `path.Match(strings.Repeat("*a", 30) + "b", strings.Repeat("a", 10000), path.Unix)`, "path"),
  ];
  return out;
}

function numbers(): [string, string][] {
  const digits = "9".repeat(5000);
  const of = (name: string, body: string, ...packages: string[]): [string, string] => [
    name,
    `${imports(...packages)}x: ${body}\n`,
  ];
  return [
    of("a power of a power", "math.Pow(10, 1000000000)", "math"),
    of("a power of a long one", `math.Pow(${digits}, 5000)`, "math"),
    of("a tower", "math.Pow(9, math.Pow(9, 9))", "math"),
    of("an exponent", "math.Exp(1000000000)", "math"),
    of("a root of a long one", `math.Sqrt(${digits})`, "math"),
    of("a logarithm of a long one", `math.Log(${digits})`, "math"),
    of("a division of long ones", `${digits} / ${"7".repeat(4999)}`),
    of("the rest of long ones", `mod(${digits}${digits}${digits}, ${digits})`),
    of("a literal with an exponent", "1e1000000000"),
    of("a literal with a large exponent", "1e100000 + 1"),
    of("an exponent that is added", "1e999999 + 1e-999999"),
    of("an exponent that is compared", "1e999999999 > 1e999999998"),
    of("a whole number of an exponent", "int & 1e999999"),
    of("an exponent as text", '"\\(1e9999999)"'),
    of("a bit far away", "bits.Set(0, 1000000000000)", "math/bits"),
    of("a bit", "bits.Set(0, 4000000000)", "math/bits"),
    of("shifted", "bits.Lsh(1, 10000000000)", "math/bits"),
    of("shifted back", "bits.Rsh(bits.Lsh(1, 1000000), 5)", "math/bits"),
    of("bits of a long one", `bits.OnesCount(${digits})`, "math/bits"),
    of("a long numeral", `strconv.Atoi("${"9".repeat(100_000)}")`, "strconv"),
    of("a very long numeral", 'strconv.Atoi(strings.Repeat("9", 10000000))', "strconv", "strings"),
    of("a long float", 'strconv.ParseFloat(strings.Repeat("9", 3000000) + "e5", 64)', "strconv", "strings"),
    of("a long number", 'strconv.ParseNumber(strings.Repeat("9", 3000000))', "strconv", "strings"),
    of("a long unsigned", 'strconv.ParseUint(strings.Repeat("9", 3000000), 10, 0)', "strconv", "strings"),
    of("a number as text", `strconv.FormatInt(${digits}, 2)`, "strconv"),
    of("a number with digits", "strconv.FormatFloat(1, 102, 100000000, 64)", "strconv"),
    of("a long numeral of JSON", 'json.Unmarshal(strings.Repeat("9", 3000000))', "encoding/json", "strings"),
    of("an exponent of JSON", 'json.Unmarshal("1e999999999")', "encoding/json"),
    of("an exponent of YAML", 'yaml.Unmarshal("1e999999999")', "encoding/yaml"),
    of("multiples", `math.MultipleOf(${digits}, 3)`, "math"),
    of("a long duration", 'time.ParseDuration(strings.Repeat("1h", 1000000))', "time", "strings"),
    of("a factorial", "{#f: {n: int, r: [if n > 1 {n * (#f & {n: n - 1, _n: n}).r}, 1][0]}, v: (#f & {n: 300}).r}"),
  ];
}

function patterns(): [string, string][] {
  const of = (name: string, body: string): [string, string] => [name, `${imports("regexp", "strings")}x: ${body}\n`];
  const as = (n: number): string => `strings.Repeat("a", ${n})`;
  return [
    of("nested stars", `regexp.Match("^(a*)*$", ${as(100_000)} + "b")`),
    of("nested pluses", `regexp.Match("(a+)+b", ${as(50_000)})`),
    of("alternatives", `regexp.Match("^(a|aa)+$", ${as(50_000)} + "b")`),
    of("counted repetition", `regexp.Match("(a{1,1000}){1,1000}", ${as(1000)})`),
    of("counted repetition of repetition", `regexp.Match("((a{1,100}){1,100}){1,100}", "a")`),
    of("a counted class", `regexp.Match("[a-z]{1000}[a-z]{1000}", ${as(100_000)})`),
    of("a counted class over much", `regexp.Match("(.*a){20}", ${as(20_000)})`),
    of("a long pattern", `regexp.Match(strings.Repeat("(a|b)", 20000), "a")`),
    of("deep parentheses", `regexp.Match(strings.Repeat("(", 50000) + strings.Repeat(")", 50000), "a")`),
    of("all matches", `regexp.FindAll("a", ${as(2_000_000)}, -1)`),
    of("all empty matches", `regexp.FindAll("", ${as(2_000_000)}, -1)`),
    of("all submatches", `regexp.FindAllSubmatch("(a)(a)?", ${as(1_000_000)}, -1)`),
    of("replaced by more", `regexp.ReplaceAll("a", ${as(1_000_000)}, strings.Repeat("b", 1000))`),
    of("replaced by itself", `regexp.ReplaceAll("(a+)", ${as(100_000)}, strings.Repeat("$1", 10000))`),
    of("a constraint", `${as(100_000)} & =~"^(a?){1000}a{1000}$"`),
    of("many constraints", `{[=~"^(a|b|ab)*c$"]: int, for i in [1, 2, 3] {"\\(${as(20_000)})\\(i)": 1}}`),
    of("unicode classes", `regexp.Match("(\\\\p{L}{0,100}){0,100}", ${as(1000)})`),
    of("quoted", `regexp.QuoteMeta(strings.Repeat(".", 50000000))`),
  ];
}

function cycles(): [string, string][] {
  return [
    ["a struct that contains itself", "#a: {b: #a}\nx: #a & {b: b: b: b: {}}\n"],
    ["a list that contains itself", "#l: [...#l]\nx: #l & [[[[]]]]\n"],
    ["a counter", '#c: {n: int, next: #c & {"n": n + 1}}\nx: #c & {n: 0}\n'],
    ["a counter with a condition", '#c: {n: int, if n < 1000000 {next: #c & {"n": n + 1}}}\nx: #c & {n: 0}\n'],
    [
      "two that count each other",
      "#a: {n: int, if n < 100000 {b: #b & {m: n + 1}}}\n#b: {m: int, if m < 100000 {a: #a & {n: m + 1}}}\nx: #a & {n: 0}\n",
    ],
    ["a tree", '#t: {d: int, if d > 0 {l: #t & {"d": d - 1}, r: #t & {"d": d - 1}}}\nx: #t & {d: 24}\n'],
    [
      "a wide tree",
      '#t: {d: int, if d > 0 {for i in [1, 2, 3, 4, 5, 6, 7, 8] {"\\(i)": #t & {"d": d - 1}}}}\nx: #t & {d: 8}\n',
    ],
    [
      "fibonacci",
      '#f: {n: int, if n < 2 {r: n}, if n >= 2 {r: (#f & {"n": n - 1}).r + (#f & {"n": n - 2}).r}}\nx: (#f & {n: 28}).r\n',
    ],
    [
      "a disjunction that doubles",
      `x: {${Array.from({ length: 24 }, (_, i) => `f${i}: 1 | 2`).join("\n")}}\ny: x & ({${Array.from({ length: 24 }, (_, i) => `f${i}: 1`).join("\n")}} | {${Array.from({ length: 24 }, (_, i) => `f${i}: 2`).join("\n")}})\n`,
    ],
    [
      "a product of disjunctions",
      `x: ${Array.from({ length: 22 }, (_, i) => `({a${i}: 1} | {a${i}: 2} | {b${i}: 3})`).join(" & ")}\n`,
    ],
    [
      "a product with defaults",
      `x: ${Array.from({ length: 20 }, (_, i) => `(*{a${i}: 1} | {a${i}: 2})`).join(" & ")}\n`,
    ],
    ["deeply nested structs", `x: ${"{a: ".repeat(3000)}1${"}".repeat(3000)}\n`],
    ["deeply nested lists", `x: ${"[".repeat(3000)}1${"]".repeat(3000)}\n`],
    ["deeply nested parentheses", `x: ${"(".repeat(20_000)}1${")".repeat(20_000)}\n`],
    ["very deep structs", `x: ${"{a: ".repeat(50_000)}1${"}".repeat(50_000)}\n`],
    ["a long sum", `x: ${Array(100_000).fill("1").join("+")}\n`],
    ["a long conjunction", `x: ${Array(100_000).fill("int").join("&")} & 5\n`],
    ["a long disjunction", `x: ${Array.from({ length: 50_000 }, (_, i) => i).join("|")}\n`],
    ["a long chain of references", `a0: 1\n${Array.from({ length: 20_000 }, (_, i) => `a${i + 1}: a${i}\n`).join("")}`],
    ["a long chain of selectors", `a: {${"b: {".repeat(1000)}${"}".repeat(1000)}}\nx: a${".b".repeat(1000)}\n`],
    ["a long interpolation", `x: "${"\\(1)".repeat(50_000)}"\n`],
    ["nested interpolations", `x: ${'"\\('.repeat(2000)}1${')"'.repeat(2000)}\n`],
    ["nested comprehensions", `x: [${"for a in [1, 2] ".repeat(24)}{1}]\n`],
    ["nested conditions", `x: ${"{if true ".repeat(2000)}{a: 1}${"}".repeat(2000)}\n`],
    [
      "patterns of patterns",
      `x: {[string]: {[string]: {[string]: int}}, ${Array.from({ length: 3000 }, (_, i) => `a${i}: b${i}: c${i}: ${i}`).join(", ")}}\n`,
    ],
    [
      "many patterns",
      `x: {${Array.from({ length: 1500 }, (_, i) => `[=~"^a.*${i}$"]: int`).join("\n")}\n${Array.from({ length: 1500 }, (_, i) => `a${i}: ${i}`).join("\n")}}\n`,
    ],
    [
      "a let that doubles",
      `${Array.from({ length: 30 }, (_, i) => `let l${i + 1} = [${i === 0 ? "1, 1" : `l${i}, l${i}`}]`).join("\n")}\nx: l30\n`,
    ],
    ["an alias of itself", "x=y: {z: x, w: x}\n"],
    [
      "a definition that nests",
      '#D: {#E: *{b: #D, ...} | "\\(#D)-z", #D: #E.b.f.c, d: {f: #E, if d == _|_ {f: 3}} | a.c.e}\na: b.d\nb: {a!: {b: _h, _h?: b, a: a.a}}\n',
    ],
    ["a list of itself", '#E: {c: [c, "x" | "y"], b: ({#E, f: bool}).b}\n'],
    [
      "a closed world of embeddings",
      `${Array.from({ length: 300 }, (_, i) => `#a${i + 1}: {${i === 0 ? "" : `#a${i}\n`}f${i}: int}`).join("\n")}\nx: #a300 & {${Array.from({ length: 300 }, (_, i) => `f${i}: ${i}`).join(", ")}}\n`,
    ],
    [
      "matchN of matchN",
      `x: 5\n${Array.from({ length: 14 }, () => "").join("")}x: ${"matchN(1, [".repeat(300)}int${"])".repeat(300)}\n`,
    ],
  ];
}

function templates(): [string, string][] {
  const of = (name: string, template: string, data: string): [string, string] => [
    name,
    `${imports("text/template", "strings", "list")}x: template.Execute(${JSON.stringify(template)}, ${data})\n`,
  ];
  return [
    of("a range over much", "{{range .}}{{.}}{{end}}", "list.Range(0, 5000000, 1)"),
    of(
      "ranges in ranges",
      "{{range .}}{{range $}}{{range $}}{{range $}}x{{end}}{{end}}{{end}}{{end}}",
      "list.Range(0, 300, 1)",
    ),
    of(
      "a range in a range of nothing",
      "{{range .}}{{range $}}{{range $}}{{end}}{{end}}{{end}}",
      "list.Range(0, 3000, 1)",
    ),
    of("a template that calls itself", '{{define "a"}}{{template "a" .}}{{end}}{{template "a" .}}', "1"),
    of(
      "two that call each other",
      '{{define "a"}}{{template "b"}}{{template "b"}}{{end}}{{define "b"}}{{template "a"}}{{template "a"}}{{end}}{{template "a"}}',
      "1",
    ),
    of(
      "templates that double",
      `${Array.from({ length: 30 }, (_, i) => `{{define "t${i + 1}"}}{{template "t${i}"}}{{template "t${i}"}}{{end}}`).join("")}{{define "t0"}}xxxxxxxxxx{{end}}{{template "t30"}}`,
      "1",
    ),
    of("printf of width", '{{printf "%1000000000d" 1}}', "1"),
    of("printf of precision", '{{printf "%.1000000000f" 1.0}}', "1"),
    of("printf of a star", '{{printf "%*d" 1000000000 1}}', "1"),
    of("deep conditions", `${"{{if true}}".repeat(20_000)}x${"{{end}}".repeat(20_000)}`, "1"),
    of("a long pipe", `{{1${" | print".repeat(20_000)}}}`, "1"),
    of("escaped", "{{html .}}{{js .}}{{urlquery .}}", 'strings.Repeat("<", 20000000)'),
    of("variables that double", `{{$a := "x"}}${'{{$a = printf "%s%s" $a $a}}'.repeat(40)}{{len $a}}`, "1"),
  ];
}

const teraTexts: readonly (readonly [string, string])[] = [
  [
    "loops in loops",
    "{% for a in range(end=1000) %}{% for b in range(end=1000) %}{% for c in range(end=1000) %}{% endfor %}{% endfor %}{% endfor %}",
  ],
  [
    "loops that print",
    "{% for a in range(end=10000) %}{% for b in range(end=10000) %}xxxxxxxxxx{% endfor %}{% endfor %}",
  ],
  ["a range of a billion", "{{ range(end=1000000000) | length }}"],
  ["a range of nothing", "{% for a in range(end=999999999) %}{% endfor %}"],
  ["a long sum", `{{ ${Array(100_000).fill("1").join("+")} }}`],
  ["a long sum of variables", `{% set a = 1 %}{{ ${Array(100_000).fill("a").join("+")} }}`],
  ["a long text", `{{ ${Array(50_000).fill('"a"').join("~")} }}`],
  ["a long condition", `{% if ${Array(50_000).fill("true").join(" and ")} %}x{% endif %}`],
  ["deep parentheses", `{{ ${"(".repeat(5000)}1${")".repeat(5000)} }}`],
  ["deep lists", `{% set a = ${"[".repeat(5000)}1${"]".repeat(5000)} %}{{ a }}`],
  ["deep conditions", `${"{% if true %}".repeat(10_000)}x${"{% endif %}".repeat(10_000)}`],
  ["texts that double", `{% set a = "xxxxxxxxxx" %}${"{% set a = a ~ a %}".repeat(40)}{{ a | length }}`],
  ["lists that double", `{% set a = [1] %}${"{% set a = a | concat(with=a) %}".repeat(40)}{{ a | length }}`],
  ["lists of lists that double", `{% set a = [1] %}${"{% set a = [a, a] %}".repeat(40)}{{ a }}`],
  [
    "replaced by more",
    `{% set a = "aaaaaaaaaa" %}${'{% set a = a | replace(from="a", to="aaaaaaaaaa") %}'.repeat(12)}{{ a | length }}`,
  ],
  ["a macro that calls itself", "{% macro a(n) %}{{ self::a(n=n+1) }}{% endmacro %}{{ self::a(n=1) }}"],
  [
    "macros that double",
    `${Array.from({ length: 30 }, (_, i) => `{% macro m${i + 1}() %}{{ self::m${i}() }}{{ self::m${i}() }}{% endmacro %}`).join("")}{% macro m0() %}xxxx{% endmacro %}{{ self::m30() }}`,
  ],
  [
    "functions in a loop",
    '{% for a in range(end=100000) %}{{ sha256(s="xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx") }}{% endfor %}',
  ],
  [
    "a filter on much in a loop",
    '{% set a = "x" %}' +
      "{% set a = a ~ a %}".repeat(22) +
      "{% for i in range(end=100000) %}{% set b = a | upper %}{% endfor %}",
  ],
  [
    "a slug of much in a loop",
    '{% set a = "ä" %}' +
      "{% set a = a ~ a %}".repeat(20) +
      "{% for i in range(end=10000) %}{% set b = slug(s=a) %}{% endfor %}",
  ],
  [
    "a pattern",
    '{% set a = "a" %}' +
      "{% set a = a ~ a %}".repeat(16) +
      '{{ a | split(pat="a") | length }}{% if a is matching("^(a*)*b$") %}x{% endif %}',
  ],
  ["counted repetition", '{% if "aaaa" is matching("((a{1,100}){1,100}){1,100}") %}x{% endif %}'],
  ["sorted much", "{% set a = range(end=1000000) | sort | reverse | unique %}{{ a | length }}"],
  ["grouped much", '{% set a = range(end=1000000) %}{{ a | group_by(attribute="x") }}'],
  ["joined much", '{{ range(end=1000000) | join(sep="xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx") | length }}'],
  ["JSON of much", "{{ range(end=1000000) | json_encode(pretty=true) | length }}"],
  ["a sequence", "{{ seq(start=0, end=1000000000) | length }}"],
  ["random digits", "{{ rand_hex(n=1000000000) | length }}"],
  ["raw", `{% raw %}${"{{".repeat(1_000_000)}{% endraw %}`],
  ["an unclosed tag", "{{ ".repeat(100_000)],
  ["a million tags", "{{ 1 }}".repeat(300_000)],
  ["many comments", "{# x #}".repeat(300_000)],
  [
    "sampled",
    "{{ sample(list=range(end=1000000), k=1000000) | length }}{{ shuffle(list=range(end=1000000)) | length }}",
  ],
  ["a file size", "{% for i in range(end=1000000) %}{{ i | filesizeformat }}{% endfor %}"],
  ["dates", '{% for i in range(end=300000) %}{{ i | date(format="%A %B %c %Y-%m-%dT%H:%M:%S") }}{% endfor %}'],
  [
    "truncated",
    '{% set a = "é" %}' +
      "{% set a = a ~ a %}".repeat(22) +
      "{% for i in range(end=1000) %}{% set b = a | truncate(length=4000000) %}{% endfor %}",
  ],
  [
    "words",
    '{% set a = "a " %}' +
      "{% set a = a ~ a %}".repeat(20) +
      "{% for i in range(end=10000) %}{{ a | wordcount }}{% endfor %}",
  ],
  ["a fake in a loop", "{% for i in range(end=1000000) %}{{ fake_name() }}{% endfor %}"],
];

export function hostilePrograms(): HostileProgram[] {
  const out: HostileProgram[] = [];
  const groups = { growing, lists, texts, numbers, patterns, cycles, templates };
  for (const [group, make] of Object.entries(groups))
    for (const [name, text] of make()) out.push({ name: `${group}: ${name}`, kind: "cue", text, out: "json" });
  // The same again where another encoder has to write it.
  for (const [group, make] of [
    ["growing", growing],
    ["lists", lists],
    ["cycles", cycles],
  ] as const)
    for (const [i, [name, text]] of make().entries()) {
      const form = i % 2 === 0 ? "yaml" : "cue";
      out.push({ name: `${group} as ${form}: ${name}`, kind: "cue", text, out: form });
    }
  for (const [name, text] of teraTexts) out.push({ name: `tera: ${name}`, kind: "tera", text });
  return out;
}
