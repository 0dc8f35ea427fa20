import type * as ast from "../syntax/index.ts";
import type { Expr, Failure, Label } from "../value/index.ts";

/** What a name stands for. */
export type Binding =
  /** A field of the struct, or a variable of a clause: found by its label. */
  | { readonly sort: "field" | "variable" }
  | { readonly sort: "import"; readonly spec: ast.ImportSpec }
  | { readonly sort: "let"; readonly entry: LetEntry }
  /** X of `X=f: v` and `f~X: v`. */
  | { readonly sort: "fieldAlias"; readonly field: ast.Field; readonly entry: AliasEntry }
  /** K of `f~(K,V): v`. */
  | { readonly sort: "labelAlias"; readonly field: ast.Field }
  /** X of `[X=p]: v`, K of `[p]~(K,V): v`. */
  | { readonly sort: "patternLabel" }
  /** X of `X=[p]: v`, V of `[p]~(K,V): v`. */
  | { readonly sort: "patternField"; readonly entry: AliasEntry | null }
  /** X of `f: X=v`. */
  | { readonly sort: "value"; readonly entry: AliasEntry };

export const fieldBinding: Binding = { sort: "field" };
export const variableBinding: Binding = { sort: "variable" };
export const patternLabelBinding: Binding = { sort: "patternLabel" };

/** Names of aliases live apart from names of fields: one name must not be both, even in nested scopes. */
export const isAliasBinding = (b: Binding): boolean =>
  b.sort !== "field" && b.sort !== "variable" && b.sort !== "import";
/** Such names may be declared once in a scope only. */
export const isUniqueBinding = (b: Binding): boolean => b.sort !== "field" && b.sort !== "variable";

/** An alias that must be used. */
export interface AliasEntry {
  readonly name: string;
  readonly source: ast.Node;
  readonly field: ast.Field | null;
  used: boolean;
  /** Of an alias of a computed label: the label's expression, once it is compiled. */
  key: Expr | null;
}

export const LetState = { fresh: 0, declaring: 1, done: 2 } as const;

export interface LetEntry extends AliasEntry {
  readonly clause: ast.LetClause;
  readonly label: Label;
  state: number;
  /** Being compiled because something refers to it: meeting it again is a cycle. */
  resolving: boolean;
  /** Whether a reference has been made to it before. */
  lookedUp: boolean;
  value: Expr | null;
  /** What was wrong with it, repeated for the second of declaration and first reference. */
  errors: readonly Failure[];
}

/** Above this number of names a map replaces the linear search. */
const smallScope = 8;

/** The names of a scope. Most scopes have few. */
class Names {
  #keys: string[] = [];
  #bindings: Binding[] = [];
  #map: Map<string, Binding> | null = null;

  get(name: string): Binding | undefined {
    if (this.#map !== null) return this.#map.get(name);
    const keys = this.#keys;
    for (let i = 0; i < keys.length; i++) if (keys[i] === name) return this.#bindings[i];
    return undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  set(name: string, binding: Binding): void {
    if (this.#map !== null) {
      this.#map.set(name, binding);
      return;
    }
    const at = this.#keys.indexOf(name);
    if (at >= 0) this.#bindings[at] = binding;
    else if (this.#keys.push(name) && this.#bindings.push(binding) > smallScope) {
      this.#map = new Map(this.#keys.map((key, i) => [key, this.#bindings[i] as Binding]));
      this.#keys = [];
      this.#bindings = [];
    }
  }
}

/**
 * One link of the chain in which a name is looked up. Links never change once the declarations of
 * their node are entered, so that an expression can be compiled later or at another depth of the stack.
 */
export class Scope {
  readonly outer: Scope | null;
  /** Environments that the evaluator adds for this link: 1 or 0. */
  readonly up: number;
  /** What it adds to the path of errors: a field, or the text for a clause. */
  readonly label: ast.Field | string | null;
  /** The value of a field or let begins here: fields outside are no longer siblings. */
  readonly isValue: boolean;
  /** The name that the scope outside must not answer to: a let does not see itself. */
  readonly hides: string | null;
  /** `?` marks are allowed. */
  readonly inTry: boolean;
  readonly depth: number;
  names: Names | null = null;
  aliases: Map<string, AliasEntry> | null = null;

  constructor(
    outer: Scope | null,
    up: number,
    label: ast.Field | string | null = null,
    isValue = false,
    hides: string | null = null,
    inTry = outer !== null && outer.inTry,
  ) {
    this.outer = outer;
    this.up = up;
    this.label = label;
    this.isValue = isValue;
    this.hides = hides;
    this.inTry = inTry;
    this.depth = outer === null ? 0 : outer.depth + 1;
  }

  bind(name: string, binding: Binding): void {
    (this.names ??= new Names()).set(name, binding);
  }
}

/** Result of the last lookup: kept outside, because lookups are frequent and never nest. */
export const found: { scope: Scope | null; up: number } = { scope: null, up: 0 };

/** The innermost binding of a name. `found` says where; without a binding, `found.up` is the height of the chain. */
export function lookup(from: Scope | null, name: string): Binding | null {
  let up = 0;
  let skip: Scope | null = null;
  for (let s = from; s !== null; s = s.outer) {
    if (s.names !== null && s !== skip) {
      const b = s.names.get(name);
      if (b !== undefined) {
        found.scope = s;
        found.up = up;
        return b;
      }
    }
    if (s.hides === name) skip = s.outer;
    up += s.up;
  }
  found.scope = null;
  found.up = up;
  return null;
}

/** Environments from a scope up to the value of the field, or up to the top if it is not inside. */
export function upToField(from: Scope, field: ast.Field): number {
  let up = 0;
  for (let s: Scope | null = from; s !== null; s = s.outer) {
    if (s.label === field) break;
    up += s.up;
  }
  return up;
}
