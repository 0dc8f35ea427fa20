import { civilTime } from "./civil.ts";
import type { CivilTime, Moment } from "./civil.ts";
import { DAYS, MONTHS, parseLayout } from "./layout.ts";
import type { LayoutPart } from "./layout.ts";

export const RFC3339_NANO = "2006-01-02T15:04:05.999999999Z07:00";

/** A moment as text, in the layout of Go's reference time. */
export function formatTime(m: Moment, layout: string): string {
  const t = civilTime(m);
  let out = "";
  for (const part of parseLayout(layout)) out += part.prefix + (part.element === undefined ? "" : element(part, t, m));
  return out;
}

const pad = (n: number, width: number): string =>
  n < 0 ? "-" + String(-n).padStart(width, "0") : String(n).padStart(width, "0");

function element(part: LayoutPart, t: CivilTime, m: Moment): string {
  switch (part.element) {
    case "2006":
      return pad(t.year, 4);
    case "06":
      return pad(((t.year % 100) + 100) % 100, 2);
    case "January":
      return MONTHS[t.month - 1] as string;
    case "Jan":
      return (MONTHS[t.month - 1] as string).slice(0, 3);
    case "1":
      return String(t.month);
    case "01":
      return pad(t.month, 2);
    case "Monday":
      return DAYS[t.weekday] as string;
    case "Mon":
      return (DAYS[t.weekday] as string).slice(0, 3);
    case "2":
      return String(t.day);
    case "_2":
      return String(t.day).padStart(2);
    case "02":
      return pad(t.day, 2);
    case "__2":
      return String(t.yearDay).padStart(3);
    case "002":
      return pad(t.yearDay, 3);
    case "15":
      return pad(t.hour, 2);
    case "3":
      return String(t.hour % 12 || 12);
    case "03":
      return pad(t.hour % 12 || 12, 2);
    case "4":
      return String(t.minute);
    case "04":
      return pad(t.minute, 2);
    case "5":
      return String(t.second);
    case "05":
      return pad(t.second, 2);
    case "PM":
      return t.hour >= 12 ? "PM" : "AM";
    case "pm":
      return t.hour >= 12 ? "pm" : "am";
    case "MST":
      return m.zone !== "" ? m.zone : shortOffset(m.offset);
    case "frac0":
      return part.separator + pad(t.nanos, 9).padEnd(part.digits, "0").slice(0, part.digits);
    case "frac9": {
      const digits = pad(t.nanos, 9).slice(0, part.digits).replace(/0+$/, "");
      return digits === "" ? "" : part.separator + digits;
    }
    case undefined:
      return "";
    default:
      return offsetText(part.element, m.offset);
  }
}

/** A zone without a name shows its offset. */
function shortOffset(offset: number): string {
  return offsetText("-0700", offset);
}

function offsetText(e: string, offset: number): string {
  if (offset === 0 && e.startsWith("Z")) return "Z";
  const size = Math.abs(Math.trunc(offset / 60));
  const colon = e.includes(":") ? ":" : "";
  let out = (offset < 0 ? "-" : "+") + pad(Math.floor(size / 60), 2);
  if (e.length > 3) out += colon + pad(size % 60, 2);
  if (/:00:00$|0000$/.test(e)) out += colon + pad(Math.abs(offset) % 60, 2);
  return out;
}
