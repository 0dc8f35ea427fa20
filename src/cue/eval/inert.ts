// Definitions that are schema and nothing else: types, literals, and references to their like. Evaluating one reads
// nothing that anything else could change, so it may be left until somebody needs it. This is told from the text alone,
// and so once for all evaluations.
import { ArcType, Tag, isDefinitionLabel, isLetLabel } from "../value/index.ts";
import type {
  Conjunct,
  Decl,
  Environment,
  Expr,
  Field,
  FieldReference,
  Label,
  SelectorExpr,
  StructLit,
  Vertex,
} from "../value/index.ts";
import type { Context } from "./context.ts";

/** Literals that make up one struct, and nothing else does: the files of a package, or a struct in them. */
class Scope {
  readonly literals: readonly StructLit[];
  readonly up: Scope | null;
  readonly #answers = new Map<Label, boolean>();

  constructor(literals: readonly StructLit[], up: Scope | null) {
    this.literals = literals;
    this.up = up;
  }

  answer(label: Label): boolean | undefined {
    return this.#answers.get(label);
  }

  note(label: Label, inert: boolean): void {
    this.#answers.set(label, inert);
  }

  /** All declarations of a field; none if something else in the struct could add to it. */
  declared(label: Label): readonly Field[] {
    const found: Field[] = [];
    for (const { decls, hasEmbedding } of this.literals) {
      if (hasEmbedding) return [];
      for (const d of decls) {
        if (d.tag === Tag.DynamicField) return [];
        if (d.tag === Tag.Field && d.label === label) found.push(d);
      }
    }
    return found;
  }

  /** The struct of a let clause, or of a field that one literal declares. */
  inner(label: Label): Scope | null {
    const value = isLetLabel(label) ? this.#bound(label) : this.#only(label);
    return value?.tag === Tag.StructLit ? scopeFor(value, () => new Scope([value], this)) : null;
  }

  #bound(label: Label): Expr | undefined {
    for (const { decls } of this.literals)
      for (const d of decls) if (d.tag === Tag.LetField && d.label === label) return d.value;
    return undefined;
  }

  #only(label: Label): Expr | undefined {
    const found = this.declared(label);
    return found.length === 1 && found[0]!.arcType === ArcType.Member ? found[0]!.value : undefined;
  }
}

/** By the first literal. */
const scopes = new WeakMap<StructLit, Scope>();

function scopeFor(first: StructLit, make: () => Scope): Scope {
  let scope = scopes.get(first);
  if (scope === undefined) scopes.set(first, (scope = make()));
  return scope;
}

function packageScope(root: readonly Conjunct[]): Scope | null {
  const first = root[0]?.x;
  if (first?.tag !== Tag.StructLit || !root.every(({ x }) => x.tag === Tag.StructLit)) return null;
  const scope = scopeFor(
    first,
    () =>
      new Scope(
        root.map(({ x }) => x as StructLit),
        null,
      ),
  );
  return scope.literals.length === root.length ? scope : null;
}

/** The scope that a vertex is made of, if it is made of nothing else. */
function scopeOf(v: Vertex): Scope | null {
  if (v.parent === null) return packageScope(v.conjuncts);
  if (v.conjuncts.length !== 1) return null;
  const { x } = v.conjuncts[0]!;
  const inner = scopeOf(v.parent)?.inner(v.label) ?? null;
  return inner !== null && inner.literals[0] === (x.tag === Tag.Field || x.tag === Tag.LetField ? x.value : x)
    ? inner
    : null;
}

/** Whether what a reference leads to is inert. `up` counts the literals around it that have no environment yet. */
export function isInert(c: Context, env: Environment, x: FieldReference | SelectorExpr, up: number): boolean {
  const q = new Question(c);
  const lookup = (by: number): Scope | null => {
    let e: Environment | null = by < up ? null : env;
    for (let i = by - up; i > 0 && e !== null; i--) e = e.up;
    const v = e === null ? null : c.envVertex(e);
    return v === null ? null : scopeOf(v);
  };
  return q.reference(x, lookup, 0);
}

/** Definitions that refer to each other in one chain; no schema has longer ones, and the stack is finite. */
const maxChain = 100;

class Question {
  readonly #c: Context;

  constructor(c: Context) {
    this.#c = c;
  }

  /** `at` finds the scope so many levels above the reference. */
  reference(x: FieldReference | SelectorExpr, at: (up: number) => Scope | null, chain: number): boolean {
    if (x.tag === Tag.FieldReference) return this.definition(at(x.upCount), x.label, chain);
    if (x.x.tag === Tag.ImportReference)
      return (
        x.x.instance === null ||
        this.definition(packageScope(this.#c.runtime.instanceConjuncts(x.x.instance) ?? []), x.sel, chain)
      );
    if (x.x.tag !== Tag.FieldReference && x.x.tag !== Tag.LetReference) return false;
    return this.definition(at(x.x.upCount)?.inner(x.x.label) ?? null, x.sel, chain);
  }

  definition(scope: Scope | null, label: Label, chain: number): boolean {
    if (scope === null || !isDefinitionLabel(label)) return false;
    const known = scope.answer(label);
    if (known !== undefined) return known;
    if (chain > maxChain) return false;
    // One that leads to itself may be a structural cycle, which must be found: it is not.
    scope.note(label, false);
    const declared = scope.declared(label);
    const inert = declared.length > 0 && declared.every((d) => this.#expr(scope, d.value, 0, chain));
    scope.note(label, inert);
    return inert;
  }

  /** `up` counts the literals between the scope and the expression. */
  #expr(scope: Scope, x: Expr, up: number, chain: number): boolean {
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
      case Tag.BoundExpr:
        return this.#expr(scope, x.expr, up, chain);
      case Tag.UnaryExpr:
        return this.#expr(scope, x.x, up, chain);
      case Tag.BinaryExpr:
        return this.#expr(scope, x.x, up, chain) && this.#expr(scope, x.y, up, chain);
      case Tag.DisjunctionExpr:
        return x.values.every((d) => this.#expr(scope, d.expr, up, chain));
      case Tag.StructLit:
        return x.decls.every((d) => this.#decl(scope, d, up + 1, chain));
      case Tag.ListLit:
        return x.elems.every((e) =>
          e.tag === Tag.Ellipsis
            ? e.value === null || this.#expr(scope, e.value, up + 1, chain)
            : e.tag !== Tag.Comprehension && this.#expr(scope, e, up + 1, chain),
        );
      case Tag.CallExpr:
        return this.#expr(scope, x.fun, up, chain) && x.args.every((a) => this.#expr(scope, a, up, chain));
      case Tag.FieldReference:
      case Tag.SelectorExpr:
        return this.reference(x, (by) => above(scope, by - up), chain + 1);
      default:
        return false;
    }
  }

  #decl(scope: Scope, d: Decl, up: number, chain: number): boolean {
    switch (d.tag) {
      case Tag.Field:
        return this.#expr(scope, d.value, up, chain);
      case Tag.BulkOptionalField:
        return this.#expr(scope, d.filter, up, chain) && this.#expr(scope, d.value, up, chain);
      case Tag.Ellipsis:
        return true;
      case Tag.LetField:
      case Tag.DynamicField:
      case Tag.Comprehension:
        return false;
      default:
        return this.#expr(scope, d, up, chain);
    }
  }
}

function above(scope: Scope, by: number): Scope | null {
  if (by < 0) return null;
  let at: Scope | null = scope;
  for (let i = by; i > 0 && at !== null; i--) at = at.up;
  return at;
}
