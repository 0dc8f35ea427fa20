import { describe, expect, test } from "vitest";
import { createContext, explain } from "../index.ts";
import { nearestName } from "./nearest-name.ts";

function explained(text: string) {
  const value = createContext().compile(text, { filename: "x.cue" });
  return explain(value, value.validate({ concrete: true }));
}

describe("explaining errors (CUE-5)", () => {
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
      path: "s",
      notes: [
        'branch 2, {kind: "square", side: number}, came closest: side: conflicting values "2" and number (mismatched types string and number)',
        'branch 1, {kind: "circle", radius: number}, fell: kind: conflicting values "circle" and "square"',
        expect.stringContaining("branch 3, string, fell: "),
      ],
    });
    expect(list[0]?.places?.[0]).toMatchObject({ label: "the branch that came closest" });
  });

  test("an incomplete value tells which inputs would complete it", () => {
    const list = explained(
      'in: {host: string, port: int}\nurl: "\\(in.host):\\(in.port)"\nfull: url + "/x"\nr: {x!: int}\n',
    );
    const byPath = new Map(list.map((d) => [d.path, d]));
    expect(byPath.get("url")?.hint).toBe("give in.host and in.port a value");
    expect(byPath.get("url")?.notes?.[0]).toBe("it needs in.host (string), declared at x.cue:1:12");
    expect(byPath.get("in.host")?.hint).toBe("give in.host a value");
    expect(byPath.get("r.x")?.hint).toBe("give r.x a value");
  });

  test("the plain errors stay as they are", () => {
    const value = createContext().compile("a: 1\na: 2\n", { filename: "x.cue" });
    const before = JSON.stringify(value.validate().map((e) => [e.path, e.message]));
    explain(value, value.validate());
    expect(JSON.stringify(value.validate().map((e) => [e.path, e.message]))).toBe(before);
  });

  test.each([
    ["nmae", ["name", "node"], "name"],
    ["Port", ["port"], "port"],
    ["x", ["abc"], undefined],
    ["replicsa", ["replicas"], "replicas"],
    ["a", [], undefined],
  ])("nearest to %s in %j: %s", (name, candidates, want) => {
    expect(nearestName(name, candidates)).toBe(want);
  });
});
