import { civilOf, dayOfYear, isoWeekOf, timestampOf, weekdayOf } from "./calendar.ts";
import type { Moment } from "./calendar.ts";

/** How a number is filled up: with zeros, with spaces, or not. */
type Padding = "0" | " " | "";

/** A part of a format; `undefined` from one means that the moment does not know (its zone). */
export type DateItem = (moment: Moment) => string | undefined;

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Numbers: what they are, and how they are filled up unless a modifier says otherwise. */
const numbers: Readonly<Record<string, readonly [padding: Padding, (moment: Moment, padding: Padding) => string]>> = {
  Y: ["0", (m, p) => padYear(civilOf(m.days).year, p)],
  C: ["0", (m, p) => two(Math.floor(civilOf(m.days).year / 100) & 255, p)],
  y: ["0", (m, p) => two(remainder(civilOf(m.days).year), p)],
  G: ["0", (m, p) => padYear(isoWeekOf(m.days).year, p)],
  g: ["0", (m, p) => two(remainder(isoWeekOf(m.days).year), p)],
  q: ["", (m) => String(Math.floor((civilOf(m.days).month - 1) / 3) + 1)],
  m: ["0", (m, p) => two(civilOf(m.days).month, p)],
  d: ["0", (m, p) => two(civilOf(m.days).day, p)],
  e: [" ", (m, p) => two(civilOf(m.days).day, p)],
  U: ["0", (m, p) => two(Math.floor((dayOfYear(m.days) - weekdayOf(m.days) + 6) / 7), p)],
  W: ["0", (m, p) => two(Math.floor((dayOfYear(m.days) - ((weekdayOf(m.days) + 6) % 7) + 6) / 7), p)],
  V: ["0", (m, p) => two(isoWeekOf(m.days).week, p)],
  w: ["", (m) => String(weekdayOf(m.days))],
  u: ["", (m) => String(weekdayOf(m.days) || 7)],
  j: ["0", (m, p) => pad(dayOfYear(m.days), 3, p)],
  H: ["0", (m, p) => two(Math.floor(m.seconds / 3600), p)],
  k: [" ", (m, p) => two(Math.floor(m.seconds / 3600), p)],
  I: ["0", (m, p) => two(hour12(m), p)],
  l: [" ", (m, p) => two(hour12(m), p)],
  M: ["0", (m, p) => two(Math.floor(m.seconds / 60) % 60, p)],
  S: ["0", (m, p) => two((m.seconds % 60) + Math.floor(m.nanos / 1e9), p)],
  f: ["0", (m, p) => pad(m.nanos % 1e9, 9, p)],
  s: ["", (m, p) => pad(timestampOf(m), 9, p)],
};

/** Everything that takes no modifier. */
const texts: Readonly<Record<string, DateItem>> = {
  A: (m) => weekdays[weekdayOf(m.days)],
  a: (m) => weekdays[weekdayOf(m.days)]?.slice(0, 3),
  B: (m) => months[civilOf(m.days).month - 1],
  b: shortMonth,
  h: shortMonth,
  p: (m) => (m.seconds >= 43200 ? "PM" : "AM"),
  P: (m) => (m.seconds >= 43200 ? "pm" : "am"),
  Z: (m) => m.zone?.name,
  z: (m) => m.zone && offsetText(m.zone.offset, ""),
  ":z": (m) => m.zone && offsetText(m.zone.offset, ":"),
  "::z": (m) => m.zone && longOffset(m.zone.offset),
  ":::z": (m) => m.zone && hourOffset(m.zone.offset),
  ".f": (m) => fraction(m.nanos % 1e9),
  ".3f": (m) => `.${digits(m, 3)}`,
  ".6f": (m) => `.${digits(m, 6)}`,
  ".9f": (m) => `.${digits(m, 9)}`,
  "3f": (m) => digits(m, 3),
  "6f": (m) => digits(m, 6),
  "9f": (m) => digits(m, 9),
  n: () => "\n",
  t: () => "\t",
  "%": () => "%",
};

/** Short for others. */
const compounds: Readonly<Record<string, string>> = {
  D: "%m/%d/%y",
  x: "%m/%d/%y",
  F: "%Y-%m-%d",
  v: "%e-%b-%Y",
  R: "%H:%M",
  T: "%H:%M:%S",
  X: "%H:%M:%S",
  r: "%I:%M:%S %p",
  c: "%a %b %e %H:%M:%S %Y",
  "+": "%Y-%m-%dT%H:%M:%S%.f%:z",
};

