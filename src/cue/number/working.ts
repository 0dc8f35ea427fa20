import { addIn, divideIn, multiplyIn } from "./arithmetic.ts";
import { absolute, NAN } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";
import { isFailure } from "./failure.ts";
import type { ArithmeticFailure } from "./failure.ts";
import { HALF_EVEN, roundTo } from "./round.ts";
import type { Rounding } from "./round.ts";

/**
 * A precision to compute in, for series and iterations. The first failure is kept and every later
 * operation gives NaN, so that the formulas stay readable and are checked once at the end.
 */
export class Working {
  precision: number;
  readonly mode: Rounding;
  failure: ArithmeticFailure | undefined = undefined;

  constructor(precision: number, mode: Rounding = HALF_EVEN) {
    this.precision = precision;
    this.mode = mode;
  }

  add(a: Decimal, b: Decimal): Decimal {
    return this.failure ? NAN : this.keep(addIn(a, b, b.neg, this.precision, this.mode));
  }

  sub(a: Decimal, b: Decimal): Decimal {
    return this.failure ? NAN : this.keep(addIn(a, b, !b.neg, this.precision, this.mode));
  }

  mul(a: Decimal, b: Decimal): Decimal {
    return this.failure ? NAN : this.keep(multiplyIn(a, b, this.precision, this.mode));
  }

  quo(a: Decimal, b: Decimal): Decimal {
    return this.failure ? NAN : this.keep(divideIn(a, b, this.precision, this.mode));
  }

  abs(a: Decimal): Decimal {
    return this.failure ? NAN : this.keep(roundTo(absolute(a), this.precision, this.mode));
  }

  keep(r: Decimal | ArithmeticFailure): Decimal {
    if (!isFailure(r)) return r;
    this.failure = r;
    return NAN;
  }
}
