import { frexp } from "./bits.ts";

/** IEEE remainder: x - n·y with n the integer nearest to x/y, ties to even. */
export function remainder(value: number, divisor: number): number {
  if (Number.isNaN(value) || Number.isNaN(divisor) || Math.abs(value) === Infinity || divisor === 0) return NaN;
  if (Math.abs(divisor) === Infinity) return value;
  const y = Math.abs(divisor);
  let x = value < 0 ? -value : value;
  const negative = value < 0;
  if (x === y) return negative ? -0 : 0;
  if (y <= Number.MAX_VALUE / 2) x %= y + y;
  if (y < 4.4501477170144028e-308) {
    if (x + x > y) {
      x -= y;
      if (x + x >= y) x -= y;
    }
  } else {
    const half = 0.5 * y;
    if (x > half) {
      x -= y;
      if (x >= half) x -= y;
    }
  }
  return negative ? -x : x;
}

/** The binary exponent of x. */
export function logb(x: number): number {
  if (x === 0) return -Infinity;
  if (Math.abs(x) === Infinity) return Infinity;
  return Number.isNaN(x) ? x : frexp(x).exponent - 1;
}

/** The same as an integer, with Go's markers for the cases that have none. */
export function ilogb(x: number): number {
  if (x === 0) return -2147483648;
  if (!Number.isFinite(x)) return 2147483647;
  return frexp(x).exponent - 1;
}
