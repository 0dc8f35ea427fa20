// Conditions in CUE over live data: health of an object, checks of a rollout.
import { createContext } from "../../cue/index.ts";
import type { PlainData } from "../../cue/index.ts";
import { decodeString, parseExpr, walk } from "../../cue/syntax/index.ts";
import type { Expr } from "../../cue/syntax/index.ts";
import { SourceFile } from "../../source/index.ts";

/** Whether it holds; otherwise why not. A field that is not there yet is no mistake. */
export function holds(condition: string, data: unknown): { readonly holds: boolean; readonly why: string } {
  const context = createContext();
  const plain = JSON.parse(JSON.stringify(data)) as PlainData;
  const result = context.value(plain).evaluate(condition).toJS();
  if (result.ok && result.value === true) return { holds: true, why: "" };
  return {
    holds: false,
    why: result.ok && result.value === false ? `${condition} does not hold` : `${condition} cannot be told yet`,
  };
}

/** What is wrong with the text itself, whatever it is asked of; `names` are those that it may begin with. */
export function conditionProblem(condition: string, names: readonly string[]): string | undefined {
  const scope = Object.fromEntries(names.map((name) => [name, {}]));
  const error = createContext().value(scope).evaluate(condition).error();
  // What the data does not have yet is incomplete; what cannot be compiled never will be.
  return error?.code === "load" ? error.message : undefined;
}

/** The paths that it reads below these names, as far as they are written out: `status.conditions`, `spec."a b".c`. */
export function conditionPaths(condition: string, names: readonly string[]): readonly (readonly string[])[] {
  const { expr } = parseExpr(new SourceFile("condition", condition));
  const found = new Map<string, readonly string[]>();
  const inner = new Set<Expr>();
  walk(expr, (node) => {
    if (node.kind !== "SelectorExpr" && node.kind !== "IndexExpr") return true;
    if (!inner.has(node)) {
      const path = pathOf(node, inner);
      if (path !== undefined && names.includes(path[0]!)) found.set(path.join("\0"), path);
    }
    return true;
  });
  return [...found.values()];
}

/** Undefined where it does not begin with a name; it ends before an index that is computed. */
function pathOf(expr: Expr, inner: Set<Expr>): readonly string[] | undefined {
  if (expr.kind === "Ident") return [expr.name];
  if (expr.kind !== "SelectorExpr" && expr.kind !== "IndexExpr") return undefined;
  inner.add(expr.x);
  const before = pathOf(expr.x, inner);
  if (before === undefined) return undefined;
  const step = expr.kind === "SelectorExpr" ? expr.sel : expr.index;
  if (expr.kind === "SelectorExpr" && step.kind === "Ident") return [...before, step.name];
  if (step.kind !== "BasicLit" || step.token !== "STRING") return [...before, ANY];
  const text = decodeString(step.text);
  return "value" in text && typeof text.value === "string" ? [...before, text.value] : [...before, ANY];
}

/** A step that only the data knows: an item of a list, a computed name. */
export const ANY = "*";
