import { Failed } from "../define.ts";
import { quoteTime } from "./quote-time.ts";
import { daysFromCivil, daysIn, isLeap } from "./civil.ts";
import type { Moment } from "./civil.ts";
import { DAYS, isDigit, MONTHS, parseLayout } from "./layout.ts";
import type { LayoutPart } from "./layout.ts";

/** Reads a text in a layout of Go's reference time; a time without a zone is UTC. */
export function parseTime(layout: string, value: string): Moment | Failed {
  return new TimeParser(layout, value).parse();
}

/** The text does not fit the element; `range` names a value that is impossible. */
class Mismatch {
  readonly range: string;
  constructor(range = "") {
    this.range = range;
  }
}

const BAD = new Mismatch();

/** The zone name that a text begins with, or "". */
function matchZoneName(s: string): string {
  if (s.length < 3) return "";
  const mixed = /^(?:ChST|MeST)/.exec(s);
  if (mixed !== null) return mixed[0];
  if (s.startsWith("GMT")) return "GMT" + signedHours(s.slice(3));
  if (s[0] === "+" || s[0] === "-") return signedHours(s);
  const upper = /^[A-Z]{0,6}/.exec(s)![0];
  if (upper.length === 3) return upper;
  if (upper.length === 4 && (upper[3] === "T" || upper === "WITA")) return upper;
  return upper.length === 5 && upper[4] === "T" ? upper : "";
}

/** `+5`, `-11`: at most 23 hours. */
function signedHours(s: string): string {
  const m = /^[+-]\d+/.exec(s);
  return m !== null && Number(m[0].slice(1)) <= 23 ? m[0] : "";
}

class TimeParser {
  private readonly layout: string;
  private readonly whole: string;
  private rest: string;
  private year = -1;
  private month = -1;
  private day = -1;
  private yearDay = -1;
  private hour = 0;
  private minute = 0;
  private second = 0;
  private nanos = 0;
  private pm = false;
  private am = false;
  private offset: number | undefined = undefined;
  private zone = "";
  private utc = false;

  constructor(layout: string, value: string) {
    this.layout = layout;
    this.whole = value;
    this.rest = value;
  }

