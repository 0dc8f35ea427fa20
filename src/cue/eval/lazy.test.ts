import { describe, expect, test } from "vitest";
import { fieldOf, programOf } from "../../../conformance/evaluate-text.ts";
import { Status } from "../value/index.ts";
import { Outline } from "./conditions.ts";
import { bottomOf } from "./vertex-ops.ts";

describe("what nobody asks for is left alone", () => {
  test("fields of a root of which only the names were asked for", () => {
    const program = programOf("a: 1\nb: {c: {d: 1}}");
    program.engine.unify(program.root, Outline);
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

  test("definitions that only optional fields refer to, through each other and let clauses", () => {
    const program = programOf(
      ["let types = {#Port: int & >0, #Probe: {port?: #Port, seconds?: int}}", "a: {probe?: types.#Probe}"].join("\n"),
    );
    program.engine.finalize(program.root);
    const probe = fieldOf(program, fieldOf(program, program.root, "a"), "probe");
    expect(probe.status).toBe(Status.Unprocessed);
    program.engine.finalize(probe);
    expect(probe.status).toBe(Status.Finalized);
  });

  test("but not those that lead to themselves: the cycle must be found", () => {
    const program = programOf("#A: {b?: #B}\n#B: {a: #A}\nx: #B");
    program.engine.finalize(program.root);
    expect(bottomOf(fieldOf(program, program.root, "x"))).not.toBeNull();
  });
});

describe("plain literals", () => {
  test("are finished without a unification for each of their values", () => {
    const program = programOf(`a: {b: [1, 2, {c: "x"}], d: {e: null}}`);
    program.engine.finalize(program.root);
    expect(program.engine.counters.unifications).toBe(1);
    const b = fieldOf(program, fieldOf(program, program.root, "a"), "b");
    expect(b.arcs.map((arc) => arc.status)).toEqual([Status.Finalized, Status.Finalized, Status.Finalized]);
  });

  test("are checked by the definition they are in, at every level", () => {
    const program = programOf(
      [
        "#X: {objs: {extra: unused: 1, ...}, ...}",
        "#Y: unused: {}",
        "two: #X & {#Y, objs: name: 2}",
        "#Z: {a: int}",
        "three: #Z & {b: {c: 1}}",
      ].join("\n"),
    );
    program.engine.finalize(program.root);
    const two = fieldOf(program, program.root, "two");
    const extra = fieldOf(program, fieldOf(program, two, "objs"), "extra");
    expect(bottomOf(fieldOf(program, extra, "unused"))).not.toBeNull();
    expect(bottomOf(fieldOf(program, program.root, "three"))).not.toBeNull();
  });
});
