import { Wholly } from "../eval/index.ts";
import type { Engine } from "../eval/index.ts";
import type { Bottom, Environment, Expr, Resolver, Value, Vertex } from "../value/index.ts";

/** Runs f in a scope, without leaving errors behind. */
function within<T>(engine: Engine, env: Environment, f: () => T): T {
  const saved = engine.env;
  const { errs, src } = engine;
  engine.env = env;
  engine.errs = null;
  const result = f();
  engine.env = saved;
  engine.errs = errs;
  engine.src = src;
  return result;
}

/** The value of an expression in a scope. */
export function evaluateIn(engine: Engine, env: Environment, x: Expr): Value | null {
  return within(engine, env, () => engine.readExpr(x, Wholly));
}

/** The vertex that a reference in a scope leads to, or null. */
export function resolveIn(engine: Engine, env: Environment, r: Resolver): Vertex | null {
  return within(engine, env, () => {
    const v = engine.follow(r, Wholly);
    return (engine.errs as Bottom | null) === null ? v : null;
  });
}
