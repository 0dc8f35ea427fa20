import { describe, expect, test } from "vitest";
import { SourceFile } from "../../source/index.ts";
import { compileExpr } from "../compile/index.ts";
import { parseDecimal } from "../number/index.ts";
import type { Decimal } from "../number/index.ts";
import { parseExpr } from "../syntax/index.ts";
import {
  ArcType,
  BasicType,
  Bottom,
  Builtin,
  BuiltinValidator,
  Conjunct,
  Disjunction,
  Environment,
  ErrorCode,
  Failure,
  FailureList,
  IntKind,
  LabelTable,
  ListMarker,
  NoLabel,
  Num,
  Src,
  Str,
  StringKind,
  StructKind,
  Vertex,
  WrappedFailure,
  newestFeatures,
  noCloseInfo,
  structMarker,
} from "../value/index.ts";
import type { MessageArg, Node, Value, Wording } from "../value/index.ts";
import {
  errorText,
  failurePositions,
  failureText,
  nodeText,
  printErrors,
  relativeName,
  reportFailures,
  vertexPath,
} from "./index.ts";

const labels = new LabelTable();
const file = new SourceFile("/top/m/a.cue", "a: 1\nbb: 2\nccc: 3\n");
const other = new SourceFile("/top/m/b.cue", "z: 1\n");
const at = (offset: number, f = file): Src => new Src(f, offset, null, newestFeatures);
const num = (n: number): Num => new Num(null, IntKind, parseDecimal(String(n)) as Decimal);

function expr(text: string): Node {
  const source = new SourceFile("x.cue", text);
  const scope = struct({ a: num(1), b: num(2), "c-d": num(3) });
  return compileExpr(parseExpr(source).expr, { labels, packagePath: "_", source, vertices: [scope] }).expr;
}

function arc(parent: Vertex, name: string | number, value: Value, type: ArcType = ArcType.Member): Vertex {
  const label = typeof name === "number" ? (name << 3) | 2 : labels.identifier(name, "_");
  const v = new Vertex(parent, label, type);
  v.base = value;
  parent.addArc(v);
  return v;
}

function struct(fields: Record<string, Value>): Vertex {
  const v = new Vertex(null, NoLabel, ArcType.Member);
  v.base = structMarker;
  for (const [name, value] of Object.entries(fields)) arc(v, name, value);
  return v;
}

const failure = (
  format: string,
  args: MessageArg[] = [],
  pos: Src | null = null,
  inputs: Src[] = [],
  path: Vertex | null = null,
): Failure => new Failure(path, null, pos, inputs, format as Wording, args);

describe("nodeText", () => {
  test.each([
    "{a:1,b?:2,c!:3}",
    "(a + b)",
    "(1|*2|3)",
    "((1 & 2) & 3)",
    ">=5",
    "!=null",
    '[1,"x",...int]',
    "a.b[0]",
    "a[1:2]",
    "len(a)",
    "{[string]:int}",
    "{_h:1,#d:2}",
    "for _, x in a {v:x}",
    "{if (a == 1) {b:2}}",
    '"a\\(b)c"',
    "-a",
    "_",
    "null",
    "'a\\x00b'",
    "uint8",
    "float64",
    "_|_(explicit error (_|_ literal) in source)",
  ])("%s", (text) => {
    const source = text
      .replace(/^(for .*)$/, "{$1}")
      .replace("for _, x", "for x")
      .replace("_|_(explicit error (_|_ literal) in source)", "_|_");
    const want = text.startsWith("for") ? `{${text}}` : text;
    expect(nodeText(expr(source), labels)).toBe(want);
  });

  test("evaluated structs and lists are printed in the order of their arcs", () => {
    const list = new Vertex(null, NoLabel, ArcType.Member);
    list.base = new ListMarker(null, false);
    arc(list, 0, num(1));
    const v = arc(list, 1, structMarker as unknown as Value);
    arc(v, "z", num(1));
    arc(v, "a", new Str(null, "x\n"));
    arc(v, "o", new BasicType(null, IntKind), ArcType.Optional);
    expect(nodeText(list, labels)).toBe('[1,{z:1,a:"x\\n",o?:int}]');
  });

  test("disjunctions mark their defaults", () => {
    expect(nodeText(new Disjunction(null, [num(1), num(2)], 1, true), labels)).toBe("*1 | 2");
  });

  test("a vertex without value prints its conjuncts", () => {
    const v = new Vertex(null, NoLabel, ArcType.Member);
    v.conjuncts = ["a", ">5"].map(
      (text) => new Conjunct(new Environment(null, null), expr(text) as Value, noCloseInfo),
    );
    expect(nodeText(v, labels)).toBe("a & >5");
  });

  test("validators show their package and arguments", () => {
    const f = new Builtin("strings", "MinRunes", [{ kind: StringKind }, { kind: IntKind }], 2, () => true);
    expect(nodeText(new BuiltinValidator(null, f, [num(3)]), labels)).toBe("strings.MinRunes(3)");
  });

  test("a struct that contains itself is named the second time, as clumsily as cue does it", () => {
    const v = struct({});
    v.label = labels.string("me");
    arc(v, "x", v);
    expect(nodeText(v, labels)).toBe("{x:value at path 'me'~(me) =>~(me)}");
  });
});

