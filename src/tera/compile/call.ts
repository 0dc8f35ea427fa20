import { GRAPHEME, effort } from "../render/budget.ts";
import { within } from "../render/failure.ts";
import type { Runtime } from "../render/runtime.ts";
import type { Call, Expr } from "../syntax/ast.ts";
import { isPlain } from "../text/grapheme.ts";
import { isArray } from "../value/value.ts";
import type { Value } from "../value/value.ts";
import type { Evaluate } from "../render/runtime.ts";
import { constantValue } from "./constant.ts";
import type { Args } from "./library.ts";
import { failAt, placeIn } from "./unit.ts";
import type { Unit } from "./unit.ts";

/** Evaluates the arguments of a call; once and for all if they are literals. */
function compileArgs(unit: Unit, args: ReadonlyMap<string, Expr>): (rt: Runtime) => Args {
  const constant = new Map<string, Value>();
  for (const [name, expr] of args) {
    const value = constantValue(expr);
    if (value !== undefined) constant.set(name, value);
  }
  if (constant.size === args.size) return () => constant;
  const parts = [...args].map(([name, expr]) => ({ name, evaluate: unit.unescaped(expr) }));
  return (rt) => {
    const values = new Map<string, Value>();
    for (const part of parts) values.set(part.name, part.evaluate(rt));
    return values;
  };
}

export function compileFilter(unit: Unit, call: Call): (rt: Runtime, value: Value) => Value {
  const filter = unit.library.filters.get(call.name);
  if (!filter) {
    return () => {
      throw failAt(unit, call.pos, `Filter '${call.name}' not found`);
    };
  }
  const args = compileArgs(unit, call.args);
  // The one filter that can make a list longer than what it was given.
  const grows = call.name === "concat";
  const doing = `Filter call '${call.name}' failed`;
  return (rt, value) => {
    try {
      const given = args(rt);
      rt.spend(costOf(call.name, given, value));
      if (grows) rt.checkItems(lengthOf(value) + lengthOf(given.get("with")));
      const result = filter(value, given);
      if (typeof result === "string") return rt.checkText(result);
      return grows ? rt.checkValue(result) : result;
    } catch (thrown) {
      throw within(thrown, doing, placeIn(unit, call.pos));
    }
  };
}

/** By the size of all that it is given. */
function costOf(name: string, args: Args, value: Value): number {
  let cost = effort(value, name);
  if (name === "truncate" && typeof value === "string") {
    const length = args.get("length");
    const wanted = typeof length === "bigint" || typeof length === "number" ? Number(length) : 255;
    if (!isPlain(value)) cost += Math.min(value.length, wanted) * GRAPHEME;
  }
  for (const arg of args.values()) cost += effort(arg, name);
  return cost;
}

const lengthOf = (value: Value | undefined): number => (value !== undefined && isArray(value) ? value.length : 1);

/** `otherwise` is what a following `default` gives where the function has nothing to give. */
export function compileFunction(unit: Unit, call: Call, otherwise: Evaluate | undefined): Evaluate {
  const fn = unit.library.functions.get(call.name);
  if (!fn) {
    return () => {
      throw failAt(unit, call.pos, `Function '${call.name}' not found`);
    };
  }
  const args = compileArgs(unit, call.args);
  const doing = `Function call '${call.name}' failed`;
  const attempt = otherwise && fn.tryCall?.bind(fn);
  return (rt) => {
    let result: Value | undefined;
    try {
      const values = args(rt);
      rt.spend(costOf(call.name, values, null));
      if (rt.trace !== undefined && fn.isSecret?.(values)) rt.trace.touched = true;
      result = attempt ? attempt(values) : fn.call(values);
    } catch (thrown) {
      throw within(thrown, doing, placeIn(unit, call.pos));
    }
    return result === undefined ? (otherwise as Evaluate)(rt) : result;
  };
}
