/**
 * Why an operation has no result. Arithmetic never throws for what a user wrote: it returns one of
 * these in place of a Decimal.
 */
export class ArithmeticFailure {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

export const OUT_OF_RANGE = new ArithmeticFailure("exponent out of range");
export const DIVISION_BY_ZERO = new ArithmeticFailure("division by zero");
export const DIVISION_UNDEFINED = new ArithmeticFailure("division undefined");
export const INVALID_OPERATION = new ArithmeticFailure("invalid operation");

export function isFailure(r: unknown): r is ArithmeticFailure {
  return r instanceof ArithmeticFailure;
}
