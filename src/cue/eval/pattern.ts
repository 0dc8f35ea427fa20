import { fromInt } from "../number/index.ts";
import {
  Conjunct,
  IntKind,
  Num,
  NumberKind,
  Str,
  StringKind,
  Tag,
  isRegularLabel,
  isStringLabel,
  labelIndex,
  noEnvironment,
} from "../value/index.ts";
import type { Label, Value, Src } from "../value/index.ts";
import { boundHoldsForString } from "./bounds.ts";
import { Mode, ScalarKnown } from "./conditions.ts";
import type { Context } from "./context.ts";
import { binaryOpHolds } from "./operators.ts";
import { bottomOf, kindOf, unwrap } from "./vertex-ops.ts";

/** A label as a value. */
export function labelValue(c: Context, label: Label, src: Src | null = null): Value {
  return isStringLabel(label)
    ? new Str(src, c.runtime.labels.text(label), c.runtime.labels.marksOf(label))
    : new Num(src, IntKind, fromInt(labelIndex(label)));
}

/** Whether a pattern allows and constrains a label. */
export function matchPattern(c: Context, pattern: Value, label: Label): boolean {
  return isRegularLabel(label) && matches(c, pattern, label);
}

function matches(c: Context, value: Value, label: Label): boolean {
  if (value.tag === Tag.Vertex) c.need(value, ScalarKnown, Mode.Force);
  const pattern = unwrap(value);
  if (pattern === null) return false;
  const isString = isStringLabel(label);
  const kind = isString ? StringKind : IntKind;
  if ((kindOf(pattern) & kind) === 0) return false;
  switch (pattern.tag) {
    case Tag.Top:
      return true;
    case Tag.BasicType:
      return (pattern.kind & kind) === kind;
    case Tag.String:
      return isString && pattern.s === c.runtime.labels.text(label);
    case Tag.Num:
      return !isString && pattern.x.int === labelIndex(label);
    case Tag.BoundValue: {
      const k = kindOf(pattern);
      if (k === StringKind) return isString && boundHoldsForString(c, pattern, c.runtime.labels.text(label));
      if (k === NumberKind) return binaryOpHolds(c, pattern, pattern.op, labelValue(c, label), pattern.value);
      break;
    }
    case Tag.Conjunction:
      return pattern.values.every((x) => matches(c, x, label));
    case Tag.Disjunction:
      return pattern.values.some((x) => matches(c, x, label));
  }
  // Anything else: unify the label with the pattern and see.
  const env = c.env ?? noEnvironment;
  const v = c.inlineVertex(null, [new Conjunct(env, pattern, c.ci), new Conjunct(env, labelValue(c, label), c.ci)]);
  c.finalize(v);
  return bottomOf(v) === null;
}
