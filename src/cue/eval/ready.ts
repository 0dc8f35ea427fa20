// Expressions whose operands are finished scalars: their value can be computed on the spot. Nothing is waited for, and
// so nothing need be remembered. Where an operand is missing, or the operation fails, evaluation decides.
import { Bool, BytesKind, Num, Str, Tag, unionMarks } from "../value/index.ts";
import type {
  BinaryExpr,
  Environment,
  Expr,
  Interpolation,
  LabelReference,
  Marks,
  UnaryExpr,
  Value,
} from "../value/index.ts";
import { negate } from "../number/index.ts";
import type { Atom } from "./constraint.ts";
import type { Context } from "./context.ts";
import { toInterpolated } from "./convert.ts";
import { binaryOp } from "./operators.ts";
import { labelValue } from "./pattern.ts";
import { settledTarget } from "./peek.ts";
import { nodeBehind } from "./vertex-ops.ts";

/** Expressions that can be read here; `&` and references are constraints. */
export function isComputed(x: Expr): x is Interpolation | BinaryExpr | UnaryExpr | LabelReference {
  switch (x.tag) {
    case Tag.Interpolation:
    case Tag.UnaryExpr:
    case Tag.LabelReference:
      return true;
    case Tag.BinaryExpr:
      return x.op !== "&";
    default:
      return false;
  }
}

/** The value of such an expression, if all that it needs is there. */
export function readyValue(c: Context, env: Environment, x: Expr): Atom | null {
  const before = c.enter(env, x.src);
  const value = compute(c, env, x);
  return c.leave(before) === null ? value : null;
}

function compute(c: Context, env: Environment, x: Expr): Atom | null {
  switch (x.tag) {
    case Tag.Null:
    case Tag.Bool:
    case Tag.Num:
    case Tag.String:
    case Tag.Bytes:
      return x;
    case Tag.FieldReference:
    case Tag.SelectorExpr: {
      const target = settledTarget(c, env, x);
      return target === null ? null : scalarOf(target);
    }
    case Tag.LabelReference:
      return label(c, env, x);
    case Tag.Interpolation:
      return interpolate(c, env, x);
    case Tag.UnaryExpr: {
      const a = readyValue(c, env, x.x);
      if (x.op === "-" && a?.tag === Tag.Num) return new Num(x.src, a.kind, negate(a.x), a.marks);
      return x.op === "!" && a?.tag === Tag.Bool ? new Bool(x.src, !a.b, a.marks) : null;
    }
    case Tag.BinaryExpr: {
      if (x.op === "&" || x.op === "&&" || x.op === "||") return null;
      const left = readyValue(c, env, x.x);
      const right = left === null ? null : readyValue(c, env, x.y);
      return left === null || right === null ? null : asAtom(binaryOp(c, x, x.op, left, right));
    }
    default:
      return null;
  }
}

const asAtom = (v: Value | null): Atom | null =>
  v !== null && v.tag >= Tag.Null && v.tag <= Tag.Bytes ? (v as Atom) : null;

/** The scalar that a reader of a value sees: itself, or its only default. */
function scalarOf(v: Value): Atom | null {
  if (v.tag === Tag.Disjunction) return v.numDefaults === 1 ? scalarOf(v.values[0] as Value) : null;
  if (v.tag !== Tag.Vertex) return asAtom(v);
  const { base } = nodeBehind(v);
  return base === null || base.tag === Tag.Vertex ? null : scalarOf(base as Value);
}

function label(c: Context, env: Environment, x: LabelReference): Atom | null {
  let e = env;
  for (let i = x.upCount; i > 0; i--) e = e.up as Environment;
  return e.dynamicLabel === 0 ? null : asAtom(labelValue(c, e.dynamicLabel, x.src));
}

function interpolate(c: Context, env: Environment, x: Interpolation): Atom | null {
  if (x.kind === BytesKind) return null;
  let text = "";
  let marks: Marks = null;
  for (let i = 0; i < x.parts.length; i++) {
    const part = x.parts[i] as Expr;
    if (part.tag === Tag.String) {
      text += part.s;
      continue;
    }
    const a = readyValue(c, env, part);
    if (a === null) return null;
    marks = unionMarks(marks, a.marks);
    text += toInterpolated(c, a);
  }
  c.meter.bytes(text.length);
  return new Str(x.src, text, marks);
}
