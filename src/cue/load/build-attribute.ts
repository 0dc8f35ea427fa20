/** `@if(expr)` and `@ignore()`: whether a file takes part in a build. */
import { SourceFile } from "../../source/index.ts";
import { faultAt, makeFault } from "../module/index.ts";
import type { Fault } from "../module/index.ts";
import { headOf, parseExpr } from "../syntax/index.ts";
import type { Attribute, BinaryExpr, Expr } from "../syntax/index.ts";
import { attributeName, attributeText } from "./attribute.ts";
import type { LoadedFile } from "./instance.ts";

type BuildDecision =
  | { readonly kind: "build" }
  /** Left out, for a reason that is no mistake. */
  | { readonly kind: "exclude"; readonly reason: string }
  | { readonly kind: "error"; readonly faults: readonly Fault[] };

const build: BuildDecision = { kind: "build" };

export function decideBuild(file: LoadedFile, isSet: (tag: string) => boolean): BuildDecision {
  let condition: Attribute | undefined;
  for (const d of headOf(file.syntax)) {
    if (d.kind === "CommentGroup") continue;
    if (d.kind !== "Attribute") break;
    const name = attributeName(d);
    if (name === "ignore") return { kind: "exclude", reason: "@ignore() attribute found" };
    if (name !== "if") continue;
    if (condition !== undefined) {
      const again = faultAt("tag", "multiple @if attributes", file.source, d.pos);
      const before = faultAt("tag", "previous declaration here", file.source, condition.pos);
      return { kind: "error", faults: [again, before] };
    }
    condition = d;
  }
  if (condition === undefined) return build;
  const text = attributeText(condition);
  // The condition is read as a text of its own, which has no name.
  const source = new SourceFile("", text);
  // Conditions are short; the limit keeps their evaluation within the stack.
  const { expr, errors } = parseExpr(source, { maxNesting: 500 });
  if (errors.length > 0) {
    return { kind: "error", faults: errors.map((e) => faultAt("tag", e.message, source, e.offset)) };
  }
  const value = evaluate(expr, isSet);
  if (typeof value === "string") return { kind: "error", faults: [makeFault("tag", value)] };
  return value ? build : { kind: "exclude", reason: `@if(${text}) did not match` };
}

/** The truth of a condition, or what is wrong with it. Both sides are always looked at. */
function evaluate(e: Expr, isSet: (tag: string) => boolean): boolean | string {
  switch (e.kind) {
    case "Ident":
      return isSet(e.name);
    case "ParenExpr":
      return evaluate(e.x, isSet);
    case "BinaryExpr": {
      if (e.op !== "&&" && e.op !== "||") return `invalid operator ${e.op} in build attribute`;
      // The left operands of a long chain are nested; the chain is walked, not descended.
      const chain: BinaryExpr[] = [e];
      let left: Expr = e.x;
      for (; left.kind === "BinaryExpr"; left = left.x) chain.push(left);
      let value = evaluate(left, isSet);
      for (let i = chain.length - 1; i >= 0; i--) {
        const { op, y } = chain[i]!;
        if (typeof value === "string") return value;
        if (op !== "&&" && op !== "||") return `invalid operator ${op} in build attribute`;
        const right = evaluate(y, isSet);
        if (typeof right === "string") return right;
        value = op === "&&" ? value && right : value || right;
      }
      return value;
    }
    case "UnaryExpr": {
      if (e.op !== "!") return `invalid operator ${e.op} in build attribute`;
      const x = evaluate(e.x, isSet);
      return typeof x === "string" ? x : !x;
    }
    default:
      return `invalid type *ast.${e.kind} in build attribute`;
  }
}
