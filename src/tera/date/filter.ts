import type { Args } from "../compile/library.ts";
import { convert, text } from "../filter/argument.ts";
import { failure } from "../render/failure.ts";
import { debugText } from "../value/debug.ts";
import { fitsInt64, toFloat } from "../value/number.ts";
import { debugValue, displayNumber } from "../value/print.ts";
import { Float, isNumber } from "../value/value.ts";
import type { Value } from "../value/value.ts";
import { civilOf, maxYear, minYear, momentAt, timestampOf } from "./calendar.ts";
import type { Moment } from "./calendar.ts";
import { formatMoment, parseFormat } from "./format.ts";
import type { DateItem } from "./format.ts";
import { onClock, parseDate, parseNaive, parseZoned } from "./parse.ts";
import { isZone, zoneAt } from "./zone.ts";

/** The last formats, parsed: a template uses few. */
const formats = new Map<string, DateItem[] | undefined>();

function formatItems(format: string): DateItem[] | undefined {
  if (formats.has(format)) return formats.get(format);
  if (formats.size >= 64) formats.clear();
  const items = parseFormat(format);
  formats.set(format, items);
  return items;
}

/** Writes a timestamp, or a date that is written as text, in another form. */
export function dateFilter(value: Value, args: Args): Value {
  const formatArgument = args.get("format");
  const format = formatArgument === undefined ? "%Y-%m-%d" : convert("date", text, "format", formatArgument);
  const items = formatItems(format);
  if (!items) throw failure(`Invalid date format \`${format}\``);
  const zoneArgument = args.get("timezone");
  const zone = zoneArgument === undefined ? undefined : convert("date", text, "timezone", zoneArgument);
  if (zone !== undefined && !isZone(zone)) throw failure(`Error parsing \`${zone}\` as a timezone`);
  const moment = readMoment(value, zone);
  const out = formatMoment(moment, items);
  if (out === undefined) throw failure(`The date has no time zone, which the format \`${format}\` asks for`);
  return out;
}

function readMoment(value: Value, zone: string | undefined): Moment {
  if (typeof value === "string") return readText(value, zone);
  if (!isNumber(value)) {
    throw failure(
      `Filter \`date\` received an incorrect type for arg \`value\`: got \`${debugValue(value)}\` but expected i64|u64|String`,
    );
  }
  if (value instanceof Float || !fitsInt64(value)) {
    throw failure(`Filter \`date\` was invoked on a float: ${displayNumber(value)}`);
  }
  const timestamp = toFloat(value);
  const moment = momentAt(timestamp, 0, zone === undefined ? undefined : zoneAt(zone, timestamp));
  const { year } = civilOf(moment.days);
  // A zone west of Greenwich may show the year before the first one.
  if (year < minYear - 1 || year > maxYear + 1) throw failure(`The timestamp ${value} is out of range`);
  return moment;
}

function readText(value: string, zone: string | undefined): Moment {
  if (!value.includes("T")) {
    const date = parseDate(value);
    if (date) return date;
    throw failure(`Error parsing \`${debugText(value)}\` as YYYY-MM-DD date`);
  }
  const zoned = parseZoned(value);
  if (zoned) return zone === undefined ? zoned : onClock(zoned, zoneAt(zone, timestampOf(zoned)));
  const naive = parseNaive(value);
  if (naive) return naive;
  throw failure(`Error parsing \`${debugText(value)}\` as rfc3339 date or naive datetime`);
}
