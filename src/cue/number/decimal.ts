import { digitCount, digitCountSmall } from "./pow10.ts";

export const FINITE = 0;
export const INFINITE = 1;
export const NOT_A_NUMBER = 2;
type Form = typeof FINITE | typeof INFINITE | typeof NOT_A_NUMBER;

/**
 * An immutable decimal: ± coeff × 10^exp, with infinities and NaN, as the General Decimal Arithmetic
 * has them. The scale is part of the value's text (1.10 is not 1.1) but not of its order.
 *
 * Most numbers of a program are small integers. For them `int` holds the value itself and the
 * coefficient is made only when someone asks; for everything else (a scale, minus zero, more than
 * 53 bits) `int` is NaN, so that `a.int === a.int` is the test for the fast path.
 */
export class Decimal {
  readonly form: Form;
  readonly neg: boolean;
  readonly exp: number;
  readonly int: number;
  private big: bigint | undefined;

  /** Use the constructors below; `int` must agree with the rest. */
  constructor(form: Form, neg: boolean, coeff: bigint | undefined, exp: number, int: number) {
    this.form = form;
    this.neg = neg;
    this.exp = exp;
    this.int = int;
    this.big = coeff;
  }

  /** The absolute value of the digits, as one integer. */
  get coeff(): bigint {
    return (this.big ??= BigInt(Math.abs(this.int)));
  }

  get digits(): number {
    const n = this.int;
    return n === n && n < 1e15 && n > -1e15 ? digitCountSmall(Math.abs(n)) : digitCount(this.coeff);
  }

  /** -1, 0 or 1; infinities and NaN count by their sign bit. */
  get sign(): -1 | 0 | 1 {
    if (this.form === FINITE && this.isZero) return 0;
    return this.neg ? -1 : 1;
  }

  get isZero(): boolean {
    return this.form === FINITE && (this.int === 0 || (this.int !== this.int && this.coeff === 0n));
  }

  get isFinite(): boolean {
    return this.form === FINITE;
  }

  get isNaN(): boolean {
    return this.form === NOT_A_NUMBER;
  }

  /** Whether the value has no fraction, whatever its scale (1.0 and 1e3 are integral). */
  get isIntegral(): boolean {
    if (this.form !== FINITE) return false;
    if (this.exp >= 0) return true;
    let rest = this.coeff;
    if (rest === 0n) return true;
    for (let e = this.exp; e < 0; e++) {
      if (rest % 10n !== 0n) return false;
      rest /= 10n;
    }
    return true;
  }

  /** The signed coefficient, without regard for the exponent. */
  get signedCoeff(): bigint {
    return this.neg ? -this.coeff : this.coeff;
  }
}

const SMALLEST_CACHED = -16;
const CACHE: Decimal[] = [];
for (let i = SMALLEST_CACHED; i <= 256; i++) CACHE.push(new Decimal(FINITE, i < 0, undefined, 0, i));

/** A decimal from an integer number within ±2^53. Minus zero becomes zero. */
export function fromInt(n: number): Decimal {
  if (n >= SMALLEST_CACHED && n <= 256) return CACHE[n - SMALLEST_CACHED]!;
  return new Decimal(FINITE, n < 0, undefined, 0, n);
}

export function fromBigInt(n: bigint): Decimal {
  return n < 0n ? finite(true, -n, 0) : finite(false, n, 0);
}

/** A finite decimal from its parts; `coeff` is not negative. */
export function finite(neg: boolean, coeff: bigint, exp: number): Decimal {
  if (exp === 0 && coeff <= 9007199254740991n && !(neg && coeff === 0n)) {
    const n = Number(coeff);
    return fromInt(neg ? -n : n);
  }
  return new Decimal(FINITE, neg, coeff, exp, NaN);
}

export const ZERO = fromInt(0);
export const ONE = fromInt(1);
export const TWO = fromInt(2);
export const NAN = new Decimal(NOT_A_NUMBER, false, 0n, 0, NaN);
export const INFINITY = new Decimal(INFINITE, false, 0n, 0, NaN);
export const MINUS_INFINITY = new Decimal(INFINITE, true, 0n, 0, NaN);

/** The same value with another sign bit; zero and NaN carry one too. */
export function withSign(d: Decimal, neg: boolean): Decimal {
  if (d.neg === neg) return d;
  if (d.form !== FINITE) return new Decimal(d.form, neg, 0n, d.exp, NaN);
  return finite(neg, d.coeff, d.exp);
}

/** -d, where the negation of either zero is plus zero. */
export function negate(d: Decimal): Decimal {
  if (d.int === d.int) return d.int === 0 ? d : fromInt(-d.int);
  return withSign(d, !d.isZero && !d.neg);
}

export function absolute(d: Decimal): Decimal {
  return d.neg ? withSign(d, false) : d;
}
