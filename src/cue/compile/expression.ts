import type * as ast from "../syntax/index.ts";
import {
  BinaryExpr,
  Bottom,
  BoundExpr,
  CallExpr,
  DisjunctionExpr,
  Ellipsis,
  ErrorCode,
  Failure,
  FieldReference,
  IndexExpr,
  ListLit,
  OpenExpr,
  SelectorExpr,
  SliceExpr,
  Tag,
  Top,
  UnaryExpr,
} from "../value/index.ts";
import type { BoundOp, Elem, Expr, Op } from "../value/index.ts";
import type { Compiler } from "./compiler.ts";
import { compileLabel } from "./label.ts";
import { compileInterpolation, compileLiteral } from "./literal.ts";
import { operandText } from "./operand-text.ts";
import { compileReference } from "./reference.ts";
import { Scope } from "./scope.ts";

/** Holds the place of an expression until it is compiled. */
const unset: Expr = new Top(null);

export function compileExpr(c: Compiler, start: ast.Expr, scope: Scope): Expr {
  let x = start;
  while (x.kind === "ParenExpr") x = x.x;
  switch (x.kind) {
    case "Ident":
      return compileReference(c, x, scope);
    case "BasicLit":
      return compileLiteral(c, x, scope);
    case "StructLit":
      return c.structLit(x, scope);
    case "ListLit":
      return compileList(c, x, scope);
    case "Interpolation":
      return compileInterpolation(c, x, scope);
    case "SelectorExpr":
    case "IndexExpr":
    case "SliceExpr":
    case "CallExpr":
    case "PostfixExpr":
      return compileSuffixes(c, x, scope);
    case "UnaryExpr":
      return compileUnary(c, x, scope);
    case "BinaryExpr":
      return x.op === "|" ? compileDisjunction(c, x, scope) : compileBinary(c, x, scope);
    case "BottomLit": {
      const src = c.src(x);
      const failure = new Failure(null, null, src, [], "explicit error (_|_ literal) in source", []);
      return new Bottom(src, failure, ErrorCode.LiteralUser, null);
    }
    case "BadExpr":
      return c.fail(x, scope, "invalid expression");
    case "Alias":
    case "Ellipsis":
    case "Comprehension":
      return c.fail(x, scope, "% values not allowed in this position", x.kind.toLowerCase());
  }
}

function compileList(c: Compiler, x: ast.ListLit, outer: Scope): Expr {
  const scope = new Scope(outer, 1);
  const elems: Elem[] = [];
  for (const e of x.elts) {
    if (e.kind === "Ellipsis") elems.push(compileEllipsis(c, e, scope));
    else if (e.kind === "Comprehension") elems.push(c.comprehension(e, scope) as Elem);
    else {
      const value = c.now(e, scope);
      const at = elems.push(value ?? unset) - 1;
      if (value === null) {
        c.later(e, scope, (late) => {
          elems[at] = late;
        });
      }
    }
  }
  return new ListLit(c.src(x), elems);
}

export function compileEllipsis(c: Compiler, x: ast.Ellipsis, scope: Scope): Ellipsis {
  if (x.type === null) return new Ellipsis(c.src(x), null);
  const out = new Ellipsis(c.src(x), unset);
  c.nested(x.type, scope, (value) => {
    (out as { value: Expr }).value = value;
  });
  return out;
}

type Suffixed = ast.SelectorExpr | ast.IndexExpr | ast.SliceExpr | ast.CallExpr | ast.PostfixExpr;

/** Chains such as `a.b[c](d)` grow to the left without limit: a loop unrolls them. */
function compileSuffixes(c: Compiler, x: Suffixed, scope: Scope): Expr {
  const chain: Suffixed[] = [];
  let base: ast.Expr = x;
  for (;;) {
    if (base.kind === "ParenExpr") base = base.x;
    else if (base.kind === "CallExpr") {
      chain.push(base);
      base = base.fun;
    } else if (
      base.kind === "SelectorExpr" ||
      base.kind === "IndexExpr" ||
      base.kind === "SliceExpr" ||
      base.kind === "PostfixExpr"
    ) {
      chain.push(base);
      base = base.x;
    } else break;
  }
  let out = unset;
  let i = chain.length - 1;
  if (base.kind === "Ident" || chain[i]?.kind === "PostfixExpr") out = c.expr(base, scope);
  else {
    const first = chain[i--] as Suffixed;
    const holder = compileSuffix(c, unset, first, scope);
    c.nested(base, scope, (value) => {
      if (holder.tag === Tag.CallExpr) (holder as { fun: Expr }).fun = value;
      else (holder as { x: Expr }).x = value;
    });
    out = holder;
  }
  for (; i >= 0; i--) out = compileSuffix(c, out, chain[i] as Suffixed, scope);
  return out;
}

function compileSuffix(c: Compiler, inner: Expr, x: Suffixed, scope: Scope): Expr {
  const src = c.src(x);
  switch (x.kind) {
    case "SelectorExpr":
      return new SelectorExpr(src, inner, compileLabel(c, x.sel, scope), c.src(x.sel), false);
    case "IndexExpr": {
      const out = new IndexExpr(src, inner, unset, c.src(x.index), false);
      c.nested(x.index, scope, (value) => {
        (out as { index: Expr }).index = value;
      });
      return out;
    }
    case "SliceExpr": {
      const limits: (Expr | null)[] = [x.low, x.high].map((e) => (e === null ? null : unset));
      const out = new SliceExpr(src, inner, limits[0] as Expr | null, limits[1] as Expr | null);
      const set = (key: "lo" | "hi", e: ast.Expr | null): void => {
        if (e !== null) c.nested(e, scope, (value) => ((out as { lo: Expr | null; hi: Expr | null })[key] = value));
      };
      set("lo", x.low);
      set("hi", x.high);
      return out;
    }
    case "CallExpr":
      return new CallExpr(src, inner, compileAll(c, x.args, scope));
    case "PostfixExpr":
      return x.op === "?" ? compileOptional(c, inner, x, scope) : compileOpen(c, inner, x, scope);
  }
}

