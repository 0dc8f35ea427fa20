// Literals without references, alone in their field, are what they say: no task, no state, no check is needed to know
// their value. Configuration is mostly that.
import {
  ArcType,
  CloseFlag,
  Conjunct,
  CycleType,
  Environment,
  ListMarker,
  Status,
  Tag,
  intLabel,
  plainSize,
  structMarker,
} from "../value/index.ts";
import type { CloseInfo, ConjunctNode, Expr, Label, ListLit, StructLit, Value, Vertex } from "../value/index.ts";
import { beginVertex, newArc } from "./arcs.ts";
import { fieldScope } from "./closedness.ts";
import { compIdOf } from "./conjunct.ts";
import type { Context } from "./context.ts";

/** Where only a part of a value is asked for, larger literals are read piece by piece. */
const smallLiteral = 200;

/** The plain literal that is all there is to a vertex so far. */
export function plainLiteralOf(v: Vertex): Expr | null {
  if (v.conjuncts.length !== 1 || v.status !== Status.Unprocessed || v.arcType !== ArcType.Member) return null;
  if (v.state !== null || v.base !== null || v.arcs.length > 0 || v.patterns !== null) return null;
  const { x, ci } = v.conjuncts[0]!;
  const e = x.tag === Tag.Field ? x.value : x;
  return ci.cycleType === CycleType.None && plainSize(e) > 0 ? (e as Expr) : null;
}

export function isSmall(x: Expr): boolean {
  return plainSize(x) <= smallLiteral;
}

/** Makes a vertex what its only conjunct says. */
export function finishPlain(c: Context, v: Vertex, x: Expr): void {
  const { env, ci } = v.conjuncts[0]!;
  beginVertex(v);
  v.isPlain = true;
  finish(c, v, env, x, ci);
}

function finish(c: Context, v: Vertex, env: Environment, x: Expr, ci: CloseInfo): void {
  if ((ci.flags & CloseFlag.FromDef) !== 0) v.closedRecursive = true;
  v.status = Status.Finalized;
  if (x.tag === Tag.StructLit) return finishStruct(c, v, env, x, fieldScope(ci));
  if (x.tag === Tag.ListLit) return finishList(c, v, env, x, fieldScope(ci));
  v.base = x as Value;
}

function finishStruct(c: Context, v: Vertex, env: Environment, s: StructLit, ci: CloseInfo): void {
  v.base = structMarker;
  v.addStruct(s, compIdOf(env));
  const inner = new Environment(env, v);
  for (let i = 0; i < s.decls.length; i++) {
    const d = s.decls[i]!;
    if (d.tag === Tag.Field) addArc(c, v, inner, d.label, d, d.value, ci);
  }
}

function finishList(c: Context, v: Vertex, env: Environment, l: ListLit, ci: CloseInfo): void {
  v.base = new ListMarker(null, false);
  const inner = new Environment(env, v);
  for (let i = 0; i < l.elems.length; i++) {
    const e = l.elems[i] as Expr;
    addArc(c, v, inner, intLabel(i), e, e, ci);
  }
}

function addArc(
  c: Context,
  v: Vertex,
  env: Environment,
  label: Label,
  x: ConjunctNode,
  value: Expr,
  ci: CloseInfo,
): void {
  const arc = newArc(c, v, label, ArcType.Member);
  arc.conjuncts = [new Conjunct(env, x, ci)];
  v.addArc(arc);
  beginVertex(arc);
  finish(c, arc, env, value, ci);
}
