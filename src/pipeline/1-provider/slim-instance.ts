import type { Instance } from "../../cue/load/index.ts";
import { parseImportPath } from "../../cue/module/index.ts";
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

// What objects are unified with. Whether they conform is found out afterwards, and much faster.
const TYPES = "opmodel.dev/schemas/kubernetes/";

/**
 * The package without the requirements of one of its transformers and without the types of its output, so that the text
 * of the transformer does not carry along every resource and trait that it knows, and every kind of Kubernetes.
 * Undefined if something else in the definition reads them.
 */
export function slimInstance(instance: Instance, definition: string): Instance | undefined {
  let found = false;
  const files = instance.files.map((file) => {
    const types = importsOf(file.syntax, TYPES);
    const decls = file.syntax.decls.map((decl): Decl => {
      if (decl.kind !== "Field" || labelOf(decl) !== definition) return decl;
      const value = strip(decl.value, types);
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
function strip(value: Expr, types: ReadonlySet<string>): Expr | undefined {
  if (value.kind === "BinaryExpr") {
    const y = strip(value.y, types);
    return y && { ...value, y };
  }
  if (value.kind !== "StructLit") return undefined;
  const kept = value.elts.filter((decl) => !(decl.kind === "Field" && REQUIREMENTS.has(labelOf(decl))));
  if (kept.some((decl) => decl.kind !== "CommentGroup" && mentions(decl))) return undefined;
  return inField({ ...value, elts: kept }, "#transform", (transform) =>
    inField(transform, "output", (output) => untyped(output, types)),
  );
}

/** The literal with the value of one of its fields changed. */
function inField<T extends Expr>(value: T, name: string, change: (value: Expr) => Expr): T {
  if (value.kind !== "StructLit") return value;
  const elts = value.elts.map((decl) =>
    decl.kind === "Field" && labelOf(decl) === name ? { ...decl, value: change(decl.value) } : decl,
  );
  return { ...value, elts };
}

/** An object, or a struct of objects, without `types.#Kind &` before each literal. */
function untyped(value: Expr, types: ReadonlySet<string>): Expr {
  if (value.kind === "BinaryExpr" && value.op === "&" && isTypeOf(value.x, types) && value.y.kind === "StructLit")
    return value.y;
  if (value.kind !== "StructLit") return value;
  const elts = value.elts.map((decl): Decl => {
    if (decl.kind === "Field") return { ...decl, value: untyped(decl.value, types) };
    if (decl.kind !== "Comprehension") return decl;
    return { ...decl, value: untyped(decl.value, types) as typeof decl.value };
  });
  return { ...value, elts };
}

function isTypeOf(value: Expr, types: ReadonlySet<string>): boolean {
  return value.kind === "SelectorExpr" && value.x.kind === "Ident" && types.has(value.x.name);
}

/** The names by which a file imports packages below a path. */
function importsOf(file: File, below: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const decl of file.decls)
    if (decl.kind === "ImportDecl")
      for (const { name, path } of decl.specs) {
        const imported = parseImportPath(path.text.replace(/^"|"$/g, ""));
        if (imported.path.startsWith(below)) names.add(name?.name ?? imported.qualifier);
      }
  return names;
}

function mentions(node: Node): boolean {
  if (node.kind === "Ident") return REQUIREMENTS.has(node.name);
  return childrenOf(node).some(mentions);
}

function labelOf({ label }: Field): string {
  return label.kind === "Ident" ? label.name : "";
}
