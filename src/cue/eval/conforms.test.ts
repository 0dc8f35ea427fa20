import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { programOf } from "../../../conformance/evaluate-text.ts";
import { conforms } from "./conforms.ts";
import { bottomOf } from "./vertex-ops.ts";

const types = [
  "#Port: int & >0 & <=65535",
  "#Probe: {path!: string, port?: #Port | string}",
  'let shared = {#Amount: number | =~"^[0-9]+m$"}',
  "#Service: {",
  '  kind: "Service"',
  "  ports?: [...#Port]",
  "  labels?: {[string]: string}",
  "  probe?: #Probe",
  "  cpu?: shared.#Amount",
  '  policy?: "Always" | "Never"',
  "  extra?: {...}",
  "  weight?: int32",
  "}",
  "#Odd: {a: int} & {b: int}",
].join("\n");

const program = programOf(types);
const label = (name: string): number => program.runtime.labels.identifier(name, "");
const of = (name: string, data: unknown): boolean =>
  conforms(program.runtime, program.root.conjuncts, label(name), data);

describe("data of a type", () => {
  test.each([
    { kind: "Service" },
    { kind: "Service", ports: [80, 443], labels: { a: "b" }, probe: { path: "/", port: "http" } },
    { kind: "Service", cpu: "250m", policy: "Never", extra: { any: [1, { thing: null }] }, weight: -5 },
    { kind: "Service", cpu: 0.25, ports: [] },
  ])("%j is plainly", (data) => expect(of("#Service", data)).toBe(true));

  test.each<[unknown, string]>([
    [{}, "a field that is not there would be added"],
    [{ kind: "Pod" }, "another value"],
    [{ kind: "Service", port: 80 }, "an unknown field"],
    [{ kind: "Service", ports: [0] }, "below the bound"],
    [{ kind: "Service", ports: [1.5] }, "no integer"],
    [{ kind: "Service", labels: { a: 1 } }, "against the pattern"],
    [{ kind: "Service", probe: {} }, "a required field is missing"],
    [{ kind: "Service", cpu: "250" }, "against the expression"],
    [{ kind: "Service", weight: 2 ** 31 }, "too large"],
    [{ kind: "Service", extra: [] }, "a list for a struct"],
  ])("%j is not: %s", (data) => expect(of("#Service", data)).toBe(false));

  test("where literals are unified, evaluation has to tell", () => {
    expect(of("#Odd", { a: 1, b: 2 })).toBe(false);
    expect(of("#Missing", {})).toBe(false);
  });

  test("what stands for text is text", () => {
    const secret = new (class Sealed {})();
    const standsForText = (x: object): boolean => x === secret;
    const data = { kind: "Service", labels: { a: secret } };
    expect(conforms(program.runtime, program.root.conjuncts, label("#Service"), data, standsForText)).toBe(true);
    expect(of("#Service", data)).toBe(false);
  });

  test("what passes also unifies with the type", () => {
    const scalar = fc.constantFrom<unknown>("Service", "Always", "5m", "x", 0, 1, 80, 70000, 1.5, true, null);
    const value = fc.oneof(
      scalar,
      fc.array(scalar, { maxLength: 2 }),
      fc.dictionary(fc.constantFrom("path", "port", "a"), scalar),
    );
    const fields = ["kind", "ports", "labels", "probe", "cpu", "policy", "extra", "weight", "other"];
    const data = fc
      .dictionary(fc.constantFrom(...fields), value)
      .map((d) => ({ kind: "Service", ...Object.fromEntries(Object.entries(d)) }));
    fc.assert(
      fc.property(data, (d) => {
        if (!of("#Service", d)) return;
        const { engine, root, runtime } = programOf(`${types}\nx: #Service & ${JSON.stringify(d)}`);
        engine.finalize(root);
        expect(bottomOf(root.arc(runtime.labels.string("x"))!)).toBeNull();
      }),
    );
  });
});
