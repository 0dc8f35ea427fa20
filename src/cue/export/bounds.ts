import { compare } from "../number/index.ts";
import { makeBinary, makeIdent } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import { kindOf } from "../eval/index.ts";
import { IntKind, ScalarKinds, Tag } from "../value/index.ts";
import type { BoundValue, Num, Value } from "../value/index.ts";

/** Joins limits of numbers: the tightest of each side is left. */
export class Bounds {
  #isInt = false;
  #min: BoundValue | null = null;
  #max: BoundValue | null = null;

  /** Whether the value is covered by what will be written for the bounds. */
  add(v: Value): boolean {
    if (v.tag === Tag.BasicType) {
      if ((v.kind & ScalarKinds) !== IntKind) return false;
      this.#isInt = true;
      return true;
    }
    if (v.tag !== Tag.BoundValue || v.value.tag !== Tag.Num) return false;
    if (kindOf(v) === IntKind) this.#isInt = true;
    const n = v.value.x;
    switch (v.op) {
      case ">":
        if (this.#min === null || compare(limit(this.#min).x, n) !== 1) this.#min = v;
        return true;
      case ">=":
        if (this.#min === null || compare(limit(this.#min).x, n) === -1) this.#min = v;
        return true;
      case "<":
        if (this.#max === null || compare(limit(this.#max).x, n) !== -1) this.#max = v;
        return true;
      case "<=":
        if (this.#max === null || compare(limit(this.#max).x, n) === 1) this.#max = v;
        return true;
      default:
        return false;
    }
  }

  /** Both limits and the type that they imply; null unless there are two limits. */
  expr(write: (v: Value) => ast.Expr): ast.Expr | null {
    if (this.#min === null || this.#max === null) return null;
    let out: ast.Expr | null = null;
    let min: BoundValue | null = this.#min;
    if (this.#isInt) {
      const { x } = limit(min);
      if (x.neg && !x.isZero) out = makeIdent("int");
      else {
        out = makeIdent("uint");
        if (x.isZero && min.op === ">=") min = null;
      }
    }
    if (min !== null) out = join(out, write(min));
    return join(out, write(this.#max));
  }
}

const limit = (b: BoundValue): Num => b.value as Num;

/** `a & b`, or b alone. */
export const join = (a: ast.Expr | null, b: ast.Expr): ast.Expr => (a === null ? b : makeBinary("&", a, b));
