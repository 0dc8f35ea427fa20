// Values files as users of other tools have them (VAL-3). What each means is what cue 0.17.1 makes of it, unless said.
import { describe, expect, test } from "vitest";
import { placeText } from "../source/index.ts";
import { mergeAll } from "./merge.ts";
import { toPlain } from "./plain.ts";
import { readValues } from "./read-values.ts";
import { leavesOf, placeOf } from "./value-tree.ts";
import type { ValueNode } from "./value-tree.ts";

const read = (name: string, text: string) => readValues({ name, text }, { tier: "user" });

function shown(node: ValueNode): string {
  return JSON.stringify(toPlain(node), (_, v: unknown) => (typeof v === "bigint" ? `${v}n` : v));
}

const GOOD: readonly (readonly [string, string, string, string])[] = [
  [
    "a chart's values",
    "v.yaml",
    `# Default values.
image:
  repository: nginx
  # Overrides the tag.
  tag: ""
podAnnotations: {}
podSecurityContext: {}
  # fsGroup: 2000
ingress:
  hosts:
    - host: chart.local
      paths:
      - {path: /, pathType: Prefix}
  tls: []
`,
    '{"image":{"repository":"nginx","tag":""},"podAnnotations":{},"podSecurityContext":{},"ingress":{"hosts":[{"host":"chart.local","paths":[{"path":"/","pathType":"Prefix"}]}],"tls":[]}}',
  ],
  [
    "anchors and merge keys: what is written after a merge wins over it",
    "v.yaml",
    "d: &d {cpu: 1, l: &l {t: x}}\nweb:\n  <<: *d\n  cpu: 2\napi:\n  <<: [*d, {more: 3}]\n  l:\n    <<: *l\n    u: y\n",
    '{"d":{"cpu":1,"l":{"t":"x"}},"web":{"cpu":2,"l":{"t":"x"}},"api":{"more":3,"cpu":1,"l":{"t":"x","u":"y"}}}',
  ],
  [
    "block scalars of every kind",
    "v.yaml",
    "lit: |\n  a\n    b\n\n  c\nstrip: |-\n  a\nkeep: |+\n  a\n\nfold: >\n  a\n  b\n\n  c\nfoldstrip: >-\n  a\n  b\nind: |2\n    a\n  b\nplain: a\n  b\ndq: \"a \\\n  b\\n\\u00e9\\x41\"\nsq: 'it''s\n  c'\n",
    '{"lit":"a\\n  b\\n\\nc\\n","strip":"a","keep":"a\\n\\n","fold":"a b\\nc\\n","foldstrip":"a b","ind":"  a\\nb\\n","plain":"a b","dq":"a b\\néA","sq":"it\'s c"}',
  ],
  ["a block at the end without a line end", "v.yaml", "x: |\n  abc", '{"x":"abc"}'],
  [
    "keys that are no plain words",
    "v.yaml",
    '"quoted key": 1\na.b/c: 3\n"": 4\n1: one\n1.5: x\ntrue: t\nnull: n\n? complex\n: val\n-x: 5\nx:y: 7\n__proto__: 8\n2024-01-01: d\n0x10: h\n010: o\n',
    '{"1":"one","quoted key":1,"a.b/c":3,"":4,"1.5":"x","true":"t","null":"n","complex":"val","-x":5,"x:y":7,"__proto__":8,"2024-01-01":"d","0x10":"h","0o10":"o"}',
  ],
  [
    "numbers, and what only looks like one",
    "v.yaml",
    'o: 0o14\no1: 014\no8: 08\nh: 0x1F\nb: 0b101\ne: 1e3\nu: 1_000\np: +12\nd: .5\nbig: 123456789012345678901234567890\nver: 1.2.3\nsexa: 190:20:30\nz: -0\nq: "0x1F"\nc: 1,000\n',
    '{"o":12,"o1":12,"o8":"08","h":31,"b":5,"e":1000,"u":1000,"p":12,"d":0.5,"big":"123456789012345678901234567890n","ver":"1.2.3","sexa":"190:20:30","z":0,"q":"0x1F","c":"1,000"}',
  ],
  [
    "yes, no and on are text; True is not",
    "v.yaml",
    "a: yes\nb: no\nc: on\nd: off\ne: y\nf: True\ng: FALSE\nh: tRue\n",
    '{"a":"yes","b":"no","c":"on","d":"off","e":"y","f":true,"g":false,"h":"tRue"}',
  ],
  [
    "ways to say null",
    "v.yaml",
    'a: null\nb: ~\nc:\nd: NULL\ne: nUll\nf: "null"\n',
    '{"a":null,"b":null,"c":null,"d":null,"e":"nUll","f":"null"}',
  ],
  [
    "dates are text",
    "v.yaml",
    "a: 2001-12-14\nb: 2001-12-14T21:59:43.10-05:00\nc: 12:30:45\n",
    '{"a":"2001-12-14","b":"2001-12-14T21:59:43.10-05:00","c":"12:30:45"}',
  ],
  [
    "tags of YAML",
    "v.yaml",
    's: !!str 123\ni: !!int "7"\nn: !!null ""\nm: !!map {a: 1}\nset: !!set {a, b}\no: !!omap [a: 1]\n',
    '{"s":"123","i":7,"n":null,"m":{"a":1},"set":{"a":null,"b":null},"o":[{"a":1}]}',
  ],
  [
    "empty documents around the one that counts (cue: a conflict)",
    "v.yaml",
    "---\n# before\n---\na: 1\n---\n",
    '{"a":1}',
  ],
  ["a byte order mark", "v.yaml", "\uFEFFa: 1\n", '{"a":1}'],
  ["a byte order mark", "v.json", '\uFEFF{"a": 1}', '{"a":1}'],
  ["a byte order mark", "v.toml", "\uFEFFa = 1\n", '{"a":1}'],
  ["a byte order mark", "v.cue", "\uFEFFa: 1\n", '{"a":1}'],
  [
    "lines of Windows",
    "v.yaml",
    "a: 1\r\nb:\r\n  - x\r\n  - |\r\n    l1\r\n    l2\r\n",
    '{"a":1,"b":["x","l1\\nl2\\n"]}',
  ],
  [
    "lines of Windows stay in text of TOML",
    "v.toml",
    'a = 1\r\n[b]\r\nc = """\r\nx\r\ny"""\r\n',
    '{"a":1,"b":{"c":"x\\r\\ny"}}',
  ],
  ["a key twice with one value", "v.yaml", "x:\n  a: 1\n  a: 1\n", '{"x":{"a":1}}'],
  ["an object twice is one", "v.json", '{"a": {"x": 1}, "a": {"y": 2}}', '{"a":{"x":1,"y":2}}'],
  [
    "JSON's escapes and numbers",
    "v.json",
    '{"a": "\\ud83d\\ude00\\u00e9\\n\\/", "d": -0, "f": 12345678901234567890}',
    '{"a":"😀é\\n/","d":0,"f":"12345678901234567890n"}',
  ],
  [
    "every type of TOML",
    "v.toml",
    'i = 1_000\nh = 0xFF\no = 0o17\nb = 0b11\nf = 5e+2\nt = true\nld = 1979-05-27\nlt = 07:32:00\nodt = 1979-05-27T00:32:00-07:00\nml = """\na \\\n   b"""\nlit = \'C:\\x\'\narr = [1, [2, "x"], { a = 1 }]\n"q.k" = 1\na.b.c = 3\na.b.d = 4\nin = { x = 1, y.z = 2 }\n[owner.sub]\nk = "v"\n[[p]]\nn = 1\n[[p]]\n[[p.q]]\nid = 2\n',
    '{"i":1000,"h":255,"o":15,"b":3,"f":500,"t":true,"ld":"1979-05-27","lt":"07:32:00","odt":"1979-05-27T00:32:00-07:00","ml":"a b","lit":"C:\\\\x","arr":[1,[2,"x"],{"a":1}],"q.k":1,"a":{"b":{"c":3,"d":4}},"in":{"x":1,"y":{"z":2}},"owner":{"sub":{"k":"v"}},"p":[{"n":1},{"q":[{"id":2}]}]}',
  ],
  [
    "CUE that is data",
    "v.cue",
    'r: *3 | int\n"q-k": a: b: 1\nn: -5\nk: 1Ki\nm: 1.5K\ns: #"raw\\n"#\ntrue: 1\nif: 2\nl: [1, {x: 2}, null]\n',
    '{"r":3,"q-k":{"a":{"b":1}},"n":-5,"k":1024,"m":1500,"s":"raw\\\\n","true":1,"if":2,"l":[1,{"x":2},null]}',
  ],
  [
    "an application of KubeVela",
    "v.yaml",
    "spec:\n  components:\n    - name: app\n      properties: {image: nginx, cmd: [sh, -c, 'echo \"$HOME\"']}\n      traits:\n        - type: scaler\n          properties: {replicas: 3}\n",
    '{"spec":{"components":[{"name":"app","properties":{"image":"nginx","cmd":["sh","-c","echo \\"$HOME\\""]},"traits":[{"type":"scaler","properties":{"replicas":3}}]}]}}',
  ],
  [
    "a kustomization: lists not indented, a patch in a block",
    "v.yaml",
    'resources:\n- ../base\npatches:\n- target: {kind: Deployment}\n  patch: |-\n    - op: replace\n      value: 3\nimages:\n- {name: nginx, newTag: "1.10"}\n',
    '{"resources":["../base"],"patches":[{"target":{"kind":"Deployment"},"patch":"- op: replace\\n  value: 3"}],"images":[{"name":"nginx","newTag":"1.10"}]}',
  ],
  [
    "names and text of the whole world",
    "v.yaml",
    '名前: 太郎\nemoji: "😀"\nesc: "\\U0001F600"\ncafé: naïve\nnel: "a\u0085b"\nzero: "\\0"\n',
    '{"名前":"太郎","emoji":"😀","esc":"😀","café":"naïve","nel":"a\u0085b","zero":"\\u0000"}',
  ],
  ["values below values", "v.yaml", "values:\n  a: 1\n  values: {b: 2}\n", '{"a":1,"values":{"b":2}}'],
];

