import { errorText, rangeName } from "../message/index.ts";
import { bottomOf, defaultOf, nodeBehind, kindOf } from "../eval/index.ts";
import {
  addComment,
  joinBinary,
  makeBool,
  makeBottom,
  makeCall,
  makeComment,
  makeCommentGroup,
  makeEllipsis,
  makeEmbedDecl,
  makeField,
  makeIdent,
  makeList,
  makeNull,
  makeUnary,
} from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import {
  ArcType,
  ErrorCode,
  Status,
  Tag,
  TopKind,
  Vertex,
  conjunctExpr,
  isDefinitionLabel,
  isHiddenLabel,
  isIntLabel,
  isStringLabel,
  kindString,
} from "../value/index.ts";
import type { Bottom, BuiltinValidator, Conjunct, Conjunction, Disjunction, Value } from "../value/index.ts";
import { Bounds, join } from "./bounds.ts";
import { builtinName } from "./builtin-name.ts";
import { addDeclAttributes, docsOf, fieldAttributes } from "./docs.ts";
import type { Exporter } from "./exporter.ts";
import { labelSyntax } from "./label.ts";
import { markLets, removeUnusedLets } from "./lets.ts";
import { bytesLiteral, numberLiteral, stringLiteral, writtenLiteral } from "./literal.ts";
import { stableSort } from "./stable-sort.ts";
import { compareTerms } from "./term-order.ts";

/** What evaluation made of a vertex; its expressions where that is incomplete. */
export function exportVertex(e: Exporter, n: Vertex): ast.Expr {
  e.engine.meter.values(1);
  if (e.isActive(n)) return makeIdent("_");
  const attrs = declAttributes(e, n);
  const { base } = n;
  const showArcs = attrs.length > 0 || showsArcs(e, n);
  if (base !== null && base.tag >= Tag.Null && base.tag <= Tag.Bytes && !showArcs)
    return scalar(e, base as Value, n.conjuncts, e.depth + 1);

  const frame = e.push(n);
  const s = frame.scope;
  frame.upCount = 1;
  for (const c of n.conjuncts) {
    const x = conjunctExpr(c.x);
    if (x !== null) markLets(e, x);
  }
  let result: ast.Expr | null = null;
  switch (base?.tag) {
    case undefined:
      break;
    case Tag.StructMarker:
      result = struct(e, n, attrs);
      break;
    case Tag.ListMarker:
      result = showArcs ? struct(e, n, attrs) : list(e, n);
      break;
    case Tag.Bottom:
      result = bottomVertex(e, n, base as Bottom, attrs);
      break;
    default:
      result = showArcs ? struct(e, n, attrs) : e.value(base as Value, n.conjuncts);
  }
  result ??= conjunctsOf(e, n);
  removeUnusedLets(e, s);
  // Lets that are used by something that is no struct: there is no place for them.
  if (result !== s && s.elts.length > 0) result = e.expr(null, n);
  frame.upCount = 0;
  e.pop(frame);
  return result;
}

function declAttributes(e: Exporter, n: Vertex): ast.Attribute[] {
  const out: ast.Attribute[] = [];
  if (e.profile.attributes)
    for (const s of n.structs) addDeclAttributes(out, s.lit.src === null ? null : s.lit.src.node);
  return out;
}

function bottomVertex(e: Exporter, n: Vertex, b: Bottom, attrs: ast.Attribute[]): ast.Expr | null {
  // An optional field may always be what was written.
  if (n.arcType === ArcType.Optional) return null;
  if (e.profile.errors && b.childError) {
    const first = n.arcs[0];
    const isList = first !== undefined && isIntLabel(first.label) && attrs.length === 0 && !showsArcs(e, n);
    return isList ? list(e, n) : struct(e, n, attrs);
  }
  if (!b.isIncomplete || n.conjuncts.length === 0 || e.profile.final) return bottomLit(e, b);
  return null;
}

