import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffValues } from "./diff.ts";
import { environmentValues, lineage } from "./environment.ts";
import type { EnvironmentValues } from "./environment.ts";
import { explain } from "./explain.ts";
import { lockViolations } from "./lock.ts";
import { merge, mergeAll } from "./merge.ts";
import { parsePath, pathText } from "./path.ts";
import { toPlain } from "./plain.ts";
import { assign, readSetFlag } from "./set-flag.ts";
import type { SetHost, SetKind } from "./set-flag.ts";
import type { Tier } from "./tier.ts";
import { exprNode, leavesOf, listNode, nodeAt, scalarNode, structNode } from "./value-tree.ts";
import type { Origin, ValueNode } from "./value-tree.ts";
import { writeCue } from "./write-cue.ts";

type Data = null | boolean | number | string | Data[] | { [key: string]: Data };

/** A tree from data; each scalar's place is its own text in a file made for it. */
function tree(data: Data, tier: Tier, source?: string): ValueNode {
  const text = JSON.stringify(data);
  const origin: Origin = {
    tier,
    file: { name: `${source ?? tier}.json`, text },
    span: { start: 0, end: text.length },
    source,
  };
  if (data === null) return scalarNode("null", "null", origin);
  if (typeof data === "boolean") return scalarNode("bool", String(data), origin);
  if (typeof data === "number") return scalarNode("number", String(data), origin);
  if (typeof data === "string" && data.startsWith("<=")) return exprNode(data, data, undefined, origin);
  if (typeof data === "string" && data.startsWith("*"))
    return exprNode(`${data} | string`, data.slice(1), scalarNode("string", data, origin), origin);
  if (typeof data === "string") return scalarNode("string", data, origin);
  if (Array.isArray(data))
    return listNode(
      data.map((item) => tree(item, tier, source)),
      origin,
    );
  return structNode(new Map(Object.entries(data).map(([key, value]) => [key, tree(value, tier, source)])), origin);
}
const open = (preset: Data, type: string): ValueNode => {
  const node = tree(preset, "platform");
  const text = `*${JSON.stringify(preset)} | ${type}`;
  return exprNode(text, text.replaceAll("*", " "), node, node.origin);
};
const merged = (...layers: ValueNode[]) => mergeAll(layers)!;
const host: SetHost = {
  readText: (path) => (path === "cert.pem" ? "PEM\n" : null),
  readJson: (file, offset, origin) => {
    try {
      return { value: tree(JSON.parse(file.text.slice(offset)) as Data, "set"), diagnostics: [] };
    } catch {
      return {
        diagnostics: [
          {
            code: "OPM0000",
            severity: "error",
            message: "not JSON",
            places: [{ file, span: origin(offset, offset + 1).span }],
          },
        ],
      };
    }
  },
};

describe("merge (VAL-2, ENV-5)", () => {
  test.each<[string, Data, Data, Data]>([
    ["structs merge", { a: 1, b: { c: 1 } }, { b: { d: 2 } }, { a: 1, b: { c: 1, d: 2 } }],
    ["scalars replace", { a: 1 }, { a: 2 }, { a: 2 }],
    ["lists replace whole", { a: [1, 2, 3] }, { a: [9] }, { a: [9] }],
    ["another kind replaces", { a: { b: 1 } }, { a: "x" }, { a: "x" }],
    ["and back", { a: "x" }, { a: { b: 1 } }, { a: { b: 1 } }],
    ["null is a value", { a: { b: 1 } }, { a: null }, { a: null }],
  ])("%s", (_, base, overlay, result) =>
    expect(toPlain(merge(tree(base, "author"), tree(overlay, "user")))).toEqual(result),
  );

  test("names like __proto__ are data", () => {
    const node = structNode(new Map([["__proto__", tree(1, "user")]]), tree({}, "user").origin);
    expect(JSON.stringify(toPlain(merge(tree({ a: 1 }, "author"), node)))).toBe('{"a":1,"__proto__":1}');
  });

  const data = fc.letrec<{ value: Data }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<Data>(null, true, 1, 2, "x", "<=10", "<=20", "*d"),
      fc.array(fc.constantFrom<Data>(1, 2), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { maxKeys: 3 }) as fc.Arbitrary<Data>,
    ),
  })).value;
  const struct = fc.dictionary(fc.constantFrom("a", "b", "c"), data, { noNullPrototype: true }) as fc.Arbitrary<Data>;

  test("law: associative over tiers", () => {
    fc.assert(
      fc.property(struct, data, data, data, (a, b, c, d) => {
        const [ta, tb, tc, td] = [tree(a, "author"), tree(b, "platform"), tree(c, "user"), tree(d, "environment")];
        const left = merge(merge(merge(ta, tb), tc), td);
        const right = merge(ta, merge(tb, merge(tc, td)));
        expect(toPlain(right)).toEqual(toPlain(left));
        const chain = (root: ValueNode) =>
          [...leavesOf(root)].map(({ path, node }) => [
            path,
            node.origin.tier,
            node.shadowed.map((s) => s.origin.tier),
            node.bounds.map((b) => b.text).sort(),
          ]);
        expect(chain(right)).toEqual(chain(left));
      }),
      { numRuns: 500 },
    );
  });

  test("law: an empty overlay changes nothing", () => {
    fc.assert(
      fc.property(struct, (a) => {
        const base = tree(a, "author");
        expect(merge(base, tree({}, "user"))).toBe(base);
        expect(toPlain(merge(tree({}, "default"), base))).toEqual(toPlain(base));
      }),
    );
  });

  test("law: every leaf's place is text with its value", () => {
    fc.assert(
      fc.property(struct, struct, struct, (a, b, c) => {
        for (const { node } of leavesOf(merged(tree(a, "author"), tree(b, "user"), tree(c, "environment")))) {
          const { file, span } = node.origin;
          expect(JSON.parse(file.text.slice(span.start, span.end))).toEqual(toPlain(node));
        }
      }),
    );
  });
});

