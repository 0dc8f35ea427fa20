import { looseNodeBehind, nodeBehind } from "../eval/index.ts";
import type { Engine } from "../eval/index.ts";
import { Environment, Tag, conjunctExpr, intLabel, isLetLabel, isResolver } from "../value/index.ts";
import type { Clause, Comprehension, Decl, Expr, ImportReference, Label, Resolver, Vertex } from "../value/index.ts";
import { evaluateIn, resolveIn } from "./evaluate.ts";
import { emptyVertex } from "./exporter.ts";

interface Dependency {
  readonly node: Vertex;
  readonly reference: Resolver;
  /** The import that led to the node, if it lies in another package. */
  readonly pkg: ImportReference | null;
}

/** Finds what the expressions of a value refer to. `report` says whether to go on with the target's own expressions. */
export function findDependencies(engine: Engine, v: Vertex, report: (d: Dependency) => boolean): void {
  new Search(engine, report).visit(v);
}

interface Step {
  readonly env: Environment;
  readonly ref: Resolver;
}

class Search {
  readonly #engine: Engine;
  readonly #report: (d: Dependency) => boolean;
  #node: Vertex | null = null;
  #pkg: ImportReference | null = null;
  /** Fields hold further values; not while an inner value is searched that was searched before. */
  #all = true;
  #topRef: Resolver | null = null;
  /** Selectors on values without a place: what they select is part of the dependency. */
  #path: Step[] = [];
  #count = 0;
  readonly #resolved = new Map<Resolver, Set<Environment>>();
  readonly #inner = new Set<Resolver>();

  constructor(engine: Engine, report: (d: Dependency) => boolean) {
    this.#engine = engine;
    this.#report = report;
  }

  visit(v: Vertex): void {
    const saved = this.#node;
    this.#node = v;
    this.#conjuncts(v);
    this.#node = saved;
  }