const specifier = /(:{0,3}z|\.[369]?f|[369]f|[A-Za-z%+])/y;

/** The parts of a format, or undefined if it is not one. */
export function parseFormat(format: string): DateItem[] | undefined {
  const items: DateItem[] = [];
  let at = 0;
  while (at < format.length) {
    const percent = format.indexOf("%", at);
    const end = percent < 0 ? format.length : percent;
    if (end > at) {
      const text = format.slice(at, end);
      items.push(() => text);
    }
    if (percent < 0) break;
    const modifier = format.charAt(percent + 1);
    const padded = modifier === "-" || modifier === "0" || modifier === "_";
    const alternate = modifier === "#";
    specifier.lastIndex = percent + (padded || alternate ? 2 : 1);
    const name = specifier.exec(format)?.[0];
    if (name === undefined || (alternate && name !== "z")) return undefined;
    at = specifier.lastIndex;
    const item = itemNamed(name, padded ? modifier : undefined, alternate);
    if (!item) return undefined;
    items.push(item);
  }
  return items;
}

function itemNamed(name: string, modifier: string | undefined, alternate: boolean): DateItem | undefined {
  const number = Object.hasOwn(numbers, name) ? numbers[name] : undefined;
  if (number) {
    const padding: Padding = modifier === undefined ? number[0] : modifier === "0" ? "0" : modifier === "_" ? " " : "";
    return (m) => number[1](m, padding);
  }
  if (modifier !== undefined) return undefined;
  // Only reading knows `%#z`; there is nothing to write for it.
  if (alternate) return () => undefined;
  if (Object.hasOwn(texts, name)) return texts[name];
  const compound = Object.hasOwn(compounds, name) ? compounds[name] : undefined;
  const items = compound === undefined ? undefined : parseFormat(compound);
  return items && ((m) => formatMoment(m, items));
}

export function formatMoment(moment: Moment, items: readonly DateItem[]): string | undefined {
  let out = "";
  for (const item of items) {
    const part = item(moment);
    if (part === undefined) return undefined;
    out += part;
  }
  return out;
}

function shortMonth(m: Moment): string | undefined {
  return months[civilOf(m.days).month - 1]?.slice(0, 3);
}

function hour12(m: Moment): number {
  return Math.floor(m.seconds / 3600) % 12 || 12;
}

function remainder(year: number): number {
  return ((year % 100) + 100) % 100;
}

function two(value: number, padding: Padding): string {
  return value < 10 ? padding + value : String(value);
}

function pad(value: number, width: number, padding: Padding): string {
  if (padding === "") return String(value);
  if (padding === " ") return String(value).padStart(width, " ");
  return value < 0 ? `-${String(-value).padStart(width - 1, "0")}` : String(value).padStart(width, "0");
}

/** Four digits; a sign and as many as it takes outside of them. */
function padYear(year: number, padding: Padding): string {
  if (year >= 0 && year <= 9999) return pad(year, 4, padding);
  const sign = year < 0 ? "-" : "+";
  const magnitude = String(Math.abs(year));
  if (padding === "0") return sign + magnitude.padStart(4, "0");
  return padding === " " ? (sign + magnitude).padStart(5, " ") : sign + magnitude;
}

function digits(m: Moment, count: 3 | 6 | 9): string {
  return String(m.nanos % 1e9)
    .padStart(9, "0")
    .slice(0, count);
}

/** As many groups of three digits as it takes; nothing for zero. */
function fraction(nanos: number): string {
  if (nanos === 0) return "";
  const all = String(nanos).padStart(9, "0");
  if (nanos % 1e6 === 0) return `.${all.slice(0, 3)}`;
  return `.${nanos % 1e3 === 0 ? all.slice(0, 6) : all}`;
}

function offsetText(offset: number, colon: string): string {
  const minutes = Math.floor((Math.abs(offset) + 30) / 60);
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60), "0")}${colon}${two(minutes % 60, "0")}`;
}

/** With seconds, always. */
function longOffset(offset: number): string {
  const all = Math.abs(offset);
  const parts = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60].map((part) => two(part, "0"));
  return `${offset < 0 ? "-" : "+"}${parts.join(":")}`;
}

function hourOffset(offset: number): string {
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(Math.abs(offset) / 3600), "0")}`;
}

/** How a fixed offset names itself: minutes always, seconds if there are any. */
export function offsetName(offset: number): string {
  const long = longOffset(offset);
  return long.endsWith(":00") ? long.slice(0, -3) : long;
}
