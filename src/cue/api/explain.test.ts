import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../source/index.ts";
import { createContext, explain } from "../index.ts";

function explained(text: string) {
  const value = createContext().compile(text, { filename: "x.cue" });
  return explain(value, value.validate({ concrete: true }));
}

describe("explaining errors (CUE-5)", () => {
  test("the builtin error as a validator refuses everything, without a crash", () => {
    for (const text of ['a: "b"\na: error\n', 'a: "b"\na: int | error\n']) {
      const value = createContext().compile(text, { filename: "a.cue" });
      expect(value.validate()).toHaveLength(1);
    }
  });

  test("a name that a literal does not have is told like any other", () => {
    const value = createContext().compile("a: [3].b\nc: {d: 1}.e\n", { filename: "a.cue" });
    expect(explain(value, value.validate()).map((d) => d.message)).toEqual(["undefined field: b"]);
  });

  test("a conflict shows both source lines and what each says", () => {
    const [d] = explained("a: 1\na: 2\n");
    expect(d).toMatchObject({ message: "conflicting values 2 and 1", path: "a" });
    expect(d?.places?.map((p) => [p.span.start, p.label])).toEqual([
      [3, "says 1"],
      [8, "says 2"],
    ]);
  });

  test("a refused field names the definition that closes the struct and the nearest field", () => {
    const [d] = explained('#A: {name?: string, in?: {port?: int}}\nb: #A & {nmae: "x"}\n');
    expect(d).toMatchObject({
      path: "b.nmae",
      notes: ["#A closes the struct; it allows name, in"],
      hint: "did you mean name?",
    });
    expect(d?.places?.at(-1)).toMatchObject({ label: "closed by this definition", span: { start: 0 } });
    const [inner] = explained("#A: {in?: {port?: int}}\nb: #A & {in: prot: 1}\n");
    expect(inner).toMatchObject({
      path: "b.in.prot",
      notes: ["#A closes the struct; it allows port"],
      hint: "did you mean port?",
    });
    const [called] = explained("a: close({x?: int})\na: {y: 1}\n");
    expect(called).toMatchObject({ notes: ["the struct is closed; it allows x"] });
  });

  test("a failed disjunction tells which branch came closest, and why the others fell", () => {
    const list = explained(
      '#S: {kind: "circle", radius: number} | {kind: "square", side: number} | string\ns: #S & {kind: "square", side: "2"}\n',
    );
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      path: "s.side",
      message: 'conflicting values "2" and number (mismatched types string and number)',
      notes: [
        'branch 2 of 3, {kind: "square", side: number}, came closest',
        'branch 1, {kind: "circle", radius: number}, fell: kind: conflicting values "circle" and "square"',
        expect.stringContaining("branch 3, string, fell: "),
      ],
    });
    expect(list[0]?.places?.map((p) => p.label)).toEqual(['says "2"', "requires number"]);
    const [far] = explained("#Big: {n: >5} | {m: >5}\n#In: {n: 1}\nx: #Big & #In\n");
    expect(far?.places?.map((p) => p.label)).toContain("requires >5");
  });

  test("a default that gave way is no reason; a bound is", () => {
    const [d, ...more] = explained("n: *1 | int & <=10\nn: 50\n");
    expect(more).toEqual([]);
    expect(d).toMatchObject({
      path: "n",
      message: "invalid value 50 (out of bound <=10)",
      notes: ["branch 2 of 2, int & <=10, came closest", "branch 1, *1, fell: conflicting values 1 and 50"],
    });
  });

  test("what is wrong whatever the branch is told alone", () => {
    const [d, ...more] = explained("n: *1 | int\nn: 2\nn: 3\n");
    expect(more).toEqual([]);
    expect(d).toMatchObject({ path: "n", message: "conflicting values 3 and 2" });
    expect(d?.notes).toBeUndefined();
  });

  test("none of many literals", () => {
    const [d] = explained('size: "small" | "large" | >=1\nsize: "larg"\n');
    expect(d?.notes).toEqual(['it is none of "small", "large"', expect.stringMatching(/^branch 3, >=1, fell: /)]);
    expect(d?.hint).toBe('did you mean "large"?');
  });

  test("none of many literals, beside another disjunction", () => {
    const list = explained(
      'labels: t: "stateless" | "stateful"\nlabels: [string]: string | int | bool\nlabels: t: "stateles"\n',
    );
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ path: "labels.t", notes: ['it is none of "stateless", "stateful"'] });
    expect(list[0]?.hint).toBe('did you mean "stateless"?');
  });

  test("errors of a disjunction that cannot be found are not lost", () => {
    const value = createContext().compile("a: 1\na: 2\n");
    const [real] = value.validate();
    const announced = {
      path: ["nowhere"],
      message: "2 errors in empty disjunction:",
      code: "eval",
      reason: { kind: "disjunction", args: { count: 2 } },
      positions: [],
    } as const;
    const list = explain(value, [announced, { ...real!, path: ["nowhere", "x"] }]);
    expect(list.map((d) => d.message)).toEqual(["conflicting values 2 and 1"]);
    expect(explain(value, [announced]).map((d) => d.message)).toEqual(["2 errors in empty disjunction"]);
  });

  test("an incomplete value tells which inputs would complete it", () => {
    const list = explained(
      'in: {host: string, port: int}\nurl: "\\(in.host):\\(in.port)"\nfull: url + "/x"\nr: {x!: int}\n',
    );
    const byPath = new Map(list.map((d) => [d.path, d]));
    expect(byPath.get("url")?.hint).toBe("give in.host and in.port a value");
    expect(byPath.get("url")?.notes?.[0]).toBe("it needs in.host, which is string");
    expect(byPath.get("url")?.places?.map((p) => p.label)).toEqual([
      undefined,
      "in.host is declared here",
      "in.port is declared here",
    ]);
    expect(byPath.get("in.host")?.hint).toBe("give in.host a value");
    expect(byPath.get("r.x")?.hint).toBe("give r.x a value");
  });

  const shown = (list: readonly Diagnostic[]): string =>
    JSON.stringify(list.map(({ quoted: _, places, ...d }) => [d, places?.map((p) => p.label)]));

  test("what is marked is in none of the texts", () => {
    const context = createContext();
    const schema = context.compile(
      'a: {kind: "x", pw: string, n: int} | {kind: "y", pw: =~"^z"} | "pin"\nb: {pw: "other"}\n',
    );
    const secret = context.marked("hunter2", "values.pw");
    const value = schema.fillPath("a", { kind: "y", n: "no" }).fillPath("a.pw", secret).fillPath("b.pw", secret);
    const list = explain(value, value.validate());
    expect(list.map((d) => d.path)).toEqual(["a.pw", "b.pw"]);
    expect(shown(list)).not.toContain("hunter2");
    expect(shown(list)).toContain("***");
  });

  test("nothing is quoted where a path is hidden, nor in what holds it", () => {
    const text =
      'a: {kind: "x", pw: value: "s3cret-1"} | {kind: "y", pw: value: "s3cret-2"}\n' +
      'a: {kind: "y", pw: value: "s3cret-3"}\nb: {pw: "s3cret-4"} & {pw: "s3cret-5"}\n';
    const value = createContext().compile(text, { filename: "x.cue" });
    const hides = (path: readonly string[]): boolean => path.length < 2 || path[1] === "pw";
    const list = explain(value, value.validate(), { hides });
    expect(shown(list)).not.toContain("s3cret");
    expect(shown(list)).toContain('kind: conflicting values \\"x\\" and \\"y\\"');
    expect(list[0]?.quoted?.map((f) => f.name) ?? list[1]?.quoted?.map((f) => f.name)).toEqual(["x.cue"]);
  });

  test("the plain errors stay as they are", () => {
    const value = createContext().compile("a: 1\na: 2\n", { filename: "x.cue" });
    const before = JSON.stringify(value.validate().map((e) => [e.path, e.message]));
    explain(value, value.validate());
    expect(JSON.stringify(value.validate().map((e) => [e.path, e.message]))).toBe(before);
  });
});
