import type { BuiltinPackage, Call, CallResult } from "../value/index.ts";
import { IntKind, Num } from "../value/index.ts";
import { fromInt } from "../number/index.ts";
import { civilTime } from "./clock/civil.ts";
import type { Moment } from "./clock/civil.ts";
import { formatDuration, parseDuration } from "./clock/duration.ts";
import { formatTime, RFC3339_NANO } from "./clock/format-time.ts";
import { DAYS, MONTHS } from "./clock/layout.ts";
import { parseTime } from "./clock/parse-time.ts";
import { quote } from "./conv/quote.ts";
import { BOOL, definePackage, Failed, fn, I, number, orFail, S, ST, text } from "./define.ts";
import type { Member } from "./define.ts";

const LAYOUTS = {
  ANSIC: "Mon Jan _2 15:04:05 2006",
  UnixDate: "Mon Jan _2 15:04:05 MST 2006",
  RubyDate: "Mon Jan 02 15:04:05 -0700 2006",
  RFC822: "02 Jan 06 15:04 MST",
  RFC822Z: "02 Jan 06 15:04 -0700",
  RFC850: "Monday, 02-Jan-06 15:04:05 MST",
  RFC1123: "Mon, 02 Jan 2006 15:04:05 MST",
  RFC1123Z: "Mon, 02 Jan 2006 15:04:05 -0700",
  RFC3339: "2006-01-02T15:04:05Z07:00",
  RFC3339Nano: RFC3339_NANO,
  RFC3339Date: "2006-01-02",
  Kitchen: "3:04PM",
  Kitchen24: "15:04",
};

export function timePackage(): BuiltinPackage {
  const table: Record<string, Member> = {
    Nanosecond: number(1),
    Microsecond: number(1000),
    Millisecond: number(1000000),
    Second: number(1000000000),
    Minute: number(60000000000),
    Hour: number(3600000000000),
    Duration: fn([S], BOOL, (c) => {
      const d = parseDuration(c.string(0));
      return d instanceof Failed ? c.fail(d.reason) : true;
    }),
    FormatDuration: fn([I], S, (c) => formatDuration(c.sized(0, "int64"))),
    ParseDuration: fn([S], I, (c) => orFail(c, parseDuration(c.string(0)))),
  };
  for (const [name, layout] of Object.entries(LAYOUTS)) table[name] = text(layout);
  MONTHS.forEach((name, i) => (table[name] = number(i + 1)));
  DAYS.forEach((name, i) => (table[name] = number(i)));
  Object.assign(table, {
    Time: fn([S], BOOL, (c) => isTime(c, c.string(0), RFC3339_NANO)),
    Format: fn([S, S], BOOL, (c) => isTime(c, c.string(0), c.string(1))),
    FormatString: fn([S, S], S, (c) => withMoment(c, RFC3339_NANO, 1, (m) => formatTime(m, c.string(0)))),
    Parse: fn([S, S], S, (c) =>
      withMoment(c, c.string(0), 1, (m) => formatTime({ ...m, offset: 0, zone: "UTC" }, RFC3339_NANO)),
    ),
    Unix: fn([I, I], S, unix),
    ToUnix: fn([S], I, (c) => withMoment(c, RFC3339_NANO, 0, (m) => m.seconds)),
    ToUnixNano: fn([S], I, (c) => withMoment(c, RFC3339_NANO, 0, unixNano)),
    Split: fn([S], ST, (c) => withMoment(c, RFC3339_NANO, 0, (m) => split(c, m))),
  });
  return definePackage("time", table);
}

function isTime(c: Call, value: string, layout: string): CallResult {
  return parseTime(layout, value) instanceof Failed ? c.fail(`invalid time ${quote(value)}`) : true;
}

function withMoment(c: Call, layout: string, arg: number, f: (m: Moment) => CallResult): CallResult {
  const value = c.string(arg);
  if (c.failed) return null;
  const m = parseTime(layout, value);
  return m instanceof Failed ? c.fail(m.reason) : f(m);
}

function unix(c: Call): CallResult {
  const [sec, nsec] = [c.sized(0, "int64"), c.sized(1, "int64")];
  const billion = 1000000000n;
  const carry = nsec / billion - (nsec % billion < 0n ? 1n : 0n);
  const nanos = Number(nsec - carry * billion);
  return formatTime({ seconds: Number(sec + carry), nanos, offset: 0, zone: "UTC" }, RFC3339_NANO);
}

/** Go computes in 64 bits and wraps around. */
function unixNano(m: Moment): bigint {
  return BigInt.asIntN(64, BigInt(m.seconds) * 1000000000n + BigInt(m.nanos));
}

function split(c: Call, m: Moment): CallResult {
  const t = civilTime(m);
  const int = (n: number): Num => new Num(c.src, IntKind, fromInt(n));
  return c.engine.struct([
    ["year", int(t.year)],
    ["month", int(t.month)],
    ["day", int(t.day)],
    ["hour", int(t.hour)],
    ["minute", int(t.minute)],
    ["second", int(t.second)],
    ["nanosecond", int(t.nanos)],
  ]);
}