describe("explain (VAL-5)", () => {
  test("from the winning value to the module default", () => {
    const root = merged(
      tree({ n: 1 }, "default"),
      tree({ n: 2 }, "author"),
      tree({ m: 0 }, "user"),
      tree({ n: 5 }, "environment", "prod"),
    );
    const result = explain(root, ["n"])!;
    expect(result.steps.map((s) => [s.value, s.source, s.wins])).toEqual([
      ["5", "environment prod", true],
      ["2", "module author's values", false],
      ["1", "module default", false],
    ]);
    expect(explain(root, ["x"])).toBeUndefined();
    expect(explain(root, ["n"], () => true)!.steps.map((s) => s.value)).toEqual(["***", "***", "***"]);
  });
});

describe("locks (VAL-4)", () => {
  const platform = tree({ tls: true, limits: { cpu: 2 }, hosts: ["a"] }, "platform");

  test.each<[string, Data, Tier, string[]]>([
    ["a file", { tls: false }, "user", ["tls is locked by the platform: true cannot be changed to false"]],
    [
      "an environment",
      { limits: { cpu: 4 } },
      "environment",
      ["limits.cpu is locked by the platform: 2 cannot be changed to 4"],
    ],
    ["the command line", { tls: null }, "set", ["tls is locked by the platform: true cannot be changed to null"]],
    [
      "a struct in place of locked fields",
      { limits: "none" },
      "user",
      ['limits.cpu is locked by the platform: 2 cannot be changed to "none"'],
    ],
    [
      "a list",
      { hosts: ["a", "b"] },
      "user",
      ['hosts is locked by the platform: ["a"] cannot be changed to ["a", "b"]'],
    ],
    ["the same value is fine", { tls: true, limits: { cpu: 2 }, hosts: ["a"] }, "user", []],
    ["a new field is fine", { limits: { memory: 1 } }, "set", []],
  ])("%s", (_, data, tier, messages) => {
    const found = lockViolations(merged(tree({ tls: false }, "author"), platform, tree(data, tier)));
    expect(found.map((d) => d.message)).toEqual(messages);
    for (const d of found) {
      expect(d.places!.map((p) => p.file.name)).toEqual([`${tier}.json`, "platform.json"]);
      expect(d.places![1]!.label).toMatch(/^locked to .* by the platform$/);
    }
  });

  test("the platform may change the author's values", () => {
    expect(lockViolations(merged(tree({ tls: false }, "author"), platform))).toEqual([]);
  });

  test("a default of the platform may be overridden within its type", () => {
    const base = structNode(new Map([["replicas", open(3, "int")]]), platform.origin);
    const root = merged(base, tree({ replicas: 5 }, "user"));
    expect(lockViolations(root)).toEqual([]);
    expect(toPlain(root)).toEqual({ replicas: 5 });
    expect(toPlain(base)).toEqual({ replicas: 3 });
    expect(writeCue(root).text).toBe("replicas: 5\nreplicas:  3 | int\n");
  });

  test("a constraint of the platform keeps the value below and holds for those above", () => {
    const limited = merged(tree({ n: 3 }, "author"), tree({ n: "<=10" }, "platform"));
    expect(toPlain(limited)).toEqual({ n: 3 });
    expect(writeCue(limited).text).toBe("n: 3\nn: <=10\n");
    const raised = merged(limited, tree({ n: 50 }, "user"));
    expect(lockViolations(raised)).toEqual([]);
    expect(writeCue(raised).text).toBe("n: 50\nn: <=10\n");
    expect(explain(raised, ["n"])!.bounds.map((b) => b.text)).toEqual(["<=10"]);
  });

  test("a file that breaks a lock is wrong even if the environment agrees with the lock again", () => {
    const root = merged(platform, tree({ tls: false }, "user"), tree({ tls: true }, "environment"));
    expect(lockViolations(root).map((d) => d.places![0]!.file.name)).toEqual(["user.json"]);
  });

  test("a locked value is shown as such", () => {
    expect(explain(merged(tree({ tls: false }, "author"), platform), ["tls"])!.steps.map((s) => s.locked)).toEqual([
      true,
      false,
    ]);
  });

  test("a changed element breaks the lock of its list", () => {
    const set = readSetFlag({ kind: "set", argument: "hosts[1]=b" }, host).value!;
    expect(lockViolations(assign(platform, set).value!).map((d) => d.message)).toEqual([
      'hosts is locked by the platform: ["a"] cannot be changed to ["a", "b"]',
    ]);
  });
});

