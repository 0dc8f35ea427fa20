import { fromInt } from "../number/index.ts";
import {
  ArcType,
  Bottom,
  Conjunct,
  Environment,
  ErrorCode,
  IntKind,
  ListKind,
  NoLabel,
  Num,
  Status,
  Str,
  StructKind,
  Tag,
  Vertex,
  isRegularLabel,
  isStringLabel,
  labelIndex,
  noCloseInfo,
} from "../value/index.ts";
import type { Clause, Comprehension, Expr, ForClause, Label, Task, TryClause, Value } from "../value/index.ts";
import { PresenceKnown, CheckTypos, FieldsKnown, Mode, NeedFields, ScalarKnown, flags } from "./conditions.ts";
import { addPlace, mergeErrors, isInProgressMarker } from "./context.ts";
import type { Context } from "./context.ts";
import { toBool } from "./convert.ts";
import { ambiguous, takeDefault } from "./defaults.ts";
import { addNodeBottom } from "./node-errors.ts";
import { emptyNode, evaluateNode } from "./reference.ts";
import { freeze, drive } from "./demand.ts";
import { kindOf, unwrap, valueOf } from "./vertex-ops.ts";

/** Collects all yields of a comprehension, then inserts its body once for each. */
export function runComprehension(c: Context, t: Task): void {
  const n = t.node;
  const comp = t.x as Comprehension;
  const env = t.env as Environment;
  const envs: Environment[] = [];
  const err = forEachYield(c, n.node, env, comp, (e) => envs.push(e));
  if (err !== null) {
    if (err.isIncomplete) t.err = mergeErrors(null, t.err, err);
    else addNodeBottom(n, err);
    return;
  }
  t.inserting = true;
  if (envs.length === 0 && comp.fallback !== null) c.enterConjunct(n, new Conjunct(env, comp.fallback, t.ci), t.ci);
  for (const e of envs) c.enterConjunct(n, new Conjunct(e, comp.value, t.ci), t.ci);
  t.inserting = false;
}

interface Firing {
  readonly c: Context;
  readonly comp: Comprehension;
  readonly compId: number;
  readonly f: (env: Environment) => void;
}

/** Runs the clauses; f gets an environment for each yield. Returns the error that ended it, if any. */
export function forEachYield(
  c: Context,
  node: Vertex | null,
  env: Environment,
  comp: Comprehension,
  f: (env: Environment) => void,
): Bottom | null {
  const firing: Firing = { c, comp, compId: ++c.nextCompId, f };
  const run = (): Bottom | null => inScope(c, env, (comp.clauses[0] as Clause).src, () => runClause(firing, 0));
  return node === null ? run() : c.about(node, run);
}

/** Runs g with a scope and errors of its own; returns the errors. */
function inScope(c: Context, env: Environment, src: Clause["src"], g: () => void): Bottom | null {
  const before = c.enter(env, src);
  g();
  return c.leave(before);
}

function runClause(firing: Firing, i: number): void {
  const clause = firing.comp.clauses[i] as Clause;
  switch (clause.tag) {
    case Tag.ForClause:
      return yieldFor(firing, i, clause);
    case Tag.IfClause: {
      const c = firing.c;
      if (toBool(c, c.readConcrete(clause.condition, flags(ScalarKnown, Mode.Wait)), null))
        next(firing, i, c.env as Environment);
      return;
    }
    case Tag.LetClause:
      next(firing, i, bind(firing, clause.label, clause.expr));
      return;
    case Tag.TryClause:
      return yieldTry(firing, i, clause);
  }
}

/** Goes on with the next clause, or yields; false when an error ends it. */
function next(firing: Firing, i: number, env: Environment): boolean {
  const { c, comp, f } = firing;
  const clause = comp.clauses[i + 1];
  if (clause === undefined) {
    f(env);
    return true;
  }
  const err = inScope(c, env, clause.src, () => runClause(firing, i + 1));
  if (err !== null) {
    c.addError(err);
    return false;
  }
  return c.errs === null;
}

/** A scope with one name bound to an expression. */
function bind(firing: Firing, label: Label, expr: Expr): Environment {
  const c = firing.c;
  const env = c.env as Environment;
  const v = new Vertex(null, NoLabel, ArcType.Member);
  const arc = new Vertex(null, label, ArcType.Member);
  arc.isDynamic = true;
  arc.anonymous = true;
  arc.conjuncts = [new Conjunct(env, expr, c.ci)];
  v.addArc(arc);
  return new Environment(env, v, NoLabel, firing.compId);
}

