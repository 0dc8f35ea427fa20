import { INFINITE } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";
import { pow10, trailingZeros } from "./pow10.ts";

/** Numeric order: -1, 0 or 1. NaN is ordered by its sign alone, which no one should rely on. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const x = a.int;
  const y = b.int;
  if (x === x && y === y) return x < y ? -1 : x > y ? 1 : 0;
  const as = a.sign;
  const bs = b.sign;
  if (as !== bs) return as < bs ? -1 : 1;
  if (as === 0) return 0;
  const m = compareMagnitude(a, b);
  return as > 0 ? m : ((0 - m) as -1 | 0 | 1);
}

function compareMagnitude(a: Decimal, b: Decimal): -1 | 0 | 1 {
  if (a.form === INFINITE) return b.form === INFINITE ? 0 : 1;
  if (b.form === INFINITE) return -1;
  if (a.exp === b.exp) return order(a.coeff, b.coeff);
  const lead = a.digits + a.exp - (b.digits + b.exp);
  if (lead !== 0) return lead < 0 ? -1 : 1;
  return a.exp < b.exp
    ? order(a.coeff, b.coeff * pow10(b.exp - a.exp))
    : order(a.coeff * pow10(a.exp - b.exp), b.coeff);
}

function order(x: bigint, y: bigint): -1 | 0 | 1 {
  return x < y ? -1 : x > y ? 1 : 0;
}

export function equal(a: Decimal, b: Decimal): boolean {
  return compare(a, b) === 0;
}

/** A text that is the same for, and only for, numerically equal values. */
export function hashKey(d: Decimal): string {
  if (d.int === d.int) return String(d.int);
  if (d.form !== 0) return (d.neg ? "-" : "") + (d.form === INFINITE ? "inf" : "nan");
  let coeff = d.coeff;
  if (coeff === 0n) return "0";
  const zeros = trailingZeros(coeff);
  if (zeros > 0) coeff /= pow10(zeros);
  let exp = d.exp + zeros;
  // Values within the safe integers must meet the fast path above.
  if (exp >= 0 && exp <= 16) {
    coeff *= pow10(exp);
    exp = 0;
  }
  const sign = d.neg ? "-" : "";
  return exp === 0 ? sign + coeff : `${sign}${coeff}e${exp}`;
}