describe("what other tools' users have (VAL-3)", () => {
  test.each(GOOD)("%s: %s", (_, name, text, wanted) => {
    const { value, diagnostics } = read(name, text);
    expect(diagnostics).toEqual([]);
    expect(shown(value!)).toBe(wanted);
  });

  test("places are lines and columns of the file as it is: bytes, lines of Windows, anchors (VAL-5)", () => {
    const at = (name: string, text: string): Record<string, string> =>
      Object.fromEntries(
        [...leavesOf(read(name, text).value!)].map(({ path, node }) => [
          path.join("."),
          placeText(placeOf(node.origin)),
        ]),
      );
    expect(at("v.yaml", "é: x\n😀: é\r\nb:\r\n  - 1\n")).toEqual({
      é: "v.yaml:1:5",
      "😀": "v.yaml:2:7",
      "b.0": "v.yaml:4:5",
    });
    expect(at("v.yaml", "d: &d {cpu: 1}\nweb: *d\napi:\n  <<: *d\n  mem: 2\n")).toEqual({
      "d.cpu": "v.yaml:1:13",
      "web.cpu": "v.yaml:1:13",
      "api.cpu": "v.yaml:1:13",
      "api.mem": "v.yaml:5:8",
    });
    expect(at("v.toml", '[a]\n"k" = 1\n[[l]]\nx = "y"\n')).toEqual({ "a.k": "v.toml:2:7", "l.0.x": "v.toml:4:5" });
    expect(at("v.json", '{\r\n "a": [1,\r\n 2]}')).toEqual({ "a.0": "v.json:2:8", "a.1": "v.json:3:2" });
  });

  test("long lines and deep trees", () => {
    const long = "x".repeat(300_000);
    expect(read("v.yaml", `k: ${long}\nj: 1\n`).value).toMatchObject({ kind: "struct" });
    const depth = 300;
    const deep = Array.from({ length: depth }, (_, i) => `${" ".repeat(i)}k:\n`).join("");
    expect([...leavesOf(read("v.yaml", `${deep}${" ".repeat(depth)}v: 1\n`).value!)][0]!.path).toHaveLength(depth + 1);
  });
});

