import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromInt } from "../number/index.ts";
import { BasicType, BoundValue, IntKind, Num, Str, StringKind } from "../value/index.ts";
import type { Value } from "../value/index.ts";
import { countersOf, nodesOf } from "../../../conformance/evaluate-text.ts";
import { allows, anything, constraintOfValue, meet } from "./constraint.ts";
import type { Atom, Constraint, ConstraintTests } from "./constraint.ts";

const int = (n: number): Num => new Num(null, IntKind, fromInt(n));
const plain = (a: Atom): unknown => (a.tag === 3 ? Number(a.x.coeff) * (a.x.neg ? -1 : 1) : a.tag === 4 ? a.s : null);
const tests: ConstraintTests = {
  equal: (a, b) => plain(a) === plain(b),
  within: (b, a) =>
    b.op === "<" ? (plain(a) as number) < (plain(b.value as Atom) as number) : plain(a) !== plain(b.value as Atom),
  satisfies: () => true,
};

const atom = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map(int),
  fc.constantFrom("a", "b").map((s) => new Str(null, s)),
);
const value: fc.Arbitrary<Value> = fc.oneof(
  atom,
  fc.constantFrom(new BasicType(null, IntKind), new BasicType(null, StringKind)),
  fc.integer({ min: -3, max: 3 }).map((n) => new BoundValue(null, "<", int(n))),
  atom.map((a) => new BoundValue(null, "!=", a)),
);
const single = value.map((v) => constraintOfValue(v) as Constraint);
const constraint = fc.array(single, { maxLength: 4 }).map((list) => list.reduce(meet, anything));

describe("meet", () => {
  test("allows what both allow, in whatever order and however often they are met", () => {
    fc.assert(
      fc.property(constraint, constraint, constraint, atom, (x, y, z, a) => {
        const both = allows(x, a, tests) && allows(y, a, tests);
        expect(allows(meet(x, y), a, tests)).toBe(both);
        expect(allows(meet(y, x), a, tests)).toBe(both);
        expect(allows(meet(x, x), a, tests)).toBe(allows(x, a, tests));
        expect(allows(meet(meet(x, y), z), a, tests)).toBe(allows(meet(x, meet(y, z)), a, tests));
      }),
    );
  });

  test("says nothing of structs and lists, nor of scalars with fields beside them", () => {
    expect(nodesOf('a: {"x", _h: 1}\nb: "x"\nb: a')).toHaveProperty("b._h", "1");
  });
});

describe("leaves", () => {
  const schema = '#Name: =~"^[a-z]+$"\n#Port: int & >0 & <65536\n#Kind: *"tcp" | "udp"\nn: 7\n';

  test("a scalar under constraints takes no task", () => {
    const text = `${schema}x: "abc" & #Name`;
    const field = `${schema}x: {y: "abc"}\nx: {y: #Name}`;
    expect(nodesOf(field)["x.y"]).toBe('"abc"');
    expect(countersOf(field).tasks).toBeLessThanOrEqual(countersOf(text).tasks);
    expect(countersOf('x: {a: "q", b: 1}\nx: {a: string, b: int & <9}').tasks).toBe(0);
  });

  test.each([
    ['y: "abc", y: #Name', '"abc"'],
    ["y: 80, y: #Port", "80"],
    ['y: "udp", y: #Kind', '"udp"'],
    ['y: "p\\(n)", y: string', '"p7"'],
    ["y: n + 1, y: #Port", "8"],
    ["y: -n, y: <0", "-7"],
    ["y: n, y: 7, y: number", "7"],
  ])("%s", (declarations, want) => {
    expect(nodesOf(`${schema}x: {${declarations}}`)["x.y"]).toBe(want);
  });

  test.each([
    ['y: "ABC", y: #Name', /out of bound/],
    ["y: 0, y: #Port", /out of bound >0/],
    ['y: "sctp", y: #Kind', /2 errors in empty disjunction/],
    ["y: n, y: 8", /conflicting values/],
    ['y: "p\\(n)", y: int', /conflicting values int and "p7"/],
  ])("what does not fit is told as ever: %s", (declarations, want) => {
    expect(nodesOf(`${schema}x: {${declarations}}`)["x.y"]).toMatch(want);
  });
});
