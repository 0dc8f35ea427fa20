import type { Zone } from "./calendar.ts";
import { zoneNames } from "./zone-names.ts";

/** Abbreviations by offset, from a moment on. */
interface Period {
  readonly from: number;
  readonly names: ReadonlyMap<number, string>;
}

/** What is known of a zone: its line of the table, read on first use. */
interface Entry {
  readonly line: string;
  periods: readonly Period[] | undefined;
  format: Intl.DateTimeFormat | undefined;
}

let zones: ReadonlyMap<string, Entry> | undefined;

function entries(): ReadonlyMap<string, Entry> {
  if (zones) return zones;
  const all = new Map<string, Entry>();
  for (const row of zoneNames.trim().split("\n")) {
    const bar = row.indexOf("|");
    for (const name of row.slice(0, bar).split(" ")) {
      all.set(name, { line: row.slice(bar + 1), periods: undefined, format: undefined });
    }
  }
  zones = all;
  return all;
}

export function isZone(name: string): boolean {
  return entries().has(name);
}

/** The clock of a zone at a moment: the offset from the platform's data, its abbreviation from our table. */
export function zoneAt(name: string, timestamp: number): Zone {
  const entry = entries().get(name) as Entry;
  const offset =
    timestamp > railwayStart && timestamp < railwayEnd
      ? railwayOffset(name, entry, timestamp)
      : offsetAt(name, entry, timestamp);
  return { offset, name: abbreviation(entry, timestamp, offset) };
}

/** 1883-11-18, when North America went over from local mean time to the zones of its railways. */
const railwayStart = -2717668800;
const railwayEnd = -2717600000;

/**
 * The offset on that day. The database gives the change in universal time; the original takes that for local
 * time, so its clocks change some hours late.
 */
function railwayOffset(name: string, entry: Entry, timestamp: number): number {
  for (const [offset, label] of periodsOf(entry)[0]?.names ?? []) {
    if (label === "LMT" && offsetAt(name, entry, timestamp + offset) === offset) return offset;
  }
  return offsetAt(name, entry, timestamp);
}

function periodsOf(entry: Entry): readonly Period[] {
  return (entry.periods ??= entry.line.split(";").map(readPeriod));
}

function abbreviation(entry: Entry, timestamp: number, offset: number): string {
  const periods = periodsOf(entry);
  let names = periods[0]?.names;
  for (const period of periods) if (period.from <= timestamp) names = period.names;
  return names?.get(offset) ?? numericName(offset);
}

function readPeriod(text: string): Period {
  const at = text.indexOf("@");
  const names = new Map<number, string>();
  for (const part of text.slice(at + 1).split(",")) {
    const colon = part.indexOf(":");
    if (colon > 0) names.set(parseInt(part.slice(0, colon), 36), part.slice(colon + 1));
  }
  return { from: at < 0 ? -Infinity : parseInt(text.slice(0, at), 36), names };
}

function numericName(offset: number): string {
  const all = Math.abs(offset);
  const hours = String(Math.floor(all / 3600)).padStart(2, "0");
  const minutes = Math.floor(all / 60) % 60;
  return `${offset < 0 ? "-" : "+"}${hours}${minutes === 0 ? "" : String(minutes).padStart(2, "0")}`;
}

/** What JavaScript's dates can hold; beyond that nothing changes any more. */
const limit = 8.64e12;

function offsetAt(name: string, entry: Entry, timestamp: number): number {
  const fixed = fixedOffset(name);
  if (fixed !== undefined) return fixed;
  const second = Math.max(-limit, Math.min(limit, timestamp));
  entry.format ??= new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    calendar: "gregory",
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const parts = new Map(entry.format.formatToParts(new Date(second * 1000)).map((part) => [part.type, part.value]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const year = parts.get("era") === "BC" ? 1 - part("year") : part("year");
  // Years below 100 mean 19xx to Date.UTC, so the year is set by itself.
  const local = new Date(Date.UTC(2000, 0, 1, part("hour"), part("minute"), part("second")));
  local.setUTCFullYear(year, part("month") - 1, part("day"));
  return Math.round(local.getTime() / 1000) - second;
}

/** Zones without a history need no data; some platforms do not know all their names. */
function fixedOffset(name: string): number | undefined {
  if (/^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu|GMT|Greenwich|GMT0|GMT[+-]0)$/.test(name)) return 0;
  // Newer data makes these names of places; here they are clocks that never change.
  if (name === "EST" || name === "MST" || name === "HST")
    return name === "EST" ? -18000 : name === "MST" ? -25200 : -36000;
  const match = /^Etc\/GMT([+-])(\d{1,2})$/.exec(name);
  if (!match) return undefined;
  const hours = Number(match[2]) * 3600;
  return match[1] === "+" ? -hours : hours;
}
