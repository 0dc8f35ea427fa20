/** A date and time as a wall clock shows it, and how far that clock is from UTC. */
export interface Moment {
  /** Days since 1970-01-01 on that clock. */
  readonly days: number;
  /** Seconds of the day. */
  readonly seconds: number;
  /** Below 1e9, or below 2e9 in a leap second. */
  readonly nanos: number;
  /** Undefined if nobody said which clock it is. */
  readonly zone: Zone | undefined;
}

export interface Zone {
  /** Seconds east of UTC. */
  readonly offset: number;
  readonly name: string;
}

export const utc: Zone = { offset: 0, name: "UTC" };
const secondsPerDay = 86400;
/** The years that chrono can count. */
export const minYear = -262143;
export const maxYear = 262142;

/** The moment of a Unix timestamp on a clock. */
export function momentAt(timestamp: number, nanos: number, zone: Zone | undefined): Moment {
  const local = timestamp + (zone?.offset ?? 0);
  const days = Math.floor(local / secondsPerDay);
  return { days, seconds: local - days * secondsPerDay, nanos, zone };
}

/** The Unix timestamp; a clock that nobody named is taken for UTC. */
export function timestampOf(moment: Moment): number {
  return moment.days * secondsPerDay + moment.seconds - (moment.zone?.offset ?? 0);
}

interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Days since 1970-01-01 of a date of the Gregorian calendar. Eras of 400 years make it arithmetic. */
export function daysOf(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

export function civilOf(days: number): CivilDate {
  const z = days + 719468;
  const era = Math.floor(z / 146097);
  const dayOfEra = z - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const mp = Math.floor((5 * dayOfYear + 2) / 153);
  const month = mp < 10 ? mp + 3 : mp - 9;
  const day = dayOfYear - Math.floor((153 * mp + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export function isValidDate(year: number, month: number, day: number): boolean {
  if (year < minYear || year > maxYear || month < 1 || month > 12 || day < 1) return false;
  return (
    day <=
    (month === 2 ? (isLeapYear(year) ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31)
  );
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** 0 is Sunday. */
export function weekdayOf(days: number): number {
  return (((days + 4) % 7) + 7) % 7;
}

/** From 1. */
export function dayOfYear(days: number): number {
  return days - daysOf(civilOf(days).year, 1, 1) + 1;
}

/** The ISO week and the year it belongs to: the year of the week's Thursday. */
export function isoWeekOf(days: number): { readonly year: number; readonly week: number } {
  const fromMonday = (weekdayOf(days) + 6) % 7;
  const thursday = days - fromMonday + 3;
  return { year: civilOf(thursday).year, week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1 };
}
