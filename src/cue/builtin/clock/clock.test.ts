import { describe, expect, test } from "vitest";
import { Failed } from "../define.ts";
import { civilFromDays, daysFromCivil } from "./civil.ts";
import { formatDuration, parseDuration } from "./duration.ts";
import { formatTime, RFC3339_NANO } from "./format-time.ts";
import { parseTime } from "./parse-time.ts";

function reformat(from: string, value: string, to: string): string {
  const t = parseTime(from, value);
  return t instanceof Failed ? t.reason : formatTime(t, to);
}

test("days and dates are inverse", () => {
  for (let d = -800000; d < 800000; d += 997) {
    const { year, month, day } = civilFromDays(d);
    expect(daysFromCivil(year, month, day)).toBe(d);
  }
});

describe("layouts", () => {
  test.each([
    [RFC3339_NANO, "2019-01-02T15:04:05Z", "Mon Jan _2 3:04PM 2006", "Wed Jan  2 3:04PM 2019"],
    [RFC3339_NANO, "2019-01-02T15:04:05.120+02:00", RFC3339_NANO, "2019-01-02T15:04:05.12+02:00"],
    [RFC3339_NANO, "2019-01-02T15:04:05+02:00", "MST -07 .000", "+0200 +02 .000"],
    ["3:04PM", "12:30AM", "15:04", "00:30"],
    ["2006-002", "2024-060", "2006-01-02", "2024-02-29"],
    ["Mon, 02 Jan 2006 15:04:05 MST", "Tue, 10 Nov 2009 23:00:00 UTC", RFC3339_NANO, "2009-11-10T23:00:00Z"],
  ])("%s %s as %s", (from, value, to, want) => {
    expect(reformat(from, value, to)).toBe(want);
  });

  test.each([
    [RFC3339_NANO, "2019-02-30T00:00:00Z", 'parsing time "2019-02-30T00:00:00Z": day out of range'],
    [RFC3339_NANO, "2019-01-02T25:00:00Z", 'parsing time "2019-01-02T25:00:00Z": hour out of range'],
    ["2006-01-02", "2019-01-02x", 'parsing time "2019-01-02x": extra text: "x"'],
    ["2006", "x", 'parsing time "x" as "2006": cannot parse "x" as "2006"'],
  ])("%s refuses %s", (layout, value, want) => {
    expect(reformat(layout, value, "")).toBe(want);
  });
});

describe("durations", () => {
  test.each([
    ["1h2m3.5s", 3723500000000n],
    ["-1.5µs", -1500n],
    ["0", 0n],
    [".5ms", 500000n],
  ])("%s", (s, n) => {
    expect(parseDuration(s)).toBe(n);
  });
  test.each([
    ["1d", 'time: unknown unit "d" in duration "1d"'],
    ["1", 'time: missing unit in duration "1"'],
    ["x", 'time: invalid duration "x"'],
  ])("%s fails", (s, want) => {
    expect(parseDuration(s)).toEqual(new Failed(want));
  });
  test.each([
    [0n, "0s"],
    [1500n, "1.5µs"],
    [3661000000001n, "1h1m1.000000001s"],
    [-1n, "-1ns"],
  ])("%d is %s", (n, s) => {
    expect(formatDuration(n)).toBe(s);
  });
});
