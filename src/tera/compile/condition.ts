import { RenderFailure, within } from "../render/failure.ts";
import type { Runtime } from "../render/runtime.ts";
import type { Expr, InExpr, LogicExpr, TestCall } from "../syntax/ast.ts";
import { toFloat } from "../value/number.ts";
import { debugValue } from "../value/print.ts";
import { isArray, isNumber, isObject, isTruthy, sameValue } from "../value/value.ts";
import type { Value } from "../value/value.ts";
import { compileNumber, compileOperand } from "./arithmetic.ts";
import { compileFunction } from "./call.ts";
import type { Decide, Evaluate } from "../render/runtime.ts";
import { compileMacroText } from "./macro.ts";
import { compilePath } from "./path.ts";
import { failAt, placeIn } from "./unit.ts";
import type { Unit } from "./unit.ts";

/**
 * Compiles an expression as a condition. This is not "evaluate and see whether it is true": a variable
 * that is missing is false instead of a mistake, and filters count on variables alone.
 */
export function compileCondition(unit: Unit, expr: Expr): Decide {
  const { val } = expr;
  if (val.kind === "logic" && (val.operator === "==" || val.operator === "!=")) {
    return compileEquality(unit, val, expr.negated);
  }
  const decide = compilePositive(unit, expr);
  return expr.negated ? (rt) => !decide(rt) : decide;
}

function compilePositive(unit: Unit, expr: Expr): Decide {
  const val = expr.val;
  switch (val.kind) {
    case "logic":
      return compileLogic(unit, val);
    case "ident":
      return compileVariable(unit, expr, val.path);
    case "math":
    case "int":
    case "float": {
      const number = compileNumber(unit, val, expr.pos);
      return (rt) => {
        const value = number(rt);
        return value !== undefined && toFloat(value) !== 0;
      };
    }
    case "in":
      return compileIn(unit, val, expr.pos);
    case "test":
      return compileTest(unit, val);
    case "bool":
      return () => val.value;
    case "string":
      return () => val.value !== "";
    case "call": {
      const call = compileFunction(unit, val, undefined);
      return (rt) => {
        const value = call(rt);
        if (typeof value === "boolean") return value;
        throw failAt(
          unit,
          val.pos,
          `Function \`${val.name}\` was used in a logic operation but is not returning a bool`,
        );
      };
    }
    case "concat": {
      const evaluate = unit.expression({ ...expr, negated: false });
      return (rt) => isTruthy(evaluate(rt));
    }
    case "macro": {
      const text = compileMacroText(unit, val);
      return (rt) => text(rt) !== "";
    }
    case "array":
      return () => val.items.length > 0;
  }
}

/** Whatever goes wrong with a variable or its filters, it is false then; with `not` before it too. */
function compileVariable(unit: Unit, expr: Expr, path: string): Decide {
  if (expr.filters.length === 0) {
    const find = compilePath(path);
    return (rt) => {
      const value = find(rt);
      return value !== undefined && isTruthy(value);
    };
  }
  const evaluate = unit.expression(expr);
  const negated = expr.negated;
  return (rt) => {
    const { escape, out, trace, frame, depth } = rt;
    let truthy = false;
    try {
      truthy = isTruthy(evaluate(rt));
    } catch (thrown) {
      if (!(thrown instanceof RenderFailure)) throw thrown;
      rt.escape = escape;
      rt.out = out;
      rt.trace = trace;
      rt.frame = frame;
      rt.depth = depth;
    }
    return negated ? !truthy : truthy;
  };
}

function compileLogic(unit: Unit, logic: LogicExpr): Decide {
  switch (logic.operator) {
    case "or": {
      const left = compileCondition(unit, logic.left);
      const right = compileCondition(unit, logic.right);
      return (rt) => left(rt) || right(rt);
    }
    case "and": {
      const left = compileCondition(unit, logic.left);
      const right = compileCondition(unit, logic.right);
      return (rt) => left(rt) && right(rt);
    }
    case "==":
    case "!=":
      return compileEquality(unit, logic, false);
    case "<":
      return compileOrder(unit, logic, (a, b) => a < b);
    case "<=":
      return compileOrder(unit, logic, (a, b) => a <= b);
    case ">":
      return compileOrder(unit, logic, (a, b) => a > b);
    case ">=":
      return compileOrder(unit, logic, (a, b) => a >= b);
  }
}

function compileOrder(unit: Unit, logic: LogicExpr, holds: (a: number, b: number) => boolean): Decide {
  const left = compileOperand(unit, logic.left);
  const right = compileOperand(unit, logic.right);
  return (rt) => {
    const a = left(rt);
    const b = right(rt);
    if (typeof a === "number" && typeof b === "number") return holds(a, b);
    if (a === undefined || b === undefined) throw failAt(unit, logic.left.pos, "Comparison to NaN");
    return holds(toFloat(a), toFloat(b));
  };
}

/**
 * Numbers are compared as floats. A number against anything else is neither equal nor unequal: it is false at
 * once, and not even a `not` before it changes that.
 */
function compileEquality(unit: Unit, logic: LogicExpr, inverted: boolean): Decide {
  const negated = (logic.operator === "!=") !== inverted;
  const left = unit.expression(logic.left);
  const right = unit.expression(logic.right);
  return (rt) => {
    const a = left(rt);
    const b = right(rt);
    if (typeof a === "string" && typeof b === "string") return (a === b) !== negated;
    if (isNumber(a)) return isNumber(b) && (toFloat(a) === toFloat(b)) !== negated;
    return !isNumber(b) && sameValue(a, b) !== negated;
  };
}

export function compileIn(unit: Unit, condition: InExpr, pos: number): Decide {
  const needle = unit.unescaped(condition.left);
  const haystack = unit.unescaped(condition.right);
  const negated = condition.negated;
  return (rt) => {
    const item = needle(rt);
    const container = haystack(rt);
    const found = contains(container, item);
    if (typeof found === "string") throw failAt(unit, pos, found);
    return found !== negated;
  };
}

function contains(container: Value, item: Value): boolean | string {
  if (isArray(container)) return container.some((other) => sameValue(other, item));
  const text = typeof container === "string";
  if (!text && !isObject(container)) return "The `in` operator only supports strings, arrays and objects.";
  if (typeof item !== "string") {
    return `Tried to check if ${debugValue(item)} is in a ${text ? "string" : "object"}, but it isn't a string`;
  }
  return text ? container.includes(item) : container.has(item);
}

export function compileTest(unit: Unit, call: TestCall): Decide {
  const test = unit.library.tests.get(call.name);
  if (!test) {
    return () => {
      throw failAt(unit, call.pos, `Test '${call.name}' not found`);
    };
  }
  const args = call.args.map((arg) => unit.unescaped(arg));
  const find = compilePath(call.ident.path);
  const negated = call.negated;
  const doing = `Test call '${call.name}' failed`;
  return (rt: Runtime) => {
    try {
      const values: Value[] = [];
      for (let i = 0; i < args.length; i++) values.push((args[i] as Evaluate)(rt));
      rt.spend(1);
      return test(find(rt), values) !== negated;
    } catch (thrown) {
      throw within(thrown, doing, placeIn(unit, call.pos));
    }
  };
}
