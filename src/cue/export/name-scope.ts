import { childrenOf } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import { qualifier } from "./builtin-name.ts";

/** What a name is bound to: `node` is what identifiers compare with, `link` the declaration. */
export interface Binding {
  readonly node: object;
  readonly link: object;
}

/** The names of a file, a struct, a field's label or a clause. */
export class NameScope {
  readonly outer: NameScope | null;
  readonly node: object;
  readonly names = new Map<string, Binding>();
  /** Takes every name that is declared here or further in. */
  readonly sink: Set<string> | null;
  constructor(outer: NameScope | null, node: object, sink: Set<string> | null = outer === null ? null : outer.sink) {
    this.outer = outer;
    this.node = node;
    this.sink = sink;
  }

  lookup(name: string): Binding | null {
    if (name === "_") return null;
    for (let s: NameScope | null = this; s !== null; s = s.outer) {
      const b = s.names.get(name);
      if (b !== undefined) return b;
    }
    return null;
  }

  insert(name: string, node: object, link: object): void {
    if (name === "") return;
    if (kindOf(node) !== "ImportSpec") this.sink?.add(name);
    const known = this.names.get(name);
    if (known !== undefined && (this.#isUnique(node) || this.#isUnique(known.node))) return;
    this.names.set(name, { node, link });
  }

  #isUnique(node: object): boolean {
    if (kindOf(this.node) === "Field") return true;
    return ["ImportSpec", "LetClause", "TryClause", "Alias", "Field"].includes(kindOf(node));
  }
}

const kindOf = (x: object): string => (x as { kind?: string }).kind ?? "";

export function importPath(spec: ast.ImportSpec): string {
  return JSON.parse(spec.path.text) as string;
}

/** The name by which a file knows an import. */
export const importName = (spec: ast.ImportSpec): string => spec.name?.name ?? qualifier(importPath(spec));

/**
 * Visits the identifiers of a file in order, each with the names that it sees. Labels that are names are not visited,
 * nor what stands behind a dot.
 */
export function visitNames(file: ast.File, outermost: NameScope, ident: (s: NameScope, id: ast.Ident) => void): void {
  new Visit(ident).run(file, outermost);
}

class Visit {
  readonly #ident: (s: NameScope, id: ast.Ident) => void;
  /** What is left to do, the next last: the depth of a tree must not be that of the call stack. */
  readonly #tasks: (() => void)[] = [];

  constructor(ident: (s: NameScope, id: ast.Ident) => void) {
    this.#ident = ident;
  }

  run(file: ast.File, scope: NameScope): void {
    this.#node(file, scope);
    for (let t = this.#tasks.pop(); t !== undefined; t = this.#tasks.pop()) t();
  }

  /** Does these next, in this order. */
  #next(...tasks: (() => void)[]): void {
    for (let i = tasks.length - 1; i >= 0; i--) this.#tasks.push(tasks[i] as () => void);
  }

  #nodes(nodes: readonly ast.Node[], s: NameScope): void {
    this.#next(...nodes.map((n) => () => this.#node(n, s)));
  }

  #decls(decls: readonly ast.Decl[], s: NameScope): void {
    declare(s, decls);
    this.#nodes(
      decls.filter((d): d is Exclude<ast.Decl, ast.CommentGroup> => d.kind !== "CommentGroup"),
      s,
    );
  }

  #node(x: ast.Node, s: NameScope): void {
    switch (x.kind) {
      case "File":
        return this.#decls(x.decls, new NameScope(s, x));
      case "StructLit":
        return this.#decls(x.elts, new NameScope(s, x));
      case "Comprehension":
        return this.#comprehension(x, s);
      case "Field":
        return this.#field(x, s);
      case "LetClause":
      case "Alias": {
        // It does not see its own name.
        const { name } = x.ident;
        const saved = s.names.get(name);
        s.names.delete(name);
        const restore = (): void => {
          if (saved !== undefined) s.names.set(name, saved);
        };
        return this.#next(() => this.#node(x.expr, s), restore);
      }
      case "ImportDecl":
      case "ImportSpec":
      case "Package":
      case "Attribute":
        return;
      case "SelectorExpr":
        return this.#node(x.x, s);
      case "Ident":
        return this.#ident(s, x);
      default:
        this.#nodes(childrenOf(x), s);
    }
  }

  #field(x: ast.Field, outer: NameScope): void {
    let s = outer;
    const label = x.label.kind === "Alias" ? x.label.expr : x.label;
    const tasks: (() => void)[] = [];
    if (label.kind === "ParenExpr" || label.kind === "Interpolation") tasks.push(() => this.#node(label, outer));
    else if (label.kind === "ListLit" && label.elts.length === 1) {
      const inner = (s = new NameScope(s, x));
      if (x.label.kind === "Alias") inner.insert(x.label.ident.name, x, x.label);
      let expr = label.elts[0] as ast.Expr;
      if (expr.kind === "Alias") {
        const alias = expr;
        expr = alias.expr;
        inner.insert(alias.ident.name, alias.expr, alias);
      }
      postfixAlias(inner, x);
      const pattern = expr;
      tasks.push(() => this.#node(pattern, inner));
    }
    let { value } = x;
    if (value.kind === "Alias") {
      s = new NameScope(s, x);
      s.insert(value.ident.name, value, x);
      value = value.expr;
    }
    const inside = s;
    const v = value;
    this.#next(...tasks, () => this.#node(v, inside));
  }

  #comprehension(x: ast.Comprehension, outer: NameScope): void {
    let s = outer;
    const tasks: (() => void)[] = [];
    for (const clause of x.clauses) {
      const at = s;
      switch (clause.kind) {
        case "ForClause":
          tasks.push(() => this.#node(clause.source, at));
          s = new NameScope(s, clause);
          if (clause.key !== null) s.insert(clause.key.name, clause.key, clause);
          s.insert(clause.value.name, clause.value, clause);
          break;
        case "IfClause":
          tasks.push(() => this.#node(clause.condition, at));
          break;
        default: {
          const { expr, ident } = clause;
          if (expr === null || ident === null) break;
          tasks.push(() => this.#node(expr, at));
          s = new NameScope(s, clause);
          s.insert(ident.name, ident, clause);
        }
      }
    }
    const inner = s;
    tasks.push(() => this.#node(x.value, inner));
    const { fallback } = x;
    if (fallback !== null) tasks.push(() => this.#node(fallback.body, outer));
    this.#next(...tasks);
  }
}

/** `~X` and `~(K,V)`. */
function postfixAlias(s: NameScope, f: ast.Field): void {
  if (f.alias === null) return;
  if (f.alias.label !== null && f.alias.label.name !== "_") s.insert(f.alias.label.name, f.alias.label, f.alias);
  if (f.alias.field.name !== "_") s.insert(f.alias.field.name, f, f.alias);
}

function declare(s: NameScope, decls: readonly ast.Decl[]): void {
  for (const d of decls) {
    switch (d.kind) {
      case "Field": {
        const { label } = d;
        if (label.kind === "Alias" && label.expr.kind !== "ListLit") s.insert(label.ident.name, d, label);
        if (label.kind !== "ListLit") postfixAlias(s, d);
        const name = label.kind === "Alias" ? label.expr : label;
        if (name.kind === "Ident") s.insert(name.name, d.value.kind === "Alias" ? d.value.expr : d.value, d);
        break;
      }
      case "LetClause":
      case "Alias":
        s.insert(d.ident.name, d, d);
        break;
      case "ImportDecl":
        for (const spec of d.specs) s.insert(importName(spec), spec, spec);
    }
  }
}
