import { Meter } from "../meter/index.ts";
import type {
  BaseValue,
  CloseInfo,
  Condition,
  Conjunct,
  Environment,
  Evaluator,
  Expr,
  Home,
  Label,
  NodeState,
  Resolver,
  Src,
  Task,
  Value,
  Vertex,
} from "../value/index.ts";
import type { Flags, Mode } from "./conditions.ts";
import { enterConjunct } from "./conjunct.ts";
import { meetValue } from "./meet-value.ts";
import { Context } from "./context.ts";
import { installEngineBuiltins } from "./engine-builtins.ts";
import { readConcrete, readExpr, readWithOrigin, evaluate } from "./expression.ts";
import { findField } from "./find-field.ts";
import { follow } from "./reference.ts";
import type { Runtime } from "./runtime.ts";
import { drive, announce } from "./demand.ts";
import { enterTarget, stopSharing } from "./share.ts";
import { taskBody } from "./tasks.ts";
import { blankState, finishTasks, state, unify } from "./unify.ts";

installEngineBuiltins();

/** One evaluation: the context with its operations joined. */
export class Engine extends Context {
  constructor(runtime: Runtime, meter = new Meter(), home: Home | null = null) {
    super(runtime, meter, home);
  }

  unify(v: Vertex, flags: Flags): boolean {
    return unify(this, v, flags);
  }
  findField(v: Vertex, pos: Src | null, label: Label, flags: Flags): Vertex | null {
    return findField(this, v, pos, label, flags);
  }
  follow(x: Resolver, flags: Flags): Vertex | null {
    return follow(this, x, flags);
  }
  readExpr(x: Expr, flags: Flags): Value | null {
    return readExpr(this, x, flags);
  }
  compute(x: Evaluator, flags: Flags): Value | null {
    return evaluate(this, x, flags);
  }
  readWithOrigin(x: Expr, flags: Flags): Value | null {
    return readWithOrigin(this, x, flags);
  }
  readConcrete(x: Expr, flags: Flags): Value | null {
    return readConcrete(this, x, flags);
  }
  enterConjunct(n: NodeState, c: Conjunct, ci: CloseInfo): void {
    enterConjunct(this, n, c, ci);
  }
  enterTarget(n: NodeState, c: Conjunct, arc: Vertex, ci: CloseInfo): void {
    enterTarget(this, n, c, arc, ci);
  }
  meetValue(n: NodeState, env: Environment, v: BaseValue, ci: CloseInfo): void {
    meetValue(this, n, env, v, ci);
  }
  drive(n: NodeState, needs: Condition, mode: Mode): boolean {
    return drive(this, n, needs, mode);
  }
  taskBody(t: Task, mode: Mode): void {
    taskBody(this, t, mode);
  }
  finishTasks(n: NodeState, mode: Mode): void {
    finishTasks(this, n, mode);
  }
  announce(n: NodeState, completed: Condition): void {
    announce(this, n, completed);
  }
  stopSharing(n: NodeState): void {
    stopSharing(this, n);
  }
  state(v: Vertex): NodeState | null {
    return state(this, v);
  }
  blankState(v: Vertex): NodeState | null {
    return blankState(v);
  }
}