describe("--set (VAL-1)", () => {
  const base = tree({ a: { b: 1 }, l: [1, { k: "v" }], "x.y": 0 }, "author");
  test.each<[SetKind, string, Data]>([
    ["set", "a.b=2", { a: { b: 2 }, l: [1, { k: "v" }], "x.y": 0 }],
    ["set", "a.c=text with = and spaces", { a: { b: 1, c: "text with = and spaces" }, l: [1, { k: "v" }], "x.y": 0 }],
    ["set", "a=true", { a: true, l: [1, { k: "v" }], "x.y": 0 }],
    ["set", "a.b=null", { a: { b: null }, l: [1, { k: "v" }], "x.y": 0 }],
    ["set", "a.b=1.5", { a: { b: 1.5 }, l: [1, { k: "v" }], "x.y": 0 }],
    ["set", "a.b=007", { a: { b: "007" }, l: [1, { k: "v" }], "x.y": 0 }],
    ["set", "l[1].k=w", { a: { b: 1 }, l: [1, { k: "w" }], "x.y": 0 }],
    ["set", "l[2]=3", { a: { b: 1 }, l: [1, { k: "v" }, 3], "x.y": 0 }],
    ["set", '"x.y"=1', { a: { b: 1 }, l: [1, { k: "v" }], "x.y": 1 }],
    ["set", "x\\.y=1", { a: { b: 1 }, l: [1, { k: "v" }], "x.y": 1 }],
    ["set", "n[0].m=1", { a: { b: 1 }, l: [1, { k: "v" }], "x.y": 0, n: [{ m: 1 }] }],
    ["set", "a=", { a: "", l: [1, { k: "v" }], "x.y": 0 }],
    ["set-string", "a.b=true", { a: { b: "true" }, l: [1, { k: "v" }], "x.y": 0 }],
    ["set-json", 'a={"z":[1]}', { a: { b: 1, z: [1] }, l: [1, { k: "v" }], "x.y": 0 }],
    ["set-file", "a.b=cert.pem", { a: { b: "PEM\n" }, l: [1, { k: "v" }], "x.y": 0 }],
  ])("--%s %s", (kind, argument, result) => {
    const flag = readSetFlag({ kind, argument }, host);
    expect(flag.diagnostics).toEqual([]);
    const out = assign(base, flag.value!);
    expect(out.diagnostics).toEqual([]);
    expect(toPlain(out.value!)).toEqual(result);
  });

  test.each<[SetKind, string, string, number]>([
    ["set", "", "a field name is expected", 0],
    ["set", "=1", "a field name is expected", 0],
    ["set", "a.b", "`=` and a value are expected", 3],
    ["set", "a..b=1", "a field name is expected", 2],
    ["set", "a.=1", "a field name is expected after `.`", 2],
    ["set", "a[x]=1", "a list index such as [0] is expected", 1],
    ["set", "[0]=1", "a path begins with a field name", 0],
    ["set", 'a."b=1', "the quoted name does not end", 2],
    ["set-file", "a=missing", "there is no file of that name", 2],
    ["set-json", "a={", "not JSON", 2],
  ])("--%s %s: %s", (kind, argument, message, offset) => {
    const flag = readSetFlag({ kind, argument }, host);
    expect(flag.diagnostics).toMatchObject([
      { message, places: [{ file: { name: `--${kind}` }, span: { start: offset } }] },
    ]);
    expect(flag.diagnostics[0]!.hint ?? "-").toBeTruthy();
  });

  test.each([
    ["a[0]=1", "a is not a list"],
    ["l[5]=1", "l has 2 elements: index 5 would leave a gap"],
  ])("%s: %s", (argument, message) => {
    const out = assign(base, readSetFlag({ kind: "set", argument }, host).value!);
    expect(out.diagnostics[0]!.message).toBe(message);
    expect(out.value).toBe(base);
  });

  test("paths print and read back", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.array(fc.oneof(fc.string({ minLength: 1 }), fc.nat(99))),
        (first, rest) => {
          const path = [first, ...rest];
          const text = pathText(path);
          expect(parsePath(text)).toEqual({ path, end: text.length });
        },
      ),
    );
  });
});