function yieldFor(firing: Firing, i: number, x: ForClause): void {
  const c = firing.c;
  const env = c.env as Environment;
  const source = forSource(c, x.source);
  const state = c.state(source);
  if (state !== null) freeze(c, state, FieldsKnown);
  const arcs = source.arcs;
  for (let k = 0; k < arcs.length; k++) {
    const a = arcs[k] as Vertex;
    c.meter.step();
    if (!isRegularLabel(a.label)) continue;
    const s = c.state(a);
    if (s !== null) drive(c, s, PresenceKnown, Mode.Try);
    if (a.arcType === ArcType.Required) {
      c.addError(missingRequired(c, x, a));
      continue;
    }
    if (a.arcType !== ArcType.Member) continue;
    if (!next(firing, i, iterationScope(c, env, x, a, firing.compId))) break;
  }
}

function iterationScope(c: Context, env: Environment, x: ForClause, a: Vertex, compId: number): Environment {
  c.meter.values(3);
  const n = new Vertex(c.scopeNode(env), NoLabel, ArcType.Member);
  n.status = Status.Finalized;
  n.isDynamic = true;
  n.anonymous = true;
  if (x.value !== NoLabel) {
    const v = new Vertex(null, x.value, ArcType.Pending);
    v.base = a;
    v.isDynamic = true;
    v.anonymous = true;
    n.addArc(v);
  }
  if (x.key !== NoLabel) {
    const key = isStringLabel(a.label)
      ? new Str(c.src, c.runtime.labels.text(a.label), c.runtime.labels.marksOf(a.label))
      : new Num(c.src, IntKind, fromInt(labelIndex(a.label)));
    const v = new Vertex(null, x.key, ArcType.Member);
    v.isDynamic = true;
    v.anonymous = true;
    v.conjuncts = [new Conjunct(env, key, noCloseInfo)];
    v.base = key;
    v.status = Status.Finalized;
    n.addArc(v);
  }
  return new Environment(env, n, NoLabel, compId);
}

function missingRequired(c: Context, x: ForClause, v: Vertex): Bottom {
  const f = c.failure("missing required field in for comprehension: %", { label: v.label });
  addPlace(f.inputs, x.source.src);
  for (const conj of v.conjuncts) {
    if (conj.x.tag === Tag.Field) addPlace(f.inputs, conj.x.src);
    addPlace(f.inputs, c.placeOfId(v, conj.ci.id));
  }
  return new Bottom(null, f, ErrorCode.Incomplete, null);
}

/** The struct or list that a for clause walks over, its fields known. */
function forSource(c: Context, x: Expr): Vertex {
  c.inDetached++;
  let v = evaluateNode(c, x, flags(NeedFields, Mode.Try));
  c.inDetached--;
  if (v !== null && v.tag === Tag.Vertex) c.unify(v, flags(NeedFields, Mode.Force) | CheckTypos);
  const d = takeDefault(c, v);
  if (d === ambiguous) return emptyNode;
  v = d;
  const w = unwrap(v);
  if (!isInProgressMarker(w)) v = w;
  const node = v !== null && v.tag === Tag.Vertex ? v : null;
  if (node !== null && !isInProgressMarker(node.base)) v = valueOf(node);
  if (v === null) {
    c.failAt(ErrorCode.Incomplete, x.src, "cannot range over % (incomplete)", x);
    return emptyNode;
  }
  if (v.tag === Tag.Bottom) {
    c.addError(v);
    return emptyNode;
  }
  const kind = kindOf(v);
  if (v.tag !== Tag.Vertex || node === null) return notIterable(c, x, v, kind, node);
  if ((kind & (StructKind | ListKind)) !== 0 && kind !== StructKind && kind !== ListKind) {
    c.failAt(ErrorCode.Incomplete, x.src, "cannot range over % (incomplete type %)", x, { kind });
    return emptyNode;
  }
  return node;
}

function notIterable(c: Context, x: Expr, v: Value, kind: number, node: Vertex | null): Vertex {
  if ((kind & (StructKind | ListKind)) !== 0) {
    c.failAt(ErrorCode.Incomplete, x.src, "cannot range over % (incomplete type %)", x, { kind });
    return emptyNode;
  }
  if (node !== null) return node;
  if (x.src === null) c.failAt(ErrorCode.Eval, null, "cannot range over % (found %, want list or struct)", x, { kind });
  else
    c.failAt(ErrorCode.Eval, x.src, "cannot range over % (found %, want list or struct)", { source: x.src }, { kind });
  return emptyNode;
}

/** Tries the body first: if one of its `?` references finds nothing, the clause yields nothing. */
function yieldTry(firing: Firing, i: number, x: TryClause): void {
  const c = firing.c;
  const env = c.env as Environment;
  const v = c.inlineVertex(null, [new Conjunct(env, x.expr ?? firing.comp.value, c.ci)]);
  const probe = { skip: false };
  const state = c.state(v);
  if (state !== null) state.trySkip = probe;
  c.finalize(v);
  if (probe.skip) return;
  next(firing, i, x.expr === null ? env : bind(firing, x.label, x.expr));
}
