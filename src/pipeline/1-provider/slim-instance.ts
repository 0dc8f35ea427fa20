import type { Instance } from "../../cue/load/index.ts";
import { childrenOf } from "../../cue/syntax/index.ts";
import type { Decl, Expr, Field, File, Node } from "../../cue/syntax/index.ts";

// What says when a transformer applies, and not what it does. Each entry names a whole definition of the catalog.
const REQUIREMENTS: ReadonlySet<string> = new Set([
  "requiredLabels",
  "optionalLabels",
  "requiredResources",
  "optionalResources",
  "requiredTraits",
  "optionalTraits",
  "requiredRules",
]);

/**
 * The package without the requirements of one of its transformers, so that the text of the transformer does not carry
 * along every resource and trait that it knows. Undefined if something else in the definition reads them.
 */
export function withoutRequirements(instance: Instance, definition: string): Instance | undefined {
  let found = false;
  const files = instance.files.map((file) => {
    const decls = file.syntax.decls.map((decl): Decl => {
      if (decl.kind !== "Field" || labelOf(decl) !== definition) return decl;
      const value = strip(decl.value);
      if (value === undefined) return decl;
      found = true;
      return { ...decl, value };
    });
    const syntax: File = { ...file.syntax, decls };
    return { ...file, syntax };
  });
  return found ? { ...instance, files } : undefined;
}

/** The struct literal of `core.#Transformer & {…}` without the fields. */
function strip(value: Expr): Expr | undefined {
  if (value.kind === "BinaryExpr") {
    const y = strip(value.y);
    return y && { ...value, y };
  }
  if (value.kind !== "StructLit") return undefined;
  const kept = value.elts.filter((decl) => !(decl.kind === "Field" && REQUIREMENTS.has(labelOf(decl))));
  return kept.some((decl) => decl.kind !== "CommentGroup" && mentions(decl)) ? undefined : { ...value, elts: kept };
}

function mentions(node: Node): boolean {
  if (node.kind === "Ident") return REQUIREMENTS.has(node.name);
  return childrenOf(node).some(mentions);
}

function labelOf({ label }: Field): string {
  return label.kind === "Ident" ? label.name : "";
}
