import { Tag } from "../value/index.ts";
import type { BuiltinValidator, Value } from "../value/index.ts";
import type { Context } from "./context.ts";
import { EqualFlag, equal } from "./equality.ts";

/** Whether two validators test the same. */
export function sameValidator(c: Context, x: BuiltinValidator, y: BuiltinValidator): boolean {
  if (x === y) return true;
  if (x.builtin !== y.builtin || x.args.length !== y.args.length) return false;
  return x.args.every((a, i) => {
    const b = y.args[i] as Value;
    if (a.tag === Tag.Vertex) c.finalize(a);
    if (b.tag === Tag.Vertex) c.finalize(b);
    return equal(c.meter, a, b, EqualFlag.Structural);
  });
}
