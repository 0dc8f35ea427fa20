import { isWhitespace } from "../text/space.ts";
import { daysOf, isValidDate, momentAt, timestampOf, utc } from "./calendar.ts";
import type { Moment } from "./calendar.ts";
import { offsetName } from "./format.ts";

/** Reads a timestamp with its offset: RFC 3339, with the liberties that chrono takes. */
export function parseZoned(text: string): Moment | undefined {
  const reader = new Reader(text);
  const days = reader.date(true);
  const separator = reader.next();
  if (days === undefined || (separator !== "T" && separator !== "t" && separator !== " ")) return undefined;
  const time = reader.time();
  if (!time) return undefined;
  reader.space();
  const offset = reader.offset();
  reader.space();
  if (offset === undefined || !reader.done || Math.abs(offset) >= 86400) return undefined;
  return { days, ...time, zone: { offset, name: offsetName(offset) } };
}

/** Reads a date and time without an offset; it is taken for UTC. */
export function parseNaive(text: string): Moment | undefined {
  const reader = new Reader(text);
  const days = reader.date(true);
  reader.space();
  if (days === undefined || reader.next() !== "T") return undefined;
  const time = reader.time();
  return time && reader.done ? { days, ...time, zone: utc } : undefined;
}

/** Reads `2024-12-31`; midnight UTC of that day. */
export function parseDate(text: string): Moment | undefined {
  const reader = new Reader(text);
  const days = reader.date(false);
  return days !== undefined && reader.done ? { days, seconds: 0, nanos: 0, zone: utc } : undefined;
}

/** The same instant on another clock. */
export function onClock(moment: Moment, zone: Moment["zone"]): Moment {
  return momentAt(timestampOf(moment), moment.nanos, zone);
}

class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get done(): boolean {
    return this.at === this.text.length;
  }

  next(): string {
    return this.text.charAt(this.at++);
  }

  space(): void {
    while (isWhitespace(this.text.charCodeAt(this.at))) this.at++;
  }

  take(char: string, spaced: boolean): boolean {
    if (spaced) this.space();
    if (this.text.charAt(this.at) !== char) return false;
    this.at++;
    return true;
  }

  /** Up to so many digits after any whitespace. */
  number(width: number): number | undefined {
    this.space();
    return this.digits(width);
  }

  private digits(width: number): number | undefined {
    const start = this.at;
    while (this.at - start < width && isDigit(this.text.charCodeAt(this.at))) this.at++;
    return this.at === start ? undefined : Number(this.text.slice(start, this.at));
  }

  /** `spaced` allows whitespace before the dashes too. */
  date(spaced: boolean): number | undefined {
    this.space();
    const sign = this.text.charAt(this.at);
    const signed = sign === "-" || sign === "+";
    if (signed) this.at++;
    const digits = this.digits(signed ? Infinity : 4);
    if (digits === undefined || !this.take("-", spaced)) return undefined;
    const month = this.number(2);
    if (month === undefined || !this.take("-", spaced)) return undefined;
    const day = this.number(2);
    const year = sign === "-" ? -digits : digits;
    return day !== undefined && isValidDate(year, month, day) ? daysOf(year, month, day) : undefined;
  }

  time(): { readonly seconds: number; readonly nanos: number } | undefined {
    const hour = this.number(2);
    if (hour === undefined || !this.take(":", true)) return undefined;
    const minute = this.number(2);
    if (minute === undefined || !this.take(":", true)) return undefined;
    const second = this.number(2);
    if (second === undefined || hour > 23 || minute > 59 || second > 60) return undefined;
    let nanos = second === 60 ? 1e9 : 0;
    if (this.text.charAt(this.at) === ".") {
      this.at++;
      const start = this.at;
      const fraction = this.digits(9);
      if (fraction === undefined) return undefined;
      nanos += fraction * 10 ** (9 - (this.at - start));
      while (isDigit(this.text.charCodeAt(this.at))) this.at++;
    }
    this.space();
    return { seconds: hour * 3600 + minute * 60 + Math.min(second, 59), nanos };
  }

  /** `Z`, `UTC`, `+hh:mm`; between hours and minutes anything of colons and blanks. */
  offset(): number | undefined {
    if (this.text.slice(this.at, this.at + 3).toUpperCase() === "UTC") {
      this.at += 3;
      return 0;
    }
    const sign = this.next();
    if (sign === "Z" || sign === "z") return 0;
    if (sign !== "+" && sign !== "-" && sign !== "\u2212") return undefined;
    const hours = this.pair();
    while (this.text.charAt(this.at) === ":" || isWhitespace(this.text.charCodeAt(this.at))) this.at++;
    const minutes = this.pair();
    if (hours === undefined || minutes === undefined || minutes > 59) return undefined;
    const seconds = hours * 3600 + minutes * 60;
    return sign === "+" ? seconds : -seconds;
  }

  private pair(): number | undefined {
    const start = this.at;
    const value = this.digits(2);
    return this.at - start === 2 ? value : undefined;
  }
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}
