import {
  ArcType,
  Bottom,
  BottomKind,
  Conjunct,
  Environment,
  ErrorCode,
  ListKind,
  StructKind,
  Tag,
  Vertex,
  isDefinitionLabel,
  isHiddenLabel,
  isIntLabel,
  isLetLabel,
  isStringLabel,
  labelIndex,
  append,
  appendFew,
  Status,
} from "../value/index.ts";
import type { CloseInfo, Label, NodeState, Src, Value, Wording } from "../value/index.ts";
import { addLink } from "./closedness.ts";
import { ConjunctIndex, manyConjuncts } from "./conjunct-index.ts";
import { PresenceKnown, FieldsKnown } from "./conditions.ts";
import type { Context } from "./context.ts";
import { isNonCyclic, markNonCyclic } from "./cycle.ts";
import { equal } from "./equality.ts";
import { matchPattern } from "./pattern.ts";
import { bottomOf, nodeBehind, elementCount, isClosedList, isInProgress, isOpenStruct, kindOf } from "./vertex-ops.ts";
import { inProgressMarker } from "./context.ts";

/** The arc of a label, created if need be; the smaller arc type wins. */
export function getArc(c: Context, n: NodeState, label: Label, arcType: ArcType): Vertex {
  const v = n.node;
  const known = v.arc(label);
  if (known !== null) {
    if (isLetLabel(label)) known.multiLet = true;
    makeSurer(c, known, arcType);
    return known;
  }
  const arc = newArc(c, v, label, arcType);
  if ((n.frozen & FieldsKnown) !== 0) {
    c.addError(c.errorHere("adding field % not allowed as field set was already referenced", { label }));
    arc.arcType = ArcType.NotPresent;
  }
  v.addArc(arc);
  return arc;
}

/** A vertex below another, which does not list it yet. */
export function newArc(c: Context, v: Vertex, label: Label, arcType: ArcType): Vertex {
  const arc = new Vertex(v, label, arcType);
  if (v.isDynamic || v.nonRooted) arc.nonRooted = true;
  if (v.anonymous || isLetLabel(v.label)) arc.anonymous = true;
  c.counters.nodes++;
  c.meter.values(1);
  return arc;
}

export function makeSurer(c: Context, v: Vertex, t: ArcType): void {
  if (v.arcType === ArcType.Pending && v.state !== null && (v.state.frozen & PresenceKnown) === PresenceKnown) {
    reportFieldError(c, v.parent as Vertex, c.src, v.label, "cyclic reference to field %", false);
    return;
  }
  if (t >= v.arcType || v.arcType === ArcType.NotPresent) return;
  const p = v.parent;
  if (p !== null && p.arcType === ArcType.Pending && p.state !== null) c.stopSharing(p.state);
  v.arcType = t;
}

/** Adds a field's conjunct to the arc of its label, and what the node's patterns say about it. */
export function putField(
  c: Context,
  n: NodeState,
  label: Label,
  arcType: ArcType,
  conj: Conjunct,
  ci: CloseInfo,
): Vertex {
  const arc = getArc(c, n, label, arcType);
  const saved = c.vertex;
  c.vertex = arc;
  if (addToField(c, arc, conj, ci, arcType)) {
    const patterns = n.node.patterns;
    if (patterns !== null)
      for (let k = 0; k < patterns.length; k++) {
        const p = patterns[k]!;
        c.meter.step();
        if (!matchPattern(c, p.pattern, label)) continue;
        for (let i = 0; i < p.constraint.conjuncts.length; i++)
          addConstraint(c, arc, arcType, p.constraint.conjuncts[i] as Conjunct);
      }
  }
  c.vertex = saved;
  return arc;
}

/** Adds a conjunct unless it is there already; forwards it to whoever referred to the arc. */
function addToField(c: Context, v: Vertex, conj: Conjunct, ci: CloseInfo, arcType: ArcType): boolean {
  if (v.state === null) return addBeforeStart(c, v, conj, ci, arcType);
  const n = c.blankState(v);
  if (n === null) return false;
  markNonCyclic(n, ci);
  makeSurer(c, v, arcType);
  const twin = findConjunct(c, v.conjuncts, conj);
  if (twin === null) v.conjuncts = appendFew(v.conjuncts, conj);
  else if (twin.ci.id !== 0) addLink(c, n, ci.id, twin.ci.id);
  if (isInProgress(v)) c.enterConjunct(n, conj, ci);
  for (let i = 0; i < n.notify.length; i++) {
    const r = n.notify[i] as NodeState["notify"][number];
    c.meter.step();
    if (r.vertex.state === null || r.vertex.status === Status.Finalized) continue;
    c.enterConjunct(r.vertex.state, conj, r.ci);
  }
  return twin === null;
}

/** Most fields get all their conjuncts before anyone evaluates them: no state is needed for that. */
function addBeforeStart(c: Context, v: Vertex, conj: Conjunct, ci: CloseInfo, arcType: ArcType): boolean {
  if (v.status === Status.Finalized) return false;
  beginVertex(v);
  if (isNonCyclic(ci)) v.hasFirmConjunct = true;
  makeSurer(c, v, arcType);
  const twin = findConjunct(c, v.conjuncts, conj);
  if (twin === null) v.conjuncts = appendFew(v.conjuncts, conj);
  else if (twin.ci.id !== 0 && ci.id !== 0 && twin.ci.id !== ci.id)
    addLink(c, c.blankState(v) as NodeState, ci.id, twin.ci.id);
  return twin === null;
}