  parse(): Moment | Failed {
    const parts = parseLayout(this.layout);
    let remaining = this.layout;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] as LayoutPart;
      if (!this.skip(part.prefix)) return this.failure(part.prefix, this.rest);
      if (part.element === undefined) {
        if (this.rest.length === 0) break;
        return this.failure("", this.rest, `: extra text: ${quoteTime(this.rest)}`);
      }
      remaining = remaining.slice(part.prefix.length + part.text.length);
      const held = this.rest;
      const next = parts[i + 1];
      const bad = this.element(part, next);
      if (bad !== undefined) {
        if (bad.range !== "") return this.failure(part.text, held, `: ${bad.range} out of range`);
        return this.failure(part.text, held);
      }
    }
    return this.finish();
  }

  private failure(element: string, value: string, message?: string): Failed {
    if (message !== undefined) return new Failed(`parsing time ${quoteTime(this.whole)}${message}`);
    return new Failed(
      `parsing time ${quoteTime(this.whole)} as ${quoteTime(this.layout)}: cannot parse ${quoteTime(value)} as ${quoteTime(element)}`,
    );
  }

  /** Literal text of the layout; a run of spaces matches any run, even none at the end. */
  private skip(prefix: string): boolean {
    let p = prefix;
    while (p.length > 0) {
      if (p[0] === " ") {
        if (this.rest.length > 0 && this.rest[0] !== " ") return false;
        p = p.replace(/^ +/, "");
        this.rest = this.rest.replace(/^ +/, "");
        continue;
      }
      if (this.rest.length === 0 || this.rest[0] !== p[0]) return false;
      p = p.slice(1);
      this.rest = this.rest.slice(1);
    }
    return true;
  }

  private take(n: number): string | undefined {
    if (this.rest.length < n) return undefined;
    const s = this.rest.slice(0, n);
    this.rest = this.rest.slice(n);
    return s;
  }

  /** One or two digits; `fixed` wants two. */
  private number(fixed: boolean): number | undefined {
    if (!isDigit(this.rest[0])) return undefined;
    if (!isDigit(this.rest[1])) return fixed ? undefined : Number(this.take(1));
    return Number(this.take(2));
  }

  private name(table: readonly string[], short: boolean): number {
    for (let i = 0; i < table.length; i++) {
      const name = short ? (table[i] as string).slice(0, 3) : (table[i] as string);
      if (this.rest.slice(0, name.length).toLowerCase() === name.toLowerCase()) {
        this.rest = this.rest.slice(name.length);
        return i;
      }
    }
    return -1;
  }

  private element(part: LayoutPart, next: LayoutPart | undefined): Mismatch | undefined {
    switch (part.element) {
      case "06": {
        const s = this.take(2);
        if (s === undefined || !/^\d\d$/.test(s)) return BAD;
        this.year = Number(s) + (Number(s) >= 69 ? 1900 : 2000);
        return undefined;
      }
      case "2006": {
        if (this.rest.length < 4 || !isDigit(this.rest[0])) return BAD;
        const s = this.take(4) as string;
        if (!/^\d{4}$/.test(s)) return BAD;
        this.year = Number(s);
        return undefined;
      }
      case "Jan":
      case "January":
        this.month = this.name(MONTHS, part.element === "Jan") + 1;
        return this.month === 0 ? BAD : undefined;
      case "1":
      case "01":
        return this.ranged("month", part.element === "01", 1, 12);
      case "Mon":
      case "Monday":
        return this.name(DAYS, part.element === "Mon") < 0 ? BAD : undefined;
      case "2":
      case "_2":
      case "02": {
        if (part.element === "_2" && this.rest[0] === " ") this.rest = this.rest.slice(1);
        const n = this.number(part.element === "02");
        if (n === undefined) return BAD;
        this.day = n;
        return undefined;
      }
      case "__2":
      case "002": {
        const m = part.element === "002" ? /^\d{3}/.exec(this.rest) : /^ {0,2}\d{1,3}/.exec(this.rest.slice(0, 3));
        if (m === null) return BAD;
        this.rest = this.rest.slice(m[0].length);
        this.yearDay = Number(m[0]);
        return undefined;
      }
      case "15":
        return this.ranged("hour", false, 0, 23);
      case "3":
      case "03":
        return this.ranged("hour", part.element === "03", 0, 12);
      case "4":
      case "04":
        return this.ranged("minute", part.element === "04", 0, 59);
      case "5":
      case "05": {
        const bad = this.ranged("second", part.element === "05", 0, 59);
        if (bad !== undefined) return bad;
        // A fraction may follow the seconds though the layout has none.
        const layoutHasFraction = next !== undefined && next.prefix === "" && next.element?.startsWith("frac");
        if (!layoutHasFraction && /^[.,]\d/.test(this.rest)) {
          const m = /^[.,]\d+/.exec(this.rest) as RegExpExecArray;
          this.rest = this.rest.slice(m[0].length);
          this.setNanos(m[0]);
        }
        return undefined;
      }
      case "PM":
      case "pm": {
        const s = this.take(2);
        const upper = part.element === "PM";
        if (s === (upper ? "PM" : "pm")) this.pm = true;
        else if (s === (upper ? "AM" : "am")) this.am = true;
        else return BAD;
        return undefined;
      }
      case "MST":
        return this.zoneName();
      case "frac0": {
        const s = this.take(part.digits + 1);
        if (s === undefined || !/^[.,]\d+$/.test(s)) return BAD;
        this.setNanos(s);
        return undefined;
      }
      case "frac9": {
        const m = /^[.,]\d+/.exec(this.rest);
        if (m === null) return undefined;
        this.rest = this.rest.slice(m[0].length);
        this.setNanos(m[0]);
        return undefined;
      }
      case undefined:
        return undefined;
      default:
        return this.numericZone(part.element);
    }
  }

  private setNanos(text: string): void {
    this.nanos = Number(text.slice(1, 10).padEnd(9, "0"));
  }

  private ranged(
    what: "month" | "hour" | "minute" | "second",
    fixed: boolean,
    low: number,
    high: number,
  ): Mismatch | undefined {
    const n = this.number(fixed);
    if (n === undefined) return BAD;
    this[what] = n;
    return n < low || n > high ? new Mismatch(what) : undefined;
  }

  private numericZone(e: string): Mismatch | undefined {
    if (e.startsWith("Z") && this.rest[0] === "Z") {
      this.rest = this.rest.slice(1);
      this.utc = true;
      return undefined;
    }
    const shape = e.endsWith(":00:00")
      ? /^[+-](\d\d):(\d\d):(\d\d)/
      : e.endsWith("0000")
        ? /^[+-](\d\d)(\d\d)(\d\d)/
        : e.endsWith(":00")
          ? /^[+-](\d\d):(\d\d)/
          : e.endsWith("00")
            ? /^[+-](\d\d)(\d\d)/
            : /^[+-](\d\d)/;
    const m = shape.exec(this.rest);
    if (m === null) return BAD;
    const [h, min, s] = [Number(m[1]), Number(m[2] ?? 0), Number(m[3] ?? 0)];
    if (h > 24) return new Mismatch("time zone offset hour");
    if (min > 60) return new Mismatch("time zone offset minute");
    if (s > 60) return new Mismatch("time zone offset second");
    this.offset = (m[0][0] === "-" ? -1 : 1) * (h * 3600 + min * 60 + s);
    this.rest = this.rest.slice(m[0].length);
    return undefined;
  }

  private zoneName(): Mismatch | undefined {
    if (this.rest.startsWith("UTC")) {
      this.rest = this.rest.slice(3);
      this.utc = true;
      return undefined;
    }
    const name = matchZoneName(this.rest);
    if (name === "") return BAD;
    this.rest = this.rest.slice(name.length);
    this.zone = name;
    return undefined;
  }

  private finish(): Moment | Failed {
    if (this.pm && this.hour < 12) this.hour += 12;
    else if (this.am && this.hour === 12) this.hour = 0;
    const year = this.year < 0 ? 0 : this.year;
    if (this.yearDay >= 0) {
      const problem = this.applyYearDay(year);
      if (problem !== undefined) return problem;
    } else {
      if (this.month < 0) this.month = 1;
      if (this.day < 0) this.day = 1;
    }
    if (this.day < 1 || this.day > daysIn(this.month, year)) return this.failure("", "", ": day out of range");
    const local = daysFromCivil(year, this.month, this.day) * 86400 + this.hour * 3600 + this.minute * 60 + this.second;
    if (this.utc) return { seconds: local, nanos: this.nanos, offset: 0, zone: "UTC" };
    if (this.offset !== undefined) {
      return {
        seconds: local - this.offset,
        nanos: this.nanos,
        offset: this.offset,
        zone: this.offset === 0 ? "UTC" : this.zone,
      };
    }
    if (this.zone !== "") {
      // A name alone has an offset only in the form GMT+n.
      const gmt = /^GMT([+-]\d+)$/.exec(this.zone);
      const offset = gmt === null ? 0 : Number(gmt[1]) * 3600;
      return { seconds: local - offset, nanos: this.nanos, offset, zone: this.zone };
    }
    return { seconds: local, nanos: this.nanos, offset: 0, zone: "UTC" };
  }

  private applyYearDay(year: number): Failed | undefined {
    let n = this.yearDay;
    if (n < 1 || n > (isLeap(year) ? 366 : 365)) return this.failure("", "", ": day-of-year out of range");
    let month = 1;
    while (n > daysIn(month, year)) n -= daysIn(month++, year);
    if (this.month >= 0 && this.month !== month) return this.failure("", "", ": day-of-year does not match month");
    if (this.day >= 0 && this.day !== n) return this.failure("", "", ": day-of-year does not match day");
    this.month = month;
    this.day = n;
    return undefined;
  }
}
