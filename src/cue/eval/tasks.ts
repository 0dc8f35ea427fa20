import { fromInt } from "../number/index.ts";
import {
  ArcType,
  Bottom,
  BoundValue,
  CloseFlag,
  Conjunct,
  CycleType,
  Environment,
  ErrorCode,
  IntKind,
  ListKind,
  ListMarker,
  Num,
  Status,
  Tag,
  TaskKind,
  Top,
  intLabel,
  isIntLabel,
  noCloseInfo,
} from "../value/index.ts";
import type {
  BulkOptionalField,
  CloseInfo,
  DynamicField,
  Ellipsis,
  Expr,
  ListLit,
  NodeState,
  Resolver,
  Src,
  Task,
  Vertex,
} from "../value/index.ts";
import { putField, putPattern } from "./arcs.ts";
import { fieldScope } from "./closedness.ts";
import { forEachYield, runComprehension } from "./comprehension.ts";
import { DisjunctionDone, FieldsKnown, Mode, ScalarKnown, flags } from "./conditions.ts";
import { mergeErrors } from "./context.ts";
import type { Context } from "./context.ts";
import { narrowKind } from "./meet-value.ts";
import { noteCycle, noteMaterial, setOptional } from "./cycle.ts";
import { decideDisjunctions } from "./disjunction.ts";
import { labelOf } from "./label-value.ts";
import { addNodeBottom } from "./node-errors.ts";
import { emptyNode } from "./reference.ts";
import { concreteness, survivor, sharedWith, elementCount, isClosedList } from "./vertex-ops.ts";

/** Does the work of a task. */
export function taskBody(c: Context, t: Task, mode: Mode): void {
  switch (t.kind) {
    case TaskKind.Expr:
      return runExpr(c, t, mode);
    case TaskKind.Resolver:
      return runResolver(c, t, mode);
    case TaskKind.Dynamic:
      return runDynamic(c, t, mode);
    case TaskKind.Pattern:
      return runPattern(c, t);
    case TaskKind.Comprehension:
      return runComprehension(c, t);
    case TaskKind.ListLit:
      return runListLit(c, t);
    case TaskKind.ListVertex:
      return runListVertex(c, t);
    case TaskKind.Disjunctions:
      t.err = mergeErrors(null, t.err, decideDisjunctions(c, t.node));
  }
}

function runExpr(c: Context, t: Task, mode: Mode): void {
  const value = c.readWithOrigin(t.x as Expr, flags(ScalarKnown, mode));
  const ci = c.resultCi;
  if (ci.cycleType === CycleType.Cyclic && t.node.node.isPatternConstraint) return;
  if (value !== null) c.meetValue(t.node, t.env as Environment, value, ci);
}

function runResolver(c: Context, t: Task, mode: Mode): void {
  const x = t.x as Resolver;
  const savedPending = c.lookupPendingParent;
  c.lookupPendingParent = false;
  const arc = c.follow(x, flags(FieldsKnown, mode));
  const pendingParent = c.lookupPendingParent;
  c.lookupPendingParent = savedPending;
  if (arc === null || arc === emptyNode) {
    // A comprehension that runs later may still produce the field.
    if (arc === null && mode === Mode.Try && c.errs === null && pendingParent) t.retry = true;
    return;
  }
  let ci = c.ci;
  let extra = t.ci.flags & CloseFlag.ConjunctOpened;
  if (arc.openedShared || (t.ci.flags & CloseFlag.Opened) !== 0) extra |= CloseFlag.Opened;
  ci = ci.withFlags(ci.flags | extra);
  const target = sharedWith(arc);
  const d = survivor(target);
  if (noteCycle(c, t.node, d, t.env, x, ci)) {
    c.stopSharing(t.node);
    t.node.refersToItself = true;
    return;
  }
  const history = c.cycleCi;
  if (t.defunct) return;
  if (d.base !== null && d.base.tag === Tag.Bottom && d.base.code === ErrorCode.StructuralCycle) {
    c.addError(d.base);
    return;
  }
  c.enterTarget(t.node, new Conjunct(t.env as Environment, x, history), target, history);
}

function runDynamic(c: Context, t: Task, mode: Mode): void {
  const n = t.node;
  const field = t.x as DynamicField;
  const v = c.readConcrete(field.key, flags(ScalarKnown | DisjunctionDone, mode));
  if (v === null) return;
  if (v.tag === Tag.Vertex && v.status === Status.Evaluating) {
    const f = c.failureAt(field.key.src, "key value of dynamic field not yet known", []);
    addNodeBottom(n, new Bottom(null, f, ErrorCode.Incomplete, n.node));
    return;
  }
  if (concreteness(v) !== 1) {
    const f = c.failureAt(field.key.src, "key value of dynamic field must be concrete, found %", [v]);
    addNodeBottom(n, new Bottom(null, f, ErrorCode.Incomplete, n.node));
    return;
  }
  const label = labelOf(c, field.key, v);
  if (isIntLabel(label)) {
    const f = c.failureAt(field.key.src, "integer fields not supported", []);
    addNodeBottom(n, new Bottom(null, f, ErrorCode.Eval, n.node));
    return;
  }
  const e = t.env as Environment;
  const env = field.bindsLabel ? new Environment(e.up, e.vertex, label, e.compId) : e;
  putField(c, n, label, field.arcType, new Conjunct(env, field, t.ci), t.ci);
}

