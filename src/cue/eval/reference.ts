import {
  ArcType,
  Bottom,
  Conjunct,
  ErrorCode,
  Failure,
  NoLabel,
  Status,
  StructKind,
  Tag,
  Vertex,
  WrappedFailure,
  isRegularLabel,
  noCloseInfo,
  noEnvironment,
  unionMarks,
} from "../value/index.ts";
import type {
  DynamicReference,
  Expr,
  FieldReference,
  ImportReference,
  IndexExpr,
  LetReference,
  Marks,
  Resolver,
  SelectorExpr,
  Src,
  Value,
  Environment,
} from "../value/index.ts";
import { PresenceKnown, Outline, ConcreteOrWait, FieldsKnown, Mode, NeedFields, flags } from "./conditions.ts";
import type { Flags } from "./conditions.ts";
import { mergeErrors, inProgressMarker, isInProgressMarker } from "./context.ts";
import type { Context } from "./context.ts";
import { ambiguous, takeDefault } from "./defaults.ts";
import { labelOf } from "./label-value.ts";
import { markedExpr, withMarks } from "./marked.ts";
import { marksOf } from "./operators.ts";
import { drive } from "./demand.ts";
import { bottomOf, nodeBehind, kindOf, unwrap, valueOf } from "./vertex-ops.ts";

/** Returned where an error was recorded instead of a result. */
export const emptyNode: Vertex = new Vertex(null, NoLabel, ArcType.Member);
emptyNode.status = Status.Finalized;

/** The vertex that a reference points to; null with an error recorded. */
export function follow(c: Context, x: Resolver, f: Flags): Vertex | null {
  switch (x.tag) {
    case Tag.FieldReference:
      return followField(c, x, f);
    case Tag.ValueReference:
      return x.upCount === 0 ? c.vertex : c.scopeNode(c.scopeUp(x.upCount - 1));
    case Tag.DynamicReference:
      return followDynamic(c, x, f);
    case Tag.ImportReference:
      return followImport(c, x);
    case Tag.LetReference:
      return followLet(c, x, f);
    case Tag.SelectorExpr:
      return followSelector(c, x, f);
    case Tag.IndexExpr:
      return followIndex(c, x, f);
  }
}

/** Looks up with errors of its own, then adds those that were there before. */
function lookupApart(
  c: Context,
  v: Vertex,
  pos: Src | null,
  label: number,
  f: Flags,
  optional: boolean,
): Vertex | null {
  const saved = c.errs;
  c.errs = null;
  const arc = c.findField(v, pos, label, f);
  if (arc === null && optional && c.errs !== null && (c.errs as Bottom).isIncomplete) skipTry(c);
  c.errs = mergeErrors(c.src, c.errs, saved);
  return arc;
}

/** A `?` reference found nothing: the nearest try body above yields nothing. */
function skipTry(c: Context): void {
  for (let v = c.vertex; v !== null; v = v.parent)
    if (v.state !== null && v.state.trySkip !== null) {
      v.state.trySkip.skip = true;
      return;
    }
}

function followField(c: Context, x: FieldReference, f: Flags): Vertex | null {
  const v = c.scopeNode(c.scopeUp(x.upCount)) as Vertex;
  return lookupApart(c, v, x.src, x.label, f, x.optional);
}

function followDynamic(c: Context, x: DynamicReference, f: Flags): Vertex | null {
  const e = c.scopeUp(x.upCount);
  const before = c.enter(e, x.src);
  const v = c.readConcrete(x.key, ConcreteOrWait);
  c.leave(before);
  return c.findField(c.scopeNode(e) as Vertex, x.src, labelOf(c, x.key, v), f);
}

function followImport(c: Context, x: ImportReference): Vertex | null {
  const v = x.instance === null ? c.runtime.builtinPackage(x.importPath) : packageRoot(c, x.instance);
  if (v === null) c.failAt(ErrorCode.Eval, x.src, 'cannot find package "%"', x.importPath);
  return v;
}