const BAD: readonly (readonly [string, string, string, string, string])[] = [
  ["two documents", "v.yaml", "a: 1\n---\nb: 2\n", "3:1", "a values file has one document; this one has 2"],
  ["a tab that indents", "v.yaml", "a:\n\tb: 1\n", "2:1", "cannot start any token"],
  ["a key twice", "v.yaml", "a: 1\nb: 2\na: 3\n", "3:4", "a is set to two different values in one file"],
  ["a key twice in braces", "v.yaml", "a: {b: 1, b: 2}\n", "1:14", "a.b is set to two different values"],
  ["a key twice", "v.json", '{"a": 1,\n "a": 3}', "2:7", "a is set to two different values"],
  ["a key twice", "v.toml", "a = 1\na = 2\n", "2:1", "duplicate key: a"],
  ["a table twice", "v.toml", "[a]\nx=1\n[a]\n", "3:2", "duplicate key: a"],
  ["a list as a key", "v.yaml", "? [a, b]\n: 1\n", "1:3", "invalid map key"],
  ["a template of Helm", "v.yaml", "a: {{ .Values.x }}\n", "1:5", "invalid map key"],
  ["an alias of nothing", "v.yaml", "a: 1\nb: *nope\n", "2:4", "unknown anchor '***' referenced"],
  ["an alias of itself", "v.yaml", "a: &a [*a]\n", "1:8", "value contains itself"],
  ["a tag of nobody", "v.yaml", "a: !hunter2\n", "1:3", 'cannot unmarshal tag "***"'],
  ["a tag of another tool", "v.yaml", "a: !Ref x\n", "1:4", 'cannot unmarshal tag "!Ref"'],
  ["infinity", "v.yaml", "a: .inf\n", "1:4", ".inf is no number that CUE knows"],
  ["not a number", "v.toml", "a = 1\nb = -nan\n", "2:5", "-nan is no number that CUE knows"],
  ["comments in JSON", "v.json", '{\n  // c\n  "a": 1\n}', "2:3", "invalid character '/'"],
  ["a comma at the end", "v.json", '{"a": 1,}', "1:9", "invalid character '}'"],
  ["single quotes", "v.json", "{'a': 1}", "1:2", "invalid character '\\''"],
  ["two values", "v.json", '{"a": 1} {"b": 2}', "1:10", "after top-level value"],
  ["half a pair", "v.json", '{"a": "\\ud800"}', "1:7", "unmatched surrogate pair"],
  ["no value", "v.toml", "a = 1\nb = \n", "2:5", "incomplete number"],
  ["a wrong indentation", "v.yaml", "a: 1\n b: 2\n", "2:3", "mapping values are not allowed"],
  ["an open bracket", "v.yaml", "a: [1, 2\nb: 3\n", "2:1", "did not find expected ',' or ']'"],
  ["a list of values", "v.yaml", "- a\n- b\n", "1:1", "a values file holds fields, not a list"],
  ["text", "v.yaml", "just text\n", "1:1", "a values file holds fields, not a string"],
  ["a field twice", "v.cue", "a: 1\nb: c: 2\nb: c: 3\n", "3:7", "b.c is set to two different values"],
];

