import { RenderFailure } from "../render/failure.ts";
import type { Runtime } from "../render/runtime.ts";
import type { Expr, ExprVal, Ident } from "../syntax/ast.ts";
import { escapeHtml } from "../text/escape.ts";
import { displayNumber, plainFloat } from "../value/print.ts";
import { Float, isNumber, isTruthy } from "../value/value.ts";
import type { Value } from "../value/value.ts";
import { compileNumber } from "./arithmetic.ts";
import { constantValue } from "./constant.ts";
import { compileFilter, compileFunction } from "./call.ts";
import type { Evaluate } from "../render/runtime.ts";
import { compileCondition, compileIn, compileTest } from "./condition.ts";
import { compileMacroText } from "./macro.ts";
import { compilePath, dumpVariable, missingVariable } from "./path.ts";
import { failAt } from "./unit.ts";
import type { Unit } from "./unit.ts";

/** A value, and whether it is one of those that are escaped where that is on. */
interface Source {
  readonly evaluate: Evaluate;
  readonly escapes: boolean;
}

/** Compiles an expression with its filters, its `not`, and the escaping of its result. */
export function compileExpression(unit: Unit, expr: Expr): Evaluate {
  const constant = constantValue(expr);
  if (constant !== undefined && typeof constant !== "string") return () => constant;
  const source = compileValue(unit, expr);
  let evaluate = source.evaluate;
  let escapes = source.escapes;
  for (const call of expr.filters) {
    if (call.name === "safe" || call.name === "default") continue;
    const filter = compileFilter(unit, call);
    const before = evaluate;
    evaluate = (rt) => filter(rt, before(rt));
    escapes = true;
  }
  if (expr.negated) return compileNegation(unit, expr, evaluate);
  const safe = expr.filters[expr.filters.length - 1]?.name === "safe";
  if (!escapes || safe) return evaluate;
  return (rt) => {
    const value = evaluate(rt);
    return rt.escape && typeof value === "string" ? escapeHtml(value) : value;
  };
}

/** `not x` of a variable that is not there is true, whatever filters follow. */
function compileNegation(unit: Unit, expr: Expr, evaluate: Evaluate): Evaluate {
  if (expr.val.kind !== "ident" || hasDefault(expr)) return (rt) => !isTruthy(evaluate(rt));
  const find = compilePath(expr.val.path);
  return (rt) => find(rt) === undefined || !isTruthy(evaluate(rt));
}

/** The same, and never escaped: for arguments, loops, assignments and `in`. */
export function compileUnescaped(unit: Unit, expr: Expr): Evaluate {
  const constant = constantValue(expr);
  if (constant !== undefined) return () => constant;
  const evaluate = compileExpression(unit, expr);
  return (rt) => {
    const escape = rt.escape;
    if (!escape) return evaluate(rt);
    rt.escape = false;
    const value = evaluate(rt);
    rt.escape = escape;
    return value;
  };
}

function hasDefault(expr: Expr): boolean {
  return expr.filters[0]?.name === "default";
}

function compileValue(unit: Unit, expr: Expr): Source {
  const val = expr.val;
  switch (val.kind) {
    case "string":
    case "int":
    case "bool": {
      const value = val.value;
      return { evaluate: () => value, escapes: val.kind === "string" };
    }
    case "float": {
      const value = new Float(val.value);
      return { evaluate: () => value, escapes: false };
    }
    case "ident":
      return { evaluate: compileIdent(unit, expr, val), escapes: val.path !== dumpVariable };
    case "call":
      return {
        evaluate: compileFunction(unit, val, hasDefault(expr) ? compileDefault(unit, expr) : undefined),
        escapes: true,
      };
    case "macro":
      return { evaluate: compileMacroText(unit, val), escapes: false };
    case "test":
      return { evaluate: compileTest(unit, val), escapes: false };
    case "in":
      return { evaluate: compileIn(unit, val, expr.pos), escapes: false };
    case "logic":
      return { evaluate: compileCondition(unit, expr), escapes: false };
    case "math":
      return { evaluate: compileMath(unit, val), escapes: false };
    case "concat":
      return { evaluate: compileConcat(unit, val.values), escapes: val.values.some((v) => v.kind === "call") };
    case "array":
      return { evaluate: compileArray(unit, val.items), escapes: false };
  }
}

