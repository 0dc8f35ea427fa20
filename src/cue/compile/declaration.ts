import type * as ast from "../syntax/index.ts";
import { ArcType, BulkOptionalField, DynamicField, Field, LetField, NoLabel, StructLit, Top } from "../value/index.ts";
import type { Decl, Expr, Label } from "../value/index.ts";
import type { Compiler } from "./compiler.ts";
import { checkUsed, declareNames, isLet, patternOf, valueScope } from "./declare.ts";
import { compileEllipsis } from "./expression.ts";
import { checkFilter } from "./filter.ts";
import { injectedInto, withInjected } from "./inject.ts";
import { compileLabel } from "./label.ts";
import { declareLet } from "./let.ts";
import { plainLiteral } from "./literal.ts";
import { bareLabel } from "./path.ts";
import { Scope } from "./scope.ts";

export function compileStruct(c: Compiler, x: ast.StructLit, outer: Scope): StructLit {
  if (c.hasRoom) return compileStructNow(c, x, outer);
  const lit = new StructLit(c.src(x), [], false);
  c.deeper(() => Object.assign(lit, compileStructNow(c, x, outer)));
  return lit;
}

function compileStructNow(c: Compiler, x: ast.StructLit, outer: Scope): StructLit {
  c.enter();
  const scope = new Scope(outer, 1);
  const decls = compileDecls(c, x.elts, scope);
  if (c.injected !== null) decls.push(...injectedInto(c, x));
  checkUsed(c, scope);
  c.leave();
  return new StructLit(c.src(x), decls, false);
}

/** The body of a file: the same as a struct, but its environment is the package's. */
export function compileFileBody(c: Compiler, file: ast.File, scope: Scope): StructLit {
  const decls = compileDecls(c, file.decls, scope);
  if (c.injected !== null) decls.push(...injectedInto(c, file));
  checkUsed(c, scope);
  return new StructLit(c.src(file, file.decls[0]?.pos ?? 0), decls, true);
}

function compileDecls(c: Compiler, list: readonly ast.Decl[], scope: Scope): Decl[] {
  declareNames(c, scope, list);
  if (scope.aliases !== null) for (const d of list) compileAliasKey(c, d, scope);
  const out: Decl[] = [];
  for (const d of list) {
    const x = compileDecl(c, d, scope);
    if (x !== null) out.push(x);
  }
  return out;
}

/** Aliases of computed labels stand for the label's expression. */
function compileAliasKey(c: Compiler, d: ast.Decl, scope: Scope): void {
  if (d.kind !== "Field" || (d.label.kind !== "Alias" && d.alias === null)) return;
  if (d.label.kind === "Alias" && d.alias !== null) {
    c.fail(d, scope, "field has both label alias and postfix alias");
    return;
  }
  const label = bareLabel(d.label);
  if (label === null || (label.kind !== "ParenExpr" && label.kind !== "Interpolation")) return;
  const name = d.label.kind === "Alias" ? d.label.ident.name : (d.alias as ast.PostfixAlias).field.name;
  const entry = scope.aliases?.get(name);
  if (entry !== undefined && entry.field === d) entry.key = c.expr(label, scope);
}

function compileDecl(c: Compiler, d: ast.Decl, scope: Scope): Decl | null {
  switch (d.kind) {
    case "Field":
      return compileField(c, d, scope);
    case "EmbedDecl":
      return d.expr.kind === "Comprehension" ? c.comprehension(d.expr, scope) : c.expr(d.expr, scope);
    case "LetClause": {
      const entry = scope.aliases?.get(d.ident.name);
      if (entry === undefined || !isLet(entry) || entry.clause !== d) return null;
      return new LetField(c.src(d), entry.label, declareLet(c, entry, scope));
    }
    case "Ellipsis":
      return compileEllipsis(c, d, scope);
    case "Comprehension":
      return c.comprehension(d, scope);
    case "BadDecl":
      return c.fail(d, scope, "");
    case "Alias":
    case "Attribute":
    case "CommentGroup":
    case "Package":
    case "ImportDecl":
      return null;
  }
}

function arcType(d: ast.Field): ArcType {
  return d.constraint === "?" ? ArcType.Optional : d.constraint === "!" ? ArcType.Required : ArcType.Member;
}

const unset = new Top(null);

/** Compiles the value of a field into the declaration that holds it. */
function fillValue(c: Compiler, d: ast.Field, scope: Scope, into: { readonly value: Expr }): void {
  const holder = into as { value: Expr };
  if (d.value.kind === "BasicLit" && d.label.kind !== "ListLit" && d.label.kind !== "Alias" && c.injected === null) {
    const literal = plainLiteral(c, d.value);
    if (literal !== null) {
      holder.value = literal;
      return;
    }
  }
  const inner = valueScope(c, scope, d);
  checkFilter(c, d, inner, scope);
  const x = d.value.kind === "Alias" ? d.value.expr : d.value;
  const value = c.now(x, inner);
  if (value !== null) holder.value = withInjected(c, d, value);
  else {
    c.later(x, inner, (late) => {
      holder.value = withInjected(c, d, late);
    });
  }
  if (inner.aliases !== null) checkUsed(c, inner);
}

function compileField(c: Compiler, d: ast.Field, scope: Scope): Decl | null {
  const label = bareLabel(d.label);
  if (label === null) return c.fail(d.label, scope, "alias expression is not a valid label");
  const src = c.src(d);
  switch (label.kind) {
    case "Ident":
    case "BasicLit": {
      const field = new Field(src, arcType(d), NoLabel, unset);
      fillValue(c, d, scope, field);
      const name = compileLabel(c, label, scope);
      if (name === NoLabel) return c.fail(d, scope, "cannot use _ as label");
      (field as { label: Label }).label = name;
      return field;
    }
    case "ListLit": {
      // The value comes first, as in every field: the order of errors depends on it.
      const value: { readonly value: Expr } = { value: unset };
      if (label.elts.length !== 1) {
        fillValue(c, d, scope, value);
        return c.fail(d, scope, "list label must have one element");
      }
      const field = new BulkOptionalField(src, unset, unset, patternName(c, d));
      fillValue(c, d, scope, field);
      (field as { filter: Expr }).filter = c.expr(patternOf(d) as ast.Expr, scope);
      return field;
    }
    case "ParenExpr":
    case "Interpolation": {
      const bindsLabel = d.alias !== null && d.alias.label !== null && d.alias.label.name !== "_";
      const field = new DynamicField(src, arcType(d), unset, unset, bindsLabel);
      fillValue(c, d, scope, field);
      (field as { key: Expr }).key = c.expr(label, scope);
      return field;
    }
  }
}

/** The name for the label in `[X=p]` and `[p]~(X,V)`. */
function patternName(c: Compiler, d: ast.Field): Label {
  const label = d.alias?.label;
  if (label !== undefined && label !== null && label.name !== "_") return c.identLabel(label.name);
  const x = (bareLabel(d.label) as ast.ListLit).elts[0] as ast.Expr;
  return x.kind === "Alias" && x.ident.name !== "_" ? c.identLabel(x.ident.name) : NoLabel;
}
