import { Failed } from "../define.ts";
import { quoteTime } from "./quote-time.ts";

const UNITS = new Map<string, bigint>([
  ["ns", 1n],
  ["us", 1000n],
  ["µs", 1000n],
  ["μs", 1000n],
  ["ms", 1000000n],
  ["s", 1000000000n],
  ["m", 60000000000n],
  ["h", 3600000000000n],
]);
const MAX = 1n << 63n;

/** Go's time.ParseDuration, in nanoseconds. */
export function parseDuration(text: string): bigint | Failed {
  const invalid = new Failed(`time: invalid duration ${quoteTime(text)}`);
  let s = text;
  let neg = false;
  if (s[0] === "-" || s[0] === "+") {
    neg = s[0] === "-";
    s = s.slice(1);
  }
  if (s === "0") return 0n;
  if (s === "") return invalid;
  let total = 0n;
  while (s !== "") {
    const m = /^(\d*)(?:\.(\d*))?/.exec(s) as RegExpExecArray;
    if (m[0] === "" || (m[1] === "" && (m[2] ?? "") === "")) return invalid;
    s = s.slice(m[0].length);
    const unitText = /^[^.\d]*/.exec(s)![0];
    if (unitText === "") return new Failed(`time: missing unit in duration ${quoteTime(text)}`);
    s = s.slice(unitText.length);
    const unit = UNITS.get(unitText);
    if (unit === undefined)
      return new Failed(`time: unknown unit ${quoteTime(unitText)} in duration ${quoteTime(text)}`);
    const whole = BigInt(m[1] || "0");
    if (whole > MAX || whole * unit > MAX) return invalid;
    let v = whole * unit;
    const fraction = m[2] ?? "";
    if (fraction !== "") {
      // Go computes the fraction in floating point.
      let f = 0n;
      let scale = 1;
      let over = false;
      for (const c of fraction) {
        if (over) continue;
        const y = f * 10n + BigInt(c);
        if (f > (MAX - 1n) / 10n || y > MAX) {
          over = true;
          continue;
        }
        f = y;
        scale *= 10;
      }
      v += BigInt(Math.trunc(Number(f) * (Number(unit) / scale)));
      if (v > MAX) return invalid;
    }
    total += v;
    if (total > MAX) return invalid;
  }
  if (neg) return -total;
  return total > MAX - 1n ? invalid : total;
}

/** Go's Duration.String: 1h2m3.5s, 1.5µs, 0s. */
export function formatDuration(n: bigint): string {
  if (n === 0n) return "0s";
  const neg = n < 0n;
  const u = neg ? -n : n;
  const sign = neg ? "-" : "";
  if (u < 1000000000n) {
    if (u < 1000n) return `${sign}${u}ns`;
    return u < 1000000n ? `${sign}${decimal(u, 3)}µs` : `${sign}${decimal(u, 6)}ms`;
  }
  const minutes = u / 60000000000n;
  const seconds = decimal(u % 60000000000n, 9) + "s";
  if (minutes === 0n) return sign + seconds;
  const hours = minutes / 60n;
  return sign + (hours === 0n ? "" : `${hours}h`) + `${minutes % 60n}m${seconds}`;
}

/** v / 10^places without trailing zeros. */
function decimal(v: bigint, places: number): string {
  const unit = 10n ** BigInt(places);
  const fraction = (v % unit).toString().padStart(places, "0").replace(/0+$/, "");
  return `${v / unit}${fraction === "" ? "" : "." + fraction}`;
}