function runPattern(c: Context, t: Task): void {
  const field = t.x as BulkOptionalField;
  const v = c.readExpr(field.filter, flags(ScalarKnown | DisjunctionDone, Mode.Wait));
  if (v !== null) putPattern(c, t.node, v, new Conjunct(t.env as Environment, field, t.ci));
}

function runListLit(c: Context, t: Task): void {
  const n = t.node;
  const l = t.x as ListLit;
  const env = t.env as Environment;
  noteMaterial(c, n, t.ci);
  const ci = fieldScope(t.ci);
  let ellipsis: Ellipsis | null = null;
  let hasComprehension = false;
  let index = 0;
  const insert = (e: Environment, x: Expr): void => {
    putField(c, n, intLabel(index++), ArcType.Member, new Conjunct(e, x, ci), ci);
  };
  for (let i = 0; i < l.elems.length; i++) {
    const elem = l.elems[i]!;
    if (elem.tag === Tag.Comprehension) {
      const before = index;
      const err = forEachYield(c, null, env, elem, (e) => insert(e, elem.value));
      hasComprehension = true;
      if (err !== null) {
        addNodeBottom(n, err);
        return;
      }
      if (index === before && elem.fallback !== null) insert(env, elem.fallback);
    } else if (elem.tag === Tag.Ellipsis) {
      const open = setOptional(ci);
      const pattern = new BoundValue(null, ">=", new Num(elem.src, IntKind, fromInt(index)));
      putPattern(c, n, pattern, new Conjunct(env, elem.value ?? new Top(null), open));
      ellipsis = elem;
    } else insert(env, elem);
  }
  const isClosed = ellipsis === null;
  const max = n.maxListLen;
  if (index < max) {
    if (isClosed) return incompatibleLengths(c, n, index, max);
  } else if (index > max) {
    if (n.listIsClosed) return incompatibleLengths(c, n, max, index);
    n.maxListLen = index;
    n.listIsClosed = isClosed;
  } else if ((isClosed && !n.listIsClosed) || (isClosed === n.listIsClosed && !hasComprehension))
    n.listIsClosed = isClosed;
  updateListType(c, n, l, ci, isClosed, ellipsis === null ? null : ellipsis.src);
}

function runListVertex(c: Context, t: Task): void {
  const n = t.node;
  const l = t.x as Vertex;
  const isClosed = isClosedList(l);
  const length = elementCount(l);
  const max = n.maxListLen;
  if (length < max) {
    if (isClosed) return incompatibleLengths(c, n, length, max);
  } else if (length > max) {
    if (n.listIsClosed) return incompatibleLengths(c, n, max, length);
    n.listIsClosed = isClosed;
    n.maxListLen = length;
  } else if (isClosed) n.listIsClosed = true;
  for (let i = 0; i < l.arcs.length; i++) {
    const a = l.arcs[i]!;
    if (!isIntLabel(a.label)) continue;
    if (a.conjuncts.length === 0)
      putField(c, n, a.label, ArcType.Member, new Conjunct(new Environment(null, null), a, noCloseInfo), noCloseInfo);
    else
      for (let i = 0; i < a.conjuncts.length; i++) {
        const conj = a.conjuncts[i]!;
        // A list that a builtin made has no provenance of its own.
        const x = l.isData || conj.ci !== noCloseInfo ? conj : new Conjunct(conj.env, conj.x, t.ci);
        putField(c, n, a.label, ArcType.Member, x, t.ci);
      }
  }
  updateListType(c, n, l, t.ci, isClosed, null);
}

function incompatibleLengths(c: Context, n: NodeState, a: number, b: number): void {
  addNodeBottom(n, new Bottom(null, c.failure("incompatible list lengths (% and %)", a, b), ErrorCode.Eval, n.node));
}

function updateListType(
  c: Context,
  n: NodeState,
  list: ListLit | Vertex,
  ci: CloseInfo,
  isClosed: boolean,
  ellipsis: Src | null,
): void {
  if (n.kind === 0) return;
  let m = n.node.base;
  if (m === null || m.tag !== Tag.ListMarker) {
    m = new ListMarker(null, true);
    n.node.base = m;
  }
  m.isOpen = m.isOpen && !isClosed;
  if (ellipsis !== null) m.ellipses = [...m.ellipses, ellipsis];
  if (n.kind !== ListKind) narrowKind(c, n, ListKind, list, ci);
}
