// What a package says twice: `opm cue trim`, and an editor's action.
import type { Declaration, Value } from "../cue/index.ts";
import { makeIdent, walk } from "../cue/syntax/index.ts";
import type { Decl, Expr, Field, File, StructLit } from "../cue/syntax/index.ts";
import { isIdentLabel, labelText } from "./analysis/syntax-path.ts";

/**
 * Takes out of the trees what other declarations imply: values that a definition, a pattern, a default or another
 * declaration gives. Definitions themselves, patterns and comprehensions stay as they are. The trees are changed.
 */
export function trimFiles(root: Value, files: readonly File[]): number {
  const trimmer = new Trimmer(root);
  for (const file of files.toReversed()) file.decls = trimmer.decls(file.decls, []);
  return trimmer.count;
}

type Step = string | number | { readonly identifier: string };

class Trimmer {
  readonly #root: Value;
  readonly #gone = new Set<object>();
  count = 0;

  constructor(root: Value) {
    this.#root = root;
  }

  /** From the end: of two that say the same, the first one stays. */
  decls(decls: readonly Decl[], path: readonly Step[], owner?: StructLit): Decl[] {
    const kept: Decl[] = [];
    for (const decl of decls.toReversed()) {
      if (decl.kind === "Field") {
        if (this.#field(decl, path, owner)) continue;
      } else if (decl.kind === "EmbedDecl") decl.expr = this.#expr(decl.expr, path) ?? decl.expr;
      kept.unshift(decl);
    }
    return kept;
  }

  /** Whether the field goes away. */
  #field(field: Field, path: readonly Step[], owner: StructLit | undefined): boolean {
    const name = labelText(field.label);
    if (name === undefined || field.constraint !== "" || field.attrs.length > 0) return false;
    const isSpecial = isIdentLabel(field.label) && /^[_#]/.test(name);
    // A definition is what others are measured by.
    if (isSpecial && /#/.test(name)) return false;
    const at: readonly Step[] = [...path, isSpecial ? { identifier: name } : name];
    const value = this.#root.lookupPath(at);
    if (!value.exists) return false;
    if (this.#isImplied(value, field.value)) {
      this.#drop(field.value);
      return true;
    }
    const inner = this.#expr(field.value, at);
    if (inner === undefined) return false;
    field.value = inner;
    return owner !== undefined && this.#existsWithout(owner, path, at.at(-1)!);
  }

  /** Whether a struct has a field although one of its declarations does not say so. */
  #existsWithout(owner: StructLit, path: readonly Step[], name: Step): boolean {
    const struct = this.#root.lookupPath(path);
    if (!struct.exists || !struct.declarations().some(({ syntax }) => syntax === owner)) return false;
    const others = struct.alone(({ syntax }) => syntax !== owner && !(syntax !== undefined && this.#gone.has(syntax)));
    return others?.lookupPath([name]).exists === true;
  }

  /** Another expression in its place; undefined if it stays. */
  #expr(expr: Expr, path: readonly Step[]): Expr | undefined {
    if (expr.kind === "BinaryExpr" && expr.op === "&") {
      const y = this.#expr(expr.y, path);
      if (y !== undefined) expr.y = y;
      const x = this.#expr(expr.x, path);
      if (x !== undefined) expr.x = x;
      return undefined;
    }
    if (expr.kind === "ParenExpr") return this.#expr(expr.x, path);
    // Elements are trimmed, and stay: their number says something.
    if (expr.kind === "ListLit") {
      for (const [i, elt] of expr.elts.entries()) if (elt.kind === "StructLit") this.#struct(elt, [...path, i]);
      return undefined;
    }
    if (expr.kind !== "StructLit" || expr.elts.length === 0) return undefined;
    return this.#struct(expr, path);
  }

  #struct(struct: StructLit, path: readonly Step[]): Expr | undefined {
    const before = struct.elts.length;
    struct.elts = this.decls(struct.elts, path, struct);
    return before > 0 && struct.elts.length === 0 ? makeIdent("_") : undefined;
  }

  /** Whether the other declarations give the same: data alone, which can be compared. */
  #isImplied(value: Value, written: Expr): boolean {
    if (!isData(written) || !value.isConcrete) return false;
    const isOwn = ({ syntax }: Declaration): boolean => syntax === written || isPartOf(syntax, written);
    if (!value.declarations().some(isOwn)) return false;
    const others = value.alone((d) => !isOwn(d) && !(d.syntax !== undefined && this.#gone.has(d.syntax)));
    if (others === undefined || others.errors().length > 0) return false;
    return others.isConcrete && others.validate({ concrete: true }).length === 0 && others.equals(value);
  }

  #drop(written: Expr): void {
    this.count++;
    walk(written, (node) => void this.#gone.add(node));
  }
}

/** Implied structs of `a: b: 1` share their place with what is inside of them. */
const isPartOf = (syntax: Expr | undefined, written: Expr): boolean =>
  syntax !== undefined &&
  syntax.kind === written.kind &&
  syntax.pos === written.pos &&
  syntax.end === written.end &&
  syntax.pos >= 0;

function isData(expr: Expr): boolean {
  switch (expr.kind) {
    case "BasicLit":
      return true;
    case "UnaryExpr":
      return (expr.op === "-" || expr.op === "+") && isData(expr.x);
    case "ListLit":
      return expr.elts.every(isData);
    case "StructLit":
      return (
        expr.elts.length > 0 &&
        expr.elts.every(
          (e) =>
            e.kind === "Field" &&
            e.constraint === "" &&
            labelText(e.label) !== undefined &&
            e.attrs.length === 0 &&
            isData(e.value),
        )
      );
    default:
      return false;
  }
}