/** The expressions of a node, each once. Firings of one comprehension share theirs. */
function conjunctsOf(e: Exporter, n: Vertex): ast.Expr {
  const list = stableSort(n.conjuncts.slice(), (a, b) =>
    compareTerms(conjunctExpr(a.x) ?? a.x, conjunctExpr(b.x) ?? b.x),
  );
  const seen = new Set<object>();
  const out: ast.Expr[] = [];
  for (const c of list) {
    const x = conjunctExpr(c.x);
    if (x === null || seen.has(x)) continue;
    seen.add(x);
    out.push(e.expr(c.env, x));
  }
  return out.length === 0 ? makeIdent("_") : joinBinary("&", out);
}

export function exportValue(e: Exporter, value: Value, conjuncts: readonly Conjunct[] = []): ast.Expr {
  const v = e.profile.takeDefaults ? defaultOf(value) : value;
  switch (v.tag) {
    case Tag.Bottom:
      return bottomLit(e, v);
    case Tag.Vertex:
      return e.vertex(v);
    case Tag.BasicType:
      return makeIdent(kindString(v.kind));
    case Tag.Top:
      return makeIdent("_");
    case Tag.BoundValue:
      return makeUnary(v.op, e.value(v.value));
    case Tag.Builtin:
      // A test of one argument stands for itself, waiting for what it tests.
      return v.pkg !== "" && v.isValidator(0) ? makeCall(builtinName(e, v), []) : builtinName(e, v);
    case Tag.BuiltinValidator:
      return validator(e, v);
    case Tag.Conjunction:
      return conjunction(e, v);
    case Tag.Disjunction:
      return disjunction(e, v);
    default:
      return scalar(e, v, conjuncts, e.depth);
  }
}

function scalar(e: Exporter, v: Value, conjuncts: readonly Conjunct[], depth: number): ast.Expr {
  switch (v.tag) {
    case Tag.Null:
      return makeNull();
    case Tag.Bool:
      return makeBool(v.b);
    case Tag.Num:
      return writtenLiteral(conjuncts) ?? numberLiteral(v);
    case Tag.String:
      e.engine.meter.bytes(v.s.length * 3);
      return writtenLiteral(conjuncts) ?? stringLiteral(v, depth);
    case Tag.Bytes:
      e.engine.meter.bytes(v.b.length * 3);
      return writtenLiteral(conjuncts) ?? bytesLiteral(v, depth);
    default:
      return e.value(v);
  }
}

function bottomLit(e: Exporter, b: Bottom): ast.Expr {
  const lit = makeBottom();
  const text = errorText(b.err, { labels: e.labels });
  addComment(lit, makeCommentGroup([makeComment(`// ${text}`)], false, true, 2));
  return lit;
}

function validator(e: Exporter, v: BuiltinValidator): ast.Expr {
  return makeCall(
    builtinName(e, v.builtin),
    v.args.map((a) => e.value(a)),
  );
}

/** A value without what surrounds it. */
function bare(e: Exporter, v: Value): ast.Expr {
  if (v.tag === Tag.Vertex) return e.vertex(v);
  const w = new Vertex(null, 0, ArcType.Member);
  w.status = Status.Finalized;
  w.base = v;
  return e.vertex(w);
}

function conjunction(e: Exporter, x: Conjunction): ast.Expr {
  const { simplify } = e.profile;
  const [first] = x.values;
  if (first === undefined) return makeIdent("_");
  if (x.values.length === 1) return simplify ? e.expr(null, first) : bare(e, first);
  if (simplify) {
    const name = rangeName(x);
    if (name !== null) return makeIdent(name);
  }
  const bounds = new Bounds();
  let rest = x.values.filter((v) => !simplify || !bounds.add(v));
  let result = bounds.expr((v) => e.expr(null, v));
  if (result === null) rest = x.values.slice();
  for (const v of stableSort(rest, compareTerms)) result = join(result, bare(e, v));
  return result as ast.Expr;
}

function disjunction(e: Exporter, x: Disjunction): ast.Expr {
  const out = x.values.map((v, i) => {
    const expr = e.profile.simplify ? bare(e, v) : e.expr(null, v);
    return i < x.numDefaults ? makeUnary("*", expr) : expr;
  });
  return joinBinary("|", out);
}