/** What is decided when a vertex is met for the first time: definitions close what is inside them. */
export function beginVertex(v: Vertex): void {
  if (v.isVisited) return;
  v.isVisited = true;
  if (isDefinitionLabel(v.label) || (v.parent !== null && v.parent.closedRecursive)) v.closedRecursive = true;
}

function findConjunct(c: Context, all: readonly Conjunct[], conj: Conjunct): Conjunct | null {
  let list: readonly Conjunct[] | undefined = all;
  if (all.length > manyConjuncts) {
    let index = c.conjunctIndexes.get(all);
    if (index === undefined) c.conjunctIndexes.set(all, (index = new ConjunctIndex()));
    list = index.candidates(all, conj);
    if (list === undefined) return null;
  }
  for (let i = 0; i < list.length; i++) {
    const x = list[i] as Conjunct;
    if (x.x === conj.x && sameEnvironment(c, x.env, conj.env)) return x;
  }
  return null;
}

function sameEnvironment(c: Context, a: Environment, b: Environment): boolean {
  return a === b || (a.up === b.up && c.scopeNode(a) === c.scopeNode(b));
}

/** Applies a pattern's constraint to an arc; `[X=p]` reads the label from the environment. */
function addConstraint(c: Context, arc: Vertex, arcType: ArcType, conj: Conjunct): void {
  const e = conj.env;
  const env = new Environment(e.up, e.vertex, arc.label, e.compId);
  addToField(c, arc, new Conjunct(env, conj.x, conj.ci), conj.ci, arcType);
}

/** Notes a pattern and applies it to the arcs that are there; later ones get it when they are inserted. */
export function putPattern(c: Context, n: NodeState, pattern: Value, conj: Conjunct): void {
  if (!notePattern(c, n, pattern, conj)) return;
  const arcs = n.node.arcs;
  for (let i = 0; i < arcs.length; i++) {
    const a = arcs[i] as Vertex;
    c.meter.step();
    if (a.arcType === ArcType.Pending) continue;
    if (matchPattern(c, pattern, a.label)) addConstraint(c, a, a.arcType, conj);
  }
}

function notePattern(c: Context, n: NodeState, pattern: Value, conj: Conjunct): boolean {
  const patterns = (n.node.patterns ??= []);
  for (const p of patterns) {
    if (!equal(c.meter, p.pattern, pattern, 0)) continue;
    const twin = findConjunct(c, p.constraint.conjuncts, conj);
    if (twin !== null) {
      addLink(c, n, conj.ci.id, twin.ci.id);
      return false;
    }
    p.constraint.conjuncts = append(p.constraint.conjuncts, conj);
    return true;
  }
  const constraint = new Vertex(null, 0, ArcType.Member, c.home);
  constraint.isPatternConstraint = true;
  constraint.conjuncts = append(constraint.conjuncts, conj);
  patterns.push({ pattern, constraint });
  return true;
}

/** Whether a struct or list may have a field, as far as its kind and closedness tell. */
export function accepts(c: Context, vertex: Vertex, label: Label): boolean {
  if (isDefinitionLabel(label) || isHiddenLabel(label) || isLetLabel(label)) return true;
  const v = nodeBehind(vertex);
  const base = v.base;
  if (base !== null && base.tag === Tag.Disjunction)
    return base.values.some((x) => x.tag === Tag.Vertex && accepts(c, x, label));
  if (isIntLabel(label)) {
    if (base === null || base.tag !== Tag.ListMarker) return (kindOf(v) & ListKind) !== 0;
    return labelIndex(label) < elementCount(v) || !isClosedList(v);
  }
  const kind = kindOf(v);
  if ((kind & StructKind) === 0 && isStringLabel(label) && (kind !== BottomKind || v.structs.length === 0))
    return false;
  if (isOpenStruct(v) || v.arc(label) !== null) return true;
  return v.patterns !== null && v.patterns.some((p) => matchPattern(c, p.pattern, label));
}

/** The error of a lookup that finds nothing: final if the struct would reject the field, else incomplete. */
export function reportMissing(c: Context, v: Vertex, pos: Src | null, label: Label): void {
  reportFieldError(
    c,
    v,
    pos,
    label,
    isIntLabel(label) ? "index out of range [%] with length %" : "undefined field: %",
    true,
  );
}

function reportFieldError(
  c: Context,
  v: Vertex,
  pos: Src | null,
  label: Label,
  format: Wording,
  withLength: boolean,
): void {
  let code: ErrorCode = ErrorCode.Incomplete;
  const b = bottomOf(v);
  if (b !== null && b !== inProgressMarker) code = b.code;
  else if (v.state !== null && v.state.errs !== null && v.state.errs.code === ErrorCode.Cycle) code = ErrorCode.Cycle;
  else if (!accepts(c, v, label)) code = ErrorCode.Eval;
  const args = isIntLabel(label) && withLength ? [labelIndex(label), elementCount(v)] : [{ label }];
  c.addError(new Bottom(null, c.failureAt(pos, format, args), code, v));
}