  #conjuncts(v: Vertex): void {
    for (const c of v.conjuncts) {
      const x = conjunctExpr(c.x);
      if (x !== null && x.tag !== Tag.Comprehension) this.#expr(c.env, x);
    }
  }

  #expr(env: Environment, x: Expr | null): void {
    if (x === null) return;
    if (isResolver(x)) return this.#resolver(env, x as Resolver);
    const saved = this.#topRef;
    this.#topRef = null;
    this.#inside(env, x);
    this.#topRef = saved;
  }

  #inside(env: Environment, x: Expr): void {
    switch (x.tag) {
      case Tag.BinaryExpr:
        this.#expr(env, x.x);
        return this.#expr(env, x.y);
      case Tag.UnaryExpr:
      case Tag.OpenExpr:
        return this.#expr(env, x.x);
      case Tag.Interpolation:
        for (let i = 1; i < x.parts.length; i += 2) this.#expr(env, x.parts[i] as Expr);
        return;
      case Tag.BoundExpr:
        return this.#expr(env, x.expr);
      case Tag.CallExpr: {
        this.#expr(env, x.fun);
        const saved = this.#all;
        this.#all = true;
        for (const a of x.args) this.#expr(env, a);
        this.#all = saved;
        return;
      }
      case Tag.DisjunctionExpr:
        for (const d of x.values) this.#expr(env, d.expr);
        return;
      case Tag.SliceExpr:
        this.#expr(env, x.x);
        this.#expr(env, x.lo);
        return this.#expr(env, x.hi);
      case Tag.ListLit: {
        const inner = new Environment(env, emptyVertex);
        for (const e of x.elems) {
          if (e.tag === Tag.Comprehension) this.#comprehension(inner, e);
          else this.#sub(inner, e.tag === Tag.Ellipsis ? e.value : e);
        }
        return;
      }
      case Tag.StructLit: {
        const inner = new Environment(env, emptyVertex);
        for (const d of x.decls) this.#decl(inner, d);
      }
    }
  }

  #sub(env: Environment, x: Expr | null): void {
    if (this.#all) this.#expr(env, x);
  }

  #decl(env: Environment, d: Decl): void {
    switch (d.tag) {
      case Tag.Field:
      case Tag.Ellipsis:
        return this.#sub(env, d.value);
      case Tag.BulkOptionalField:
        this.#expr(env, d.filter);
        return this.#sub(env, d.value);
      case Tag.DynamicField:
        this.#expr(env, d.key);
        return this.#sub(env, d.value);
      case Tag.Comprehension:
        return this.#comprehension(env, d);
      case Tag.LetField:
        return;
      default:
        this.#expr(env, d);
    }
  }

  #comprehension(outer: Environment, x: Comprehension): void {
    let env = outer;
    for (const clause of x.clauses) env = this.#clause(env, clause);
    this.#expr(env, x.value);
    if (x.fallback !== null) this.#expr(outer, x.fallback);
  }

  #clause(env: Environment, x: Clause): Environment {
    switch (x.tag) {
      case Tag.ForClause:
        this.#expr(env, x.source);
        return new Environment(env, emptyVertex);
      case Tag.IfClause:
        this.#expr(env, x.condition);
        return env;
      default:
        if (x.expr === null) return env;
        this.#expr(env, x.expr);
        return new Environment(env, emptyVertex);
    }
  }

  #resolver(env: Environment, r: Resolver): void {
    let seen = this.#resolved.get(r);
    if (seen === undefined) this.#resolved.set(r, (seen = new Set()));
    if (seen.has(env)) return;
    const target = resolveIn(this.#engine, env, r);
    seen.add(env);
    if (target !== null) {
      this.#found(env, r, looseNodeBehind(target));
      return;
    }
    // Parts of a reference may be there even if the whole is not.
    if (r.tag === Tag.IndexExpr) {
      this.#expr(env, r.x);
      this.#expr(env, r.index);
    } else if (r.tag === Tag.SelectorExpr) this.#expr(env, r.x);
  }

  #found(env: Environment, ref: Resolver, v: Vertex): void {
    if (v === this.#node || v === emptyVertex) return;
    const saved = this.#topRef;
    if (this.#topRef === null && this.#path.length === 0) this.#topRef = ref;
    this.#foundBelow(env, ref, v);
    this.#topRef = saved;
  }

  #foundBelow(env: Environment, ref: Resolver, v: Vertex): void {
    const inspect = isDetached(v) || isLetLabel(v.label) || v.anonymous;
    if (inspect) {
      // It has no place of its own: what it refers to counts instead.
      const before = this.#count;
      this.#internal(env, ref, v);
      if (ref.tag !== Tag.FieldReference && isLocal(env, ref)) return;
      if (this.#count > before) return;
    }
    if (hasLetParent(v)) return;
    let node = v;
    let reference = ref;
    for (let i = this.#path.length - 1; i >= 0; i--) {
      const step = this.#path[i] as Step;
      const label = this.#selected(step);
      const arc = label === 0 ? null : node.arc(label);
      if (arc === null) break;
      reference = i === 0 && this.#topRef !== null ? this.#topRef : step.ref;
      node = nodeBehind(arc);
    }
    if (inspect && this.#path.length === 0 && this.#topRef !== null) reference = this.#topRef;
    const savedPkg = this.#pkg;
    this.#pkg = importOf(ref) ?? this.#pkg;
    this.#count++;
    this.#engine.finalize(node);
    if (this.#report({ node, reference, pkg: this.#pkg })) {
      const all = this.#all;
      this.#all = true;
      this.visit(node);
      this.#all = all;
    }
    this.#pkg = savedPkg;
  }

  /** Searches a value without a place, and what is selected from. */
  #internal(env: Environment, r: Resolver, v: Vertex): void {
    if (this.#inner.has(r)) return;
    this.#inner.add(r);
    const saved = this.#all;
    this.#conjuncts(v);
    this.#all = false;
    if (r.tag === Tag.SelectorExpr || r.tag === Tag.IndexExpr) {
      const value = evaluateIn(this.#engine, env, r.x);
      if (value !== null && value.tag === Tag.Vertex) {
        this.#engine.finalize(value);
        this.#path.push({ env, ref: r });
        this.#conjuncts(value);
        this.#path.pop();
      }
    }
    this.#all = saved;
  }

  #selected({ env, ref }: Step): Label {
    if (ref.tag === Tag.SelectorExpr) return ref.sel;
    if (ref.tag !== Tag.IndexExpr) return 0;
    let v = evaluateIn(this.#engine, env, ref.index);
    while (v !== null && v.tag === Tag.Vertex)
      v = v.base === null || v.base.tag === 13 || v.base.tag === 14 ? null : v.base;
    if (v === null) return 0;
    if (v.tag === Tag.String) return this.#engine.runtime.labels.string(v.s);
    return v.tag === Tag.Num && v.x.int === v.x.int ? intLabel(Number(v.x.int)) : 0;
  }
}

/** No path leads to it. */
function isDetached(vertex: Vertex): boolean {
  for (let v: Vertex | null = vertex; v !== null; v = v.parent)
    if (!v.nonRooted && !isLetLabel(v.label) && !v.isDynamic) return false;
  return true;
}

function hasLetParent(vertex: Vertex): boolean {
  for (let v: Vertex | null = vertex; v !== null; v = v.parent) if (isLetLabel(v.label)) return true;
  return false;
}

/** The name at its start is declared by a literal or a clause of the same expression. */
function isLocal(env: Environment, ref: Resolver): boolean {
  let r: Expr = ref;
  while (r.tag === Tag.SelectorExpr || r.tag === Tag.IndexExpr) r = r.x;
  let at: Environment | null = env;
  if (r.tag === Tag.FieldReference) for (let i = r.upCount; i > 0 && at !== null; i--) at = at.up;
  return at !== null && at.vertex === emptyVertex;
}

function importOf(ref: Expr): ImportReference | null {
  let r = ref;
  while (r.tag === Tag.SelectorExpr || r.tag === Tag.IndexExpr) r = r.x;
  return r.tag === Tag.ImportReference ? r : null;
}