describe("mistakes are shown in the file's own lines (VAL-3)", () => {
  test.each(BAD)("%s: %s %j", (_, name, text, place, message) => {
    const { value, diagnostics } = read(name, text);
    expect(value).toBeUndefined();
    expect(diagnostics[0]!.message).toContain(message);
    expect(placeText(diagnostics[0]!.places![0]!)).toBe(`${name}:${place}`);
  });

  test("habits of other tools get a hint", () => {
    const hint = (name: string, text: string) => read(name, text).diagnostics[0]!.hint;
    expect(hint("dir/v.yaml", "a: {{ .Values.x }}\n")).toBe("a template of values ends in .tera: v.yaml.tera");
    expect(hint("v.json", '{"a": 1,}')).toContain("name the file .cue");
    expect(hint("v.yaml", "a:\n\tb: 1\n")).toContain("not with tabs");
    expect(hint("v.yaml", "a: 1\n---\nb: 2\n")).toContain("later files win");
  });

  test("aliases of aliases end in a message, not in memory", () => {
    let lists = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n";
    let structs = "a0: &a0 {x: 1}\n";
    for (let i = 1; i < 30; i++) {
      lists += `a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(",")}]\n`;
      structs += `a${i}: &a${i}\n  <<: *a${i - 1}\n  l: *a${i - 1}\n  r: *a${i - 1}\n`;
    }
    for (const text of [lists, structs])
      expect(read("v.yaml", text).diagnostics).toMatchObject([{ message: "aliases expand to more than 50000 nodes" }]);
  });
});

test("files of four tools over each other: structs merge, the rest replaces (VAL-2)", () => {
  const layers = [
    read(
      "values.yaml",
      'image: {repository: nginx, tag: "1.10"}\nhosts: [a, b]\ntls: {enabled: false}\nextra: {x: 1}\n',
    ),
    read("timoni.cue", 'values: {\n\timage: tag: "1.11"\n\thosts: ["c"]\n\tresources: limits: memory: "1Gi"\n}\n'),
    read("vela.json", '{"tls": null, "extra": "none"}'),
    read("kust.toml", '[extra]\ny = 2\n[image]\npullPolicy = "Always"\n'),
  ].map(({ value }) => value!);
  const tree = mergeAll(layers)!;
  expect(JSON.parse(shown(tree))).toEqual({
    image: { repository: "nginx", tag: "1.11", pullPolicy: "Always" },
    hosts: ["c"],
    tls: null,
    extra: { y: 2 },
    resources: { limits: { memory: "1Gi" } },
  });
  expect([...leavesOf(tree)].map(({ path, node }) => `${path.join(".")} ${placeText(placeOf(node.origin))}`)).toEqual([
    "image.repository values.yaml:1:21",
    "image.tag timoni.cue:2:14",
    "image.pullPolicy kust.toml:4:14",
    "hosts.0 timoni.cue:3:10",
    "tls vela.json:1:9",
    "extra.y kust.toml:2:5",
    "resources.limits.memory timoni.cue:4:29",
  ]);
});
