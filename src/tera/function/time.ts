import { timestampOf } from "../date/calendar.ts";
import { parseDate, parseNaive, parseZoned } from "../date/parse.ts";
import { int64, text } from "../filter/argument.ts";
import { failure } from "../render/failure.ts";
import { rfc3339Text } from "./builtin.ts";
import type { Call } from "./call.ts";

/** Milliseconds since 1970 of a date that is written as text. */
export function parseMoment(value: string): number | undefined {
  const moment = value.includes("T") ? (parseZoned(value) ?? parseNaive(value)) : parseDate(value);
  return moment && timestampOf(moment) * 1000 + Math.floor(moment.nanos / 1e6);
}

/** An argument that is a date; the clock if it is not given. */
export function momentArgument(call: Call, name: string): number {
  const value = call.optional(name, text);
  if (value === undefined) return call.now();
  const moment = parseMoment(value);
  if (moment === undefined) throw failure(`Function \`${call.name}\` received ${name}=${value}, which is no date`);
  return moment;
}

export function nowRfc3339(call: Call): string {
  return call.state.host.frozen ?? utcText(call.now());
}

export function nowUnix(call: Call): number {
  return Math.floor(call.now() / 1000);
}

export function nowMilliseconds(call: Call): number {
  return Math.floor(call.now());
}

export function nowPlus(call: Call): string {
  return utcText(call.now() + Number(call.required("seconds", int64)) * 1000);
}

export function dateRfc3339(call: Call): string {
  return utcText(call.now() + Number(call.optional("offset_seconds", int64) ?? 0) * 1000);
}

/** UTC with its `Z`. */
export function utcText(milliseconds: number): string {
  return rfc3339Text(milliseconds, 0).replace("+00:00", "Z");
}
