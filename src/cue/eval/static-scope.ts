// What references lead to, told from the text alone: for schemas, whose definitions nothing else adds to.
import { ArcType, Tag, isLetLabel } from "../value/index.ts";
import type { Conjunct, Expr, Field, FieldReference, Label, SelectorExpr, StructLit, Vertex } from "../value/index.ts";
import type { Runtime } from "./runtime.ts";

/** Literals that make up one struct, and nothing else does: the files of a package, or a struct in them. */
export class Scope {
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

export function packageScope(root: readonly Conjunct[]): Scope | null {
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
export function scopeOf(v: Vertex): Scope | null {
  if (v.parent === null) return packageScope(v.conjuncts);
  if (v.conjuncts.length !== 1) return null;
  const { x } = v.conjuncts[0]!;
  const inner = scopeOf(v.parent)?.inner(v.label) ?? null;
  return inner !== null && inner.literals[0] === (x.tag === Tag.Field || x.tag === Tag.LetField ? x.value : x)
    ? inner
    : null;
}

/** A definition and the struct that it is in. */
export interface Definition {
  readonly scope: Scope;
  readonly label: Label;
}

/**
 * The definition that a reference leads to: of a scope around it, of a struct in one, or of an imported package. `at`
 * finds the scope so many levels above the reference. Packages of builtins have none.
 */
export function definitionOf(
  runtime: Runtime,
  x: FieldReference | SelectorExpr,
  at: (up: number) => Scope | null,
): Definition | null {
  if (x.tag === Tag.FieldReference) return definition(at(x.upCount), x.label);
  if (x.x.tag === Tag.ImportReference)
    return x.x.instance === null
      ? null
      : definition(packageScope(runtime.instanceConjuncts(x.x.instance) ?? []), x.sel);
  if (x.x.tag !== Tag.FieldReference && x.x.tag !== Tag.LetReference) return null;
  return definition(at(x.x.upCount)?.inner(x.x.label) ?? null, x.sel);
}

const definition = (scope: Scope | null, label: Label): Definition | null => scope && { scope, label };

export function scopeAbove(scope: Scope, by: number): Scope | null {
  if (by < 0) return null;
  let at: Scope | null = scope;
  for (let i = by; i > 0 && at !== null; i--) at = at.up;
  return at;
}
