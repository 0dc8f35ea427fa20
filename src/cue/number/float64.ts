import { FINITE, finite, fromInt, INFINITE, INFINITY, MINUS_INFINITY, NAN } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";

/** The nearest float64, ties to even. Overflow gives an infinity. */
export function toFloat64(d: Decimal): number {
  if (d.int === d.int) return d.int;
  if (d.form !== FINITE) return d.form === INFINITE ? (d.neg ? -Infinity : Infinity) : NaN;
  // Reading a decimal numeral is correctly rounded by the language definition only up to 20 digits, but
  // every engine does it exactly.
  return Number(`${d.neg ? "-" : ""}${d.coeff}e${d.exp}`);
}

/** The decimal with the fewest digits that reads back as f. Integral values have no decimals. */
export function fromFloat64(f: number): Decimal {
  if (Number.isSafeInteger(f) && !Object.is(f, -0) && Math.abs(f) < 1e15 && f % 10 !== 0) return fromInt(f);
  if (f !== f) return NAN;
  if (f === 0) return finite(Object.is(f, -0), 0n, 0);
  if (f === Infinity) return INFINITY;
  if (f === -Infinity) return MINUS_INFINITY;
  return fromShortest(f.toExponential());
}

/** Parses d.ddde±x, the shortest text of a float. */
function fromShortest(s: string): Decimal {
  const neg = s.charCodeAt(0) === 0x2d;
  const e = s.indexOf("e");
  const mantissa = s.slice(neg ? 1 : 0, e);
  const exp = Number(s.slice(e + 1));
  const fraction = mantissa.length > 2 ? mantissa.slice(2) : "";
  return finite(neg, BigInt(mantissa[0] + fraction), exp - fraction.length);
}