function list(e: Exporter, v: Vertex): ast.ListLit {
  const l = makeList([]);
  for (const a of v.arcs) {
    if (!isIntLabel(a.label)) continue;
    const at = l.elts.length;
    l.elts.push(makeIdent("_"));
    e.deep(
      () => e.vertex(a),
      (elem) => {
        if (e.profile.docs) {
          const docs = docsOf(a.conjuncts, a.parent);
          elem.comments = docs.length === 0 ? null : docs;
        }
        l.elts[at] = elem;
      },
    );
  }
  if (!e.profile.takeDefaults && v.base?.tag === Tag.ListMarker && v.base.isOpen) {
    const type = tailType(e, v);
    l.elts.push(makeEllipsis(type === null ? null : e.value(type)));
  }
  return l;
}

/** What further elements of an open list must be, or null for anything. */
function tailType(e: Exporter, v: Vertex): Vertex | null {
  const conjuncts: Conjunct[] = [];
  for (const p of v.patterns ?? []) if (isAnyIndex(p.pattern)) conjuncts.push(...p.constraint.conjuncts);
  if (conjuncts.length === 0) return null;
  const type = new Vertex(v, 0, ArcType.Member);
  type.conjuncts = conjuncts;
  e.engine.finalize(type);
  // A type that contains itself says nothing here.
  return kindOf(type) === TopKind || bottomOf(type)?.code === ErrorCode.StructuralCycle ? null : type;
}

const isAnyIndex = (pattern: Value): boolean => (kindOf(pattern) & 4) !== 0 && pattern.tag >= Tag.Top;

/** Whether definitions or hidden fields of a list or scalar are to be shown. */
function showsArcs(e: Exporter, v: Vertex): boolean {
  const p = e.profile;
  if (!p.hidden && !p.definitions) return false;
  for (const a of v.arcs) {
    if ((isDefinitionLabel(a.label) && p.definitions) || (isHiddenLabel(a.label) && p.hidden)) return true;
  }
  return false;
}

function struct(e: Exporter, v: Vertex, attrs: ast.Attribute[]): ast.Expr {
  const s = e.frame!.scope;
  const p = e.profile;
  let showRegular = false;
  let last: ast.Expr | null = null;
  const { base } = v;
  if (base?.tag === Tag.StructMarker) showRegular = true;
  else if (base?.tag === Tag.ListMarker) last = list(e, v);
  else if (base?.tag === Tag.Bottom) {
    showRegular = true;
    if (v.arcs.some((a) => isIntLabel(a.label))) last = list(e, v);
  } else if (base !== null && base !== undefined) s.elts.push(embed(e, e.value(base as Value)));
  s.elts.push(...attrs);
  for (const arc of e.engine.runtime.orderedArcs(v)) {
    const { label } = arc;
    if (isIntLabel(label) || arc.arcType >= ArcType.Pending) continue;
    if (isStringLabel(label)) {
      if (!showRegular) continue;
    } else if (isHiddenLabel(label)) {
      if (!p.hidden || e.labels.packageOf(label) !== p.packagePath) continue;
    } else if (!p.definitions) continue;
    if (arc.arcType === ArcType.Optional && !p.optional) continue;
    s.elts.push(field(e, arc));
  }
  if (last !== null) s.elts.push(embed(e, last));
  return s;
}

function embed(e: Exporter, x: ast.Expr): ast.EmbedDecl {
  const d = makeEmbedDecl(x);
  e.valueEmbeds.add(d);
  return d;
}

function field(e: Exporter, arc: Vertex): ast.Field {
  const { label } = arc;
  const constraint = arc.arcType === ArcType.Optional ? "?" : arc.arcType === ArcType.Required ? "!" : "";
  const f = makeField(labelSyntax(e, label), makeIdent("_"), constraint);
  const entry = e.frame!.entry(label);
  entry.field = f;
  entry.node = null;
  const isDefinition = isDefinitionLabel(label);
  if (isDefinition) e.inDefinition++;
  if (arc.status !== Status.Finalized) e.engine.finalize(arc);
  e.deep(
    () => e.vertex(nodeBehind(arc)),
    (value) => {
      f.value = value;
    },
  );
  if (isDefinition) e.inDefinition--;
  if (e.profile.attributes) f.attrs = fieldAttributes(arc.conjuncts);
  if (e.profile.docs) {
    const docs = docsOf(arc.conjuncts, arc.parent);
    f.comments = docs.length === 0 ? null : docs;
  }
  return f;
}