function compileAll(c: Compiler, list: readonly ast.Expr[], scope: Scope): Expr[] {
  const out: Expr[] = [];
  for (const x of list) {
    const value = c.now(x, scope);
    const at = out.push(value ?? unset) - 1;
    if (value === null) {
      c.later(x, scope, (late) => {
        out[at] = late;
      });
    }
  }
  return out;
}

function compileOpen(c: Compiler, inner: Expr, x: ast.PostfixExpr, scope: Scope): Expr {
  if (c.features.explicitOpen) return new OpenExpr(c.src(x), inner);
  return c.fail(x, scope, "postfix ... operator requires @experiment(explicitopen)");
}

function compileOptional(c: Compiler, inner: Expr, x: ast.PostfixExpr, scope: Scope): Expr {
  if (!c.features.tryClause) {
    c.fail(x, scope, "optional marker (?) requires the try experiment (language version v0.16.0 or later)");
  } else if (!scope.inTry) c.fail(x, scope, "optional marker (?) is only valid within a try clause");
  switch (inner.tag) {
    case Tag.FieldReference:
      return new FieldReference(inner.src, inner.upCount, inner.label, true);
    case Tag.SelectorExpr:
      return new SelectorExpr(inner.src, inner.x, inner.sel, inner.selSrc, true);
    case Tag.IndexExpr:
      return new IndexExpr(inner.src, inner.x, inner.index, inner.indexSrc, true);
    case Tag.Bottom:
      return inner;
    default:
      return c.fail(x, scope, "optional marker (?) can only be used on references");
  }
}

function compileUnary(c: Compiler, x: ast.UnaryExpr, scope: Scope): Expr {
  switch (x.op) {
    case "!":
    case "+":
    case "-": {
      const out = new UnaryExpr(c.src(x), x.op, unset);
      c.nested(x.x, scope, (value) => {
        (out as { x: Expr }).x = value;
      });
      return out;
    }
    case "*":
      return c.fail(x, scope, "preference mark not allowed at this position");
    case "==":
      if (!c.features.structCompare) return c.fail(x, scope, 'unsupported unary operator "=="');
      return compileBound(c, x, x.op, scope);
    default:
      return compileBound(c, x, x.op, scope);
  }
}

function compileBound(c: Compiler, x: ast.UnaryExpr, op: BoundOp, scope: Scope): Expr {
  const out = new BoundExpr(c.src(x), op, unset);
  c.nested(x.x, scope, (value) => {
    (out as { expr: Expr }).expr = value;
  });
  return out;
}

/** `a + b + c …` grows to the left without limit. */
function compileBinary(c: Compiler, x: ast.BinaryExpr, scope: Scope): Expr {
  const chain: ast.BinaryExpr[] = [];
  let left: ast.Expr = x;
  while (left.kind === "BinaryExpr" && left.op !== "|") {
    chain.push(left);
    left = left.x;
  }
  let out: BinaryExpr | null = null;
  for (let i = chain.length - 1; i >= 0; i--) {
    const b = chain[i] as ast.BinaryExpr;
    const node: BinaryExpr = new BinaryExpr(c.src(b), b.op, out ?? unset, unset);
    const needsLeft = out === null;
    if (c.hasRoom) fillOperands(c, node, b, needsLeft ? left : null, scope);
    else c.deeper(() => fillOperands(c, node, b, needsLeft ? left : null, scope));
    out = node;
  }
  return out as BinaryExpr;
}

function fillOperands(c: Compiler, node: BinaryExpr, b: ast.BinaryExpr, left: ast.Expr | null, scope: Scope): void {
  const open = node as { x: Expr; y: Expr };
  c.enter();
  if (left !== null) open.x = c.expr(left, scope);
  open.y = c.expr(b.y, scope);
  c.leave();
  if (b.op === "&") return;
  checkOperand(c, b.x, b.op, node.x, scope);
  checkOperand(c, b.y, b.op, node.y, scope);
}

/** Types and bounds can never become a concrete operand: that is known before anything is evaluated. */
function checkOperand(c: Compiler, x: ast.Expr, op: Op, value: Expr, scope: Scope): void {
  switch (value.tag) {
    case Tag.BoundExpr:
    case Tag.Top:
    case Tag.BasicType:
    case Tag.Conjunction:
      c.fail(x, scope, "invalid operand % ('%' requires concrete value)", operandText(x), op);
      break;
    default:
  }
}

/** `a | *b | c` is one disjunction, however deep the operators nest; parentheses keep it apart. */
function compileDisjunction(c: Compiler, x: ast.BinaryExpr, scope: Scope): Expr {
  const values: { expr: Expr; isDefault: boolean }[] = [];
  let hasDefaults = false;
  const stack: { readonly x: ast.Expr; readonly mark: boolean }[] = [{ x, mark: false }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const operand = top.x;
    if (operand.kind === "BinaryExpr" && operand.op === "|") {
      stack.push({ x: operand.y, mark: top.mark }, { x: operand.x, mark: top.mark });
    } else if (operand.kind === "UnaryExpr" && operand.op === "*") {
      hasDefaults = true;
      stack.push({ x: operand.x, mark: true });
    } else {
      const value = { expr: unset, isDefault: top.mark };
      values.push(value);
      c.nested(operand, scope, (expr) => {
        value.expr = expr;
      });
    }
  }
  return new DisjunctionExpr(c.src(x), values, hasDefaults);
}
