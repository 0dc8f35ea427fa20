import { Tag } from "../value/index.ts";
import type { Decl, Expr, FieldReference, SelectorExpr } from "../value/index.ts";

/** Whether reading what a reference leads to touches nothing. `up` counts the literals around the reference. */
export type HarmlessReference = (x: FieldReference | SelectorExpr, up: number) => boolean;

/** How deep literals and operators may lie in each other; deeper ones are not worth the walk. */
const maxDepth = 12;

/**
 * Literals, types and builtins, and references as far as the caller knows them: evaluating such an expression reads
 * nothing that its evaluation could change.
 */
export function isHarmless(x: Expr, reference: HarmlessReference, up = 0, depth = 0): boolean {
  if (depth > maxDepth) return false;
  const deeper = depth + 1;
  switch (x.tag) {
    case Tag.Null:
    case Tag.Bool:
    case Tag.Num:
    case Tag.String:
    case Tag.Bytes:
    case Tag.Top:
    case Tag.BasicType:
    case Tag.BoundValue:
    case Tag.Conjunction:
    case Tag.Builtin:
      return true;
    case Tag.ImportReference:
      return x.instance === null;
    case Tag.BoundExpr:
      return isHarmless(x.expr, reference, up, deeper);
    case Tag.UnaryExpr:
      return isHarmless(x.x, reference, up, deeper);
    case Tag.BinaryExpr:
      return isHarmless(x.x, reference, up, deeper) && isHarmless(x.y, reference, up, deeper);
    case Tag.DisjunctionExpr:
      return x.values.every((d) => isHarmless(d.expr, reference, up, deeper));
    case Tag.StructLit:
      return x.decls.every((d) => harmlessDecl(d, reference, up + 1, deeper));
    case Tag.ListLit:
      return x.elems.every((e) => {
        if (e.tag === Tag.Comprehension) return false;
        const value = e.tag === Tag.Ellipsis ? e.value : e;
        return value === null || isHarmless(value, reference, up + 1, deeper);
      });
    case Tag.CallExpr:
      return isHarmless(x.fun, reference, up, deeper) && x.args.every((a) => isHarmless(a, reference, up, deeper));
    case Tag.FieldReference:
    case Tag.SelectorExpr:
      return reference(x, up);
    default:
      return false;
  }
}

function harmlessDecl(d: Decl, reference: HarmlessReference, up: number, depth: number): boolean {
  switch (d.tag) {
    case Tag.Field:
      return isHarmless(d.value, reference, up, depth);
    case Tag.BulkOptionalField:
      return isHarmless(d.filter, reference, up, depth) && isHarmless(d.value, reference, up, depth);
    case Tag.Ellipsis:
      return true;
    case Tag.LetField:
    case Tag.DynamicField:
    case Tag.Comprehension:
      return false;
    default:
      return isHarmless(d, reference, up, depth);
  }
}