/** Each evaluation has its own copy of an imported package, unless it is one that a library finishes for all. */
export function packageRoot(c: Context, instance: object): Vertex | null {
  const known = c.imports.get(instance);
  if (known !== undefined) return known;
  const shared = c.home === null ? c.runtime.lastingPackage(instance) : c.home.rootOf(instance);
  const conjuncts = shared === null ? c.runtime.instanceConjuncts(instance) : null;
  if (shared === null && conjuncts === null) return null;
  const v = shared ?? new Vertex(null, NoLabel, ArcType.Member);
  if (conjuncts !== null) v.conjuncts = [...conjuncts];
  c.imports.set(instance, v);
  return v;
}

/** A let is evaluated once, unless several scopes contribute it; then once for each. */
function followLet(c: Context, x: LetReference, f: Flags): Vertex | null {
  const e = c.scopeUp(x.upCount);
  const arc = c.findField(c.scopeNode(e) as Vertex, x.src, x.label, f);
  if (arc === null) return null;
  const b = bottomOf(arc);
  const state = c.state(arc);
  if (!arc.multiLet && ((b === null && state === null) || b === inProgressMarker)) return arc;
  const cache = (e.cache ??= new Map());
  let entry = cache.get(arc);
  // A placeholder is computed again once, while the let itself is not settled.
  if (
    entry !== undefined &&
    isInProgressMarker(entry.vertex.base) &&
    arc.status !== Status.Finalized &&
    !entry.fromRecompute
  ) {
    entry = undefined;
    cache.set(arc, { vertex: letVertex(arc, x, e, b), fromRecompute: true });
  } else if (entry === undefined) cache.set(arc, { vertex: letVertex(arc, x, e, b), fromRecompute: false });
  return (cache.get(arc) as { vertex: Vertex }).vertex;
}

function letVertex(arc: Vertex, x: LetReference, e: Environment, b: Bottom | null): Vertex {
  const conj = arc.conjuncts[0] as Conjunct;
  const n = new Vertex(arc.parent, x.label, ArcType.Member, arc.home);
  n.isDynamic = b !== null && b.code === ErrorCode.StructuralCycle;
  const expr = conj.x.tag === Tag.LetField ? conj.x.value : conj.x;
  n.conjuncts = [new Conjunct(e, expr, conj.ci)];
  return n;
}

function followSelector(c: Context, x: SelectorExpr, f: Flags): Vertex | null {
  const n = selectable(c, x, x.x, isRegularLabel(x.sel));
  return n === emptyNode ? n : lookupApart(c, n, x.selSrc, x.sel, f, x.optional);
}

function followIndex(c: Context, x: IndexExpr, f: Flags): Vertex | null {
  const n = selectable(c, x, x.x, true);
  const i = c.readConcrete(x.index, ConcreteOrWait);
  if (n === emptyNode) return n;
  const label = labelOf(c, x.index, i);
  if (c.errs !== null) return null;
  const arc = c.findField(n, x.indexSrc, label, f);
  if (arc === null && x.optional && c.errs !== null && (c.errs as Bottom).isIncomplete) skipTry(c);
  const marks = i === null ? null : marksOf(i);
  return arc === null || marks === null ? arc : chosenBy(c, arc, marks);
}

/** What a marked index chooses tells which one it was: it is a copy with the marks. */
function chosenBy(c: Context, arc: Vertex, marks: Marks): Vertex {
  c.finalize(arc);
  const mark = (scalar: Expr): Expr => withMarks(scalar as Value, unionMarks(marks, marksOf(scalar as Value)));
  const expr = markedExpr(arc, c.runtime, mark);
  if (expr === arc) return arc;
  const v = c.inlineVertex(null, [new Conjunct(noEnvironment, expr, noCloseInfo)]);
  c.finalize(v);
  return v;
}

/** Evaluates an expression to a node whose fields are known. */
export function evaluateNode(c: Context, x: Expr, f: Flags): Value | null {
  const savedSrc = c.src;
  const err = c.errs;
  c.src = x.src;
  c.errs = null;
  let result = nodeOf(c, x, f);
  c.errs = mergeErrors(c.src, c.errs, err);
  if (result !== null && result.tag === Tag.Vertex) {
    const b = bottomOf(result);
    if (b !== null && !b.isIncomplete) result = b;
  }
  if (result !== null && result.tag === Tag.Bottom) c.errs = mergeErrors(c.src, c.errs, placeCycleError(c, result));
  if (c.errs !== null) result = c.errs;
  c.src = savedSrc;
  return result;
}

