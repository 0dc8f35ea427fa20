import { isConcrete } from "../eval/index.ts";
import {
  joinBinary,
  makeAlias,
  makeBasicLit,
  makeBinary,
  makeCall,
  makeIdent,
  makeInterpolation,
  makeList,
  makePostfix,
  makeSlice,
  makeStruct,
  makeUnary,
  quoteBytes,
  quoteString,
} from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import { BytesKind, Environment, Tag, TopKind } from "../value/index.ts";
import type {
  BinaryExpr,
  Comprehension,
  Expr,
  Interpolation,
  LabelReference,
  Resolver,
  Value,
} from "../value/index.ts";
import { writeStruct } from "./declaration.ts";
import { evaluateIn } from "./evaluate.ts";
import { term } from "./exporter.ts";
import type { Exporter } from "./exporter.ts";
import { stableSort } from "./stable-sort.ts";
import { compareTerms } from "./term-order.ts";

/** An expression of the source. Literals are merged, references stay. */
export function exportExpr(e: Exporter, env: Environment | null, x: Expr | Comprehension): ast.Expr {
  e.engine.meter.values(1);
  if (x.tag === Tag.Vertex) {
    if (x.isData || x.conjuncts.length === 0) return e.value(x);
    return e.merge(
      x,
      x.conjuncts.map((c) => ({ c, up: 0 })),
    );
  }
  if (x.tag === Tag.StructLit) return e.merge(null, [term(env, x)]);
  return x.tag < Tag.Vertex ? e.value(x as Value) : e.plainExpr(env, x);
}

/** An expression, literals as they are. */
export function exportPlain(e: Exporter, env: Environment | null, x: Expr | Comprehension): ast.Expr {
  switch (x.tag) {
    case Tag.ListLit: {
      const inner = new Environment(env, e.node);
      const list = makeList(x.elems.map(() => makeIdent("_")));
      x.elems.forEach((elem, i) =>
        e.deep(
          () => e.elem(inner, elem),
          (y) => (list.elts[i] = y),
        ),
      );
      return list;
    }
    case Tag.StructLit:
      return writeStruct(e, env, x);
    case Tag.LabelReference:
      return labelReference(e, env, x);
    case Tag.SliceExpr: {
      const lo = x.lo === null ? null : e.operand(env, x.lo);
      const hi = x.hi === null ? null : e.operand(env, x.hi);
      return makeSlice(e.operand(env, x.x), lo, hi);
    }
    case Tag.Interpolation:
      return interpolation(e, env, x);
    case Tag.BoundExpr:
      return makeUnary(x.op, e.operand(env, x.expr));
    case Tag.UnaryExpr:
      return makeUnary(x.op as ast.UnaryOp, e.operand(env, x.x));
    case Tag.OpenExpr:
      return makePostfix("...", e.operand(env, x.x));
    case Tag.BinaryExpr:
      return binary(e, env, x);
    case Tag.CallExpr: {
      const args = x.args.map((a) => e.operand(env, a));
      return makeCall(e.operand(env, x.fun), args);
    }
    case Tag.DisjunctionExpr:
      return joinBinary(
        "|",
        x.values.map((d) => {
          const v = e.expr(env, d.expr);
          return d.isDefault ? makeUnary("*", v) : v;
        }),
      );
    case Tag.Comprehension:
      return makeStruct([e.comprehension(env, x)]);
    default:
      return x.tag >= Tag.FieldReference ? e.reference(env, x as Resolver) : e.expr(env, x as Value);
  }
}

function binary(e: Exporter, env: Environment | null, x: BinaryExpr): ast.Expr {
  switch (x.op) {
    case "&":
    case "|":
      return sortedOperands(e, env, x, x.op);
    case "div":
    case "mod":
    case "quo":
    case "rem":
      return makeCall(makeIdent(x.op), [e.operand(env, x.x), e.operand(env, x.y)]);
    default:
      return chain(e, env, x);
  }
}

/** `a + b + c …` may be longer than the call stack: its left side is followed in a loop. */
function chain(e: Exporter, env: Environment | null, x: BinaryExpr): ast.Expr {
  const spine: BinaryExpr[] = [];
  let left: Expr = x;
  for (; left.tag === Tag.BinaryExpr && isPlainOperator(left.op); left = left.x) spine.push(left);
  e.inExpression += spine.length;
  let out = e.expr(env, left);
  for (let y = spine.pop(); y !== undefined; y = spine.pop()) {
    out = makeBinary(y.op as ast.BinaryOp, out, e.expr(env, y.y));
    e.inExpression--;
  }
  return out;
}

