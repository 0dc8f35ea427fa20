import { Bottom, Tag } from "../value/index.ts";
import type { NodeState } from "../value/index.ts";
import { mergeErrors } from "./context.ts";

/** A child's final error makes its parent one too, marked as inherited; incomplete ones are only noted. */
export function addChildError(n: NodeState, child: Bottom): void {
  const v = n.node;
  v.childErrors = mergeErrors(null, v.childErrors, child);
  if (child.isIncomplete) return;
  const own = v.base !== null && v.base.tag === Tag.Bottom ? v.base : null;
  if (own === null || own.closeCheck) {
    const b = new Bottom(null, child.err, child.code, v);
    b.value = v;
    b.hasRecursive = true;
    b.childError = true;
    b.closeCheck = child.closeCheck;
    v.base = b;
    return;
  }
  own.hasRecursive = true;
  if (own.code > child.code) own.code = child.code;
}

export function addNodeBottom(n: NodeState, b: Bottom | null): void {
  if (b !== null) n.errs = mergeErrors(null, n.errs, b);
}
