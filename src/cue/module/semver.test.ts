import { describe, expect, test } from "vitest";
import {
  canonicalSemver,
  compareSemver,
  isMajorOnly,
  isValidSemver,
  latestSemver,
  majorOf,
  sortSemver,
} from "./semver.ts";

describe("semantic versions (CUE-3)", () => {
  test("short forms are valid but not canonical", () => {
    expect(canonicalSemver("v1")).toBe("v1.0.0");
    expect(canonicalSemver("v1.2")).toBe("v1.2.0");
    expect(canonicalSemver("v1.2.3+build")).toBe("v1.2.3");
    expect(majorOf("v12.3.4")).toBe("v12");
    expect(isMajorOnly("v1")).toBe(true);
    expect(isMajorOnly("v1.2")).toBe(false);
  });

  test.each(["", "1.2.3", "v01.2.3", "v1.2.3-", "v1.2.3-01", "v1.2.3-a..b", "v1.2.3+", "v1.", "v1.2-alpha", "vx"])(
    "%j is none",
    (text) => {
      expect(isValidSemver(text)).toBe(false);
      expect(majorOf(text)).toBe("");
    },
  );

  test("order follows rule 11 of semver.org", () => {
    const ordered = [
      "v1.0.0-alpha",
      "v1.0.0-alpha.1",
      "v1.0.0-alpha.beta",
      "v1.0.0-beta",
      "v1.0.0-beta.2",
      "v1.0.0-beta.11",
      "v1.0.0-rc.1",
      "v1.0.0",
      "v1.2.0",
      "v1.10.0",
    ];
    expect(sortSemver([...ordered].reverse())).toEqual(ordered);
    expect(compareSemver("bad", "v0.0.0")).toBeLessThan(0);
    expect(compareSemver("v99999999999999999999.0.0", "v100000000000000000000.0.0")).toBeLessThan(0);
  });

  test("the latest version is a stable one if there is any", () => {
    expect(latestSemver(["v0.1.0", "v0.3.0-rc.1", "v0.2.0"])).toBe("v0.2.0");
    expect(latestSemver(["v0.1.0-a", "v0.1.0-b"])).toBe("v0.1.0-b");
    expect(latestSemver([])).toBe("");
  });
});
