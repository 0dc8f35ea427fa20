import { describe, expect, test } from "vitest";
import { momentAt } from "./calendar.ts";
import { dateFilter } from "./filter.ts";
import { formatMoment, parseFormat } from "./format.ts";
import { isZone, zoneAt } from "./zone.ts";
import type { RenderFailure } from "../render/failure.ts";
import type { Value } from "../value/value.ts";

function date(value: Value, args: Record<string, string> = {}): string {
  try {
    return dateFilter(value, new Map(Object.entries(args))) as string;
  } catch (thrown) {
    return `error: ${(thrown as RenderFailure).messages[0]}`;
  }
}

describe("formats", () => {
  test.each([
    ["%Y-%m-%d %H:%M:%S", "2024-02-29 13:05:09"],
    ["%a %A %b %B %e %-d %j %U %W %V %G %u %w %q", "Thu Thursday Feb February 29 29 060 08 09 09 2024 4 4 1"],
    ["%D %F %T %R %r %c", "02/29/24 2024-02-29 13:05:09 13:05 01:05:09 PM Thu Feb 29 13:05:09 2024"],
    ["%.f %.3f %6f %f %s", ".123456789 .123 123456 123456789 1709192109"],
    ["%Z %z %:z %::z %+", "+05:30 +0530 +05:30 +05:30:00 2024-02-29T13:05:09.123456789+05:30"],
    ["%_m|%0e|%-H|%%", " 2|29|13|%"],
  ])("%s", (format, want) => {
    expect(date("2024-02-29T13:05:09.123456789+05:30", { format })).toBe(want);
  });

  test("what is no format", () => {
    expect(date(0, { format: "%Q" })).toBe("error: Invalid date format `%Q`");
    expect(parseFormat("%")).toBeUndefined();
  });

  test("years far away", () => {
    expect(formatMoment(momentAt(-62198755200 - 86400 * 366, 0, undefined), parseFormat("%Y|%G")!)).toBe("-0003|-0002");
    expect(date(253402300800)).toBe("+10000-01-01");
  });
});

describe("input", () => {
  test.each([
    [1709212509, "2024-02-29"],
    ["2021-01-03", "2021-01-03"],
    ["2021-1-3", "2021-01-03"],
    ["2024-02-29T13:05:09", "2024-02-29"],
    ["2024-02-30", 'error: Error parsing `"2024-02-30"` as YYYY-MM-DD date'],
    ["2024-02-29Tx", 'error: Error parsing `"2024-02-29Tx"` as rfc3339 date or naive datetime'],
    [
      true,
      "error: Filter `date` received an incorrect type for arg `value`: got `Bool(true)` but expected i64|u64|String",
    ],
  ])("%s", (value, want) => {
    expect(date(value)).toBe(want);
  });
});

describe("zones", () => {
  test.each([
    ["America/New_York", 1709212509, "EST", -18000],
    ["America/New_York", 1720000000, "EDT", -14400],
    ["Asia/Kathmandu", 1709212509, "+0545", 20700],
    ["Europe/Paris", 1720000000, "CEST", 7200],
    ["Etc/GMT+5", 0, "-05", -18000],
    ["UTC", 0, "UTC", 0],
    ["Europe/London", 0, "BST", 3600],
  ])("%s at %d", (zone, at, name, offset) => {
    expect(zoneAt(zone, at)).toEqual({ name, offset });
  });

  test("names are exact", () => {
    expect([isZone("Europe/Paris"), isZone("europe/paris"), isZone("constructor")]).toEqual([true, false, false]);
  });
});