/** Gives the bare cycle marker the place where it was met. */
export function placeCycleError(c: Context, b: Bottom): Bottom {
  if (c.src === null || b.code !== ErrorCode.Cycle || hasPosition(b.err)) return b;
  const outer = new Failure(null, null, c.src, [], "", []);
  const placed = new Bottom(b.src, new WrappedFailure(outer, b.err), b.code, b.node);
  placed.hasRecursive = b.hasRecursive;
  placed.childError = b.childError;
  placed.value = b.value;
  return placed;
}

function hasPosition(err: Bottom["err"]): boolean {
  switch (err.sort) {
    case "message":
      return err.pos !== null || err.inputs.length > 0;
    case "wrapped":
      return hasPosition(err.outer) || hasPosition(err.inner);
    case "list":
      return err.items.some(hasPosition);
  }
}

function nodeOf(c: Context, x: Expr, f: Flags): Value | null {
  if (x.tag <= Tag.Vertex) return x as Value;
  if (x.tag < Tag.FieldReference) return c.compute(x as never, f);
  const arc = c.follow(x as Resolver, f);
  if (c.errs !== null || arc === null) return null;
  const v = nodeBehind(arc);
  const n = c.state(v);
  if (n !== null) {
    n.uses++;
    // A lookup counts as structure.
    if (c.ci.cycleType !== 3) n.hasNonCycle = true;
    drive(c, n, PresenceKnown | FieldsKnown, Mode.Wait);
    if (n.disjuncts.length > 0) c.need(n.node, PresenceKnown | FieldsKnown, Mode.Wait);
    n.uses--;
  }
  return v;
}

/** The operand of a selector or index as a node, or emptyNode with an error recorded. */
function selectable(c: Context, orig: Expr, x: Expr, scalar: boolean): Vertex {
  const savedCi = c.ci;
  // Inline structs inside a definition are not closed by it.
  if (x.tag < Tag.FieldReference) c.ci = c.ci.withFlags(c.ci.flags & ~2);
  const v = selectableNode(c, orig, x, scalar);
  if (x.tag < Tag.FieldReference) c.ci = c.ci.withFlags((c.ci.flags & ~2) | (savedCi.flags & 2));
  return v;
}

function selectableNode(c: Context, orig: Expr, x: Expr, scalar: boolean): Vertex {
  const d = takeDefault(c, evaluateNode(c, x, flags(NeedFields, Mode.Wait)));
  if (d === ambiguous) return emptyNode;
  let v: Value | null = d;
  if (scalar) {
    const w = unwrap(v);
    if (!isInProgressMarker(w)) v = w;
  }
  const node = v !== null && v.tag === Tag.Vertex ? v : null;
  if (node !== null && !isInProgressMarker(node.base)) v = valueOf(node);
  if (v === null) {
    c.failAt(ErrorCode.Incomplete, x.src, "% undefined (% is incomplete)", orig, x);
    return emptyNode;
  }
  if (v.tag === Tag.Bottom) {
    c.addError(v);
    return emptyNode;
  }
  if (v.tag === Tag.Vertex) {
    if (v.nonRooted) fieldsOnly(c, v);
    return node as Vertex;
  }
  const kind = kindOf(v);
  if ((kind & StructKind) !== 0) {
    c.failAt(ErrorCode.Incomplete, x.src, "% undefined as % is incomplete (type %)", orig, x, { kind });
    return emptyNode;
  }
  if (node === null) {
    const shown = x.src === null ? x : { source: x.src };
    c.failAt(ErrorCode.Eval, x.src, "invalid operand % (found %, want list or struct)", shown, { kind });
    return emptyNode;
  }
  return node;
}

/** Everything but the values of the fields. */
export function fieldsOnly(c: Context, v: Vertex): void {
  c.unify(v, Outline);
  if (v.arcType === ArcType.Pending) c.failAt(ErrorCode.Incomplete, c.src, "undefined field: %", { label: v.label });
}
