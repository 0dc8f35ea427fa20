import { Meter } from "../meter/index.ts";
import type {
  BaseValue,
  CloseInfo,
  Condition,
  Conjunct,
  Environment,
  Evaluator,
  Expr,
  Label,
  NodeState,
  Resolver,
  Src,
  Task,
  Value,
  Vertex,
} from "../value/index.ts";
import type { Flags, Mode } from "./conditions.ts";
import { insertValue, scheduleConjunct } from "./conjunct.ts";
import { Context } from "./context.ts";
import { installEngineBuiltins } from "./engine-builtins.ts";
import { evalConcrete, evalExpr, evalExprCI, evaluate } from "./expression.ts";
import { lookup } from "./lookup.ts";
import { resolve } from "./reference.ts";
import type { Runtime } from "./runtime.ts";
import { process, signal } from "./scheduler.ts";
import { scheduleVertexConjuncts, unshare } from "./share.ts";
import { runTaskBody } from "./tasks.ts";
import { bareState, completeNodeTasks, state, unify } from "./unify.ts";

installEngineBuiltins();

/** One evaluation: the context with its operations joined. */
export class Engine extends Context {
  constructor(runtime: Runtime, meter = new Meter()) {
    super(runtime, meter);
  }

  unify(v: Vertex, flags: Flags): boolean {
    return unify(this, v, flags);
  }
  lookup(v: Vertex, pos: Src | null, label: Label, flags: Flags): Vertex | null {
    return lookup(this, v, pos, label, flags);
  }
  resolve(x: Resolver, flags: Flags): Vertex | null {
    return resolve(this, x, flags);
  }
  evalExpr(x: Expr, flags: Flags): Value | null {
    return evalExpr(this, x, flags);
  }
  evaluator(x: Evaluator, flags: Flags): Value | null {
    return evaluate(this, x, flags);
  }
  evalExprCI(x: Expr, flags: Flags): Value | null {
    return evalExprCI(this, x, flags);
  }
  evalConcrete(x: Expr, flags: Flags): Value | null {
    return evalConcrete(this, x, flags);
  }
  scheduleConjunct(n: NodeState, c: Conjunct, ci: CloseInfo): void {
    scheduleConjunct(this, n, c, ci);
  }
  scheduleVertexConjuncts(n: NodeState, c: Conjunct, arc: Vertex, ci: CloseInfo): void {
    scheduleVertexConjuncts(this, n, c, arc, ci);
  }
  insertValue(n: NodeState, env: Environment, v: BaseValue, ci: CloseInfo): void {
    insertValue(this, n, env, v, ci);
  }
  process(n: NodeState, needs: Condition, mode: Mode): boolean {
    return process(this, n, needs, mode);
  }
  runTaskBody(t: Task, mode: Mode): void {
    runTaskBody(this, t, mode);
  }
  completeNodeTasks(n: NodeState, mode: Mode): void {
    completeNodeTasks(this, n, mode);
  }
  signal(n: NodeState, completed: Condition): void {
    signal(this, n, completed);
  }
  unshare(n: NodeState): void {
    unshare(this, n);
  }
  state(v: Vertex): NodeState | null {
    return state(this, v);
  }
  bareState(v: Vertex): NodeState | null {
    return bareState(v);
  }
}
