import { describe, expect, test } from "vitest";
import { nodesOf } from "../../../conformance/evaluate-text.ts";

describe("closedness", () => {
  test("a definition is closed at every level", () => {
    expect(
      nodesOf(`#D: {a: int, b: c: int}
ok: #D & {a: 1}
x: #D & {z: 1}
y: #D & {b: z: 1}`),
    ).toMatchObject({
      ok: "{2}",
      "x.z": "eval: x.z: field not allowed",
      "y.b.z": "eval: y.b.z: field not allowed",
    });
  });

  test("an ellipsis opens one level", () => {
    expect(
      nodesOf(`#D: {a: int, b: {c: int}, ...}
x: #D & {z: 1}
y: #D & {b: z: 1}`),
    ).toMatchObject({
      "x.z": "1",
      "y.b.z": "eval: y.b.z: field not allowed",
    });
  });

  test("embedding adds to what is allowed, conjunction does not", () => {
    expect(
      nodesOf(`#A: a: int
#B: {#A, b: int}
x: #B & {a: 1, b: 2}
y: #A & {b: 2}`),
    ).toMatchObject({
      x: "{2}",
      "y.b": "eval: y.b: field not allowed",
    });
  });

  test("a pattern allows what fits it", () => {
    expect(
      nodesOf(`#D: {[=~"^a"]: int}
x: #D & {a1: 1}
y: #D & {b1: 1}
z: #D & {a2: "s"}`),
    ).toMatchObject({
      x: "{1}",
      "y.b1": "eval: y.b1: field not allowed",
      "z.a2": 'eval: z.a2: conflicting values "s" and int (mismatched types string and int)',
    });
  });

  test("a definition inside of a regular field is closed too", () => {
    expect(
      nodesOf(`a: #D: b: 1
x: a.#D & {c: 1}
y: a & {c: 1}`),
    ).toMatchObject({
      "x.c": "eval: x.c: field not allowed",
      y: "{1…}",
    });
  });

  test("close() closes one level", () => {
    expect(
      nodesOf(`a: close({x: int, y: {}})
b: a & {y: z: 1}
c: a & {w: 1}`),
    ).toMatchObject({
      "b.y": "{1…}",
      "c.w": "eval: c.w: field not allowed",
    });
  });

  test("two definitions allow what both allow", () => {
    expect(
      nodesOf(`#A: {a?: int, b?: int}
#B: {b?: int, c?: int}
x: #A & #B & {b: 1}
y: #A & #B & {a: 1}`),
    ).toMatchObject({
      x: "{1}",
      "y.a": "eval: y.a: field not allowed",
    });
  });

  test("many embedded comprehensions are checked as few are", () => {
    const nodes = nodesOf(`import "list"
#Names: [=~"^n"]: int
#Out: {
	#Names
	#in: _
	for i in #in {for k in [i] {"n\\(k)": k}}
	if len(#in) > 50 {other: 1}
}
few:  #Out & {#in: list.Range(0, 5, 1)}
many: #Out & {#in: list.Range(0, 60, 1)}
more: #Out & {#in: list.Range(0, 40, 1), z: 1}`);
    expect(nodes).toMatchObject({ few: "{5}", "many.n59": "59", "more.n39": "39" });
    expect(nodes["many.other"]).toBe("1");
    expect(nodes["more.z"]).toBe("eval: more.z: field not allowed");
  });
});