const isPlainOperator = (op: string): boolean => !["&", "|", "div", "mod", "quo", "rem"].includes(op);

/** Operands of `&` and `|` in their canonical order; what says nothing is left out. */
function sortedOperands(e: Exporter, env: Environment | null, x: BinaryExpr, op: "&" | "|"): ast.Expr {
  const operands: Expr[] = [];
  const stack: Expr[] = [x];
  for (let y = stack.pop(); y !== undefined; y = stack.pop()) {
    if (y.tag === Tag.BinaryExpr && y.op === op) stack.push(y.y, y.x);
    else operands.push(y);
  }
  const out: ast.Expr[] = [];
  for (const y of stableSort(operands, compareTerms)) {
    if (y.tag === Tag.Top) continue;
    if (y.tag === Tag.BasicType) {
      if (y.kind !== TopKind) out.push(e.expr(env, y));
    } else out.push(e.operand(env, y));
  }
  return out.length === 0 ? makeIdent("_") : joinBinary(op, out);
}

function interpolation(e: Exporter, env: Environment | null, x: Interpolation): ast.Expr {
  const isBytes = (x.kind & BytesKind) !== 0;
  const quote = isBytes ? "'" : '"';
  const multiline = x.parts.some((p, i) => i % 2 === 0 && hasLineFeed(p));
  const indent = "\t".repeat(e.depth);
  const parts: ast.Expr[] = [];
  for (let i = 0; i < x.parts.length; i++) {
    const p = x.parts[i] as Expr;
    if (i % 2 === 1) {
      parts.push(e.operand(env, p));
      continue;
    }
    let text = i > 0 ? ")" : multiline ? `${quote.repeat(3)}\n${indent}` : quote;
    text += fragment(p, multiline, e.depth);
    if (i === x.parts.length - 1) text += multiline ? `\n${indent}${quote.repeat(3)}` : quote;
    else text += (text.endsWith("\n") ? indent : "") + "\\(";
    parts.push(makeBasicLit("STRING", text));
  }
  return makeInterpolation(parts);
}

function hasLineFeed(p: Expr): boolean {
  return p.tag === Tag.String ? p.s.includes("\n") : p.tag === Tag.Bytes && p.b.includes(10);
}

/** Text between two expressions, escaped, without quotes. */
function fragment(p: Expr, multiline: boolean, indent: number): string {
  const options = multiline ? ({ multiline: "always", indent } as const) : {};
  const text = p.tag === Tag.String ? quoteString(p.s, options) : p.tag === Tag.Bytes ? quoteBytes(p.b, options) : '""';
  if (!multiline) return text.slice(1, -1);
  const lines = text.split("\n").slice(1, -1);
  const tabs = "\t".repeat(indent);
  const first = lines[0] ?? "";
  if (first.startsWith(tabs)) lines[0] = first.slice(tabs.length);
  return lines.join("\n");
}

/** X of `[X=pattern]`: the label itself where it is known, otherwise the name, which the pattern must then have. */
function labelReference(e: Exporter, env: Environment | null, x: LabelReference): ast.Expr {
  const v = env === null ? null : evaluateIn(e.engine, env, x);
  const frame = e.frameAt(x.upCount, true);
  const field = frame === null ? null : frame.field;
  if (v !== null && (isConcrete(v) || field === null) && v.tag !== Tag.Bottom) return e.value(v);
  if (field === null || field.label.kind !== "ListLit") return makeIdent("string");
  const elem = field.label.elts[0] as ast.Expr;
  let name: string;
  if (elem.kind === "Alias") name = elem.ident.name;
  else {
    const source = x.src === null ? null : x.src.node;
    name = e.names.alias(source !== null && source.kind === "Ident" ? source.name : "X");
    field.label.elts[0] = makeAlias(makeIdent(name), elem);
  }
  const id = makeIdent(name);
  if (frame?.labelExpr !== null && frame !== null) e.links.set(id, frame.labelExpr);
  return id;
}
