import { toText } from "../number/index.ts";
import { ErrorCode, IntKind, NoLabel, NumberKind, StringKind, Tag, intLabel } from "../value/index.ts";
import type { Expr, Label, Value } from "../value/index.ts";
import type { Context } from "./context.ts";
import { takeDefault } from "./defaults.ts";
import { kindOf, unwrap } from "./vertex-ops.ts";

const maxIndex = 1 << 27;

/** The label that a value names, as an index or as a computed field. Errors are recorded. */
export function labelOf(c: Context, src: Expr, value: Value | null): Label {
  const v = takeDefault(c, value) ?? null;
  if (v === null || v.tag === Tag.Bottom) return NoLabel;
  const x = unwrap(v);
  switch (kindOf(v)) {
    case StringKind:
      if (x !== null && x.tag === Tag.String) {
        const label = c.runtime.labels.string(x.s);
        if (x.marks !== null) c.runtime.labels.mark(label, x.marks);
        return label;
      }
      c.failAt(ErrorCode.Incomplete, v.src, "invalid non-ground value % (must be concrete %)", v, "string");
      return NoLabel;
    case IntKind:
    case NumberKind: {
      if (x === null || x.tag !== Tag.Num) {
        c.failAt(ErrorCode.Incomplete, v.src, "invalid non-ground value % (must be concrete %)", v, "int");
        return NoLabel;
      }
      const i = x.x.int;
      if (x.kind !== IntKind || !Number.isInteger(i)) c.fail("invalid index %: %", src, "<nil>");
      else if (i < 0) {
        // A constant is always wrong; anything else turned out to be.
        if (src.tag === Tag.Num || src.tag === Tag.UnaryExpr) c.fail("invalid index % (index must be non-negative)", x);
        else c.fail("index % out of range [%]", src, x);
      } else if (i >= maxIndex)
        c.failAt(ErrorCode.Eval, null, "int label out of range (% not >=0 and <= %)", toText(x.x), maxIndex - 1);
      else return intLabel(i);
      return NoLabel;
    }
    default:
      c.fail("invalid index % (invalid type %)", src, { kind: kindOf(v) });
      return NoLabel;
  }
}
