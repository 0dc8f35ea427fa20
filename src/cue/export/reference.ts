import { nodeBehind } from "../eval/index.ts";
import { isValidIdent, makeAlias, makeIdent, makeIndex, makePostfix, makeSelector } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import { Tag } from "../value/index.ts";
import type { DynamicReference, Environment, FieldReference, Resolver } from "../value/index.ts";
import { importIdent, qualifier } from "./builtin-name.ts";
import type { Exporter } from "./exporter.ts";
import { labelName, labelSyntax } from "./label.ts";
import { letReference } from "./lets.ts";

/** A reference as it must be written where the value stands now. */
export function exportReference(e: Exporter, env: Environment | null, x: Resolver): ast.Expr {
  const other = e.substitute === null ? null : e.substitute(x);
  if (other !== null) return other;
  switch (x.tag) {
    case Tag.FieldReference:
      return optional(fieldReference(e, env, x), x.optional);
    case Tag.ValueReference: {
      const name = e.labels.text(x.label);
      return makeIdent(e.valueAliases.get(name)?.name ?? name);
    }
    case Tag.DynamicReference:
      return dynamicReference(e, x);
    case Tag.ImportReference:
      return importIdent(e, x.importPath, x.name === "" ? qualifier(x.importPath) : x.name);
    case Tag.LetReference:
      return letReference(e, env, x);
    case Tag.SelectorExpr:
      return optional(makeSelector(e.operand(env, x.x), labelSyntax(e, x.sel)), x.optional);
    case Tag.IndexExpr:
      return optional(makeIndex(e.operand(env, x.x), e.operand(env, x.index)), x.optional);
  }
}

const optional = (x: ast.Expr, isOptional: boolean): ast.Expr => (isOptional ? makePostfix("?", x) : x);

function identOf(x: FieldReference | DynamicReference): string | null {
  const node = x.src === null ? null : x.src.node;
  return node !== null && node.kind === "Ident" ? node.name : null;
}

function fieldReference(e: Exporter, env: Environment | null, x: FieldReference): ast.Expr {
  const written = identOf(x);
  if (written !== null && e.aliasedFields.length > 0) {
    const aliased = e.aliasedFields.findLast((a) => a.name === written && a.label === x.label);
    if (aliased !== undefined) {
      const id = makeIdent(aliased.name);
      e.links.set(id, aliased.field);
      return id;
    }
  }
  const entry = e.entryAt(x.upCount, x.label);
  let name = labelName(e, x.label);
  if (entry !== null && entry.alias !== "") name = entry.alias;
  else if (!isValidIdent(name)) {
    name = e.names.alias(written ?? "X");
    if (entry !== null) entry.alias = name;
  }
  const id = makeIdent(name);
  entry?.references.push(id);
  let at = env;
  for (let i = x.upCount; i > 0 && at !== null; i--) at = at.up;
  const v = at === null ? null : at.vertex;
  if (v !== null && !v.isDynamic) {
    const target = v.arc(x.label);
    if (target !== null) e.linkIdent(nodeBehind(target), id);
  }
  return id;
}

function dynamicReference(e: Exporter, x: DynamicReference): ast.Expr {
  let name = identOf(x) ?? "X";
  let field: ast.Field | null = null;
  for (let f = e.frame; f !== null; f = f.outer) for (const d of f.dynamicFields) if (d.alias === name) field = d.field;
  if (field !== null) {
    const { label } = field;
    if (label.kind === "Alias") name = label.ident.name;
    else {
      name = e.names.alias(name);
      field.label = makeAlias(makeIdent(name), label as ast.Expr);
    }
  }
  const id = makeIdent(name);
  if (field !== null) e.links.set(id, field);
  return id;
}
