import { bottomOf, defaultVertex, nodeBehind, isConcrete, valueOf } from "../eval/index.ts";
import { nodeText, vertexPath } from "../message/index.ts";
import { Environment, Tag, conjunctExpr, isResolver, isValue } from "../value/index.ts";
import type { Clause, Comprehension, Elem, Expr, Resolver, Src, Vertex } from "../value/index.ts";
import type { Core } from "./core.ts";

/** A field that must be given before a value can be computed. */
interface MissingInput {
  readonly path: string;
  /** What it may be. */
  readonly type: string;
  readonly src: Src | null;
  readonly vertex: Vertex;
}

/** The inputs that a vertex waits for: itself, or what its expressions refer to, to the end. */
export function missingInputs(core: Core, v: Vertex): MissingInput[] {
  const out = new Map<string, MissingInput>();
  collect(core, v, out, new Set());
  return [...out.values()];
}

const maxInputs = 8;

function collect(core: Core, v: Vertex, out: Map<string, MissingInput>, seen: Set<Vertex>): void {
  if (seen.has(v) || out.size >= maxInputs) return;
  seen.add(v);
  core.finalize(v);
  let hasReferences = false;
  for (const c of v.conjuncts) {
    const x = conjunctExpr(c.x);
    if (x === null) continue;
    for (const { ref, env } of references(x, c.env, v)) {
      const target = core.resolve(ref, env);
      if (target === null || !isOpen(core, target)) continue;
      hasReferences = true;
      collect(core, target, out, seen);
    }
  }
  if (hasReferences) return;
  const path = vertexPath(v, core.runtime.labels).join(".");
  if (path !== "" && isOpen(core, v)) out.set(path, { path, type: typeOf(core, v), src: placeOf(v), vertex: v });
}

function isOpen(core: Core, v: Vertex): boolean {
  core.finalize(v);
  const b = bottomOf(v);
  if (b !== null) return b.isIncomplete;
  return !isConcrete(nodeBehind(defaultVertex(v)));
}

function typeOf(core: Core, v: Vertex): string {
  const x = nodeBehind(v);
  return bottomOf(x) !== null ? "" : nodeText(valueOf(x) ?? x, core.runtime.labels);
}

function placeOf(v: Vertex): Src | null {
  for (const c of v.conjuncts) {
    const src = conjunctExpr(c.x)?.src ?? null;
    if (src !== null) return src;
  }
  return null;
}

export interface Reference {
  readonly ref: Resolver;
  readonly env: Environment;
}

/**
 * The references in an expression of a vertex. Fields of structs are left out: they report for themselves; but what
 * stands in a struct is read in its scope.
 */
export function references(root: Expr | Comprehension, outer: Environment, v: Vertex): Reference[] {
  const out: Reference[] = [];
  const work: { x: Expr | Comprehension | Elem | Clause | null; env: Environment }[] = [{ x: root, env: outer }];
  for (let i = 0; i < work.length; i++) {
    const { x, env } = work[i] as (typeof work)[number];
    const add = (...parts: readonly (Expr | Comprehension | Elem | Clause | null)[]): void => {
      for (const part of parts) work.push({ x: part, env });
    };
    if (x === null || isValue(x)) continue;
    if (isResolver(x)) {
      out.push({ ref: x as Resolver, env });
      if (x.tag === Tag.SelectorExpr) add(x.x);
      if (x.tag === Tag.IndexExpr) add(x.x, x.index);
      continue;
    }
    switch (x.tag) {
      case Tag.BinaryExpr:
        add(x.x, x.y);
        break;
      case Tag.UnaryExpr:
      case Tag.OpenExpr:
        add(x.x);
        break;
      case Tag.BoundExpr:
        add(x.expr);
        break;
      case Tag.SliceExpr:
        add(x.x, x.lo, x.hi);
        break;
      case Tag.Interpolation:
        add(...x.parts);
        break;
      case Tag.CallExpr:
        add(...x.args);
        break;
      case Tag.DisjunctionExpr:
        add(...x.values.map((value) => value.expr));
        break;
      case Tag.StructLit: {
        const inner = new Environment(env, v);
        for (const d of x.decls) if (d.tag === Tag.Comprehension) work.push({ x: d, env: inner });
        break;
      }
      case Tag.Comprehension: {
        // What follows the first clause is read in an environment that is gone.
        const [first] = x.clauses;
        if (first?.tag === Tag.ForClause) add(first.source);
        else if (first?.tag === Tag.IfClause) add(first.condition);
        break;
      }
      default:
        break;
    }
  }
  return out;
}