function compileIdent(unit: Unit, expr: Expr, ident: Ident): Evaluate {
  const find = compilePath(ident.path);
  if (!hasDefault(expr)) {
    return (rt) => {
      const value = find(rt);
      if (value === undefined) throw missingVariable(rt, ident, unit.name);
      return value;
    };
  }
  const otherwise = compileDefault(unit, expr);
  return (rt) => find(rt) ?? otherwise(rt);
}

/** The value of a leading `default`. It is escaped by itself, and again as part of the whole. */
function compileDefault(unit: Unit, expr: Expr): Evaluate {
  const filter = expr.filters[0];
  const value = filter?.args.get("value");
  if (value) return unit.expression(value);
  return () => {
    throw failAt(unit, filter?.pos ?? expr.pos, "The `default` filter requires a `value` argument.");
  };
}

function compileMath(unit: Unit, val: ExprVal): Evaluate {
  const number = compileNumber(unit, val);
  const evaluate: Evaluate = (rt) => number(rt) ?? "NaN";
  if (isPlainMath(val)) return evaluate;
  return (rt) => {
    try {
      return evaluate(rt);
    } catch (thrown) {
      // Of what went wrong inside arithmetic the original keeps the outermost message alone.
      if (thrown instanceof RenderFailure && thrown.messages.length > 1) {
        thrown.hidden = [...thrown.messages.slice(1), ...thrown.hidden];
        thrown.messages = thrown.messages.slice(0, 1);
      }
      throw thrown;
    }
  };
}

/** Whether nothing in it can fail with more than one message. */
function isPlainMath(val: ExprVal): boolean {
  if (val.kind !== "math") return val.kind === "ident" || val.kind === "int" || val.kind === "float";
  return [val.left, val.right].every((side) => side.filters.length === 0 && isPlainMath(side.val));
}

function compileConcat(unit: Unit, parts: readonly ExprVal[]): Evaluate {
  const texts = parts.map((part) => compileConcatPart(unit, part));
  return (rt) => {
    let text = "";
    for (let i = 0; i < texts.length; i++) text += (texts[i] as (rt: Runtime) => string)(rt);
    return rt.checkText(text);
  };
}

function compileConcatPart(unit: Unit, part: ExprVal): (rt: Runtime) => string {
  switch (part.kind) {
    case "ident": {
      const find = compilePath(part.path);
      return (rt) => {
        const value = find(rt);
        if (typeof value === "string") return value;
        if (typeof value === "number") return String(value);
        if (value === undefined) throw missingVariable(rt, part, unit.name);
        if (isNumber(value)) return displayNumber(value);
        const what = `Tried to concat a value that is not a string or a number from ident ${part.path}`;
        throw failAt(unit, part.pos, what);
      };
    }
    case "call": {
      const call = compileFunction(unit, part, undefined);
      return (rt) => {
        const value = call(rt);
        if (typeof value === "string") return value;
        if (isNumber(value)) return displayNumber(value);
        const what = `Tried to concat a value that is not a string or a number from function call ${part.name}`;
        throw failAt(unit, part.pos, what);
      };
    }
    default: {
      const text = part.kind === "float" ? plainFloat(part.value) : String((part as { value: unknown }).value);
      return () => text;
    }
  }
}

function compileArray(unit: Unit, items: readonly Expr[]): Evaluate {
  const evaluates = items.map((item) => unit.expression(item));
  return (rt) => {
    const values: Value[] = [];
    for (let i = 0; i < evaluates.length; i++) values.push((evaluates[i] as Evaluate)(rt));
    return rt.checkValue(values);
  };
}
