import { describe, expect, test } from "vitest";
import { fieldOf, programOf } from "../../../conformance/evaluate-text.ts";
import { Status } from "../value/index.ts";
import { CompleteArcs } from "./conditions.ts";
import { bottomOf } from "./vertex-ops.ts";

describe("what nobody asks for is left alone", () => {
  test("fields of a root of which only the names were asked for", () => {
    const program = programOf("a: 1\nb: {c: {d: 1}}");
    program.engine.unify(program.root, CompleteArcs);
    expect(program.root.arcs.length).toBe(2);
    const b = fieldOf(program, program.root, "b");
    expect(b.status).not.toBe(Status.Finalized);
    program.engine.finalize(b);
    expect(b.status).toBe(Status.Finalized);
    expect(fieldOf(program, b, "c").status).toBe(Status.Finalized);
  });

  test("an optional field that nothing depends on, until it is asked for", () => {
    const program = programOf("#Big: {x: y: z: int}\na: {o?: #Big, p?: string & int}");
    program.engine.finalize(program.root);
    const a = fieldOf(program, program.root, "a");
    const [o, p] = [fieldOf(program, a, "o"), fieldOf(program, a, "p")];
    expect(o.status).toBe(Status.Unprocessed);
    expect(bottomOf(a)).toBeNull();
    program.engine.finalize(o);
    program.engine.finalize(p);
    expect(o.status).toBe(Status.Finalized);
    expect(bottomOf(p)).not.toBeNull();
    expect(bottomOf(a)).toBeNull();
  });
});
