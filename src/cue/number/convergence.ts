import { addIn } from "./arithmetic.ts";
import { absolute, finite, ZERO } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";
import { compare } from "./compare.ts";
import { ArithmeticFailure, isFailure } from "./failure.ts";
import { toText } from "./format.ts";
import type { Working } from "./working.ts";

/** Ends an iteration when a step no longer changes the wanted digits. */
export class Convergence {
  private previous: Decimal = ZERO;
  private steps = 0;
  private readonly limit: number;
  private readonly name: string;
  private readonly argument: Decimal;
  private readonly digits: number;

  constructor(name: string, argument: Decimal, digits: number) {
    this.name = name;
    this.argument = argument;
    this.digits = digits;
    this.limit = 10 + digits;
  }

  reached(z: Decimal, w: Working): boolean | ArithmeticFailure {
    const delta = addIn(this.previous, z, !z.neg, w.precision, w.mode);
    if (isFailure(delta)) return delta;
    if (delta.isZero) return true;
    const size = absolute(delta);
    if (compare(size, finite(false, 1n, -this.digits + z.digits + z.exp)) <= 0) return true;
    if (++this.steps === this.limit) {
      return new ArithmeticFailure(
        `${this.name} ${toText(this.argument)}: did not converge after ${this.limit} iterations; ` +
          `prev,last result ${toText(z)},${toText(this.previous)} delta ${toText(size)} precision: ${this.digits}`,
      );
    }
    this.previous = z;
    return false;
  }
}
