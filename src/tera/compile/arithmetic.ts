import type { Runtime } from "../render/runtime.ts";
import type { Expr, ExprVal, MathExpr } from "../syntax/ast.ts";
import { calculate, MathFailure } from "../value/number.ts";
import { Float, isNumber } from "../value/value.ts";
import type { NumberValue, Value } from "../value/value.ts";
import { compileFunction } from "./call.ts";
import type { Calculate } from "../render/runtime.ts";
import { compilePath, missingVariable } from "./path.ts";
import { failAt } from "./unit.ts";
import type { Unit } from "./unit.ts";

/** An operand of arithmetic or of a comparison. */
export function compileOperand(unit: Unit, expr: Expr): Calculate {
  if (expr.filters.length === 0) return compileNumber(unit, expr.val, expr.pos);
  const evaluate = unit.expression(expr);
  return (rt) => {
    const value = evaluate(rt);
    if (isNumber(value)) return value;
    throw failAt(unit, expr.pos, "Tried to do math with an expression not resulting in a number");
  };
}

/** A value that has to be a number. */
export function compileNumber(unit: Unit, val: ExprVal, pos = 0): Calculate {
  switch (val.kind) {
    case "int": {
      const value = val.value;
      return () => value;
    }
    case "float": {
      const value = new Float(val.value);
      return () => value;
    }
    case "ident": {
      const find = compilePath(val.path);
      return (rt) => {
        const value = find(rt);
        if (typeof value === "number") return value;
        if (value === undefined) throw missingVariable(rt, val, unit.name);
        if (isNumber(value)) return value;
        throw failAt(unit, val.pos, `Variable \`${val.path}\` was used in a math operation but is not a number`);
      };
    }
    case "call": {
      const call = compileFunction(unit, val, undefined);
      return (rt) => {
        const value: Value = call(rt);
        if (isNumber(value)) return value;
        throw failAt(
          unit,
          val.pos,
          `Function \`${val.name}\` was used in a math operation but is not returning a number`,
        );
      };
    }
    case "math":
      return compileMathOperation(unit, val, pos);
    default: {
      const message = `Tried to do math with ${describe(val)}`;
      return () => {
        throw failAt(unit, pos, message);
      };
    }
  }
}

function describe(val: ExprVal): string {
  switch (val.kind) {
    case "string":
      return `a string: \`${val.value}\``;
    case "bool":
      return `a boolean: \`${val.value}\``;
    case "concat":
      return `a string concatenation: ${val.values.map(concatPart).join(" ~ ")}`;
    case "test":
      return `a test: ${val.name}`;
    case "macro":
      return `a macro: ${val.namespace}::${val.name}`;
    case "array":
      return "an array";
    default:
      return "a condition";
  }
}

function concatPart(val: ExprVal): string {
  if (val.kind === "string") return `'${val.value}'`;
  return val.kind === "ident" ? val.path : "unknown";
}

function compileMathOperation(unit: Unit, math: MathExpr, pos: number): Calculate {
  const left = compileOperand(unit, math.left);
  const right = compileOperand(unit, math.right);
  const operator = math.operator;
  const slow = (a: NumberValue | undefined, b: NumberValue | undefined): NumberValue | undefined => {
    if (a === undefined || b === undefined) return undefined;
    const result = calculate(operator, a, b);
    if (result instanceof MathFailure) throw failAt(unit, pos, result.message);
    return result === "nan" ? undefined : result;
  };
  switch (operator) {
    case "+":
      return quick(left, right, slow, (a, b) => a + b);
    case "-":
      return quick(left, right, slow, (a, b) => a - b);
    case "*":
      return quick(left, right, slow, (a, b) => a * b);
    case "%":
      return (rt) => {
        const a = left(rt);
        const b = right(rt);
        // A negative dividend could make a negative zero, which no integer is.
        if (typeof a === "number" && typeof b === "number" && a >= 0 && b > 0) return a % b;
        return slow(a, b);
      };
    default:
      return (rt) => slow(left(rt), right(rt));
  }
}

/** Two integers whose result is an exact number: nearly always. */
function quick(
  left: Calculate,
  right: Calculate,
  slow: (a: NumberValue | undefined, b: NumberValue | undefined) => NumberValue | undefined,
  operate: (a: number, b: number) => number,
): Calculate {
  return (rt: Runtime) => {
    const a = left(rt);
    const b = right(rt);
    if (typeof a === "number" && typeof b === "number") {
      const result = operate(a, b);
      if (Number.isSafeInteger(result) && result !== 0) return result;
    }
    return slow(a, b);
  };
}