describe("environments (ENV-8)", () => {
  const place = { file: { name: "envs.cue", text: "" }, span: { start: 0, end: 0 } };
  const env = (name: string, parents: string[], data: Data): [string, EnvironmentValues] => [
    name,
    { name, extends: parents, values: tree(data, "environment", name), place },
  ];
  const known = new Map([
    env("base", [], { replicas: 3, log: "info" }),
    env("prod", ["base"], { replicas: 5 }),
    env("prod-eu", ["prod"], { region: "eu" }),
    env("x", ["y"], {}),
    env("y", ["z"], {}),
    env("z", ["x"], {}),
    env("broken", ["prd"], {}),
  ]);

  test("values are inherited and remember the ancestor", () => {
    const root = environmentValues("prod-eu", known).value!;
    expect(toPlain(root)).toEqual({ replicas: 5, log: "info", region: "eu" });
    expect(explain(root, ["replicas"])!.steps.map((s) => s.source)).toEqual(["environment prod", "environment base"]);
    expect(nodeAt(root, ["log"])!.origin.source).toBe("base");
  });

  test("circles and unknown names are refused", () => {
    expect(environmentValues("x", known).diagnostics).toMatchObject([
      { message: "environments extend each other in a circle: x → y → z → x" },
    ]);
    expect(lineage("broken", known).diagnostics).toMatchObject([
      { message: 'there is no environment "prd"', hint: "did you mean prod?" },
    ]);
  });

  test("a shared ancestor counts once", () => {
    const diamond = new Map([env("a", [], {}), env("b", ["a"], {}), env("c", ["a"], {}), env("d", ["b", "c"], {})]);
    expect(lineage("d", diamond).value!.map((e) => e.name)).toEqual(["a", "b", "c", "d"]);
  });
});

test("diff, field by field", () => {
  const rows = diffValues(
    tree({ a: 1, b: { c: 1, d: 2 }, l: [1, 2], s: { value: "p1" } }, "user"),
    tree({ a: 1, b: { c: 2 }, l: [1, 3, 4], e: {}, s: { value: "p2" } }, "user"),
    (p) => p[0] === "s",
  );
  expect(rows.map((r) => `${r.change} ${r.path} ${r.beforeText}>${r.afterText}`)).toEqual([
    "changed b.c 1>2",
    "removed b.d 2>",
    "changed l[1] 2>3",
    "added l[2] >4",
    "changed s.value ***>***",
    "added e >{}",
  ]);
});

test("the printed CUE knows where values were written", () => {
  const root = merged(
    tree({ kept: 1 }, "default"),
    tree({ a: { b: [1, "x"] }, "my-key": null }, "author"),
    tree({ a: { c: "two\nlines" } }, "user"),
  );
  const cue = writeCue(root, { under: "values" });
  expect(cue.text).toBe(
    'values: {\n\ta: {\n\t\tb: [\n\t\t\t1,\n\t\t\t"x",\n\t\t]\n\t\tc: "two\\nlines"\n\t}\n\t"my-key": null\n}\n',
  );
  const line = cue.text.split("\n").findIndex((l) => l.includes("two")) + 1;
  expect(cue.origins[line - 1]!.file.name).toBe("user.json");
});