describe("errors", () => {
  const root = struct({});
  const a = arc(root, "a", structMarker as unknown as Value);
  const b = arc(a, "x-y", num(1));

  test("arguments are filled in; the path of the vertex stands before the message", () => {
    const f = failure(
      "% and % (%)",
      [{ node: num(1) }, { label: labels.string("q r") }, { kind: StructKind }],
      null,
      [],
      b,
    );
    expect(errorText(f, { labels })).toBe('a."x-y": 1 and "q r" (struct)');
    expect(vertexPath(b, labels)).toEqual(["a", '"x-y"']);
  });

  test("wrapped errors show each path where it stands, or the first one alone", () => {
    const f = new WrappedFailure(failure("outer"), failure("inner", [], null, [], b));
    expect(errorText(f, { labels })).toBe('outer: a."x-y": inner');
    expect(failureText(f, { labels })).toEqual({ path: ["a", '"x-y"'], message: "outer: inner" });
  });

  test("a list shows its first error and counts the others, each once", () => {
    const f = failure("one", [], null, [], a);
    expect(errorText(new FailureList([f, failure("two"), f]), { labels })).toBe("a: one (and 1 more errors)");
    expect(errorText(new FailureList([f, f]), { labels })).toBe("one");
    const bottom = new Bottom(null, new FailureList([f, failure("two")]), ErrorCode.Eval, null);
    expect(nodeText(bottom, labels)).toBe("_|_(a: one (and 1 more errors))");
  });

  test("positions: the primary one, then the others in order, each once", () => {
    const f = failure("m", [], at(5), [at(0, other), at(11), at(5), at(0), at(11), at(-1)]);
    expect(failurePositions(f).map((s) => [s.file.name.slice(-5), s.offset])).toEqual([
      ["a.cue", 5],
      ["a.cue", 0],
      ["a.cue", 11],
      ["b.cue", 0],
    ]);
  });

  test("reports are sorted by primary position, path and message, without repeats", () => {
    const list = [
      failure("late", [], at(11)),
      failure("early", [], at(0)),
      failure("b", [], null, [at(5)], b),
      failure("b", [], null, [], b),
      failure("a", [], null, [], b),
      failure("short", [], null, [], a),
    ];
    expect(printErrors(reportFailures(list, labels), { cwd: "/top" })).toBe(
      'a: short\na."x-y": a\na."x-y": b:\n    ./m/a.cue:2:1\nearly:\n    ./m/a.cue:1:1\nlate:\n    ./m/a.cue:3:1\n',
    );
  });

  test("a list inside a message is a list of messages", () => {
    const f = new WrappedFailure(failure("call"), new FailureList([failure("x"), failure("y")]));
    expect(reportFailures([f], labels).map((r) => r.message)).toEqual(["call: x", "call: y"]);
  });
});

test.each([
  ["/a/b/c.cue", "/a/b", "./c.cue"],
  ["/a/c.cue", "/a/b", "../c.cue"],
  ["/a/b/.x/c.cue", "/a/b", ".x/c.cue"],
  ["--expression", "/a", "--expression"],
])("%s is printed in %s as %s", (name, cwd, want) => {
  expect(relativeName(name, cwd)).toBe(want);
});
