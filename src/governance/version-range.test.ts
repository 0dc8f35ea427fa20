import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inRange, parseRange } from "./version-range.ts";

const holds = (range: string, version: string): boolean => inRange(version, parseRange(range)!);

describe("ranges of versions (VAL-7)", () => {
  test.each([
    [">=1.2.0 <2.0.0", ["1.2.0", "1.99.3"], ["1.1.9", "2.0.0", "2.0.0-rc.1"]],
    ["~1.4", ["1.4.0", "1.4.9"], ["1.5.0", "1.3.9"]],
    ["~1.4.2", ["1.4.2", "1.4.9"], ["1.4.1", "1.5.0"]],
    ["^1.0.0", ["1.0.0", "1.9.9"], ["2.0.0", "0.9.0"]],
    ["^0.3.1", ["0.3.1", "0.3.9"], ["0.4.0", "0.3.0"]],
    ["^0.0.3", ["0.0.3"], ["0.0.4"]],
    ["1.x", ["1.0.0", "1.7.2"], ["2.0.0", "0.9.9"]],
    ["1.2", ["1.2.0", "1.2.7"], ["1.3.0"]],
    ["1.2.3", ["1.2.3", "v1.2.3"], ["1.2.4"]],
    ["1.2 - 1.4", ["1.2.0", "1.4.9"], ["1.5.0"]],
    ["<1.0.0 || >=2.0.0", ["0.9.0", "2.0.0"], ["1.5.0"]],
    [">= 1.0.0, < 1.5", ["1.4.9"], ["1.5.0"]],
    ["> 1", ["2.0.0"], ["1.9.9"]],
    ["<= 1", ["1.9.9"], ["2.0.0"]],
    ["*", ["0.0.1", "9.9.9"], ["1.0.0-rc.1"]],
    [">=1.0.0-rc.1 <2.0.0", ["1.0.0-rc.2", "1.0.0"], ["1.5.0-rc.1"]],
  ])("%s", (range, inside, outside) => {
    expect(inside.filter((v) => !holds(range, v))).toEqual([]);
    expect(outside.filter((v) => holds(range, v))).toEqual([]);
  });

  test("what is no range is said to be none", () => {
    for (const text of ["latest-ish", ">=", "1.2.3.4", ">>1.0.0", "^"]) expect(parseRange(text)).toBeUndefined();
  });

  test("a version is in the range that names it, and in every range that it opens", () => {
    const number = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        const v = `${a}.${b}.${c}`;
        for (const range of [v, `^${v}`, `~${v}`, `>=${v}`, `<=${v}`, `${a}.x`, `${a}.${b}`])
          expect(holds(range, v)).toBe(true);
        for (const range of [`>${v}`, `<${v}`]) expect(holds(range, v)).toBe(false);
      }),
    );
  });
});
